/** Which calls are known to wait, whatever other files hold. */
import { memberCalled, skipTransparent } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import type { CallPlan, FunctionPlan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';
import { waitCalled } from '../names/runtime-words.js';
import { INSTANT_VOCABULARY } from '../../vocabulary.js';
import { type Held, nameOfMember, readMembers } from '../questions/members.js';

/**
 * Gives a test for the calls of the Plan: a word that waits is called, or a function or method of this file that calls
 * one or takes frames. What a function of another file does is not known. Needs the pauses with their reasons.
 */
export function makeKnownWaits(analysis: Analysis): (call: CallPlan, path: ListedPath) => boolean {
  const { compilation, plan } = analysis;
  const { t: types } = compilation;
  const members = readMembers(compilation);
  /** False while a function is being asked: one that only calls itself does not wait. */
  const known = new Map<FunctionPlan, boolean>();

  function waits({ pause }: CallPlan, path: ListedPath): boolean {
    const word = waitCalled(compilation, path);
    if (word !== undefined) return !INSTANT_VOCABULARY.has(word);
    if (pause?.reason.isSure) return true;
    const held = methodsCalled(path);
    return held !== undefined && held.every((one) => one !== 'unknown' && waitsOf(plan.functions.get(one)));
  }

  /** What a call of a member may call: `this.hit()`, `super.hit()`, `Shop.price()`. */
  function methodsCalled(path: ListedPath): readonly Held[] | undefined {
    const member = memberCalled(path.node);
    const name = member && nameOfMember(types, member);
    if (!member || name === undefined) return undefined;
    const object = skipTransparent(member.object);
    if (types.isThisExpression(object)) return members.ofThis(path, name);
    return types.isSuper(object) ? members.ofSuper(path, name) : members.ofObject(path, object, name);
  }

  function waitsOf(fn: FunctionPlan | undefined): boolean {
    if (fn === undefined || fn.instant) return false;
    const before = known.get(fn);
    if (before !== undefined) return before;
    known.set(fn, false);
    const found = fn.pauses.some(({ kind, node, reason, path }) => {
      if (kind !== 'call') return reason.isSure;
      const call = plan.calls.get(node);
      return call?.treatment === 'wait' && waits(call, path);
    });
    known.set(fn, found);
    return found;
  }

  return waits;
}
