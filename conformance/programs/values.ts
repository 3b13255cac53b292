/** Arrays and objects. */
import type { Callable, Context } from './context.js';
import type { Cursor } from './tree.js';

/** An array literal. */
export function list(cursor: Cursor, context: Context): string {
  const elements = cursor
    .some(1, 3)
    .map((one) =>
      one.isTrue(6) ? `...[${context.grammar.expression(one, context)}]` : context.grammar.expression(one, context),
    );
  return `[${elements.join(', ')}]`;
}

/** An array literal, or what a generator gives. */
export function iterable(cursor: Cursor, context: Context): string {
  const { generators } = context;
  return generators.length > 0 && cursor.isTrue(2) ? `${cursor.pick(generators)}(1)` : list(cursor, context);
}

/** An object with the properties `v` and `w`. */
export function object(cursor: Cursor, { objects, hasThis }: Context): string {
  if (hasThis && cursor.isTrue(3)) return 'this';
  return objects.length === 0 ? '({ v: 1, w: 2 })' : cursor.pick(objects);
}

/** Arguments of a call. */
export function args(cursor: Cursor, context: Context): string {
  return cursor
    .some(0, 2)
    .map((one) => (one.isTrue(8) ? `...${list(one, context)}` : context.grammar.expression(one, context)))
    .join(', ');
}

/** Those that may be called here. */
export function usableCallables({ callables, canWait }: Context): Callable[] {
  return callables.filter(({ isQuick }) => isQuick || canWait);
}
