/** Expressions, in parentheses where precedence could matter. Their values are numbers, strings, arrays and objects, never functions. */
import { chain } from './chains.js';
import { classExpression } from './class-expressions.js';
import {
  type Callable,
  type Context,
  inner,
  isWord,
  type Production,
  unsavable,
  withArguments,
  writeOne,
} from './context.js';
import { functionExpression, methodsOfObject, namedFunction } from './functions.js';
import { assignmentTarget, writePattern } from './patterns.js';
import { quiet } from './quiet.js';
import type { Cursor } from './tree.js';
import { callOdd } from './odd-callees.js';
import { args, list, object, usableCallables } from './values.js';

export const expression = (cursor: Cursor, context: Context): string => writeOne(expressions, cursor, context);
export const call = (cursor: Cursor, context: Context): string => writeOne(calls, cursor, context);

const number = (cursor: Cursor): string => String(cursor.number(4));
const key = (cursor: Cursor): string => cursor.pick(['v', 'w', 'k']);
const binaryOperators = ['+', '-', '*', '<', '===', '!==', '%', '|', '>=', '=='];
const assigningOperators = ['+=', '-=', '*=', '||=', '&&=', '??=', '|='];

export function logged(cursor: Cursor, context: Context): string {
  const fn = context.canWait && cursor.isTrue(2) ? 'p' : 'log';
  return `${fn}(${cursor.isLeaf ? number(cursor) : expression(cursor.next(), context)})`;
}

const wrapped = (text: string): string => `(${text})`;

