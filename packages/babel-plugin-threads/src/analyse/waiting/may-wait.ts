import { pathsInFunction } from '../../babel/ast.js';
import { methodCalled, namingOf } from '../../babel/function-names.js';
import { addTo, firstIndex } from '../../babel/lists.js';
import type { Path } from '../../babel/path.js';
import { METHODS_BY_NAME } from '../../language/builtins.js';
import type { CallPlan, Reason } from '../../plan.js';
import {
  type Analysis,
  type FunctionSummary,
  GIVES_PROMISE,
  INSTANT,
  PAUSES,
  type RegionCallSite,
} from '../facts/facts.js';
import { type Callees, makeCallees } from '../calls/callees.js';
import { mayGivePromise } from './may-give-promise.js';
import { maybe, surely, through } from '../facts/reasons.js';

/** What is known while it is inferred. */
interface Waiting {
  readonly analysis: Analysis;
  readonly callees: Callees;
  /** The functions that wait, or may, in the order in which they were found. */
  readonly reasons: Map<FunctionSummary, Reason>;
  /** The functions whose reasons were asked for, and that had none, since this was cleared. */
  readonly asked: Set<FunctionSummary>;
}

/**
 * Finds the functions of the file whose calls need no wait. All are taken not to wait until one is found to, and each
 * that is found makes those that call it wait: the greatest fixpoint, O(calls). A function waits if it holds a
 * loop with a frame-wait, makes a call that may wait, or may give a Promise (which its caller would wait for).
 *
 * The first reason found stays, so that chains of reasons end: `waits: walk → step → loop`, `may wait: go → unknown
 * callee log`.
 *
 * Needs the summaries with their calls; takes those calls that never wait out of the Plan and out of the call
 * sites of regions, and gives the others their reasons. Limits the functions that are called so.
 */
export function inferWaiting(analysis: Analysis): void {
  const waiting: Waiting = { analysis, callees: makeCallees(analysis), reasons: new Map(), asked: new Set() };
  spread(waiting, surelyWaits);
  spread(waiting, mayWait);
  if (analysis.compilation.options.hotUpdates) expectUpdates(waiting);
  for (const summary of analysis.facts.summaries.values())
    for (const { path, plan: call } of summary.calls) {
      if (!summary.isReplaceable || waiting.reasons.has(summary)) limitCalled(waiting, path);
      if (call?.treatment === 'wait') resolveCall(waiting, path, call);
    }
  const { regionCallSites } = analysis.facts;
  const mayWaitAt = ({ path }: RegionCallSite): boolean => {
    const called = calledOrCallback(waiting, path);
    // A Promise is not waited for there.
    const waits = called === undefined || called.isAwaited || (!called.saidInstant && mayPause(waiting, called));
    if (!waits) limit(called, GIVES_PROMISE);
    return waits;
  };
  regionCallSites.splice(0, Infinity, ...regionCallSites.filter(mayWaitAt));
}

/**
 * Marks functions for a reason of their own, then all that call them, until nothing is new. It goes through the functions in their order,
 * again and again; from the second time on only through those that have asked for one which was marked since.
 */
function spread(waiting: Waiting, ownReason: (waiting: Waiting, summary: FunctionSummary) => Reason | undefined): void {
  const { analysis, reasons, asked } = waiting;
  const all = [...analysis.facts.summaries.values()].filter(({ saidInstant }) => !saidInstant);
  const asking = new Map<FunctionSummary, number[]>();
  let next = new Set(all.keys());
  while (next.size > 0) {
    const open = [...next].sort((a, b) => a - b);
    next = new Set();
    for (let i = 0; i < open.length; i++) {
      const index = open[i]!;
      const summary = all[index]!;
      if (reasons.has(summary)) continue;
      asked.clear();
      const reason = ownReason(waiting, summary);
      for (const one of asked) addTo(asking, one, index);
      if (reason === undefined) continue;
      reasons.set(summary, through(namingOf(summary.path).label, reason));
      for (const one of asking.get(summary) ?? []) {
        if (one < index) next.add(one);
        else insertSorted(open, one);
      }
    }
  }
}

/** Puts a number into a list in which they rise, unless it is there. */
function insertSorted(list: number[], value: number): void {
  const index = firstIndex(list, (one) => one >= value);
  if (list[index] !== value) list.splice(index, 0, value);
}

/** The reason of a function, if it has one by now. */
function reasonFor({ reasons, asked }: Waiting, summary: FunctionSummary): Reason | undefined {
  const reason = reasons.get(summary);
  if (reason === undefined) asked.add(summary);
  return reason;
}

function surelyWaits(waiting: Waiting, summary: FunctionSummary): Reason | undefined {
  if (summary.hasLoop) return surely('loop');
  const known = summary.calls.find((call) => call.reason.isSure && keepsCaller(waiting.analysis, summary, call));
  return known?.reason ?? reasonOfCallee(waiting, summary, reasonOfCalled);
}

