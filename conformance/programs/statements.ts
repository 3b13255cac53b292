/** Statements. The number of iterations of each loop is fixed: nothing in its body can change its counter. */
import { closures } from './closures.js';
import { type Context, inner, isWord, pace, type Production, unsavable, writeOne } from './context.js';
import { call, expression } from './expressions.js';
import {
  classDeclaration,
  functionDeclaration,
  functionExpression,
  namedFunction,
  objectDeclaration,
} from './functions.js';
import { asyncDeclaration, generatorDeclaration } from './uncompiled-functions.js';
import { caughtAgain, sloppyFunctions, useEarly } from './names-used-early.js';
import { leftLoop } from './left-loops.js';
import { emptyPattern, writePattern } from './patterns.js';
import { quiet, quietStatement } from './quiet.js';
import type { Cursor } from './tree.js';
import { args, iterable } from './values.js';

export function statements(cursors: readonly Cursor[], context: Context): string {
  return cursors.map((cursor) => statement(cursor, context)).join('\n');
}

export const statement = (cursor: Cursor, context: Context): string => writeOne(all, cursor, context);

/** A block, or a single statement. */
function arm(cursor: Cursor, context: Context): string {
  if (cursor.isTrue(4)) return `${call(cursor, inner(context))};`;
  return `{ ${statements(cursor.some(1, 3), inner(context))} }`;
}

const block = (cursor: Cursor, context: Context): string => `{ ${statements(cursor.some(1, 3), inner(context))} }`;

const all: readonly Production[] = [
  { weight: 14, isLeaf: true, write: (c, x) => `${call(c, x)};` },
  { weight: 6, isLeaf: true, write: (c, x) => `log(${c.isLeaf ? '5' : expression(c.next(), x)});` },
  { weight: 1, isLeaf: true, when: ({ isInLoop }) => isInLoop, write: () => 'continue;' },
  { weight: 12, write: (c, x) => `${expression(c.next(), x)};` },
  {
    weight: 2,
    when: ({ variables }) => variables.length > 0,
    write: (c, x) => `${c.pick(x.variables)} ${c.pick(['&&', '||', '??'])} ${call(c.next(), x)};`,
  },
  { weight: 10, write: declare },
  { weight: 6, write: declarePattern },
  {
    weight: 8,
    write: (c, x) =>
      `if (${expression(c.next(), x)}) ${arm(c.next(), x)}${c.isTrue(2) ? ` else ${arm(c.next(), x)}` : ''}`,
  },
  { weight: 16, write: loop },
  { weight: 5, isLeaf: true, write: quietStatement },
  { weight: 4, write: plainBlock },
  { weight: 3, write: continuedLoop },
  { weight: 2, write: emptyPattern },
  { weight: 2, write: quickLink },
  { weight: 2, when: ({ isStrict }) => !isStrict, write: assignToCall },
  { weight: 8, write: (c, x) => closures(c, x, { pace: pace(c, x), args: args(c, x) }) },
  { weight: 5, write: useEarly },
  { weight: 1, write: caughtAgain },
  { weight: 4, when: ({ isStrict, isSavable }) => !isStrict && !isSavable, write: sloppyFunctions },
  { weight: 4, write: leftLoop },
  { weight: 6, write: switchOn },
  { weight: 9, write: tryCatch },
  { weight: 3, write: labelledBlock },
  { weight: 3, write: loopsInFinally },
  {
    weight: 5,
    when: ({ isInLoop }) => isInLoop,
    write: (c, x) => `if (${expression(c.next(), x)}) ${c.pick(['continue', 'break'])};`,
  },
  { weight: 6, when: ({ labels }) => labels.length > 0, write: leaveLabel },
  { weight: 2, when: ({ isInSwitch }) => isInSwitch, write: (c, x) => `if (${expression(c.next(), x)}) break;` },
  {
    weight: 4,
    when: ({ canReturn }) => canReturn,
    write: (c, x) => `if (${expression(c.next(), x)}) return ${expression(c.next(), x)};`,
  },
  { weight: 1, when: ({ canReturn }) => canReturn, write: (c, x) => `return ${call(c.next(), x)};` },
  { weight: 3, write: (c, x) => `if (${expression(c.next(), x)}) throw new Error('bad thing');` },
  { weight: 2, write: (c, x) => `try { throw ${expression(c.next(), x)}; } catch (e) { log(why(e)); }` },
  { weight: 6, write: declareFunction },
  { weight: 2, write: declareFunctionVariable },
  { weight: 2, when: ({ isStrict, isSavable }) => isStrict || !isSavable, write: functionInBlock },
  { weight: 2, write: (c, x) => objectDeclaration(c, x) },
  { weight: 2, write: (c, x) => classDeclaration(c, x) },
  { weight: 1, when: ({ isSavable }) => !isSavable, write: (c, x) => generatorDeclaration(c, x) },
  { weight: 1, when: ({ isSavable }) => !isSavable, write: (c, x) => asyncDeclaration(c, x) },
];

