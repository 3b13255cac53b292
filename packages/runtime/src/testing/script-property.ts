/** A script under many orders of what no script should rely on, on the fast-check of the game. */
import { checkFunction, isA } from '../arguments.js';
import { badArgument, dependsOnOrder } from '../messages/errors.js';
import { describe, nameOf } from '../messages/format.js';
import { Order } from '../scheduling/order.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import { type CheckedOptions, checkedOptions, runScript, type ScriptTestOptions } from './run-script.js';
import { inColumns, traceRun } from './run-trace.js';

/** What is used of fast-check, of version 3 or later. */
export interface FastCheck {
  readonly Arbitrary: abstract new (...args: any[]) => object;
  readonly Value: new (value: any, context: any) => object;
  readonly stream: (values: IterableIterator<any>) => object;
  readonly asyncProperty: (orders: any, predicate: (order: any) => Promise<void>) => object;
}

/**
 * A property for `fc.assert`: a script, as `scriptTest` runs it, does not fail in any order of what no script should rely on. It is run in the usual order
 * first, then in as many others as fast-check asks for. If it fails in one, fast-check looks for the fewest places where the order has to differ
 * from the usual one, and the error shows what the threads do in both, side by side. The script makes its game anew each time.
 * @throws {TypeError} for what is no fast-check or no function.
 *
 * @example
 * //@compile
 * function hurry() {
 *   const door = { isOpen: true };
 *   start(() => {
 *     wait(100);
 *     door.isOpen = false;
 *   });
 *   wait(100);
 *   if (door.isOpen) throw new Error("nobody has shut it");
 * }
 * const { failed, counterexample } = await fc.check(scriptProperty(fc, hurry), { seed: 1 });
 * failed; // true
 * String(counterexample); // "shuffledBy(\"8:timers:0+1\")"
 */
export function scriptProperty<F extends FastCheck>(
  fc: F,
  script: (scheduler: Scheduler) => unknown,
  options: Omit<ScriptTestOptions, 'order'> = {},
): ReturnType<F['asyncProperty']> {
  if (!isFastCheck(fc)) throw badArgument('scriptProperty', 'fast-check and a script', fc);
  checkFunction('scriptProperty', 'fast-check and a script', script);
  const scene = { script, options: checkedOptions('scriptProperty', options, ['frameMs', 'maxFrames', 'seed']) };
  let usual: Promise<void> | null = null;
  return fc.asyncProperty(ordersOf(fc), async (order: Order) => {
    await (usual ??= play(scene, new Order('')));
    try {
      await play(scene, order);
    } catch (error) {
      throw await explain(scene, order, error);
    }
  }) as ReturnType<F['asyncProperty']>;
}

function isFastCheck(given: { readonly asyncProperty?: unknown } | null): boolean {
  try {
    return typeof given?.asyncProperty === 'function';
  } catch {
    // A Proxy that was revoked.
    return false;
  }
}

interface Scene {
  readonly script: (scheduler: Scheduler) => unknown;
  readonly options: CheckedOptions;
}

function play({ script, options }: Scene, order: Order, begin?: (scheduler: Scheduler) => void): Promise<void> {
  return runScript(nameOf(script) || 'the script', script, { ...options, order }, begin);
}

const NOT_AGAIN = 'It did not fail when that order was played again: something outside of the script is not made anew.';

/** Plays both again, with a look at each turn. */
async function explain(scene: Scene, order: Order, error: unknown): Promise<Error> {
  const text = (order.made as string[]).join(' ');
  const usual = await traceOf(scene, '');
  const other = await traceOf(scene, text);
  const message = isA(error, Error) ? error.message : describe(error);
  const told = dependsOnOrder(message, text, other.failed ? inColumns(usual.lines, other.lines) : NOT_AGAIN);
  return Object.assign(told, { cause: error });
}

async function traceOf(scene: Scene, from: string): Promise<{ lines: readonly string[]; failed: boolean }> {
  const lines: string[] = [];
  let stop = (): void => {};
  try {
    await play(scene, new Order(from), (scheduler) => (stop = traceRun(scheduler, lines)));
    return { lines, failed: false };
  } catch {
    return { lines, failed: true };
  } finally {
    stop();
  }
}

/** Seeds shrink to nothing. What an order has made shrinks to fewer differences. */
function ordersOf({ Arbitrary, Value, stream }: FastCheck): object {
  class Orders extends (Arbitrary as unknown as new () => object) {
    generate(random: { nextInt(min: number, max: number): number }): object {
      return new Value(new Order(random.nextInt(-(2 ** 31), 2 ** 31 - 1), []), undefined);
    }
    canShrinkWithoutContext(value: unknown): boolean {
      return value instanceof Order;
    }
    shrink({ from, made }: Order): object {
      return stream(smaller(from, made as string[], (text) => new Value(new Order(text, []), undefined)));
    }
  }
  return new Orders();
}

/** Each difference alone that there may be in the same moments: several may come to the same as one that is none of them. */
const singles = (made: readonly string[]): string[] =>
  Array.from(new Set(made.map((one) => one.replace(/\d+\+\d+$/, '')))).flatMap((moment) =>
    Array.from({ length: PLACES ** 2 }, (_, at) => `${moment}${at % PLACES}+${1 + Math.floor(at / PLACES)}`),
  );
const PLACES = 6;

/** Without one half of the differences, or a quarter, down to a single one; then one alone; then each by the next place. */
function* smaller<V>(
  from: number | string,
  made: readonly string[],
  valueOf: (text: string) => V,
): IterableIterator<V> {
  const text = made.join(' ');
  if (text !== '' && text !== from) yield valueOf(text);
  for (let size = made.length >> 1; size > 0; size >>= 1)
    for (let at = 0; at < made.length; at += size) yield valueOf(made.toSpliced(at, size).join(' '));
  if (made.length > 1) for (const one of singles(made)) yield valueOf(one);
  for (const [at, one] of made.entries())
    if (!one.endsWith('+1')) yield valueOf(made.with(at, one.replace(/\d+$/, '1')).join(' '));
}
