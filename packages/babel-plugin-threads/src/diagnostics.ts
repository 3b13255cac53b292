import type { NodePath, types as t } from '@babel/core';
import { isLocalArray, isStringMethodName, propertyName } from './builtins.js';
import { vocabularyName } from './calls.js';
import { type Compilation, isFree } from './compilation.js';
import { diagnosticAt } from './doubt.js';
import { errors } from './errors.js';
import type { Marks } from './marks.js';
import { dotted } from './names.js';
import { isNativeMethodName } from './natives.js';
import { nameOfPlace, type Place } from './places.js';
import type { CallPlan, Diagnostic, Plan } from './plan.js';
import { bare, childrenOf, isSeeThrough, walk } from './tree.js';

/** Looks out for code that compiles, and that its author may not mean. */
export interface Doubts {
  /** A free name, in the place in which it stands. */
  seeName(path: NodePath<t.Identifier>, place: () => Place): void;
  /** A call in a place that cannot pause, with the name of the place. */
  seeCallInPlace(path: NodePath, placeName: string): void;
  /** Writes the diagnostics into the Plan, once it is known which calls wait. */
  settle(paths: ReadonlyMap<CallPlan, NodePath>): void;
}

/** What differs from run to run, and what does not. */
const NOT_REPLAYABLE: ReadonlyMap<string, string> = new Map([
  ['Math.random', 'random()'],
  ['crypto.getRandomValues', 'random()'],
  ['crypto.randomUUID', 'random()'],
  ['Date.now', 'clock.now'],
  ['performance.now', 'clock.now'],
  ['new Date()', 'clock.now'],
  ['Date()', 'clock.now'],
]);
const ROOTS_NOT_REPLAYABLE = new Set(['Math', 'crypto', 'Date', 'performance']);

/** Words that only let time pass, and have a form that keeps the owner. */
const PASS_TIME = new Set(['wait', 'waitFrames']);

/** Natives that call a function at once and have no version that can pause, with the place of that function. */
const CALL_AT_ONCE: ReadonlyMap<string, number> = new Map([
  ['JSON.parse', 1],
  ['JSON.stringify', 1],
  ['Object.groupBy', 1],
  ['Map.groupBy', 1],
]);

