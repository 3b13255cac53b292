/** Which calls are known to wait, whatever other files hold. */
import { readClasses } from '../../analyse/classes/classes.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { waitCalled } from '../../analyse/names/runtime-words.js';
import type { ListedPath } from '../../babel/path.js';
import { methodCalled } from '../../babel/function-names.js';
import type { CallPlan, FunctionPlan } from '../../plan.js';
import { INSTANT_VOCABULARY } from '../../vocabulary.js';

export interface KnownWaits {
  /** A word that waits is called, or a function or method of this file that waits. */
  ofCall(call: CallPlan): boolean;
  /** It calls one, or takes frames. */
  ofFunction(fn: FunctionPlan): boolean;
}

/** Is the call of this word a wait? `this.wait`, `waitSignal` */
type IsWait = (word: string, path: ListedPath) => boolean;

const isAnyWait: IsWait = (word) => !INSTANT_VOCABULARY.has(word);

/**
 * Gives tests for the calls and functions of the Plan. What a function of another file does is not known. Needs the
 * pauses with their reasons. With `isWait`, only some words count, and loops that take frames.
 */
export function makeKnownWaits(analysis: Analysis, isWait: IsWait = isAnyWait): KnownWaits {
  const { compilation, plan } = analysis;
  const classes = readClasses(analysis);
  /** False while a function is being asked: one that only calls itself does not wait. */
  const known = new Map<FunctionPlan, boolean>();

  function ofCall({ pause, path }: CallPlan): boolean {
    const word = waitCalled(compilation, path);
    if (word !== undefined) return isWait(word, path);
    if (isWait === isAnyWait && pause?.reason.isSure) return true;
    const method = methodCalled(path.node);
    const held = method && classes.held(path, method.object, method.name);
    return held !== undefined && held.every((one) => one !== undefined && isKnown(plan.functions.get(one)));
  }

  const isKnown = (fn: FunctionPlan | undefined): boolean => fn !== undefined && ofFunction(fn);

  function ofFunction(fn: FunctionPlan): boolean {
    if (fn.instant) return false;
    const before = known.get(fn);
    if (before !== undefined) return before;
    known.set(fn, false);
    const found = fn.pauses.some(({ kind, node, reason }) => {
      if (kind !== 'call') return reason.isSure && (isWait === isAnyWait || plan.loops.get(node)?.pace === 'frame');
      const call = plan.calls.get(node);
      return call?.treatment === 'wait' && !call.isUnjoined && ofCall(call);
    });
    known.set(fn, found);
    return found;
  }

  return { ofCall, ofFunction };
}