function mayWait(waiting: Waiting, summary: FunctionSummary): Reason | undefined {
  const { analysis, callees } = waiting;
  const unknown = summary.calls.find((call) => keepsCaller(analysis, summary, call) && !isOfKnown(waiting, call.path));
  const reason = unknown?.reason ?? reasonOfCallee(waiting, summary, reasonOfCall);
  if (reason) return maybe(...reason.chain);
  const mayWaitFor = (one: FunctionSummary): boolean => one.saidInstant || reasonFor(waiting, one) !== undefined;
  return mayGivePromise({ analysis, callees, mayWaitFor }, summary)
    ? maybe('a value that may be a Promise')
    : undefined;
}

/**
 * Notes what each function may do, and then, with frames, has the calls of those that an update may replace waited for. One that gives a
 * Promise is waited for where that is, and nowhere else.
 */
function expectUpdates(waiting: Waiting): void {
  const { analysis, reasons } = waiting;
  for (const summary of analysis.facts.summaries.values()) {
    if (!reasons.has(summary)) summary.does = INSTANT;
    else if (summary.does === PAUSES && !mayPause(waiting, summary)) summary.does = GIVES_PROMISE;
  }
  if (analysis.compilation.options.target !== 'frames') return;
  for (const summary of analysis.facts.summaries.values()) {
    summary.isAwaited = summary.isReplaceable && !reasons.has(summary);
    if (summary.isAwaited) reasons.set(summary, maybe('its next version'));
  }
  spread(waiting, mayWait);
}

/** That of the first function called that is known to wait, or that it may. */
function reasonOfCallee(
  waiting: Waiting,
  summary: FunctionSummary,
  reasonOf: (waiting: Waiting, path: Path) => Reason | undefined,
): Reason | undefined {
  for (const call of summary.calls) {
    const reason = keepsCaller(waiting.analysis, summary, call) ? reasonOf(waiting, call.path) : undefined;
    if (reason) return reason;
  }
  return undefined;
}

/** The function of the file that is called, or that a native calls. */
const calledOrCallback = ({ callees }: Waiting, path: Path): FunctionSummary | undefined =>
  callees.summaryCalled(path) ?? callees.callbackCalled(path);

const isOfKnown = (waiting: Waiting, path: Path): boolean => calledOrCallback(waiting, path) !== undefined;

/** Not where a function that never waits is itself replaced: then nothing runs its old code. */
function limitCalled(waiting: Waiting, path: Path): void {
  const called = calledOrCallback(waiting, path);
  if (called && reasonOfCall(waiting, path) === undefined)
    limit(called, waiting.reasons.has(called) ? GIVES_PROMISE : INSTANT);
}

function limit(called: FunctionSummary, most: FunctionSummary['limit']): void {
  if (most < called.limit) called.limit = most;
}

function reasonOfCalled(waiting: Waiting, path: Path): Reason | undefined {
  const callee = waiting.callees.summaryCalled(path);
  return callee && reasonFor(waiting, callee);
}

/** The same, and that of the function that a native calls, which it may never do. */
function reasonOfCall(waiting: Waiting, path: Path): Reason | undefined {
  const callback = waiting.callees.callbackCalled(path);
  if (callback === undefined) return reasonOfCalled(waiting, path);
  const reason = reasonFor(waiting, callback);
  return reason && (!keepsValues(path) || mayPause(waiting, callback)) ? maybe(...reason.chain) : undefined;
}

/** `map`, `filter`: what the callback gives is put into an array, or tested; a Promise is not waited for. */
function keepsValues({ node }: Path): boolean {
  const method = methodCalled(node);
  return method !== undefined && METHODS_BY_NAME.get(method.name)?.gives !== 'result';
}

/** It waits, or may, by its calls and loops, whatever it gives. */
function mayPause(waiting: Waiting, summary: FunctionSummary): boolean {
  if (summary.hasLoop || summary.isAwaited) return true;
  return summary.calls.some(
    (call) =>
      keepsCaller(waiting.analysis, summary, call) &&
      (call.reason.isSure || !isOfKnown(waiting, call.path) || reasonOfCall(waiting, call.path) !== undefined),
  );
}

/** In a compiled function, a deferred or a detached call does not keep the caller. */
function keepsCaller(
  analysis: Analysis,
  summary: FunctionSummary,
  { path, plan: call }: FunctionSummary['calls'][number],
): boolean {
  if (!summary.plan) return true;
  return call?.treatment === 'wait' && !isInsideDeferred(analysis, path);
}

function isInsideDeferred({ plan }: Analysis, path: Path): boolean {
  return pathsInFunction(path).some(({ node }) => node !== path.node && isMadeLater(plan.calls.get(node)));
}

/** What is given to `spawn` is evaluated at once, but for the call itself. */
function isMadeLater(call: CallPlan | undefined): boolean {
  return call?.treatment === 'deferred' && call.spawned === undefined;
}

/**
 * A call of a function of the file, or of a native with one, gets the reason of that function; if there is none, the
 * call is no pause.
 */
function resolveCall(waiting: Waiting, path: Path, call: CallPlan): void {
  if (!isOfKnown(waiting, path)) return;
  const reason = reasonOfCall(waiting, path);
  if (reason) {
    call.pause!.reason = reason;
    return;
  }
  waiting.analysis.plan.calls.delete(path.node);
}