export function makeDoubts(compilation: Compilation, marks: Marks, plan: Plan): Doubts {
  const { t: types, options } = compilation;
  const found: Diagnostic[] = [];
  const severity = options.diagnostics === 'error' ? 'error' : 'warning';
  if (options.diagnostics === 'off') return { seeName: noop, seeCallInPlace: noop, settle: noop };
  return { seeName, seeCallInPlace, settle };

  function seeName(path: NodePath<t.Identifier>, around: () => Place): void {
    if (!ROOTS_NOT_REPLAYABLE.has(path.node.name) || !isFree(compilation, path, path.node.name)) return;
    const place = around();
    if (!place.isCompiled && nameOfPlace(compilation, place) === undefined) return;
    const name =
      path.key === 'object' ? dotted(types, path.parent) : isDateNow(path) ? dateNow(path.parent) : undefined;
    const instead = NOT_REPLAYABLE.get(name ?? '');
    if (instead !== undefined) note(path.parent, errors.notReplayable(name!, instead));
  }

  function dateNow(call: t.Node): string {
    return types.isNewExpression(call) ? 'new Date()' : 'Date()';
  }

  /** `new Date()` and `Date()`; with an argument it is the same on every run. */
  function isDateNow({ node, parent, key }: NodePath<t.Identifier>): boolean {
    if (node.name !== 'Date' || key !== 'callee') return false;
    return types.isCallExpression(parent) || (types.isNewExpression(parent) && parent.arguments.length === 0);
  }

  function seeCallInPlace(path: NodePath, placeName: string): void {
    const word = wordCalled(path);
    if (word !== undefined) note(path.node, errors.waitInPlace(word, placeName));
  }

  function settle(paths: ReadonlyMap<CallPlan, NodePath>): void {
    const passing = new Map<NodePath, string>();
    const targets = new Set<t.Node>();
    for (const [call, path] of paths) {
      if (call.treatment !== 'wait') continue;
      const word = call.pause!.reason.startsWith('waits: ') ? wordCalled(path) : undefined;
      if (word !== undefined) judgeWait(call, path, word);
      if (word !== undefined && PASS_TIME.has(word)) passing.set(path, word);
      judgeAssignment(path, word, targets);
    }
    if (passing.size > 0) judgeLoops(paths, passing);
    const isAllowed = ({ code, line }: Diagnostic): boolean =>
      marks.allowances.some(({ codes, from, to }) => codes.includes(code) && line >= from && line <= to);
    plan.diagnostics.push(...found.filter((one) => !isAllowed(one)));
    plan.diagnostics.sort((a, b) => a.line - b.line || a.column - b.column);
  }

  /** Waits that let others act on `this` between two calls on it. */
  function judgeLoops(paths: ReadonlyMap<CallPlan, NodePath>, passing: ReadonlyMap<NodePath, string>): void {
    const loopsWithOwnCalls = new Set<t.Node>();
    for (const [call, path] of paths)
      if (call.treatment !== 'asPlain' && isOwnCall(path))
        for (const loop of loopsAround(path)) loopsWithOwnCalls.add(loop);
    for (const [path, word] of passing)
      if (loopsAround(path).some((loop) => loopsWithOwnCalls.has(loop))) note(path.node, errors.letsOthersIn(word));
  }

  /** A word that waits, where the function around it can never pause. */
  function judgeWait(call: CallPlan, path: NodePath, word: string): void {
    const place = call.in.instant ? `the instant function ${call.in.id}` : placeOfCallback(call.in.path);
    if (place !== undefined) note(path.node, errors.waitInPlace(word, place));
  }

  /** What calls a function that stands where it is handed over, if that cannot wait for it. */
  function placeOfCallback(fn: NodePath): string | undefined {
    const { at, parent } = outOfParentheses(fn);
    if (types.isObjectProperty(parent?.node) && at.key === 'value') return placeOfFilter(parent);
    if (at.listKey !== 'arguments' || !parent) return undefined;
    if (types.isNewExpression(parent.node)) {
      const isPromise = types.isIdentifier(parent.node.callee, { name: 'Promise' }) && at.key === 0;
      return isPromise && isFree(compilation, parent, 'Promise') ? 'the function given to `new Promise`' : undefined;
    }
    const name = calledName(parent);
    if (name === undefined) return undefined;
    if (wordCalled(parent) === 'waitUntil' || name === 'this.waitUntil')
      return at.key === 0 ? 'the condition of `waitUntil`' : undefined;
    if (CALL_AT_ONCE.get(name) !== at.key || !isFree(compilation, parent, name.split('.')[0]!)) return undefined;
    return `the function given to \`${name}\``;
  }

  /** `waitForEvent(door, 'open', { filter: … })` */
  function placeOfFilter(property: NodePath): string | undefined {
    const call = property.parentPath?.parentPath;
    if (
      propertyKey(property.node as t.ObjectProperty) !== 'filter' ||
      property.parentPath?.listKey !== 'arguments' ||
      !call
    )
      return undefined;
    const isEvent = wordCalled(call) === 'waitForEvent' || calledName(call) === 'this.waitForEvent';
    return isEvent ? 'the filter of `waitForEvent`' : undefined;
  }

  function propertyKey({ key, computed }: t.ObjectProperty): string | undefined {
    return !computed && types.isIdentifier(key) ? key.name : undefined;
  }

  /** `x += f()`, also with the call deeper in the value: the old `x` has been read when `f` begins. */
  function judgeAssignment(path: NodePath, word: string | undefined, seen: Set<t.Node>): void {
    for (
      let at = path;
      at.parentPath && !types.isFunction(at.parent) && !types.isStatement(at.parent);
      at = at.parentPath
    ) {
      const { node } = at.parentPath;
      if (!types.isAssignmentExpression(node) || node.operator === '=' || at.key !== 'right') continue;
      if (seen.has(node) || !canChangeMeanwhile(at.parentPath, bare(node.left), word)) continue;
      if (isOfString(path)) return;
      seen.add(node);
      const name = calledName(path);
      const how = ['||=', '&&=', '??='].includes(node.operator) ? 'test' : 'sum';
      note(node, errors.readBeforeWait(textOf(node.left), name ?? 'the call', how));
    }
  }

  /**
   * What nobody but this call of the function can write needs no warning: a variable of its own, an array that it made. A word
   * of the runtime writes nothing itself, so `this.hp -= waitSignal('hit')` is warned of only where the file shows another
   * function that writes `hp`.
   */
  function canChangeMeanwhile(assignment: NodePath, target: t.Node, word: string | undefined): boolean {
    if (types.isIdentifier(target)) return isShared(assignment, target.name);
    if (!types.isMemberExpression(target)) return true;
    if (isLocalArray(compilation, assignment, bare(target.object))) return false;
    if (word === undefined || !types.isThisExpression(bare(target.object))) return true;
    const name = memberName(target);
    return name === undefined || isWrittenElsewhere(name, assignment);
  }

  /** A variable that outlives this call of the function, or that another function writes. */
  function isShared(path: NodePath, name: string): boolean {
    const binding = path.scope.getBinding(name);
    const own = functionAround(path);
    if (!binding || !own || functionAround(binding.path) !== own) return true;
    return binding.constantViolations.some((change) => functionAround(change) !== own);
  }

  /** The function around; that of `list.forEach((x) => …)` runs as a part of the one around it. */
  function functionAround(path: NodePath): t.Node | undefined {
    let at = path.getFunctionParent() as NodePath | null;
    while (at && types.isArrowFunctionExpression(at.node)) {
      const { at: argument, parent } = outOfParentheses(at);
      if (argument.listKey !== 'arguments' || !parent || !isOfNative(parent)) break;
      at = parent.getFunctionParent();
    }
    return at?.node;
  }

  function isOfNative({ node }: NodePath): boolean {
    if (!types.isCallExpression(node) && !types.isOptionalCallExpression(node)) return false;
    const callee = bare(node.callee);
    if (!types.isMemberExpression(callee) && !types.isOptionalMemberExpression(callee)) return false;
    return isNativeMethodName(propertyName(types, callee) ?? '');
  }

  /** `text.slice(…)`: it may be anything, but is hardly a script. */
  function isOfString({ node }: NodePath): boolean {
    if (!types.isCallExpression(node) && !types.isOptionalCallExpression(node)) return false;
    const callee = bare(node.callee);
    if (!types.isMemberExpression(callee) && !types.isOptionalMemberExpression(callee)) return false;
    return !types.isThisExpression(bare(callee.object)) && isStringMethodName(propertyName(types, callee) ?? '');
  }

  function memberName(member: t.MemberExpression): string | undefined {
    return types.isPrivateName(member.property) ? `#${member.property.id.name}` : propertyName(types, member);
  }

  /** Another function than the one around `assignment` writes a property of that name; constructors run before all others. */
  function isWrittenElsewhere(name: string, assignment: NodePath): boolean {
    const own = functionAround(assignment);
    let written = false;
    walk(types, compilation.program.node, (node) => {
      if (node === own || types.isClassMethod(node, { kind: 'constructor' })) return false;
      written ||= writtenBy(node).some((target) => types.isMemberExpression(target) && memberName(target) === name);
      return !written;
    });
    return written;
  }

  function writtenBy(node: t.Node): t.Node[] {
    if (types.isAssignmentExpression(node) || types.isForXStatement(node)) return targetsIn(bare(node.left));
    if (types.isUpdateExpression(node) || types.isUnaryExpression(node, { operator: 'delete' }))
      return [bare(node.argument)];
    return [];
  }

  /** What a pattern writes to: `[this.hp, ...rest]`. */
  function targetsIn(target: t.Node): t.Node[] {
    const isPattern = types.isArrayPattern(target) || types.isObjectPattern(target);
    return isPattern ? childrenOf(types, target).flatMap(partsOf) : [target];
  }

  function partsOf(part: t.Node): t.Node[] {
    if (types.isObjectProperty(part)) return partsOf(part.value);
    if (types.isAssignmentPattern(part)) return partsOf(part.left);
    return types.isRestElement(part) ? partsOf(part.argument) : targetsIn(bare(part));
  }

  /** Loops around in the same function. */
  function loopsAround(path: NodePath): t.Node[] {
    const loops: t.Node[] = [];
    for (let at = path.parentPath; at && !types.isFunction(at.node); at = at.parentPath)
      if (types.isLoop(at.node)) loops.push(at.node);
    return loops;
  }

  /** `this.walk()`, `super.walk()` */
  function isOwnCall({ node }: NodePath): boolean {
    if (!types.isCallExpression(node) && !types.isOptionalCallExpression(node)) return false;
    const callee = bare(node.callee);
    if (!types.isMemberExpression(callee) && !types.isOptionalMemberExpression(callee)) return false;
    const object = bare(callee.object);
    return types.isThisExpression(object) || types.isSuper(object);
  }

  /** The vocabulary's word that is called. */
  function wordCalled(path: NodePath): string | undefined {
    const { node } = path;
    if (!types.isCallExpression(node) && !types.isOptionalCallExpression(node)) return undefined;
    return vocabularyName(compilation, path, bare(node.callee));
  }

  function calledName({ node }: NodePath): string | undefined {
    if (types.isTaggedTemplateExpression(node)) return dotted(types, node.tag);
    if (!types.isCallExpression(node) && !types.isOptionalCallExpression(node)) return undefined;
    return dotted(types, node.callee);
  }

  function outOfParentheses(path: NodePath): { at: NodePath; parent: NodePath | null } {
    let at = path;
    while (at.parentPath && isSeeThrough(at.parentPath.node)) at = at.parentPath;
    return { at, parent: at.parentPath };
  }

  function textOf(node: t.Node): string {
    if (typeof node.start !== 'number') return dotted(types, node) ?? 'the target';
    const text = compilation.code.slice(node.start, node.end!).replace(/\s+/g, ' ');
    return text.length > 40 ? `${text.slice(0, 39)}…` : text;
  }

  function note(at: t.Node, text: string): void {
    found.push(diagnosticAt(compilation, at, { text, severity }));
  }
}

function noop(): void {}
