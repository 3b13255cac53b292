/** `scope`: waits for everything that begins in it. */
import { checkCount } from '../arguments.js';
import { functionCode } from '../execution/compiled-function.js';
import { layers } from '../execution/layers.js';
import { noFunctionToStart } from '../messages/errors.js';
import { startThread } from '../scheduling/first-turn.js';
import { joinOfOne } from '../threads/joins.js';
import { joinBy } from '../threads/settle-joins.js';
import type { Callable, GivenBy } from '../threads/values.js';
import { needThread } from '../waits/wait-arguments.js';
import { scope as runScope } from './scope.generated.js';
import { Scope } from './scoping.js';
import { adopt } from './start.js';

/**
 * Runs `fn` on its own thread and waits until it has ended, and with it every thread that calls as statements, `void` calls and `start`
 * began in it or in those threads. Returns the value of `fn`. What was attached in it ends then, with what that began. The first error that no
 * other thread waits for ends the rest, and comes out of `scope`. Other threads can act on the thread's owner meanwhile.
 * @throws {TypeError} if `fn` is not a function. @throws {NotInThreadError} outside any thread.
 *
 * @example
 * class Hero extends Executor {
 *   //@compile
 *   walk(ms) {
 *     this.wait(ms);
 *   }
 * }
 * //@compile
 * function act(heroes) {
 *   scope(() => {
 *     for (const hero of heroes) hero.walk(100);
 *     return "all set out";
 *   });
 *   return clock.now;
 * }
 * const acting = act([new Hero(), new Hero()]);
 * runToEnd(scheduler, { frameMs: 50 });
 * acting.result; // 100
 */
export function scope<T>(fn: Callable<T>): GivenBy<T> {
  checkCount('scope', 1, arguments);
  const parent = needThread('scope');
  if (typeof fn !== 'function') throw noFunctionToStart('scope', fn);
  const openScope = new Scope();
  const { scheduler } = parent;
  const call = { code: functionCode(runScope), self: undefined, args: [fn] };
  const own = startThread({ call, scheduler, lock: null, parent, openScope });
  layers.orders?.inherit(own, parent);
  adopt(parent, own);
  openScope.isOpening = false;
  return joinBy({ ...joinOfOne('scope', own), scope: openScope.record }, false) as GivenBy<T>;
}
