/** Functions, objects and classes. */
import {
  type Callable,
  type Context,
  type Grammar,
  inner,
  isWord,
  mayUseArguments,
  now,
  type Unsavable,
  unsavable,
} from './context.js';
import { namedByParameters, parametersAgain } from './names-used-early.js';
import type { Cursor } from './tree.js';

const expression: Grammar['expression'] = (cursor, context) => context.grammar.expression(cursor, context);
const statements: Grammar['statements'] = (cursors, context) => context.grammar.statements(cursors, context);

/** The context at the start of a function's body: loops and labels around the function do not count inside it. */
export const body: Partial<Context> = {
  labels: [],
  isInLoop: false,
  isInSwitch: false,
  isInParameters: false,
  canReturn: true,
  isTop: false,
};

type Kind = 'arrow' | 'function' | 'constructor';

export function functionExpression(
  cursor: Cursor,
  context: Context,
  { parameters, kind }: { readonly parameters: string; readonly kind: Kind },
): string {
  const names = parameters.split(', ');
  const own =
    kind === 'arrow'
      ? { hasArguments: context.hasArguments && !context.isInParameters, hasSuper: false }
      : {
          hasThis: kind === 'constructor',
          hasArguments: kind === 'function' && mayUseArguments(context),
          hasSuper: false,
        };
  const around = kind === 'arrow' ? context : withoutOwn(context);
  const made = inner(around, { ...body, ...own });
  made.variables.push(...names);
  made.assignable.push(...names);
  if (kind === 'arrow' && cursor.isTrue(2)) return `(${parameters}) => ${expression(cursor.next(), made)}`;
  const text = block(cursor, made, kind === 'constructor' ? 'this.v = log(4); ' : '');
  return kind === 'arrow' ? `(${parameters}) => ${text}` : `function (${parameters}) ${text}`;
}

/** `function f1(n, a) { … f1(n - 1) … }` as an expression, so the name is in scope only inside it. */
export function namedFunction(cursor: Cursor, context: Context): string {
  const name = context.names.next('f');
  return `function ${name}${parametersAndBody(cursor, context, { isCounted: name })}`;
}

/** The context of a function with a `this` of its own: `this`, `super` and private names of the code around it are not available. */
export function withoutOwn(context: Context): Context {
  const callables = context.callables.filter(({ base }) => base !== 'this' && base !== 'super');
  return { ...context, callables, hasThis: false, hasSuper: false };
}

function block(cursor: Cursor, context: Context, prologue = ''): string {
  return `{ ${prologue}${statements(cursor.some(1, 3), context)} return ${expression(cursor.next(), context)}; }`;
}

interface Parameters {
  readonly text: string;
  readonly names: readonly string[];
  readonly isSimple: boolean;
  /** Whether nothing in them waits, so that the body may declare their names again. */
  readonly isInstant?: boolean;
  /** What a default reads, and the body may declare in a block. */
  readonly outside?: string;
}

/** Parameters and their defaults. A default can read the parameters before it. */
function parametersOf(cursor: Cursor, context: Context): Parameters {
  const later = (name: string): string =>
    expression(cursor.next(), inner(context, { variables: [...context.variables, name], isInParameters: true }));
  switch (cursor.number(14)) {
    case 13: {
      const outside = context.names.next('f');
      if (isWord(outside)) return { text: 'a', names: ['a'], isSimple: true };
      return { text: `a = typeof ${outside}, b = ${later('a')}`, names: ['a', 'b'], isSimple: false, outside };
    }
    case 0:
      return { text: `a, b = ${later('a')}`, names: ['a', 'b'], isSimple: false };
    case 1:
      return { text: `a, { v: b = ${later('a')}, ...c } = { w: 1 }`, names: ['a', 'b', 'c'], isSimple: false };
    case 2:
      return { text: `[a, b = ${later('a')}] = [1], ...c`, names: ['a', 'b', 'c'], isSimple: false };
    case 3:
      return { text: 'a, ...b', names: ['a', 'b'], isSimple: false };
    case 4:
      // Not `b`, which may name a function outside: the text of a compiled function differs from that of the source.
      return { text: `a = ${later('a')}, late = () => a`, names: ['a'], isSimple: false };
    case 6:
    case 7:
      return { text: 'a = 1, late = () => a', names: ['a'], isSimple: false, isInstant: true };
    case 5:
      return {
        text: `a = (() => { try { return ${cursor.isTrue(2) && !context.isSavable ? unsavable(context, 'eval', "eval('b')") : 'b'}; } catch (x) { return why(x); } })(), b = ${later('a')}`,
        names: ['a', 'b'],
        isSimple: false,
      };
    default:
      return { text: 'a, b', names: ['a', 'b'], isSimple: true };
  }
}

