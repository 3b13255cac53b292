/** Functions, objects and classes that are made in a loop and used behind it: each iteration has variables of its own. */
import { type Context, inner, type Unsavable, unsavable } from './context.js';
import { quiet } from './quiet.js';
import type { Cursor } from './tree.js';
import { iterable } from './values.js';

interface Loop {
  readonly head: string;
  readonly declared: string;
  readonly names: readonly string[];
  /** Those of the names that the body may assign to. */
  readonly assignable: readonly string[];
}

/** `pace`: the marks of the loop. `args`: what the functions are called with. */
export function closures(
  cursor: Cursor,
  context: Context,
  { pace, args }: { readonly pace: string; readonly args: string },
): string {
  const [kept, own] = [context.names.next('k'), context.names.next('v')];
  const { head, declared, names, assignable } = loopOf(cursor, context, kept);
  const inside = inner(context, { isInLoop: true, isInSwitch: false });
  inside.variables.push(...names, own);
  inside.assignable.push(...assignable, own);
  const value = context.grammar.expression(cursor.next(), inside);
  const made = makerOf(cursor, inside, { kept, used: [...names, own].join(', ') });
  const turns = context.grammar.statements(cursor.some(0, 2), inside);
  const changed = cursor.pick([own, own, ...assignable]);
  const change = cursor.isTrue(2) ? `${changed} = ${context.grammar.expression(cursor.next(), inside)};` : '';
  const kind = change === '' && cursor.isTrue(2) ? 'const' : 'let';
  return `const ${kept} = [];${declared}${pace}${head} { ${kind} ${own} = ${value}; ${made} ${change} ${kind === 'const' ? '' : turns} }\nfor (const f of ${kept}) log(f(${args}));`;
}

function loopOf(cursor: Cursor, context: Context, kept: string): Loop {
  const name = context.names.next('i');
  const names = [name];
  const values = (): string => iterable(cursor.next(), context);
  const counted = { declared: '', names, assignable: [] };
  const kind = cursor.pick(['const', 'let']);
  const each = { declared: '', names, assignable: kind === 'let' ? names : [] };
  switch (cursor.number(11)) {
    case 9:
      return {
        ...counted,
        head: `for (let ${name} = 0; ${name} < 2; ${kept}.push(() => ${name}), ${name}++)`,
      };
    case 0:
      return { ...each, head: `for (${kind} ${name} of ${values()})` };
    case 1:
      return { ...each, head: `for (${kind} ${name} in { v: 1, w: 2 })` };
    case 2:
      return { ...counted, head: `while (${name}-- > 0)`, declared: ` let ${name} = 2;` };
    case 3: {
      const both = [name, `${name}b`];
      const head = `for (let [${name}, ${name}b] of [[1, ${context.grammar.expression(cursor.next(), context)}], [3]])`;
      return { head, declared: '', names: both, assignable: both };
    }
    case 4:
      return {
        ...counted,
        head: `for (let ${name} = 0, ${name}f = () => ${name}; ${name} < 2; ${kept}.push(${name}f), ${name}++)`,
      };
    case 5:
      return { ...counted, head: `for (let ${name} = 0; ${name}++ < 2;)` };
    case 6:
      return {
        ...counted,
        head: `for (let ${name}f = () => ${name}, ${name} = 0; ${name} < 2; ${kept}.push(${name}f), ${name}++)`,
      };
    case 7: {
      const early = `(() => { try { return ${name}f(); } catch (e) { return why(e); } })()`;
      return {
        ...counted,
        head: `for (let ${name}f = () => ${name}, ${name}b = ${early}, ${name} = 0, ${name}c; ${name} < 2; ${name}c = ${name}++)`,
        names: [name, `${name}b`, `${name}c`],
      };
    }
    case 8:
      return {
        ...counted,
        head: `for (let ${name} = 0; ${name} < 2 && [${context.grammar.expression(cursor.next(), context)}]; ${name}++)`,
      };
    default:
      return { ...counted, head: `for (let ${name} = 0; ${name} < 2; ${name}++)` };
  }
}

