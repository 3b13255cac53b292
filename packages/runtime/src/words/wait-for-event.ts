/** `waitForEvent`. */
import { checkFunction, checkOptions, checkCount } from '../arguments.js';
import { show } from '../messages/format.js';
import { applyOn } from '../realm.js';
import type { Channel, Thread } from '../threads/thread.js';
import { askAs } from '../waits/predicate.js';
import { awaitNext } from '../waits/channels.js';
import { checkMs, needThread } from '../waits/wait-arguments.js';
import type { EventArguments, EventName, EventOf } from './event-types.js';
import { abortBefore, type EventOptions, type EventSource, hubOf, valueOf } from './events.js';
import { ownWaits } from './own-wait-table.js';

export function waitEvent(
  name: string,
  source: unknown,
  type: unknown,
  options: EventOptions,
  keeps: boolean,
): unknown {
  const thread = needThread(name);
  const channel = channelOfEvents(name, thread, source, type, options);
  const aborted = abortBefore(thread, source as object, type as string);
  return awaitNext(channel, keeps, aborted && channel.accept!(aborted));
}

/** @internal Where a thread waits for an event of a source. */
export function channelOfEvents(
  name: string,
  thread: Thread,
  source: unknown,
  type: unknown,
  options: EventOptions,
): Channel {
  const hub = hubOf(name, thread, source, type);
  checkOptions(name, options, ['filter', 'timeout']);
  const { filter, timeout } = options;
  if (filter !== undefined) checkFunction(name, 'a function as filter', filter);
  if (timeout !== undefined) checkMs(name, timeout, 'a timeout in ms ≥ 0');
  return {
    ...hub,
    source,
    type,
    filter,
    label: () => `${name}(${show(source)}, ${show(type)})`,
    accept: (args) => (passes(thread, filter, args as unknown[]) ? { value: valueOf(args as unknown[]) } : null),
    timeoutMs: timeout,
  };
}

const passes = (thread: Thread, filter: EventOptions['filter'], args: unknown[]): boolean =>
  filter === undefined || Boolean(askAs(thread, 'the filter of waitForEvent', () => applyOn(filter, undefined, args)));

/** `waitForEvent`, by the type of its source. */
export interface WaitForEvent {
  /** Waits for an event of a source, like `waitForEvent(source, type)`. The type argument names what it gives. */
  <E = never>(source: EventSource, type: [E] extends [never] ? never : string, options?: EventOptions): NoInfer<E>;
  /**
   * Waits for an event of a source. Returns the event, or an array if the listener gets several arguments.
   * The listener is removed, however the wait ends. For an AbortSignal that is already aborted, `abort` comes
   * immediately.
   * @throws {TimeoutError} after `timeout` ms. @throws {TypeError} for a source that has no methods for listeners.
   *
   * @example
   * //@compile
   * function ask(keyboard) {
   *   return waitForEvent(keyboard, "keydown", { filter: (event) => event.key === "Enter" }).key;
   * }
   * const keyboard = new EventTarget();
   * const asked = ask(keyboard);
   * keyboard.dispatchEvent(Object.assign(new Event("keydown"), { key: "Enter" }));
   * scheduler.pulse(16);
   * asked.result; // "Enter"
   */
  <S extends EventSource, N extends EventName<S>>(
    source: S,
    type: N,
    options?: EventOptions<EventArguments<S, N>>,
  ): EventOf<S, N>;
}

export const waitForEvent: WaitForEvent = function (
  source: EventSource,
  type: string,
  options: EventOptions = {},
): any {
  checkCount('waitForEvent', 3, arguments);
  return waitEvent('waitForEvent', source, type, options, false);
};

ownWaits['waitForEvent'] = (source: EventSource, type: string, options: EventOptions = {}) =>
  waitEvent('waitForEvent', source, type, options, true);