const expressions: readonly Production[] = [
  { weight: 8, isLeaf: true, write: (cursor) => number(cursor) },
  { weight: 3, isLeaf: true, write: (cursor) => `'${key(cursor)}'` },
  { weight: 2, isLeaf: true, write: (cursor) => cursor.pick(['undefined', 'null', 'true', '(-0)', 'NaN', 'none']) },
  {
    weight: 12,
    isLeaf: true,
    when: ({ variables }) => variables.length > 0,
    write: (cursor, { variables }) => cursor.pick(variables),
  },
  { weight: 16, isLeaf: true, write: logged },
  {
    weight: 3,
    isLeaf: true,
    when: ({ hasThis }) => hasThis,
    write: (cursor) => `this.${cursor.pick(['v', 'w', 'nope'])}`,
  },
  {
    weight: 2,
    isLeaf: true,
    when: ({ hasArguments }) => hasArguments,
    write: (cursor, context) =>
      cursor.isTrue(3)
        ? '(new.target === undefined)'
        : withArguments(context, cursor.pick(['arguments.length', 'arguments[0]'])),
  },
  {
    weight: 2,
    isLeaf: true,
    write: (cursor, context) => `${object(cursor, context)}.${cursor.pick(['v', 'w', 'g', 'nope'])}`,
  },
  { weight: 2, isLeaf: true, when: ({ callables }) => callables.length > 0, write: shape },
  { weight: 6, isLeaf: true, write: (cursor, context) => quiet(cursor, context) },
  { weight: 1, isLeaf: true, when: ({ hasThis }) => hasThis, write: () => '(delete this)' },
  { weight: 30, write: call },
  {
    weight: 6,
    write: (c, x) => wrapped(`${expression(c.next(), x)} ${c.pick(binaryOperators)} ${expression(c.next(), x)}`),
  },
  {
    weight: 6,
    write: (c, x) => wrapped(`${expression(c.next(), x)} ${c.pick(['&&', '||'])} ${expression(c.next(), x)}`),
  },
  { weight: 3, write: (c, x) => wrapped(`${expression(c.next(), x)} ?? ${expression(c.next(), x)}`) },
  {
    weight: 6,
    write: (c, x) => wrapped(`${expression(c.next(), x)} ? ${expression(c.next(), x)} : ${expression(c.next(), x)}`),
  },
  { weight: 3, write: (c, x) => wrapped(`${expression(c.next(), x)}, ${expression(c.next(), x)}`) },
  { weight: 3, write: (c, x) => wrapped(`${c.pick(['!', 'typeof ', '- ', '+ ', '~'])}${expression(c.next(), x)}`) },
  { weight: 3, write: (c, x) => `\`a\${${expression(c.next(), x)}}b\${${expression(c.next(), x)}}\`` },
  { weight: 4, write: list },
  { weight: 1, write: (c, x) => `[1, , ${expression(c.next(), x)}, ...[2, , ${expression(c.next(), x)}]]` },
  { weight: 5, write: (c, x) => objectLiteral(c, x) },
  {
    weight: 8,
    when: ({ assignable }) => assignable.length > 0,
    write: (c, x) =>
      wrapped(`${c.pick(x.assignable)} ${c.isTrue(2) ? '=' : c.pick(assigningOperators)} ${expression(c.next(), x)}`),
  },
  {
    weight: 2,
    when: ({ assignable }) => assignable.length > 0,
    write: (c, x) => wrapped(c.isTrue(2) ? `${c.pick(x.assignable)}++` : `--${c.pick(x.assignable)}`),
  },
  {
    weight: 2,
    when: ({ assignable }) => assignable.length > 0,
    write: (c, x) => {
      const name = c.pick(x.assignable);
      const initial = c.isTrue(2) ? ` = ${expression(c.next(), x)}` : '';
      return `({ ${name}${initial} } = { ${c.isTrue(2) ? `${name}: ` : 'k: '}${expression(c.next(), x)} })`;
    },
  },
  { weight: 6, write: assignMember },
  { weight: 4, write: destructure },
  { weight: 3, write: (c, x) => wrapped(`'${key(c)}' in ${object(c, x)}`) },
  { weight: 2, write: (c, x) => wrapped(`delete ({ v: 1 })[${expression(c.next(), x)}]`) },
  { weight: 3, write: (c, x) => `${list(c.next(), x)}[${expression(c.next(), x)}]` },
  { weight: 1, write: (c, x) => `({ v: 1 })[${functionExpression(c, x, { parameters: 'a', kind: 'arrow' })}]` },
  { weight: 6, write: chain },
  {
    weight: 3,
    when: ({ classes }) => classes.length > 0,
    write: (c, x) => wrapped(`new ${c.pick(x.classes)}(${args(c, x)}).${key(c)}`),
  },
  {
    weight: 2,
    when: ({ generators }) => generators.length > 0,
    write: (c, x) => `[...${c.pick(x.generators)}(${args(c, x)})]`,
  },
  {
    weight: 2,
    when: ({ asyncs }) => asyncs.length > 0,
    write: (c, x) => wrapped(`void ${c.pick(x.asyncs)}(${args(c, x)})`),
  },
  { weight: 1, write: (c, x) => wrapped(`void log(${expression(c.next(), x)})`) },
  {
    weight: 2,
    when: ({ hasArguments }) => hasArguments,
    write: (c, x) => withArguments(x, wrapped(`arguments[0] = ${expression(c.next(), x)}`)),
  },
  { weight: 2, write: (c, x) => `bad(${expression(c.next(), x)})` },
  { weight: 5, write: classExpression },
  { weight: 14, isLeaf: true, when: ({ hasSuper }) => hasSuper, write: superMember },
  {
    weight: 3,
    when: ({ callables }) => callables.some(isPrivate),
    write: (c, x) => {
      const { method } = c.pick(x.callables.filter(isPrivate));
      return wrapped(`${method} in ${c.pick([object(c, x), `(${expression(c.next(), x)}, ${object(c, x)})`])}`);
    },
  },
  {
    weight: 1,
    when: ({ isStrict, variables }) => !isStrict && variables.length > 0,
    write: (c, x) => wrapped(`delete ${c.pick(x.variables)}`),
  },
  {
    weight: 1,
    when: ({ hasArguments }) => hasArguments,
    write: (c, x) =>
      withArguments(
        x,
        c.pick([`[...arguments, ${expression(c.next(), x)}]`, `same(arguments)[${expression(c.next(), x)}]`]),
      ),
  },
  {
    weight: 1,
    when: ({ variables, isSavable }) => !isSavable && variables.some((name) => !isWord(name)),
    write: (c, x) => unsavable(x, 'eval', `eval('${c.pick(x.variables.filter((name) => !isWord(name)))}')`),
  },
];

const isPrivate = ({ base, method }: Callable): boolean => base === 'this' && method?.startsWith('#') === true;

/** A member of `super`, which is read, assigned to or a tag. */
function superMember(cursor: Cursor, context: Context): string {
  const value = (): string => (cursor.isLeaf ? logged : expression)(cursor.next(), context);
  const member = cursor.isTrue(2) ? '.v' : `[${value()}]`;
  return cursor.pick([
    `super${member}`,
    `(super${member} = ${value()})`,
    `(super${member} ${cursor.pick(assigningOperators)} ${value()})`,
    `(super${member}++)`,
    `([super${member}] = [${value()}])`,
    `super[(${value()}, 'toString')]()`,
    `super.toString\`a\${${value()}}\``,
    `super[(${value()}, 'isPrototypeOf')](${value()})`,
  ]);
}

