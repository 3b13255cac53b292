/** Calls of natives that take callbacks, beside the plain ones. */
/* oxlint-disable typescript/no-array-delete -- ugly arrays are the point */
import fc from 'fast-check';
import { $arrow, $keep4, $thread } from '../../src/abi.js';
import { waitFrames } from '../../src/index.js';
import { traceOf } from '../../src/threads/error-trace.js';
import { Stage } from '../stage.js';

/** What one call of a callback does: perhaps it changes the list; then it throws or gives a value. */
export interface Act {
  readonly change: 'none' | 'push' | 'pop' | 'delete' | 'set' | 'cut' | 'grow';
  readonly at: number;
  readonly gives: unknown;
  readonly throws: boolean;
}

export const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(undefined, null, NaN, -0, '', 'b', 'a', true, false, '2'),
  fc.constantFrom([1, 2], [], ['x', ['y']]),
);
export const act: fc.Arbitrary<Act> = fc.record({
  change: fc.constantFrom('none', 'none', 'none', 'push', 'pop', 'delete', 'set', 'cut', 'grow'),
  at: fc.nat(8),
  gives: value,
  throws: fc.constantFrom(false, false, false, false, false, false, false, true),
});
const HOLE = Symbol('hole');
export const items = fc.array(fc.oneof({ arbitrary: value, weight: 5 }, { arbitrary: fc.constant(HOLE), weight: 1 }), {
  maxLength: 9,
});

export function listOf(parts: readonly unknown[]): unknown[] {
  const list: unknown[] = [];
  list.length = parts.length;
  parts.forEach((part, i) => {
    if (part !== HOLE) list[i] = part;
  });
  return list;
}

/** Holes shown, and values told apart that look alike. */
export const show = (given: unknown): string => {
  if (Array.isArray(given))
    return `[${Array.from({ length: given.length }, (_, i) => (i in given ? show(given[i]) : 'hole')).join()}]`;
  if (given instanceof Map) return `map${show([...given])}`;
  if (given instanceof Set) return `set${show([...given])}`;
  // Named groups have no prototype.
  if (typeof given === 'object' && given !== null && !Object.getPrototypeOf(given)) return JSON.stringify(given);
  return Object.is(given, -0) ? '-0' : typeof given === 'string' ? JSON.stringify(given) : String(given);
};

function change(list: unknown[], { change: what, at }: Act): void {
  if (what === 'push') list.push(at);
  else if (what === 'pop') list.pop();
  else if (what === 'delete') delete list[at];
  else if (what === 'set') list[at] = at;
  else if (what === 'cut') list.length = Math.min(list.length, at);
  else if (what === 'grow') list.length += 2;
}

export type Mode = 'plain' | 'never waits' | 'always waits';

/** A callback that waits for a frame, if it waits, and then behaves. `apart`: the parts of an arrow of which there is no function. */
type Form = 'generator' | 'step' | 'bare step';

export type Behave = (self: unknown, args: unknown[]) => unknown;

/** A compiled function. */
function callbackOf(form: Form, isWaiting: boolean, behave: Behave): Function {
  if (form === 'generator')
    return $thread(
      function* (this: unknown, ...args: unknown[]): Generator<unknown, unknown> {
        if (isWaiting) yield waitFrames(1);
        return behave(this, args);
      } as never,
      'callback(0)',
    );
  if (form === 'bare step') return $thread(bareStepOf(() => isWaiting, behave) as never, 'callback(0) frames bare');
  const step = ($f: any, $v: any, $m: number, $this: unknown, list: unknown[]): unknown => {
    if ($f === null && isWaiting && $v.waits(waitFrames(1))) return $keep4($f, $v, $this, 1, list);
    if ($f !== null && $m !== 0) throw $v;
    return behave($f === null ? $this : $f.self, Array.from($f === null ? list : $f.l0));
  };
  return $thread(step as never, 'callback(0) frames list bare');
}

/** The same, where each call says whether it waits. */
export const arrowOf = (isWaiting: () => boolean, behave: Behave): Function =>
  $arrow(
    function* (this: unknown, ...args: unknown[]): Generator<unknown, unknown> {
      if (isWaiting()) yield waitFrames(1);
      return behave(this, args);
    } as never,
    'arrow~here(3) name=',
  );

/** As the plugin emits it for an arrow with three parameters. */
export const bareStepOf =
  (isWaiting: () => boolean, behave: Behave) =>
  ($f: any, $v: any, $m: number, $this: unknown, item: unknown, index: unknown, list: unknown): unknown => {
    if ($f !== null) {
      [item, index, list] = [$f.l0, $f.l1, $f.l2];
      $this = $f.self;
      if ($m !== 0) throw $v;
    } else if (isWaiting() && $v.waits(waitFrames(1))) return $keep4($f, $v, $this, 1, item, index, list);
    return behave($this, [item, index, list]);
  };

/** What each call does, in turn. Notes what it was called with. */
export const behaviour =
  (seen: string[], acts: readonly Act[], list: unknown): Behave =>
  (self, args) => {
    seen.push(`${show(self)} ${args.map((arg) => (arg === list ? 'list' : show(arg))).join(' ')}`);
    const now = acts.length === 0 ? undefined : acts[(seen.length - 1) % acts.length]!;
    if (now === undefined || seen.length > 200) return undefined;
    if (Array.isArray(list)) change(list, now);
    if (now.throws) throw new Error(`thrown by call ${seen.length}`);
    return now.gives;
  };

type Call = (list: any, callback: Function) => unknown;

/** Runs a call with a callback of the given mode, and gives all that can be seen of it. */
export function observe(mode: Mode, acts: readonly Act[], list: unknown, call: Call, form: Form = 'generator'): string {
  const seen: string[] = [];
  const behave = behaviour(seen, acts, list);
  const plain = function (this: unknown, ...args: unknown[]): unknown {
    return behave(this, args);
  };
  const callback = mode === 'plain' ? plain : callbackOf(form, mode === 'always waits', behave);
  const { outcome, frames } = outcomeOf(() => call(list, callback));
  expect(frames).toBe(mode === 'always waits' ? seen.length : 0);
  return [outcome, show(list), ...seen].join('\n');
}

/** Makes a call in a thread. Gives what came of it, an error with its trace, and how many frames it took. */
export function outcomeOf(call: () => unknown): { readonly outcome: string; readonly frames: number } {
  const stage = new Stage();
  const { clock } = stage.scheduler;
  let outcome = 'nothing came';
  let frames = 0;
  stage.scheduler.onError = (error) => {
    outcome = `throws ${(error as Error).name}: ${(error as Error).message} in ${traceOf(error)}`;
  };
  const main = stage.script('main', function* () {
    const from = clock.frame;
    try {
      outcome = `gives ${show(yield call())}`;
    } finally {
      frames = clock.frame - from;
    }
  });
  stage.scheduler.spawn(main);
  stage.pulse();
  stage.finish();
  return { outcome, frames };
}

export type Methods = Record<string, (...args: unknown[]) => unknown>;

/** The call gives the same with a callback that is not compiled, with one that never waits, and with one that always does. */
export function same(acts: readonly Act[], make: () => unknown, call: Call, form: Form = 'generator'): void {
  // Traces are of compiled code alone.
  const run = (mode: Mode): string => observe(mode, acts, make(), call, form).replace(/ in .*/, '');
  const plain = run('plain');
  expect(run('never waits')).toBe(plain);
  expect(run('always waits')).toBe(plain);
}
