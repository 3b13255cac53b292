/** `drive`: real time for a scheduler. */
import { isA } from '../arguments.js';
import { badArgument, schedulerClosed } from '../messages/errors.js';
import { Scheduler } from '../scheduling/scheduler.js';
import { type DriverOptions, startDriver } from '../time/drivers.js';

/**
 * Makes pulses of a scheduler in real time until you call the function that it returns.
 * @throws {SpindleError} if the scheduler has a driver. @throws {SchedulerClosedError} if it is closed.
 *
 * @example
 * const stop = drive(scheduler, { driver: "interval", intervalMs: 16 });
 * stop(); // no pulse has come yet
 * scheduler.clock.frame; // 0
 */
export function drive(scheduler: Scheduler, options: DriverOptions): () => void {
  if (!isA(scheduler, Scheduler)) throw badArgument('drive', 'a scheduler', scheduler);
  if (scheduler.closed !== null) throw schedulerClosed('a driver', scheduler.closed.reason);
  return startDriver(scheduler, options);
}