/** `(parameters) { body }` of a function with a `this` of its own. */
function parametersAndBody(
  cursor: Cursor,
  context: Context,
  changes: Partial<Context> & {
    readonly isCounted?: string;
    readonly prologue?: string;
    readonly isPlain?: boolean;
  } = {},
): string {
  const { isCounted, prologue = '', isPlain = false, ...rest } = changes;
  const made = inner(withoutOwn(context), { ...body, hasThis: false, hasArguments: mayUseArguments(context), ...rest });
  if (isCounted !== undefined) {
    made.variables.push('n', 'a');
    made.assignable.push('a');
    const next = cursor.pick([
      `return ${isCounted}(n - 1, a);`,
      `a = ${isCounted}(n - 1, a);`,
      `log(${isCounted}(n - 1));`,
    ]);
    return `(n, a) { if (!(n > 0)) return a; ${next} ${block(cursor, made).slice(1)}`;
  }
  const given = parametersOf(cursor, { ...made, hasArguments: made.hasArguments && !isPlain });
  made.variables.push(...given.names);
  made.assignable.push(...given.names);
  const asStrict = given.isSimple && cursor.isTrue(8);
  const directive = asStrict ? "'use strict'; " : '';
  const inBody = asStrict ? { ...made, isStrict: true } : made;
  const again =
    made.hasArguments && given.names.includes('a') && cursor.isTrue(3)
      ? parametersAgain(cursor, inBody, given.isSimple || given.isInstant === true)
      : '';
  const { outside } = given;
  const ofBlock =
    outside === undefined || inBody.isStrict || inBody.isSavable ? '' : namedByParameters(cursor, inBody, outside);
  // What is `arguments` then is no list any more.
  const isList = !/\b(?:var arguments|arguments = )/.test(again);
  return `(${given.text}) ${block(cursor, { ...inBody, hasArguments: made.hasArguments && isList }, directive + again + ofBlock + prologue)}`;
}

/** A function declaration, and how to call it. */
export function functionDeclaration(
  cursor: Cursor,
  context: Context,
): { readonly text: string; readonly callable: Callable } {
  const name = context.names.next('f');
  const isCounted = cursor.isTrue(5);
  const text = `function ${name}${parametersAndBody(cursor, context, isCounted ? { isCounted: name } : {})}`;
  return { text, callable: { base: name, isQuick: !context.canWait, isCounted } };
}

/** A save has to make it again: so it has no methods under computed keys, and is made without running code. */
const isMadeForSaves = (context: Context): boolean => context.isSavable && isMade(context);

/** Whether it is made in a function. */
const isMade = ({ isTop, isOneScript }: Context): boolean => !isTop || isOneScript;

const withCodeIn = (piece: Unsavable, context: Context, text: string): string =>
  isMade(context) ? unsavable(context, piece, text) : text;

/** The members of an object literal in addition to `v` and `w`. A method can call the methods before it. */
export function methodsOfObject(cursor: Cursor, context: Context, name: string): string {
  return `${name}${parametersAndBody(cursor, context, { hasThis: true })}`;
}

/**
 * `const o1 = { v, w, get g() …, m1() …, … }`; the methods become known to `context`.
 * `mark` is written before each method.
 */