function declare(cursor: Cursor, context: Context): string {
  const kind = cursor.pick(['let', 'const', 'var']);
  const name = context.names.next('v');
  const text = `${kind} ${name} = ${expression(cursor.next(), context)};`;
  context.variables.push(name);
  if (kind !== 'const') context.assignable.push(name);
  return text;
}

/** A block. It may begin with a branch that never waits, and may declare a name that means something else outside. */
function plainBlock(cursor: Cursor, context: Context): string {
  const inside = inner(context);
  const rest = (): string => statements(cursor.some(1, 3), inside);
  const outer = context.variables.filter((name) => !isWord(name));
  if (outer.length > 0 && cursor.isTrue(2)) {
    const name = cursor.pick(outer);
    const hidden = inner(context, { variables: context.variables.filter((one) => one !== name) });
    const value = expression(cursor.next(), hidden);
    return `{ let ${name} = ${value}; ${rest()} log(${name}); }`;
  }
  const { assignable } = context;
  const first =
    assignable.length > 0
      ? `if (${quiet(cursor, context)}) ${cursor.pick(assignable)} = ${quiet(cursor, context)}; else ${cursor.pick(assignable)} = ${quiet(cursor, context)};`
      : quietStatement(cursor, inside);
  const next = (): string =>
    cursor.pick([
      () => loop(cursor, inside),
      rest,
      () => `if (${quiet(cursor, inside)}) ${arm(cursor.next(), inside)}`,
      () => `{ ${rest()} }`,
    ])();
  return `{ ${first} ${next()} }`;
}

/** An optional chain with a call that never waits, and something behind it that may. */
function quickLink(cursor: Cursor, context: Context): string {
  const name = context.names.next('f');
  const index = `[(${expression(cursor.next(), context)}, 0)]`;
  const use = cursor.pick([
    `${name}?.(${quiet(cursor, context)})${index}`,
    `${name}?.(1)?.${index}?.[0]`,
    `(delete ${name}?.(2)${index})`,
    `none?.[0](3)${index}`,
  ]);
  return `const ${name} = (a) => [[a]];\nlog(${use});`;
}

/** Sloppy code may assign to a call, which throws as soon as the call is made. */
function assignToCall(cursor: Cursor, context: Context): string {
  const target = `log(${expression(cursor.next(), context)})`;
  const value = expression(cursor.next(), context);
  const text = cursor.pick([
    `${target} = ${value};`,
    `log(${target} ${cursor.pick(['+=', '*='])} ${value});`,
    `${target}++;`,
    `for (${target} of [${value}]) log(1);`,
    `for (${target} in { v: ${value} }) log(1);`,
  ]);
  return `try { ${text} } catch (e) { log(why(e)); }`;
}

function declarePattern(cursor: Cursor, context: Context): string {
  const names: string[] = [];
  const target = (): string => {
    names.push(context.names.next('v'));
    return names.at(-1)!;
  };
  const { pattern, from } = writePattern(cursor, context, target);
  const text = `${cursor.pick(['let', 'let', 'const', 'var'])} ${pattern} = ${from};`;
  // A pattern that is only a rest has one target.
  const used = new Set(pattern.split(/[^\w$]+/));
  const declared = names.filter((name) => used.has(name));
  context.variables.push(...declared);
  if (!text.startsWith('const')) context.assignable.push(...declared);
  return text;
}

