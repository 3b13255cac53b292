/**
 * Scripts in three forms: generators, as the plugin emits them, steps of frame objects, and the same with entries, as it emits
 * those. Each script can be of any form, so calls cross from one to the other.
 */
import { $carry, $enterFinally, $leaveFinally, $method, $thread, nextFrame } from '../../src/abi.js';
import { clock, Executor, race, wait, waitSignal, waitUntil } from '../../src/index.js';
import { entryOf, makeSteps } from './step-scripts.js';

/** The scripts that have both forms. */
export const NAMES = ['walk', 'guard', 'errand', 'carry', 'step'] as const;
export type Name = (typeof NAMES)[number];
export type Form = 'generator' | 'steps' | 'entries';
export type Forms = Readonly<Record<Name, Form>>;

/** An owner. Its methods are called by name, as their types differ from what scripts see. */
export interface Actor extends Executor {
  readonly name: string;
  carry(other: Actor, count: number): any;
  step(n: number): any;
}

export interface Scripts {
  readonly actors: readonly Actor[];
  walk(actor: Actor, steps: number): any;
  guard(actor: Actor, ms: number): any;
  errand(actor: Actor, count: number): any;
}

/** The scripts, each in its form. `log` is not compiled. */
export function makeScripts(forms: Forms, log: (text: string) => void): Scripts {
  class Worker extends Executor {
    readonly name: string;
    declare carry: Actor['carry'];
    declare step: Actor['step'];
    constructor(name: string) {
      super();
      this.name = name;
    }
  }
  const scripts = {} as Record<Name, any>;
  const made = {
    generator: makeGenerators(scripts, log),
    steps: makeSteps(scripts, log),
    entries: makeSteps(scripts, log, entryOf),
  };
  for (const name of NAMES) scripts[name] = made[forms[name]][name];
  Object.assign(Worker.prototype, { carry: scripts.carry, step: scripts.step });
  return { actors: ['Ada', 'Bob', 'Cyd'].map((name) => new Worker(name)), ...scripts };
}

// ---- generators -----------------------------------------------------------------------------------------------------

function makeGenerators(scripts: Record<Name, any>, log: (text: string) => void): Record<Name, any> {
  return {
    walk: $thread(function* (actor: Actor, steps: number): Generator {
      let n = 0;
      while (n < steps) {
        n++;
        log(`${actor.name} walks ${n}`);
        if (n === 4) throw new Error(`${actor.name} stumbles`);
        yield nextFrame;
      }
      return n;
    }, 'walk(2)'),

    carry: $method(function* (this: any, other: Actor, count: number): Generator {
      let sum = 0;
      let i = 0;
      while (i < count) {
        const frame = clock.frame;
        sum += (yield this.step(i)) as number;
        sum += (yield other.step(i)) as number;
        log(`${this.name} carries ${sum}`);
        i++;
        yield waitUntil(frame + 1);
      }
      return sum;
    }, 'Worker.carry(2)'),

    step: $method(function* (this: any, n: number): Generator {
      log(`${this.name} steps ${n}`);
      if (n % 3 === 1) yield this.wait(15);
      return 2 * n;
    }, 'Worker.step(1)'),

    guard: $thread(function* (actor: Actor, ms: number): Generator {
      let n = 0;
      let word: unknown;
      let got: number;
      try {
        try {
          yield wait(ms);
          word = yield waitSignal('go');
          if (word === 'bad') throw new Error('bad word');
          while (n < 3) {
            n++;
            log(`${actor.name} guards ${String(word)} ${n}`);
            yield nextFrame;
          }
          got = n;
        } catch (error) {
          log(`${actor.name} has caught ${(error as Error).message}`);
          got = -((yield scripts.walk(actor, 2)) as number);
        }
      } catch (error) {
        throw $carry(error);
      } finally {
        yield $enterFinally();
        log(`${actor.name} closes`);
        yield wait(20);
        // oxlint-disable-next-line eslint/no-unsafe-finally -- that is what is tried
        if (word === 'worse') throw new Error('worse');
        log(`${actor.name} has closed`);
        yield $leaveFinally();
      }
      log(`${actor.name} goes off duty`);
      return got;
    }, 'guard(2)'),

    errand: $thread(function* (actor: Actor, count: number): Generator {
      let got: unknown;
      if (count > 2)
        got = yield race(
          () => scripts.walk(actor, count),
          () => waitSignal('go'),
        );
      else if (count > 0) got = ((yield actor.step(count)) as number) + ((yield scripts.walk(actor, count)) as number);
      else got = yield scripts.guard(actor, 10);
      log(`${actor.name} is back with ${String(got)}`);
      return got;
    }, 'errand(2)'),
  };
}
