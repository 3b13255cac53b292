/** What the fake objects of all engines have in common. */
import { EventEmitter } from 'node:events';
import { $thread } from '@spindle/runtime/abi';
import { Scheduler, start, type Thread, wait } from '@spindle/runtime';

/** A scheduler that notes the errors which no thread waits for. */
export function newScheduler(): { scheduler: Scheduler; errors: unknown[] } {
  const errors: unknown[] = [];
  const scheduler = new Scheduler({ onError: (error) => void errors.push(error) });
  return { scheduler, errors };
}

/** Starts a script, written as the plugin emits it. */
export function play(scheduler: Scheduler, body: () => Generator, owner?: object): Thread {
  const script = $thread(body, 'script(0)');
  return scheduler.enter(() => start(script, owner === undefined ? {} : { owner }));
}

/** A call of a method of `owner` that loops over frames. */
export function walk(scheduler: Scheduler, owner: { x: number; walk?: () => unknown }): Thread {
  owner.walk = $thread(function* () {
    while (true) {
      owner.x++;
      yield wait();
    }
  }, 'walk(0)');
  return scheduler.enter(() => owner.walk?.()) as Thread;
}

/** An emitter, as engines have them. `count` says how many listeners there are. */
export class Emitter extends EventEmitter {
  get count(): number {
    return this.eventNames().reduce((sum, name) => sum + this.listenerCount(name), 0);
  }
}