export function objectDeclaration(cursor: Cursor, context: Context, mark = ''): string {
  const name = context.names.next('o');
  const own: Callable[] = [];
  const outer = withoutOwn(context);
  const marked = mark === '' ? context : { ...context, isCovered: true };
  const hasBase = context.objects.length > 0 && cursor.isTrue(2) && !isMadeForSaves(context);
  const base = hasBase ? cursor.pick(context.objects) : undefined;
  const superCalls = context.callables.filter((one) => one.base === base).map((one) => ({ ...one, base: 'super' }));
  const members = base === undefined ? ['v: 1', 'w: 2'] : [`__proto__: ${base}`, 'v: 1'];
  const made = { mark, members, isCovered: context.isCovered };
  for (const one of cursor.some(1, 4)) {
    const method = context.names.next('m');
    const itself = own.map((known) => ({ ...known, base: 'this' }));
    const reachable = { hasThis: true, callables: [...outer.callables, ...itself] };
    const withSuper = {
      hasThis: true,
      hasSuper: base !== undefined,
      callables: [...reachable.callables, ...superCalls],
    };
    switch (one.number(9)) {
      case 0:
        members.push(accessors(one, quickly(outer), ','));
        if (!context.isSavable) unsavable(context, 'accessor', '');
        continue;
      case 1:
        if (isMadeForSaves(context)) continue;
        members.push(
          withCodeIn(
            'method under a computed key',
            context,
            `${mark}[(${expression(one.next(), now(context))}, '${method}')]${parametersAndBody(one, marked, withSuper)}`,
          ),
        );
        break;
      case 2:
        members.push(`${mark}${method}: function ${parametersAndBody(one, marked, reachable)}`);
        break;
      case 3:
        members.push(`${mark}${method}: ${functionExpression(one, marked, { parameters: 'a', kind: 'arrow' })}`);
        break;
      case 4:
        if (own.length > 0 && !isMadeForSaves(context))
          members.push(withCodeIn('replaced method', context, replacing(one, one.pick(own).method!, made)));
        continue;
      case 5:
        if (context.objects.length > 0 && !saysSuper(members)) members.push(`...${one.pick(context.objects)}`);
        continue;
      default:
        members.push(`${mark}${method}${parametersAndBody(one, marked, withSuper)}`);
    }
    own.push({ base: name, method, isQuick: !context.canWait });
  }
  context.objects.push(name);
  context.callables.push(...own);
  const text = `const ${name} = { ${members.join(', ')} };`;
  return base === undefined ? text : withCodeIn('super', context, text);
}

/** A member that replaces an earlier method. The plugin refuses a computed key or a spread that may replace a method with `super` by another function, so those forms are left out then. */
function replacing(
  cursor: Cursor,
  method: string,
  {
    mark,
    members,
    isCovered,
  }: { readonly mark: string; readonly members: readonly string[]; readonly isCovered: boolean },
): string {
  const value = cursor.pick(['function (a) { return log(a, 6); }', '(a) => log(7)']);
  const native = isCovered ? `/* @native */ ${value}` : value;
  const forms = [
    `${mark}${method}(a) { return log(8); }`,
    `${mark}${method}: ${value}`,
    `${mark}['${method}']: ${value}`,
    `${mark}[(log(9), '${method}')](a) { return log(8); }`,
    `[(log(9), '${method}')]: 5`,
  ];
  if (!saysSuper(members))
    forms.push(
      `[(log(9), '${method}')]: ${native}`,
      `...{ v: 5, ${method}: ${value} }`,
      `...{ ${method}: ${native} }`,
      `...{ ${method}(a) { return log(a, 8); } }, ...none`,
    );
  return cursor.pick(forms);
}

const saysSuper = (members: readonly string[]): boolean => members.some((text) => /\bsuper\b/.test(text));

/** A getter and its setter. */
function accessors(cursor: Cursor, context: Context, separator: string): string {
  const made = inner(withoutOwn(context), { ...body, hasThis: true, hasArguments: mayUseArguments(context) });
  const setter = inner(made);
  setter.variables.push('a');
  // If the setter could read the property too, getter and setter could call each other for ever.
  const noGet = (text: string): string => text.replace(/\.g\b/g, '.v');
  return `get g() ${noGet(block(cursor, made))}${separator} set g(a) ${noGet(block(cursor, setter))}`;
}

