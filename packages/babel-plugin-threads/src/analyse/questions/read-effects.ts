/**
 * What the text of one function says of its effects: what in it changes something, what may wait, which functions of
 * the file it calls.
 */
import type { types as t } from '@babel/core';
import { assignmentTargetsOf, calleeOf, isCall, isMember, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { constantValue } from '../../babel/bindings.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { propertyName } from '../../babel/property-name.js';
import { isFree } from '../../context/compilation.js';
import { isNewValue, isReadingFunction } from '../../language/builtin-calls.js';
import { METHODS, METHODS_BY_NAME, NATIVES } from '../../language/builtins.js';
import { CONSTANT_NAMES, STANDARD_NAMES } from '../../language/globals.js';
import { builtinNamed } from '../../language/named-builtins.js';
import { kindAtAGlance } from '../../language/value-kinds.js';
import { INSTANT_VOCABULARY } from '../../vocabulary.js';
import { functionNamed } from '../calls/callees.js';
import type { Analysis } from '../facts/facts.js';
import { wordCalled } from '../names/runtime-words.js';
import { type Classes, type Held } from '../classes/classes.js';
import { isOwnValue, isOwnVariable } from './own-values.js';

/** Of the text of a function, with the functions in it. */
export interface Effects {
  /** The first place that changes what others can see, though it does not wait. */
  changes: t.Node | undefined;
  /** The first place that may wait, or of which nothing is known. */
  waits: t.Node | undefined;
  /** Calls on other objects whose functions are those of that name in the file: of these it is not known that they do not wait. */
  readonly asks: Asked[];
  /** Nothing but those may wait. */
  asksOnly: boolean;
  /** Functions of the file that are called, or given to a builtin that calls them. */
  readonly calls: Asked[];
}

interface Asked {
  readonly at: t.Node;
  readonly functions: readonly Held[];
}

interface Reader {
  readonly analysis: Analysis;
  readonly classes: Classes;
  readonly owner: ListedPath;
  readonly effects: Effects;
}

export function readEffects(analysis: Analysis, classes: Classes, owner: ListedPath): Effects {
  const { t: types, paths } = analysis.compilation;
  const effects: Effects = { changes: undefined, waits: undefined, asks: [], asksOnly: false, calls: [] };
  const reader: Reader = { analysis, classes, owner, effects };
  const { async: isAsync, generator } = owner.node as t.Function;
  if (isAsync || generator) effects.waits = owner.node;
  paths.walk(owner, (path) => {
    if (effects.waits) return false;
    // A computed key and a decorator of the function itself are none of its text.
    if (path.parentPath === owner && (path.key === 'key' || path.listKey === 'decorators')) return false;
    readNode(reader, path);
    return !types.isClass(path.node);
  });
  effects.asksOnly = effects.waits === undefined && effects.asks.length > 0;
  effects.waits ??= effects.asks[0]?.at;
  return effects;
}

function readNode(reader: Reader, path: ListedPath): void {
  const { compilation, plan } = reader.analysis;
  const { t: types } = compilation;
  const { node } = path;
  if (types.isLoop(node) && plan.loops.has(node)) return mayWait(reader, node);
  switch (node.type) {
    case 'AssignmentExpression':
      return readTargets(reader, path, node.left);
    case 'ForInStatement':
    case 'ForOfStatement':
      if (node.type === 'ForOfStatement' && node.await) return mayWait(reader, node);
      return types.isVariableDeclaration(node.left) ? undefined : readTargets(reader, path, node.left);
    case 'UpdateExpression':
      return readTargets(reader, path, node.argument);
    case 'UnaryExpression':
      return readUnary(reader, node);
    case 'VariableDeclaration':
      return node.kind === 'using' || node.kind === 'await using' ? mayWait(reader, node) : undefined;
    case 'CallExpression':
    case 'OptionalCallExpression':
      return readCall(reader, path, node);
    case 'NewExpression':
      return isNewValue(compilation, path, node) ? undefined : changes(reader, node);
    default:
      if (MAY_WAIT.has(node.type)) mayWait(reader, node);
      else if (types.isClass(node)) changes(reader, node);
  }
}

const MAY_WAIT: ReadonlySet<string> = new Set([
  'AwaitExpression',
  'ImportExpression',
  'JSXElement',
  'JSXFragment',
  'TaggedTemplateExpression',
  'WithStatement',
  'YieldExpression',
]);

function changes({ effects }: Reader, node: t.Node): void {
  effects.changes ??= node;
}

function mayWait({ effects }: Reader, node: t.Node): void {
  effects.waits ??= node;
}

function callsOurs({ effects }: Reader, at: t.Node, functions: readonly Held[]): void {
  effects.calls.push({ at, functions });
}

function asksOther({ effects }: Reader, asked: Asked): void {
  const isShown = asked.functions.length > 0 && !asked.functions.includes(undefined);
  if (isShown) effects.asks.push(asked);
  else effects.waits ??= asked.at;
}

/** `void this.step()` makes a thread of it. */
function readUnary(reader: Reader, node: t.UnaryExpression): void {
  const isStart = node.operator === 'void' && isCall(skipTransparent(node.argument));
  if (node.operator === 'delete' || isStart) changes(reader, node);
}

function readTargets(reader: Reader, path: ListedPath, target: t.Node): void {
  const { owner, analysis } = reader;
  const { t: types } = analysis.compilation;
  const isOwn = (one: t.Node): boolean => {
    if (types.isIdentifier(one)) return isOwnVariable(owner, path, one.name);
    return types.isMemberExpression(one) && isOwnValue(analysis.compilation, owner, path, one.object);
  };
  if (!assignmentTargetsOf(target).every((one) => isOwn(skipTransparent(one)))) changes(reader, path.node);
}

type Call = t.CallExpression | t.OptionalCallExpression;

function readCall(reader: Reader, path: ListedPath, node: Call): void {
  const { analysis, effects, owner } = reader;
  const { compilation } = analysis;
  const { t: types } = compilation;
  const word = wordCalled(compilation, path);
  if (word !== undefined) return INSTANT_VOCABULARY.has(word) ? changes(reader, node) : mayWait(reader, node);
  const callee = calleeOf(node)!;
  // Its text has been read.
  if (types.isArrowFunctionExpression(callee)) return;
  if (types.isIdentifier(callee)) {
    const fn = functionNamed(analysis, path, callee.name);
    if (fn) return callsOurs(reader, node, [fn]);
    return isReadingFunction(compilation, path, callee) ? undefined : mayWait(reader, node);
  }
  if (!isMember(callee)) return mayWait(reader, node);
  const name = propertyName(compilation.t, callee);
  if (name === undefined) return mayWait(reader, node);
  // `this.near()`, `super.near()`, `Grid.near()`
  const ours = reader.classes.held(path, callee.object, name);
  if (ours) return callsOurs(reader, node, ours);
  if (isReadingFunction(compilation, path, callee)) return readCallback(reader, path, node, name);
  const object = skipTransparent(callee.object);
  if (types.isSuper(object)) return mayWait(reader, node);
  if (isOfLanguage(reader, path, object)) return readStatic(reader, path, node);
  const isText = kindAtAGlance(compilation, path, object) === 'string' && isReadingText(name);
  if (isText || isReadingRegExp(reader, path, object, name)) return readCallback(reader, path, node, name);
  const { changes: effect, gives } = METHODS_BY_NAME.get(name) ?? {};
  if (effect === undefined)
    return asksOther(reader, { at: node, functions: reader.classes.ofReceiver(path, object, name) });
  if (effect === 'receiver' && !isOwnValue(compilation, owner, path, object)) return changes(reader, node);
  // A builtin is asked for its answer: what is only called may be a method of the game.
  if (effect === 'nothing' && gives !== 'nothing' && types.isExpressionStatement(outOfParentheses(path).parent?.node))
    return mayWait(reader, node);
  readCallback(reader, path, node, name);
  // The receiver is unknown: those of the file that have this name may be meant.
  const named = reader.classes.named(name);
  if (named.length > 0 && !effects.waits && !isOwnValue(compilation, owner, path, object))
    callsOurs(reader, node, named);
}

/** `Object`, `Promise`: of these every method that changes nothing is known. */
function isOfLanguage({ analysis: { compilation } }: Reader, path: Path, object: t.Node): boolean {
  return (
    compilation.t.isIdentifier(object) && STANDARD_NAMES.has(object.name) && isFree(compilation, path, object.name)
  );
}

/** `Object.assign(copy, …)` changes what the function has made, `Object.assign(this, …)` what others see. */
function readStatic(reader: Reader, path: ListedPath, node: Call): void {
  const { analysis, owner } = reader;
  const [first] = node.arguments;
  const object = skipTransparent((calleeOf(node) as t.MemberExpression).object);
  if (analysis.compilation.t.isIdentifier(object, { name: 'Promise' })) return mayWait(reader, node);
  const isOwn = first !== undefined && isOwnValue(analysis.compilation, owner, path, first);
  const known = builtinNamed(analysis.compilation, path, node.callee);
  if (!isOwn || known?.changes !== 'first argument') changes(reader, node);
}

/** `'ab'.repeat(2)` */
const isReadingText = (name: string): boolean => METHODS.get('string')!.get(name)?.changes === 'nothing';

/** A regular expression that stands there, or in a constant, and remembers nothing from one call to the next. */
function isReadingRegExp({ analysis }: Reader, path: Path, object: t.Node, name: string): boolean {
  const { t: types } = analysis.compilation;
  if (name !== 'test' && name !== 'exec') return false;
  const value = constantValue(types, path, object);
  return types.isRegExpLiteral(value) && !/[gy]/.test(value.flags);
}

/**
 * What a builtin is given to call: a function that stands there has been read, one of the file is judged for itself.
 */
function readCallback(reader: Reader, path: ListedPath, node: Call, name: string): void {
  const { analysis } = reader;
  const { compilation } = analysis;
  const { t: types } = compilation;
  const index = indexOfCallback(reader, path, node, name);
  if (index === undefined) return;
  const before = node.arguments.slice(0, index + 1);
  if (before.some((one) => types.isSpreadElement(one))) return mayWait(reader, node);
  const given = before[index] && skipTransparent(before[index]);
  if (given === undefined) return;
  if (types.isFunction(given)) return given.async || given.generator ? mayWait(reader, node) : undefined;
  if (isData(types, given) || kindAtAGlance(compilation, path, given) !== undefined) return;
  if (isReadingFunction(compilation, path, given)) return;
  const fn = types.isIdentifier(given) ? functionNamed(analysis, path, given.name) : undefined;
  if (fn) callsOurs(reader, node, [fn]);
  else mayWait(reader, node);
}

function indexOfCallback({ analysis }: Reader, path: Path, node: Call, name: string): number | undefined {
  return builtinNamed(analysis.compilation, path, node.callee)?.calls ?? NATIVES.get(name);
}

/** Nothing to call. */
const isData = (types: Analysis['compilation']['t'], node: t.Node): boolean =>
  types.isLiteral(node) ||
  types.isArrayExpression(node) ||
  types.isObjectExpression(node) ||
  (types.isIdentifier(node) && CONSTANT_NAMES.has(node.name));