function loop(cursor: Cursor, context: Context): string {
  const label = cursor.isTrue(3) ? context.names.next('L') : undefined;
  const outer = label !== undefined && cursor.isTrue(4) ? context.names.next('L') : undefined;
  const own = [outer, label].flatMap((name) => (name === undefined ? [] : [{ name, isLoop: true }]));
  const labels = [...context.labels, ...own];
  const inside = inner(context, { labels, isInLoop: true, isInSwitch: false });
  const [count, turns] = [context.names.next('i'), 1 + cursor.number(3)];
  const head = `${pace(cursor, context)}${own.map(({ name }) => `${name}: `).join('')}`;
  const value = (): string => expression(cursor.next(), inner(context));
  const values = (): string => iterable(cursor.next(), inner(context));
  const bodyWith = (...names: string[]): string => {
    inside.variables.push(...names);
    return arm(cursor.next(), inside);
  };
  switch (cursor.number(19)) {
    case 0:
      return `let ${count} = ${turns};${head}while (${count}-- > 0) ${bodyWith()}`;
    case 1:
      return `let ${count} = ${turns};${head}while (${count}-- > 0 && ${value()}) ${bodyWith()}`;
    case 2:
      return `let ${count} = ${turns};${head}do ${bodyWith(count)} while (${count}-- > 0);`;
    case 3:
      return `let ${count} = ${turns};${head}do ${bodyWith(count)} while (${count}-- > 0 && ${value()});`;
    case 4:
      return `${head}for (let ${count} = 0, ${count}b = ${value()}; ${count} < ${turns}; ${count}++, ${count}b = ${value()}) ${bodyWith(count, `${count}b`)}`;
    case 5:
      return `${head}for (const ${count} of ${values()}) ${bodyWith(count)}`.replace(
        /^\n\/\/ @(?:nowait|fast)\n/,
        '\n',
      );
    case 6:
      return `${head}for (const [${count}, ${count}b = ${value()}] of [[1, 2], [${value()}]]) ${bodyWith(count, `${count}b`)}`;
    case 7:
      return `${head}for (const ${count} in { v: 1, w: ${value()} }) ${bodyWith(count)}`;
    case 8:
      if (context.generators.length > 0)
        return `${head}for (const ${count} of ${cursor.pick(context.generators)}(1)) ${bodyWith(count)}`;
    // falls through
    case 9: {
      const target = context.objects.length > 0 ? `${cursor.pick(context.objects)}.v` : `var ${count}`;
      return `${head}for (${target} of ${values()}) ${bodyWith()}`;
    }
    case 11:
      return `let ${count} = ${turns};${head}for (;;) { if (${count}-- <= 0) break; ${statements(cursor.some(1, 2), inside)} }`;
    case 12:
      return `${head}for (let ${count} = 0; ${count}++ < ${turns}; ) ${bodyWith(count)}`;
    case 13:
      return `${head}for (let ${count} = 0; ${count} < ${turns} && ${value()}; ${count}++) ${bodyWith(count)}`;
    case 14:
      return head + onceAtMost(cursor, bodyWith);
    case 16:
      if (!context.isStrict)
        return `${head}for (var ${count} = ${value()} in { v: 1, w: ${value()} }) ${bodyWith(count)}`;
    // falls through
    case 15:
      return `let ${count} = ${turns};${head}while (true) { if (${count}-- <= 0) break; ${statements(cursor.some(1, 2), inside)} }`;
    default:
      return `${head}for (${cursor.pick(['let', 'var'])} ${count} = 0; ${count} < ${turns}; ${count}++) ${bodyWith(count)}`;
  }
}

/** A loop whose test is known. */
function onceAtMost(cursor: Cursor, body: () => string): string {
  const never = cursor.pick(['while (false)', 'for (; false; )', 'while (1 > 2)', 'for (; 1 > 2; )']);
  return cursor.isTrue(2) ? `${never} ${body()}` : `do ${body()} while (false);`;
}