/** `class C1 [extends C0] { … }` and an object of it; its methods become known to `context`. `mark` is written before each member. */
export function classDeclaration(cursor: Cursor, around: Context, mark = ''): string {
  // In a class of its own, and in its keys, a method does not change `super`.
  const context = { ...around, isStrict: true, hasSuper: false };
  const name = context.names.next('C');
  const base = context.classes.length > 0 && cursor.isTrue(2) ? cursor.pick(context.classes) : undefined;
  const outer = withoutOwn(context);
  const quick = inner(outer, { ...body, canWait: false, hasThis: true, hasArguments: false });
  const inherited = base === undefined ? [] : context.callables.filter((one) => one.base === instanceOf(base));
  const made: ClassInMaking = { name, mark, context, outer, quick, inherited, own: [] };
  const members = [`v = ${expression(cursor.next(), quick)}; static w = 3;`];
  members.push(
    base === undefined
      ? `constructor(a) { this.w = ${expression(cursor.next(), quick)}; }`
      : `constructor(a) { super(${expression(cursor.next(), inner(quick, { hasThis: false }))}); ${statements(cursor.some(1, 1), inner(quick, { canReturn: false }))} }`,
  );
  for (const one of cursor.some(1, 4)) members.push(classMember(one, made));
  const instance = instanceOf(name);
  const known = made.own.map((one) => ({ ...one, base: one.base === 'this' ? instance : one.base }));
  context.classes.push(name);
  context.objects.push(instance);
  context.callables.push(...known.filter(({ method }) => !method!.startsWith('#')));
  return `class ${name}${base === undefined ? '' : ` extends ${base}`} { ${members.join(' ')} }\nconst ${instance} = new ${name}(1);`;
}

/** A class whose members are being written. */
interface ClassInMaking {
  readonly name: string;
  /** Is written before each member. */
  readonly mark: string;
  /** The context around the class; inside it, without an outer `this`; and of members that cannot wait. */
  readonly context: Context;
  readonly outer: Context;
  readonly quick: Context;
  /** The methods of the base class, and those written so far. */
  readonly inherited: readonly Callable[];
  readonly own: Callable[];
}

function classMember(one: Cursor, made: ClassInMaking): string {
  const { name, mark, context, outer, quick, inherited, own } = made;
  const method = context.names.next('m');
  const superCalls = callsOfSuper(inherited);
  const callables = [...outer.callables, ...own.filter(({ base: owner }) => owner === 'this'), ...superCalls];
  const reachable = { hasThis: true, hasSuper: inherited.length > 0, callables };
  const isQuick = !context.canWait;
  const marked = mark === '' ? context : { ...context, isCovered: true };
  const ofField = { ...outer, isCovered: marked.isCovered };
  switch (one.number(9)) {
    case 0:
      return accessors(one, quick, '');
    case 1:
      if (context.isSavable) return '';
      own.push({ base: 'this', method: `#${method}`, isQuick });
      return unsavable(context, 'private name', `${mark}#${method}${parametersAndBody(one, marked, reachable)}`);
    case 2:
      own.push({ base: name, method, isQuick });
      return `${mark}static ${method}${parametersAndBody(one, marked, { hasThis: true })}`;
    case 3:
      own.push({ base: 'this', method, isQuick, isField: true });
      return `${mark}${method} = ${functionExpression(one, inner(ofField, { ...body, hasThis: true, hasArguments: false }), { parameters: 'a', kind: 'arrow' })};`;
    case 4:
      if (isMadeForSaves(context)) return '';
      return withCodeIn(
        'class that runs code',
        context,
        `static { ${statements(one.some(1, 2), inner(quick, { canReturn: false }))} }`,
      );
    case 5:
      if (isMadeForSaves(context)) return '';
      own.push({ base: 'this', method, isQuick });
      return withCodeIn(
        'class that runs code',
        context,
        `${mark}[(${expression(one.next(), now(context))}, '${method}')]${parametersAndBody(one, marked, reachable)}`,
      );
    default: {
      // A field of the base class is an own property of the object, so a method of the same name would not be called.
      const replaceable = inherited.filter(({ isField }) => isField !== true);
      const replaced = replaceable.length > 0 && one.isTrue(3) ? one.pick(replaceable) : undefined;
      const chosen = replaced?.method ?? method;
      own.push({ base: 'this', method: chosen, isQuick });
      // Later methods of the base class may call the overridden one. It does not call them, as that could be an endless recursion.
      const known = replaced ? superCalls.slice(0, inherited.indexOf(replaced) + 1) : [];
      const overriding = { hasThis: true, callables: [...outer.callables, ...known] };
      return `${mark}${chosen}${parametersAndBody(one, marked, replaced ? overriding : reachable)}`;
    }
  }
}

const callsOfSuper = (inherited: readonly Callable[]): Callable[] =>
  inherited.map(({ method, isQuick }): Callable => ({ base: 'super', method: method!, isQuick }));

const quickly = (context: Context): Context => inner(context, { canWait: false });
const instanceOf = (name: string): string => `one_${name}`;