interface Making {
  readonly kept: string;
  /** The variables that what is made has to see. */
  readonly used: string;
}

/** What is made, for the functions that write it. */
interface Made extends Making {
  readonly name: string;
  /** A function without a name: one that may wait, or one that never does. */
  readonly fn: () => string;
  /** The body of a method, of one in a class. */
  readonly body: () => string;
  readonly ofClass: () => string;
  /** A computed key, of a class. */
  readonly key: () => string;
  readonly keyOfClass: () => string;
  readonly value: () => string;
  readonly pick: (texts: readonly string[]) => string;
  readonly native: string;
}

function makerOf(cursor: Cursor, context: Context, making: Making): string {
  const { used } = making;
  const own = { labels: [], isInLoop: false, isInSwitch: false, canReturn: true, hasSuper: false };
  const within = inner(context, own);
  within.variables.push('a');
  const callables = context.callables.filter(({ base }) => base !== 'this' && base !== 'super');
  const ofMethod = inner(within, { hasThis: false, hasArguments: false, callables });
  const bodyIn = (around: Context): string =>
    `{ log(${used}); ${around.grammar.statements(cursor.some(0, 1), around)} return ${around.grammar.expression(cursor.next(), around)}; }`;
  const keyIn = (around: Context): string => `[(${around.grammar.expression(cursor.next(), around)}, 'm')]`;
  const native = context.isCovered ? '/* @native */ ' : '';
  const fn = (): string => {
    const mark = cursor.isTrue(2) ? native : '';
    switch (cursor.number(4)) {
      case 0:
        return `(a) => ${bodyIn(within)}`;
      case 1:
        return `function (a) ${bodyIn(ofMethod)}`;
      case 2:
        return `${mark}(a) => [${used}, a]`;
      default:
        return `${mark}function (a) { return [${used}, a]; }`;
    }
  };
  const maker = cursor.pick(context.isSavable ? makers.filter((one) => !UNSAVABLE.has(one)) : makers);
  const piece = UNSAVABLE.get(maker);
  if (piece !== undefined) unsavable(context, piece, '');
  return maker({
    ...making,
    name: context.names.next('f'),
    fn,
    body: () => bodyIn(ofMethod),
    ofClass: () => bodyIn(inner(ofMethod, { isStrict: true })),
    key: () => keyIn(context),
    keyOfClass: () => keyIn(inner(context, { isStrict: true, hasSuper: false })),
    value: () => quiet(cursor, context),
    pick: (texts) => cursor.pick(texts),
    native,
  });
}

const UNSAVABLE = new Map<(made: Made) => string, Unsavable>();

function withPiece(piece: Unsavable, maker: (made: Made) => string): (made: Made) => string {
  UNSAVABLE.set(maker, piece);
  return maker;
}

const withKey = (maker: (made: Made) => string): ((made: Made) => string) =>
  withPiece('method under a computed key', maker);
const withCode = (maker: (made: Made) => string): ((made: Made) => string) => withPiece('class that runs code', maker);