/** Reads `name` and `length` of a function, which must be the same as in plain code. */
function shape(cursor: Cursor, { callables }: Context): string {
  const { base, method } = cursor.pick(callables);
  if (method?.startsWith('#') || base === 'super') return '7';
  const fn = method === undefined ? base : `${base}.${method}`;
  return `\`\${${fn}.name}/\${${fn}.length}\``;
}

function objectLiteral(cursor: Cursor, context: Context): string {
  const value = (): string => expression(cursor.next(), context);
  const members = [`v: ${value()}`];
  if (cursor.isTrue(2)) members.push(`[${expression(cursor.next(), context)}]: ${value()}`);
  if (cursor.isTrue(3)) members.splice(cursor.number(2), 0, `...{ w: ${value()} }`);
  return `({ ${members.join(', ')} })`;
}

function assignMember(cursor: Cursor, context: Context): string {
  const owner = object(cursor, context);
  const member = cursor.isTrue(2) ? `.${cursor.pick(['v', 'w', 'g'])}` : `[${expression(cursor.next(), context)}]`;
  if (cursor.isTrue(5)) return `(${owner}${cursor.isTrue(2) ? '.v' : member}++)`;
  return `(${owner}${member} ${cursor.isTrue(2) ? '=' : cursor.pick(assigningOperators)} ${expression(cursor.next(), context)})`;
}

function destructure(cursor: Cursor, context: Context): string {
  const { pattern, from } = writePattern(cursor, context, () => assignmentTarget(cursor, context));
  return `(${pattern} = ${from})`;
}

const calls: readonly Production[] = [
  { weight: 10, isLeaf: true, write: logged },
  {
    weight: 40,
    isLeaf: true,
    when: (context) => usableCallables(context).length > 0,
    write: (cursor, context) => callKnown(cursor, context, cursor.pick(usableCallables(context))),
  },
  { weight: 20, write: callNative },
  { weight: 5, when: ({ words, canWait }) => words !== undefined && canWait, write: callHandedOver },
  { weight: 6, write: callOnTheSpot },
  {
    weight: 6,
    write: (cursor, context) =>
      callOdd(cursor, context, { args: args(cursor.next(), context), mayWait: logged(cursor.next(), context) }),
  },
  {
    weight: 3,
    write: (cursor, context) =>
      `JSON.parse('[1, 2]', ${functionExpression(cursor.next(), inner(context, { canWait: false }), { parameters: 'a, b', kind: 'arrow' })})`,
  },
  { weight: 2, write: (cursor, context) => `Math.max(${args(cursor, context)})` },
];

function callKnown(cursor: Cursor, context: Context, callable: Callable): string {
  const { base, method, isCounted = false } = callable;
  const given = isCounted
    ? [String(cursor.number(3)), args(cursor, context)].filter(Boolean).join(', ')
    : args(cursor, context);
  const listed = given === '' ? '' : `, ${given}`;
  if (method === undefined) {
    const forms = [
      `${base}(${given})`,
      `${base}(${given})`,
      `${base}?.(${given})`,
      `${base}.call(none${listed})`,
      `(0, ${base})(${given})`,
      `[${base}][0](${given})`,
      `(none ?? ${base})(${given})`,
    ];
    if (!isCounted)
      forms.push(
        `${base}\`a\${${expression(cursor.next(), context)}}\``,
        `${base}.apply(none, [${given}])`,
        `Reflect.apply(${base}, none, [${given}])`,
      );
    if (!isCounted && !context.isSavable && cursor.isTrue(forms.length + 1))
      return unsavable(context, 'bind', `${base}.bind(none, 1)(${given})`);
    return cursor.pick(forms);
  }
  const plain = `${base}.${method}(${given})`;
  if (method.startsWith('#')) return plain;
  // The call itself is what may be handed over.
  const odd = `${base}.${method}(${given === '' ? '' : `${given}, `}void Object.assign(${base}.${method}, { call: bad, bind: bad }))`;
  if (base === 'super') {
    // It may stand in an arrow.
    context.unsavable.add('super in a closure');
    return cursor.pick([plain, `super['${method}'](${given})`, odd]);
  }
  return cursor.pick([
    plain,
    plain,
    `${base}['${method}'](${given})`,
    `${base}[log('${method}')](${given})`,
    `${base}?.${method}(${given})`,
    `${base}.${method}?.(${given})`,
    odd,
    `${base}.${method}.call(${base}${listed})`,
    `${base}.${method}\`\${${expression(cursor.next(), context)}}b\``,
    `${base}[(${expression(cursor.next(), context)}, '${method}')]\`a\${1}\``,
  ]);
}

