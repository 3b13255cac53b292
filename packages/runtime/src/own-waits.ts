/**
 * All waits of Executor, such as `this.race(…)`. The plugin imports this entry in files that call one of them: a bundler
 * then keeps the modules that have them. It gives nothing else.
 */
import { joinBegun } from './words/all-and-race.js';
import { waitEvent } from './words/wait-for-event.js';
import { ownWaits } from './words/own-wait-table.js';
import { waitSignal } from './words/signals.js';
import { waitForAny } from './words/wait-for.js';

// One value of each module that fills the table.
for (const word of [joinBegun, waitEvent, waitSignal, waitForAny]) void (word as unknown);

/** The names of the waits that are loaded. */
export const loaded: readonly string[] = Object.keys(ownWaits);