/** A loop whose body is followed by a test or a change that may wait, and is left by `continue`, also out of an inner loop. */
function continuedLoop(cursor: Cursor, context: Context): string {
  const [outer, label] = [context.names.next('L'), context.names.next('L')];
  const [count, each] = [context.names.next('i'), context.names.next('i')];
  const own = [outer, label].map((name) => ({ name, isLoop: true }));
  const inside = inner(context, {
    labels: [...context.labels, ...own],
    isInLoop: true,
    isInSwitch: false,
  });
  const value = (): string => expression(cursor.next(), inner(context));
  const paces = (): string => pace(cursor, context);
  const jump = (): string =>
    cursor.pick(['continue;', `continue ${label};`, `continue ${outer};`, `break ${label};`, '{ log(1); continue; }']);
  const innerLoop = (): string => {
    const within = inner(inside);
    return `${paces()}for (const ${each} of [1, 2]) { if (${quiet(cursor, within)}) ${jump()} ${statements(cursor.some(1, 1), within)} if (${value()}) ${jump()} }`;
  };
  const first = `if (${quiet(cursor, inside)}) continue${cursor.isTrue(2) ? ` ${label}` : ''};`;
  const text = cursor.isTrue(4)
    ? `{ ${first} ${quietStatement(cursor, inside)} }`
    : `{ ${first} ${innerLoop()} ${statements(cursor.some(0, 1), inside)} }`;
  const mark = paces();
  return cursor.isTrue(2)
    ? `let ${count} = 2;${mark}${outer}: ${label}: do ${text} while (${count}-- > 0 && ${value()});`
    : `${mark}${outer}: ${label}: for (let ${count} = 0; ${count} < 2; ${count}++, ${value()}) ${text}`;
}

