import type { types as t } from '@babel/core';
import { propertyName } from '../babel/property-name.js';
import { placeOfCallback } from './waits-in-callbacks.js';
import { waitCalled } from '../analyse/called-words.js';
import { type Compilation, isFree } from '../context/compilation.js';
import { diagnosticAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import { unseenByEval } from './direct-eval.js';
import { makeSelves } from './executor-words.js';
import { findBlockedCalls } from './blocked-calls.js';
import { CODES_OF_MARKS } from '../messages/codes.js';
import { makeLostWords } from './lost-words.js';
import { findLostUpdates } from './lost-updates.js';
import { type Allowance, isOfOutput, type Marks } from '../marks/marks.js';
import { dotted } from '../babel/function-names.js';
import type { Path } from '../babel/path.js';
import { nameOfPlace, type Place } from '../analyse/function-contexts.js';
import type { Observer } from '../analyse/observer.js';
import type { CallPlan, Diagnostic, FunctionPlan, Plan } from '../plan.js';
import { bare, memberCalled } from '../babel/ast.js';
import { NOT_REPLAYABLE, ROOTS_NOT_REPLAYABLE } from '../language/not-replayable.js';
import { EXECUTOR_WORDS, PASS_TIME } from '../vocabulary.js';

/** Looks out for code that compiles, and that its author may not mean. */
export function makeValidator(compilation: Compilation, marks: Marks, plan: Plan): Observer {
  const { t: types, options } = compilation;
  const found: Diagnostic[] = [];
  const severity = options.diagnostics === 'error' ? 'error' : 'warning';
  if (options.diagnostics === 'off')
    return { seeName: noop, seeCallInPlace: noop, seeCallOutside: noop, seeOwnCall: noop, seeEval: noop, settle: noop };
  const evals: { readonly path: Path; readonly place: Place }[] = [];
  const selves = makeSelves(compilation);
  const lostWords = makeLostWords(compilation, marks, selves);
  const placeOfCall = new Map<t.Node, Place>();
  return {
    seeName,
    seeCallInPlace,
    seeCallOutside,
    seeOwnCall,
    seeEval: (path, place) => void evals.push({ path, place }),
    settle,
  };

  function seeName(path: Path<t.Identifier>, around: () => Place): void {
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
  function isDateNow({ node, parent, key }: Path<t.Identifier>): boolean {
    if (node.name !== 'Date' || key !== 'callee') return false;
    return types.isCallExpression(parent) || (types.isNewExpression(parent) && parent.arguments.length === 0);
  }

  function seeCallInPlace(path: Path, placeName: string): void {
    const word = waitCalled(compilation, path);
    if (word !== undefined) note(path.node, errors.waitInPlace(word, placeName));
  }

  function seeCallOutside(path: Path, place: Place): void {
    const text = lostWords.judge(path, place);
    if (text !== undefined) note(path.node, text);
  }

  /** `this.walk()`, `super.walk()`; `this.wait()` of what is no Executor */
  function seeOwnCall(path: Path, place: Place): void {
    const member = memberCalled(path.node);
    const object = member && bare(member.object);
    if (!types.isThisExpression(object) && !types.isSuper(object)) return;
    placeOfCall.set(path.node, place);
    const name = propertyName(types, member!);
    if (name === undefined || !EXECUTOR_WORDS.has(name) || types.isSuper(object)) return;
    const self = selves.of(place);
    if (self.kind === 'none') note(path.node, errors.noExecutor(name, self.name, self.root));
  }

  function settle(paths: ReadonlyMap<CallPlan, Path>): void {
    const passing = new Map<Path, string>();
    const lost = new Map<t.Node, string>();
    for (const [call, path] of paths) {
      if (call.treatment !== 'wait') continue;
      const word = waitCalled(compilation, path);
      const place = word === undefined ? undefined : placeOf(call.in);
      if (place !== undefined) note(path.node, errors.waitInPlace(word!, place));
      if (word !== undefined && PASS_TIME.has(word)) passing.set(path, word);
      for (const { assignment, text } of findLostUpdates(compilation, path, word))
        if (!lost.has(assignment)) lost.set(assignment, text);
    }
    for (const [assignment, text] of lost) note(assignment, text);
    judgeLoops(paths, passing);
    judgeGroups(paths);
    for (const { path, place } of evals) {
      const unseen = unseenByEval(compilation, plan, path, place);
      if (unseen.length > 0) note(path.node, errors.unseenByEval(unseen));
    }
    plan.diagnostics.push(...withoutAllowed());
    plan.diagnostics.sort((a, b) => a.line - b.line || a.column - b.column);
  }

  /** What no `@allow` silences, and each `@allow` that silences nothing; that of a misspelt mark is judged where those are found. */
  function withoutAllowed(): Diagnostic[] {
    const unused = new Set<string>();
    const key = ({ comment }: Allowance, code: string): string => `${comment.start} ${code}`;
    for (const one of marks.allowances)
      for (const code of one.codes)
        if (!CODES_OF_MARKS.has(code) && !isOfOutput(marks, one.comment)) unused.add(key(one, code));
    const left = found.filter(({ code, line }) => {
      const allowing = marks.allowances.filter(
        ({ codes, from, to }) => codes.includes(code) && line >= from && line <= to,
      );
      for (const one of allowing) unused.delete(key(one, code));
      return allowing.length === 0;
    });
    for (const one of marks.allowances)
      for (const code of one.codes)
        if (unused.delete(key(one, code)))
          left.push(diagnosticAt(compilation, one.comment, { text: errors.allowsWhatIsNot(code), severity }));
    return left;
  }

  /** Loops that cannot wait as they should, and waits that let others act on `this` between two calls on it. */
  function judgeLoops(paths: ReadonlyMap<CallPlan, Path>, passing: ReadonlyMap<Path, string>): void {
    for (const loop of plan.loops.values()) {
      const place = loop.pace === 'frame' ? placeOf(loop.in) : undefined;
      if (place !== undefined) note(loop.node, errors.loopInPlace(place));
    }
    if (passing.size === 0) return;
    const ownCalls = new Map<t.Node, Place>();
    for (const [call, path] of paths)
      if (call.treatment !== 'asPlain' && mayQueue(path))
        for (const loop of loopsAround(path)) ownCalls.set(loop, placeOfCall.get(path.node)!);
    for (const [path, word] of passing) {
      const loop = loopsAround(path).find((one) => ownCalls.has(one));
      if (!loop) continue;
      const { kind, name, root } = selves.of(ownCalls.get(loop)!);
      note(path.node, errors.letsOthersIn(word, kind === 'none' ? { name, root } : undefined));
    }
  }

  /** Calls that wait for good, as the object that only groups functions is busy for good. */
  function judgeGroups(paths: ReadonlyMap<CallPlan, Path>): void {
    const letsIn = new Set<t.Node>();
    for (const path of paths.values())
      if (waitCalled(compilation, path) !== undefined) for (const loop of loopsAround(path)) letsIn.add(loop);
    for (const { at, object, endless } of findBlockedCalls(compilation, plan, {
      selves,
      isLettingIn: (loop) => letsIn.has(loop),
    }))
      note(at, errors.waitsForGood(object, endless));
  }

  /** Where a function runs that can never pause, though it is compiled. */
  function placeOf(fn: FunctionPlan): string | undefined {
    if (fn.instant) return `the instant function ${fn.id.replaceAll(/~[^>]*/g, '')}`;
    return plan.callbacks.get(fn.node) ?? placeOfCallback(compilation, fn.path);
  }

  /** Loops around in the same function. */
  function loopsAround(path: Path): t.Node[] {
    const loops: t.Node[] = [];
    for (let at = path.parentPath; at && !types.isFunction(at.node); at = at.parentPath)
      if (types.isLoop(at.node)) loops.push(at.node);
    return loops;
  }

  /** A call of a method on `this`, unless that is said to run at once. */
  function mayQueue({ node }: Path): boolean {
    const member = memberCalled(node);
    const place = placeOfCall.get(node);
    if (!member || !place) return false;
    const name = propertyName(types, member);
    const method = name === undefined ? undefined : selves.method(place, name, types.isSuper(bare(member.object)));
    return method === undefined || plan.functions.get(method)?.instant !== true;
  }

  function note(at: t.Node, text: string): void {
    found.push(diagnosticAt(compilation, at, { text, severity }));
  }
}

function noop(): void {}
