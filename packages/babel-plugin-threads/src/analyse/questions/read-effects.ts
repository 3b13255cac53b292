/**
 * What the text of one function says of its effects: what in it changes something, what may wait, which functions of
 * the file it calls.
 */
import type { types as t } from '@babel/core';
import {
  argumentAt,
  calleeOf,
  isCall,
  isClass,
  isFunction,
  isMember,
  outOfParentheses,
  skipTransparent,
  targetsWrittenBy,
} from '../../babel/ast.js';
import { constantValue } from '../../babel/bindings.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { propertyName } from '../../babel/function-names.js';
import { isFree } from '../../context/compilation.js';
import { isNewValue, isReadingFunction } from '../../language/builtin-calls.js';
import { METHODS, METHODS_BY_NAME, NATIVES } from '../../language/builtins.js';
import { CONSTANT_NAMES, STANDARD_NAMES } from '../../language/globals.js';
import { builtinNamed } from '../../language/named-builtins.js';
import { kindAtAGlance } from '../../language/value-kinds.js';
import { INSTANT_VOCABULARY } from '../../vocabulary.js';
import { functionOf } from '../calls/callees.js';
import type { Analysis } from '../facts/facts.js';
import { wordCalled } from '../names/runtime-words.js';
import { type Classes, type Held } from '../classes/classes.js';
import { isOwnValue, isOwnVariable } from './own-values.js';

/** What the text of a function does, with the functions inside it. */
export interface Effects {
  /** The first place that changes what others can see, though it does not wait. */
  changes: t.Node | undefined;
  /** The first place that may wait, or of which nothing is known. */
  waits: t.Node | undefined;
  /** Calls on other objects whose functions are those of that name in the file: of these it is not known that they do not wait. */
  readonly asks: CallOfFile[];
  /** Nothing else in the text may wait. */
  asksOnly: boolean;
  /** Functions of the file that are called, or given to a builtin that calls them. */
  readonly calls: CallOfFile[];
}

interface CallOfFile {
  readonly at: t.Node;
  readonly functions: readonly Held[];
}

interface Reading {
  readonly analysis: Analysis;
  readonly classes: Classes;
  readonly owner: ListedPath;
  readonly effects: Effects;
}

export function readEffects(analysis: Analysis, classes: Classes, owner: ListedPath): Effects {
  const { paths } = analysis.compilation;
  const effects: Effects = { changes: undefined, waits: undefined, asks: [], asksOnly: false, calls: [] };
  const reading: Reading = { analysis, classes, owner, effects };
  const { async: isAsync, generator } = owner.node as t.Function;
  if (isAsync || generator) effects.waits = owner.node;
  paths.walk(owner, (path) => {
    if (effects.waits) return false;
    // A computed key and a decorator of the function itself are none of its text.
    if (path.parentPath === owner && (path.key === 'key' || path.listKey === 'decorators')) return false;
    readNode(reading, path);
    return !isClass(path.node);
  });
  effects.asksOnly = effects.waits === undefined && effects.asks.length > 0;
  effects.waits ??= effects.asks[0]?.at;
  return effects;
}