function switchOn(cursor: Cursor, context: Context): string {
  const name = cursor.isTrue(4) ? context.names.next('L') : undefined;
  const label = name === undefined ? [] : [{ name, isLoop: false }];
  const inside = inner(context, { isInSwitch: true, labels: [...context.labels, ...label] });
  const value = expression(cursor.next(), context);
  if (cursor.isTrue(5)) {
    const [first, second] = [quiet(cursor, inside), quietStatement(cursor, inner(inside))];
    return `${name === undefined ? '' : `${name}: `}switch (${value}) { case ${first}: ${second} break${name === undefined ? '' : ` ${name}`}; default: { ${quietStatement(cursor, inner(inside))} } }`;
  }
  const cases = cursor.some(1, 3).map((one, index) => {
    const test = one.isTrue(4) && index > 0 ? undefined : expression(one.next(), context);
    const leave = one.isTrue(2) ? ' break;' : '';
    const text = `${statements(one.some(1, 2), inner(inside))}${leave}`;
    // Without braces its declarations are those of the `switch`. The plugin refuses functions among them.
    return { test, text: one.isTrue(3) && !/\bfunction \S+\(/.test(text) ? text : `{ ${text} }` };
  });
  const firstDefault = cases.findIndex(({ test }) => test === undefined);
  const arms = cases.map(({ test, text }, index) =>
    test === undefined && index === firstDefault ? `default: ${text}` : `case ${test ?? '1'}: ${text}`,
  );
  return `${name === undefined ? '' : `${name}: `}switch (${value}) { ${arms.join(' ')} }`;
}

function tryCatch(cursor: Cursor, context: Context): string {
  const hasCatch = !cursor.isTrue(4);
  const caught = cursor.pick([
    '(e) { log(why(e)); ',
    '({ message }) { log(typeof message); ',
    '({ message }) { log(typeof message); ',
    '{ ',
    '(e) { log(why(({ e }).e)); ',
    '(e) { e = (n) => n; log(e.name); ({ e } = { e: 3 }); log(e); ',
  ]);
  const inFinally = inner(context, { labels: [], isInLoop: false, isInSwitch: false, canReturn: false });
  const attempt = `try ${block(cursor.next(), context)}`;
  const rescue = hasCatch
    ? ` catch ${cursor.isTrue(6) ? quietCatch(cursor, context) : `${caught}${block(cursor.next(), context).slice(1)}`}`
    : '';
  const isFinal = !hasCatch || cursor.isTrue(2);
  return attempt + rescue + (isFinal ? ` finally ${block(cursor.next(), inFinally)}` : '');
}

/** It never waits, while what it catches may come from what does. */
function quietCatch(cursor: Cursor, context: Context): string {
  const inside = inner(context);
  const name = context.names.next('v');
  inside.variables.push(name);
  return `({ message: ${name} }) { ${quietStatement(cursor, inside)} }`;
}

/** A `continue` of an outer loop inside a `switch`, all of it inside a `finally`. */
function loopsInFinally(cursor: Cursor, context: Context): string {
  const [label, count] = [context.names.next('L'), context.names.next('i')];
  const inFinally = inner(context, {
    labels: [{ name: label, isLoop: true }],
    isInLoop: true,
    isInSwitch: true,
    canReturn: false,
  });
  const paces = (): string => pace(cursor, context);
  const value = expression(cursor.next(), inFinally);
  const arms = cursor.some(1, 2).map((one) => statements([one], inner(inFinally)));
  const rest = statements(cursor.some(1, 2), inner(inFinally));
  const loops = `let ${count} = 3;${paces()}${label}: while (${count}-- > 0) {${paces()}for (const a of [1, 2]) { switch (${value}) { case ${count}: { ${arms[0] ?? ''} continue ${label}; } default: { ${arms[1] ?? ''} } } ${rest} } }`;
  return `try ${block(cursor.next(), context)} finally { ${loops} }`;
}

function labelledBlock(cursor: Cursor, context: Context): string {
  const name = context.names.next('L');
  const labels = [...context.labels, { name, isLoop: false }];
  const inside = (): Context => inner(context, { labels });
  const text = statements(cursor.some(1, 3), inside());
  return cursor.pick([
    `${name}: { ${text} }`,
    `${name}: if (${expression(cursor.next(), context)}) { ${text} } else ${arm(cursor.next(), inside())}`,
    `${name}: try { ${text} } finally ${block(cursor.next(), inner(context, { labels: [], isInLoop: false, isInSwitch: false, canReturn: false }))}`,
    `${name}: try { ${text} } catch { ${statements(cursor.some(1, 2), inside())} }`,
  ]);
}

function leaveLabel(cursor: Cursor, context: Context): string {
  const { name, isLoop } = cursor.pick(context.labels);
  const word = isLoop && !cursor.isTrue(3) ? 'continue' : 'break';
  return cursor.isTrue(4) ? `${word} ${name};` : `if (${expression(cursor.next(), context)}) ${word} ${name};`;
}

/** A function declaration. Sometimes it is called above its declaration. */
function declareFunction(cursor: Cursor, context: Context): string {
  const { text, callable } = functionDeclaration(cursor, context);
  context.callables.push(callable);
  const early = cursor.isTrue(2) ? `log(${callable.base}(${callable.isCounted ? '1' : ''}));\n` : '';
  return early + text;
}

function declareFunctionVariable(cursor: Cursor, context: Context): string {
  const name = context.names.next('f');
  if (cursor.isTrue(4)) {
    const own = namedFunction(cursor, context);
    context.callables.push({ base: name, isQuick: !context.canWait, isCounted: true });
    return `const ${name} = ${own};`;
  }
  const kind = cursor.isTrue(2) ? 'function' : 'arrow';
  const isNative = cursor.isTrue(4) && context.isCovered;
  const around = isNative ? inner(context, { canWait: false, isCovered: false }) : context;
  const text = `const ${name} = ${isNative ? '/* @native */ ' : ''}${functionExpression(cursor, around, { parameters: 'a, b', kind })};`;
  context.callables.push({ base: name, isQuick: !around.canWait });
  return text;
}

/** A function declaration in a block. In sloppy code, the function is also in scope outside the block. */
function functionInBlock(cursor: Cursor, context: Context): string {
  const { text, callable } = functionDeclaration(cursor, context);
  const given = callable.isCounted ? '1' : '';
  // In strict code the name is not declared outside the block. If it is also a word of the runtime, it would mean that word.
  const outside = isWord(callable.base) ? '1' : `typeof ${callable.base}`;
  const use = context.isStrict ? outside : `${callable.base}(${given})`;
  const whole = `{ log(${callable.base}(${given})); ${text} }\nlog(${use});`;
  return context.isStrict ? whole : unsavable(context, 'block function', whole);
}
