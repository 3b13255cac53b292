/** `shuffledBy`: another order of turns. */
import { Order } from '../scheduling/order.js';

/**
 * Returns an order for `new Scheduler({ order })`: what is due at one moment and has one priority is shuffled by the seed, the same way in each run. So are
 * turns, timers that are due in one pulse, and predicates. Priorities, the queues of owners, those who wait for one signal, and what one thread tells one
 * owner stay in order. It also takes the text that `scriptProperty` tells, of the few places that differ.
 * @throws {TypeError} for anything else.
 *
 * @example
 * //@compile
 * function show(name) {
 *   wait(100);
 *   seen.push(name);
 * }
 * const seen = [];
 * const room = new Scheduler({ order: shuffledBy("8:turns:0+2") }); // in frame 8, the third has the first turn
 * for (const name of ["Ada", "Bob", "Cleo"]) room.spawn(() => show(name));
 * runToEnd(room);
 * seen.join(" "); // "Cleo Ada Bob"
 */
export const shuffledBy = (order: number | string): Order => new Order(order);