const makers: readonly ((made: Made) => string)[] = [
  ({ name, kept, body }) => `function ${name}(a) ${body()} ${kept}.push(${name});`,
  ({ name, kept, ofClass }) => `class ${name} { m(a) ${ofClass()} } ${kept}.push((a) => new ${name}().m(a));`,
  withCode(
    ({ name, kept, ofClass, keyOfClass }) =>
      `class ${name} { ${keyOfClass()}(a) ${ofClass()} static ${keyOfClass()} = ${name}; } ${kept}.push((a) => new ${name}().m(a));`,
  ),
  ({ name, kept, body }) => `const ${name} = { m(a) ${body()} }; ${kept}.push((a) => ${name}.m(a));`,
  withKey(
    ({ name, kept, body, key }) => `const ${name} = { ${key()}(a) ${body()} }; ${kept}.push((a) => ${name}.m(a));`,
  ),
  withCode(
    ({ name, kept, ofClass, keyOfClass }) =>
      `const ${name} = class { ${keyOfClass()}(a) ${ofClass()} }; log(${name}.name); ${kept}.push((a) => new ${name}().m(a));`,
  ),
  ({ name, kept, body }) =>
    `${kept}.push(function ${name}(a) { return a > 0 ? ${name}(a - 1) : (() => ${body()})(); });`,
  ({ kept, fn }) => `${kept}.push(${fn()});`,
  // A function takes the name of what it is given to.
  ({ name, kept, fn }) => `const ${name} = ${fn()}; log(${name}.name); ${kept}.push(${name});`,
  ({ name, kept, fn, pick }) =>
    `let ${name}; ${name} ${pick(['=', '??='])} ${fn()}; log(${name}.name); ${kept}.push(${name});`,
  ({ name, kept, fn }) => `const ${name} = { k: ${fn()} }; log(${name}.k.name); ${kept}.push(${name}.k);`,
  withKey(
    ({ name, kept, fn, key, pick, value }) =>
      `const ${name} = { ${pick(["'a b'", '7', key()])}: ${fn()}, v: ${value()} }; for (const k of Object.keys(${name}).slice(0, 1)) { log(${name}[k].name); ${kept}.push(${name}[k]); }`,
  ),
  withCode(
    ({ name, kept, ofClass, key, pick }) =>
      `const ${name} = { ${key()}: class { m(a) ${ofClass()} ${pick(['', 'static v = 1;'])} } }; log(${name}.m.name); ${kept}.push((a) => new ${name}.m().m(a));`,
  ),
  ({ name, kept, fn }) => `const [${name} = ${fn()}] = []; log(${name}.name); ${kept}.push(${name});`,
  ({ name, kept, fn }) => `let ${name}; ({ ${name} = ${fn()} } = {}); log(${name}.name); ${kept}.push(${name});`,
  // What names itself, and what is used before its line.
  ({ name, kept, used }) => `const ${name} = (n) => (n > 0 ? ${name}(n - 1) : [${used}]); ${kept}.push(${name});`,
  ({ name, kept, body }) =>
    `const ${name} = function (n) { return n > 0 ? ${name}(n - 1) : (() => ${body()})(); }; ${kept}.push(${name});`,
  withCode(
    ({ name, kept, used, pick }) =>
      `const ${name} = class { m() { return [${name}.name, ${used}]; } ${pick(['', 'static w = 1;', `static { log(${used}); }`])} }; ${kept}.push(() => new ${name}().m());`,
  ),
  ({ name, kept, used, pick }) =>
    `const ${name} = class { v = () => [${name}.name, ${used}]; ${pick(['', 'static w = 1;'])} }; ${kept}.push(() => new ${name}().v());`,
  withKey(
    ({ name, kept, used, pick, key, native }) =>
      `const ${name} = { m: 1, ${pick(['m', key()])}(a) { return [typeof ${name}, ${used}, a]; }, ${pick(['k: 1', `k: ${native}(a) => ${name}`, '[1]: class { static w = 1; }'])} }; ${kept}.push((a) => ${name}.m(a));`,
  ),
  ({ name, kept, used, pick, value }) =>
    `class ${name} { m() { return [${used}]; } } ${kept}.push(() => typeof ${name}); ${pick(['', `${name} = ${value()};`])}`,
  ({ name, kept, used, value }) =>
    `switch (${value()}) { case ${value()}: ${kept}.push(() => { try { return typeof ${name}; } catch (e) { return why(e); } }); default: class ${name} { m() { return [${used}]; } } ${kept}.push(() => new ${name}().m()); }`,
  ({ name, kept, used, native }) =>
    `${kept}.push(${native}function ${name}(a) { return a > 0 ? ${name}(a - 1) : [${used}]; });`,
  ({ name, kept, value }) => `let ${name}; ${kept}.push(() => ${name}); ${name} = ${value()};`,
];
