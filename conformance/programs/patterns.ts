/** Patterns of declarations, assignments and loops, with defaults, keys and targets that may wait. */
import { type Context, pace } from './context.js';
import type { Cursor } from './tree.js';
import { iterable, object } from './values.js';

/** A pattern, and a value that it can be taken from. */
interface Written {
  readonly pattern: string;
  readonly from: string;
}

type Form = (value: () => string, values: () => string, targets: readonly [string, string, string]) => Written;

/** The first ones have two targets, the others three. */
const forms: readonly (readonly Form[])[] = [
  [
    (value, values, [a, b]) => ({ pattern: `[${a}, ${b} = ${value()}]`, from: values() }),
    (value, _, [a, b]) => ({ pattern: `{ v: ${a} = ${value()}, ...${b} }`, from: `{ w: ${value()}, k: 1 }` }),
    (value, _, [a, b]) => ({ pattern: `{ [${value()}]: ${a}, w: ${b} = ${value()} }`, from: '{ v: 3 }' }),
    (value, _, [a, b]) => ({ pattern: `[[${a}] = [${value()}], ...${b}]`, from: `[[1], ${value()}]` }),
    (value, values, [a, b]) => ({ pattern: `[, ${a} = ${value()}, , ${b}]`, from: values() }),
    (value, _, [a, b]) => ({ pattern: `{ 'v': ${a} = ${value()}, 1: ${b} }`, from: `{ w: ${value()}, 1: 2 }` }),
    (value, _, [a, b]) => ({ pattern: `{ k: ${a}, v: { w: ${b} = ${value()} } = { k: 1 } }`, from: '{ k: 2 }' }),
    (value, _, [a, b]) => ({ pattern: `{ [${value()}]: ${a} = ${value()}, ...${b} }`, from: '{ v: 3, w: 4 }' }),
    (value, _, [a, b]) => ({ pattern: `{ v: [${a}, ${b} = ${value()}] }`, from: `{ v: [${value()}] }` }),
    (value, _, [a]) => ({ pattern: `{ ...${a} }`, from: `{ v: ${value()}, w: 2 }` }),
  ],
  [
    (value, _, [a, b, c]) => ({
      pattern: `{ [${value()}]: ${a}, w: ${b} = ${value()}, ...${c} }`,
      from: '{ v: 3, k: 5 }',
    }),
    (value, _, [a, b, c]) => ({
      pattern: `{ v: ${a}, 'w': ${b} = ${value()}, ...${c} }`,
      from: `{ v: ${value()}, k: 5 }`,
    }),
    (value, _, [a, b, c]) => ({
      pattern: `{ [${value()}]: ${a}, [${value()}]: ${b} = 1, ...${c} }`,
      from: '{ v: 3, k: 5 }',
    }),
    (value, _, [a, b, c]) => ({ pattern: `[${a} = ${value()}, [${b}] = [], ...${c}]`, from: `[${value()}]` }),
    (value, _, [a, b, c]) => ({
      pattern: `[${a}, , { v: ${b} = ${value()}, k: ${c} }]`,
      from: `[1, 2, { k: ${value()} }]`,
    }),
  ],
];

/** `targets` are asked for one after the other. */
export function writePattern(cursor: Cursor, context: Context, target: () => string): Written {
  const few = cursor.isTrue(3) ? 1 : 0;
  const form = cursor.pick(forms[few]!);
  const targets = [target(), target(), few === 0 ? '' : target()] as const;
  return form(
    () => context.grammar.expression(cursor.next(), context),
    () => iterable(cursor.next(), context),
    targets,
  );
}

/** What can be assigned to: a variable, or a member of an object. */
export function assignmentTarget(cursor: Cursor, context: Context): string {
  const { assignable } = context;
  if (assignable.length > 0 && cursor.isTrue(2)) return cursor.pick(assignable);
  const owner = object(cursor, context);
  return cursor.isTrue(3) ? `${owner}[${context.grammar.expression(cursor.next(), context)}]` : `${owner}.w`;
}

/** `let [] = x`: nothing is declared, but the value is asked for. */
export function emptyPattern(cursor: Cursor, context: Context): string {
  const value = iterable(cursor.next(), context);
  const pattern = cursor.pick(['[]', '{}']);
  return cursor.pick([
    `${cursor.pick(['let', 'const', 'var'])} ${pattern} = ${value};`,
    `(${pattern} = ${value});`,
    `${pace(cursor, context)}for (const ${pattern} of [${value}]) log(1);`,
    `${cursor.pick(['let', 'var'])} ${pattern} = ${value}, ${context.names.next('v')};`,
    `try { let ${pattern} = ${context.grammar.expression(cursor.next(), context)}; } catch (e) { log(why(e)); }`,
  ]);
}
