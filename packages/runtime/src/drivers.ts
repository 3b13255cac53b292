/** The only place where real time comes in: loops that pulse a scheduler. Each gives the function that stops it. */
import { badArgument, badNumber } from './errors.js';

/** The longest time, in ms, that one pulse makes up for after a stop (a hidden tab, a breakpoint). */
const LONGEST_STEP_MS = 250;

/** What a driver drives. */
interface Pulsed {
  pulse(dtMs: number): void;
}

export type DriverOptions =
  | {
      /** Once for each animation frame of the page. */
      readonly driver: 'animationFrame';
    }
  | {
      /** Every `intervalMs` milliseconds of real time, as far as the host keeps to it; default 16. */
      readonly driver: 'interval';
      readonly intervalMs?: number;
    };

/** Starts a driver; gives the function that stops it. */
export function drive(scheduler: Pulsed, options: DriverOptions): () => void {
  if (typeof options !== 'object' || options === null) throw badArgument('scheduler.start', 'a driver', options);
  if (options.driver === 'animationFrame') return driveFrames(scheduler);
  if (options.driver === 'interval') return driveInterval(scheduler, options.intervalMs ?? 16);
  throw badArgument(
    'scheduler.start',
    'driver: "animationFrame" or "interval"',
    (options as { driver: unknown }).driver,
  );
}

/** Host functions, where they exist. */
const host = globalThis as unknown as {
  performance: { now(): number };
  setInterval(fn: () => void, ms: number): unknown;
  clearInterval(timer: unknown): void;
  requestAnimationFrame?(fn: (nowMs: number) => void): number;
  cancelAnimationFrame?(handle: number): void;
};

function driveInterval(scheduler: Pulsed, intervalMs: number): () => void {
  if (!(intervalMs > 0)) throw badNumber('scheduler.start', 'intervalMs > 0', intervalMs);
  let lastMs = host.performance.now();
  const timer = host.setInterval(() => {
    const nowMs = host.performance.now();
    const stepMs = Math.min(nowMs - lastMs, LONGEST_STEP_MS);
    lastMs = nowMs;
    scheduler.pulse(stepMs);
  }, intervalMs);
  return () => host.clearInterval(timer);
}

function driveFrames(scheduler: Pulsed): () => void {
  if (host.requestAnimationFrame === undefined) {
    throw new TypeError(
      'The driver "animationFrame" needs requestAnimationFrame, which this host has not. Use driver: "interval".',
    );
  }
  let lastMs = host.performance.now();
  const step = (): void => {
    handle = host.requestAnimationFrame?.(step) ?? 0;
    const nowMs = host.performance.now();
    const stepMs = Math.min(nowMs - lastMs, LONGEST_STEP_MS);
    lastMs = nowMs;
    scheduler.pulse(stepMs);
  };
  let handle = host.requestAnimationFrame(step);
  return () => host.cancelAnimationFrame?.(handle);
}
