import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Executor, Scheduler } from '@spindle/runtime';
import { $methods, $thread, clock, waitUntil } from '@spindle/runtime/abi';

/** A scheduler with pulses of 10 ms, and scripts without an owner. Bodies are written as the plugin emits them. */
export class Stage {
  readonly scheduler: Scheduler = new Scheduler({ warnings: false });

  play<T>(fn: () => T): T {
    return this.scheduler.enter(fn);
  }

  pulse(times = 1): void {
    for (let i = 0; i < times; i++) this.scheduler.pulse(10);
  }

  script(meta: string, body: (...args: any[]) => Generator): (...args: any[]) => any {
    return $thread(body, meta) as (...args: any[]) => any;
  }
}

export class Actor extends Executor {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  static {
    $methods(this.prototype, { walk: 'Actor.walk(1)', jump: 'Actor.jump(0)' });
  }

  /** Walks `steps` steps, one each frame. */
  *walk(steps: number): any {
    for (let taken = 0; taken < steps; taken++) yield waitUntil(clock.frame + 1);
  }

  /** Keeps the actor for 20 ms. */
  *jump(): any {
    yield (this as any).wait(20);
  }
}

/** The line of a test at whose end a comment stands. */
export function lineOf(file: string, text: string): number {
  const lines = readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8').split('\n');
  return lines.findIndex((line) => line.endsWith(`; // ${text}`)) + 1;
}