function readNode(reading: Reading, path: ListedPath): void {
  const { compilation, plan } = reading.analysis;
  const { t: types } = compilation;
  const { node } = path;
  if (types.isLoop(node) && plan.loops.has(node)) return noteWait(reading, node);
  switch (node.type) {
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'UpdateExpression':
      return node.type === 'ForOfStatement' && node.await ? noteWait(reading, node) : readTargets(reading, path);
    case 'UnaryExpression':
      return readUnary(reading, node);
    case 'VariableDeclaration':
      return node.kind === 'using' || node.kind === 'await using' ? noteWait(reading, node) : undefined;
    case 'CallExpression':
    case 'OptionalCallExpression':
      return readCall(reading, path, node);
    case 'NewExpression':
      return isNewValue(compilation, path, node) ? undefined : noteChange(reading, node);
    default:
      if (MAY_WAIT.has(node.type)) noteWait(reading, node);
      else if (isClass(node)) noteChange(reading, node);
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

function noteChange({ effects }: Reading, node: t.Node): void {
  effects.changes ??= node;
}

function noteWait({ effects }: Reading, node: t.Node): void {
  effects.waits ??= node;
}

function noteCalls({ effects }: Reading, at: t.Node, functions: readonly Held[]): void {
  effects.calls.push({ at, functions });
}

function noteQuestion({ effects }: Reading, asked: CallOfFile): void {
  const isShown = asked.functions.length > 0 && !asked.functions.includes(undefined);
  if (isShown) effects.asks.push(asked);
  else effects.waits ??= asked.at;
}

/** `void this.step()` makes a thread of it. */
function readUnary(reading: Reading, node: t.UnaryExpression): void {
  const isStart = node.operator === 'void' && isCall(skipTransparent(node.argument));
  if (node.operator === 'delete' || isStart) noteChange(reading, node);
}

function readTargets(reading: Reading, path: ListedPath): void {
  const { owner, analysis } = reading;
  const isOwn = (one: t.Node): boolean => {
    if (one.type === 'Identifier') return isOwnVariable(owner, path, one.name);
    return one.type === 'MemberExpression' && isOwnValue(analysis.compilation, owner, path, one.object);
  };
  if (!targetsWrittenBy(path.node).every(isOwn)) noteChange(reading, path.node);
}

type Call = t.CallExpression | t.OptionalCallExpression;

function readCall(reading: Reading, path: ListedPath, node: Call): void {
  const { analysis, effects, owner } = reading;
  const { compilation } = analysis;
  const { t: types } = compilation;
  const word = wordCalled(compilation, path);
  if (word !== undefined) return INSTANT_VOCABULARY.has(word) ? noteChange(reading, node) : noteWait(reading, node);
  const callee = calleeOf(node)!;
  // An arrow that is called where it stands belongs to the text that is read.
  if (callee.type === 'ArrowFunctionExpression') return;
  if (callee.type === 'Identifier') {
    const fn = functionOf(analysis, path, callee);
    if (fn) return noteCalls(reading, node, [fn]);
    return isReadingFunction(compilation, path, callee) ? undefined : noteWait(reading, node);
  }
  if (!isMember(callee)) return noteWait(reading, node);
  const name = propertyName(callee);
  if (name === undefined) return noteWait(reading, node);
  // `this.near()`, `super.near()`, `Grid.near()`
  const ours = reading.classes.held(path, callee.object, name);
  if (ours) return noteCalls(reading, node, ours);
  if (isReadingFunction(compilation, path, callee)) return readCallback(reading, path, node, name);
  const object = skipTransparent(callee.object);
  if (object.type === 'Super') return noteWait(reading, node);
  if (isOfLanguage(reading, path, object)) return readStatic(reading, path, node);
  const isText = kindAtAGlance(compilation, path, object) === 'string' && isReadingText(name);
  if (isText || isReadingRegExp(path, object, name)) return readCallback(reading, path, node, name);
  const { changes: effect, gives } = METHODS_BY_NAME.get(name) ?? {};
  if (effect === undefined)
    return noteQuestion(reading, { at: node, functions: reading.classes.ofReceiver(path, object, name) });
  if (effect === 'receiver' && !isOwnValue(compilation, owner, path, object)) return noteChange(reading, node);
  // `bag.get(key);` drops the answer, as nobody does with a built-in: it may be a method of the game.
  if (effect === 'nothing' && gives !== 'nothing' && types.isExpressionStatement(outOfParentheses(path).parent?.node))
    return noteWait(reading, node);
  readCallback(reading, path, node, name);
  // The receiver is unknown: those of the file that have this name may be meant.
  const named = reading.classes.named(name);
  if (named.length > 0 && !effects.waits && !isOwnValue(compilation, owner, path, object))
    noteCalls(reading, node, named);
}

/** `Object`, `Promise`: of these every method that changes nothing is known. */
function isOfLanguage({ analysis: { compilation } }: Reading, path: Path, object: t.Node): boolean {
  return object.type === 'Identifier' && STANDARD_NAMES.has(object.name) && isFree(compilation, path, object.name);
}

/** `Object.assign(copy, …)` changes what the function has made, `Object.assign(this, …)` what others see. */
function readStatic(reading: Reading, path: ListedPath, node: Call): void {
  const { analysis, owner } = reading;
  const [first] = node.arguments;
  const object = skipTransparent((calleeOf(node) as t.MemberExpression).object);
  if (analysis.compilation.t.isIdentifier(object, { name: 'Promise' })) return noteWait(reading, node);
  const isOwn = first !== undefined && isOwnValue(analysis.compilation, owner, path, first);
  const known = builtinNamed(analysis.compilation, path, node.callee);
  if (!isOwn || known?.changes !== 'first argument') noteChange(reading, node);
}

/** `'ab'.repeat(2)` */
const isReadingText = (name: string): boolean => METHODS.get('string')!.get(name)?.changes === 'nothing';

/** A regular expression that stands there, or in a constant, and remembers nothing from one call to the next. */
function isReadingRegExp(path: Path, object: t.Node, name: string): boolean {
  if (name !== 'test' && name !== 'exec') return false;
  const value = constantValue(path, object);
  return value?.type === 'RegExpLiteral' && !/[gy]/.test(value.flags);
}

/**
 * What a builtin is given to call: a function that stands there has been read, one of the file is judged for itself.
 */
function readCallback(reading: Reading, path: ListedPath, node: Call, name: string): void {
  const { analysis } = reading;
  const { compilation } = analysis;
  const { t: types } = compilation;
  const index = indexOfCallback(reading, path, node, name);
  if (index === undefined) return;
  const given = argumentAt(node.arguments, index);
  if (given === 'moved') return noteWait(reading, node);
  if (given === undefined) return;
  if (isFunction(given)) return given.async || given.generator ? noteWait(reading, node) : undefined;
  if (isData(types, given) || kindAtAGlance(compilation, path, given) !== undefined) return;
  if (isReadingFunction(compilation, path, given)) return;
  const fn = functionOf(analysis, path, given);
  if (fn) noteCalls(reading, node, [fn]);
  else noteWait(reading, node);
}

function indexOfCallback({ analysis }: Reading, path: Path, node: Call, name: string): number | undefined {
  return builtinNamed(analysis.compilation, path, node.callee)?.calls ?? NATIVES.get(name);
}

/** Nothing to call. */
const isData = (types: Analysis['compilation']['t'], node: t.Node): boolean =>
  types.isLiteral(node) ||
  node.type === 'ArrayExpression' ||
  node.type === 'ObjectExpression' ||
  (node.type === 'Identifier' && CONSTANT_NAMES.has(node.name));