/** Calls handed to `all`, `race` or `withTimeout`. There is only one each time, as several would run in another order than in plain code. */
function callHandedOver(cursor: Cursor, context: Context): string {
  const usable = usableCallables(context);
  const given =
    usable.length > 0 && !cursor.isTrue(4)
      ? callKnown(cursor.next(), context, cursor.pick(usable))
      : logged(cursor.next(), context);
  const { all, race, withTimeout } = context.words!;
  return cursor.pick([
    `${all}(${given})[0]`,
    `${race}(${given})`,
    `${withTimeout}(1e9, ${given})`,
    `${all}(${race}(log(3)), ${given})[1]`,
  ]);
}

const withElement = [
  'map',
  'filter',
  'forEach',
  'some',
  'every',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'flatMap',
];

function callNative(cursor: Cursor, context: Context): string {
  const values = list(cursor.next(), context);
  const callback = (parameters: string): string => callbackFor(cursor, context, parameters);
  switch (cursor.number(9)) {
    case 0:
      return `${values}.${cursor.pick(['reduce', 'reduceRight'])}(${callback('a, b')}${cursor.isTrue(2) ? `, ${expression(cursor.next(), context)}` : ''})`;
    case 1:
      return `${values}.${cursor.pick(['sort', 'toSorted'])}((a, b) => ${context.canWait ? 'p' : 'log'}(a - b || 0))`;
    case 2:
      return `Array.from(${values}, ${callback('a, b')})`;
    case 3:
      return `new ${cursor.pick(['Map([[1, 2], [3, 4]])', 'Set([5, 6])'])}.forEach(${callback('a, b')})`;
    case 4:
      return `'aba'.${cursor.isTrue(2) ? 'replace' : 'replaceAll'}(${cursor.pick(["'a'", '/a|b/g'])}, ${callback('a, b')})`;
    case 5:
      return `${values}.map(function (a) { ${context.canWait ? 'p' : 'log'}(this.v); return a; }, { v: 3 })`;
    case 6:
      return `${values}.forEach((a) => ${call(cursor.next(), inner(context, { hasSuper: false, variables: [...context.variables, 'a'] }))})`;
    default:
      return `${values}.${cursor.pick(withElement)}(${callback('a, b')})`;
  }
}

function callbackFor(cursor: Cursor, context: Context, parameters: string): string {
  const named = usableCallables(context).filter(({ method, isCounted }) => method === undefined && isCounted !== true);
  if (named.length > 0 && cursor.isTrue(4)) return cursor.pick(named).base;
  return functionExpression(cursor.next(), context, { parameters, kind: cursor.isTrue(4) ? 'function' : 'arrow' });
}

function callOnTheSpot(cursor: Cursor, context: Context): string {
  const given = expression(cursor.next(), context);
  if (cursor.isTrue(5)) return `(${namedFunction(cursor.next(), context)})(2, ${given})`;
  if (cursor.isTrue(6)) {
    const made = inner(context, {
      variables: [...context.variables, 'a'],
      labels: [],
      isInLoop: false,
      canReturn: true,
    });
    return `((a) => ${functionExpression(cursor.next(), made, { parameters: 'b', kind: 'arrow' })})(${given})(1)`;
  }
  if (cursor.isTrue(3))
    return `(${functionExpression(cursor.next(), context, { parameters: 'a', kind: 'function' })})(${given})`;
  if (cursor.isTrue(3))
    return `new (${functionExpression(cursor.next(), inner(context, { canWait: false }), { parameters: 'a', kind: 'constructor' })})(${given}).v`;
  if (cursor.isTrue(4)) return `({ v: 1, ${methodsOfObject(cursor.next(), context, 'm')} }).m(${given})`;
  return `(${functionExpression(cursor.next(), context, { parameters: 'a', kind: 'arrow' })})(${given})`;
}
