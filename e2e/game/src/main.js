/** A small game: what a page does with the runtime and its scripts. The tests call what stands in `game`. */
// oxlint-disable-next-line import/no-unassigned-import -- it is there for what it does
import '@spindle/runtime/globals-guard';
import { scheduler } from '@spindle/runtime';
import { chat } from './chatter.js';
import { Guard } from './guard.js';
import { opening } from './opening.ts';

const log = [];

globalThis.game = {
  /** The opening, from its start to its end. */
  playOpening() {
    opening({ name: 'Mira', steps: 2 }, log);
    chat(log);
    while (scheduler.threads.length > 0) scheduler.pulse(16);
    return log;
  },

  /** What stands in the list of threads while two guards are on their way. */
  dumpPatrol() {
    new Guard('north').patrol();
    new Guard('south').patrol();
    scheduler.pulse(16);
    const dump = scheduler.dump();
    scheduler.cancelAll('enough');
    return dump;
  },

  /** The stack of an error in a script, after a wait. */
  stumble() {
    const stack = new Guard('east').stumble().then(null, (error) => error.stack);
    for (let frame = 0; frame < 4; frame++) scheduler.pulse(16);
    return stack;
  },

  /** What a function says that has a word of scripts and no mark. */
  sayWithoutMark() {
    try {
      return wait(20);
    } catch (error) {
      return error.message;
    }
  },

  /** Seconds in place of milliseconds: development warns of that. */
  pulseSeconds() {
    for (let frame = 0; frame < 100; frame++) scheduler.pulse(1 / 60);
  },
};
