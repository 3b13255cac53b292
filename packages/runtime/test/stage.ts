import { $again, $interrupt, $methods, $thread } from '../src/abi.js';
import { clock, Executor, Scheduler, waitUntil } from '../src/index.js';
import { traceOf } from '../src/threads/error-trace.js';
import { verify } from '../src/testing.js';

// The bodies of tests may have such marks in their texts.
$again('');
$interrupt('');

/** A scheduler, a log with the frame of each line, and actors that walk. Bodies are written as the plugin emits them. */
export class Stage {
  readonly scheduler: Scheduler;
  readonly lines: string[] = [];
  readonly uncaught: unknown[] = [];

  constructor() {
    this.scheduler = new Scheduler({
      onError: (error) => {
        this.uncaught.push(error);
        this.log(`uncaught: ${(error as Error).message} in ${traceOf(error)}`);
      },
    });
  }

  readonly log = (text: string): void => {
    this.lines.push(`${this.scheduler.clock.frame} ${text}`);
  };

  /** Runs plain code with this stage's scheduler. */
  play<T>(fn: () => T): T {
    return this.scheduler.enter(fn);
  }

  /** Pulses of 10 ms; the invariants are checked after each. */
  pulse(times = 1): void {
    for (let i = 0; i < times; i++) {
      this.scheduler.pulse(10);
      verify(this.scheduler);
    }
  }

  /** Pulses until every thread has ended. */
  finish(): void {
    for (let i = 0; i < 1000 && this.scheduler.live.size > 0; i++) this.pulse();
  }

  actor(name: string): Actor {
    return new Actor(name, this.log);
  }

  /** A script without an owner. */
  script(name: string, body: () => Generator): () => any {
    return $thread(body, `${name}(0)`) as () => any;
  }
}

export class Actor extends Executor {
  readonly name: string;
  readonly log: (text: string) => void;

  constructor(name: string, log: (text: string) => void) {
    super();
    this.name = name;
    this.log = (text) => log(`${name} ${text}`);
  }

  static {
    $methods(this.prototype, { walk: 'Actor.walk(1)', jump: 'Actor.jump(0)', act: 'Actor.act(1)' });
  }

  /** Walks `steps` steps, one each frame. */
  *walk(steps: number): any {
    let taken = 0;
    while (taken < steps) {
      const frame = clock.frame;
      taken++;
      this.log(`step ${taken}`);
      yield waitUntil(frame + 1);
    }
    return steps;
  }

  /** Jumps, keeps the actor for 20 ms, lands. */
  *jump(): any {
    this.log('jump');
    yield this.wait(20);
    this.log('land');
  }

  /** Runs a generator as a method of this actor. */
  *act(body: (this: Actor) => Generator): any {
    return yield* body.call(this);
  }
}
