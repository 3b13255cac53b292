import { isCall, isCalled, isFunction, outOfParentheses, skipTransparent } from '../../babel/ast.js';
import { bindingOf } from '../../babel/bindings.js';
import { namingOf, methodCalled } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import { NATIVES } from '../../language/builtins.js';
import type { FunctionPlan, WrapperKind } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';
import { hoistingOf } from '../../language/hoisting.js';
import { OWN_WAITS } from '../../vocabulary.js';
import { ownMethodCalled, vocabularyName } from '../names/runtime-words.js';
import { findThreadObservers } from './thread-observers.js';

/** A function, with what the guards need to know of it. */
interface Candidate {
  readonly analysis: Analysis;
  readonly fn: FunctionPlan;
  /** It may ask for its thread. */
  readonly isObserver: boolean;
  /** It returns a call to a combinator. */
  readonly isThunk: boolean;
}

interface Guard {
  readonly wrapper: WrapperKind;
  readonly because: string;
  readonly holds: (candidate: Candidate) => boolean;
}

/**
 * The first guard that holds decides. If none holds, the function is `wrapped`. A script must not see which functions wait, so a
 * function stays unwrapped only if no code can notice the missing wrapper.
 */
const GUARDS: readonly Guard[] = [
  {
    wrapper: 'suspendable',
    because: 'It may wait.',
    holds: ({ fn }) => fn.pauses.length > 0,
  },
  {
    wrapper: 'suspendable',
    because:
      'It is immediately invoked and asks for its thread. That is a thread of its own, and unwrapped it would get the thread of its caller.',
    holds: ({ fn, isObserver }) => fn.isImmediatelyInvoked && isObserver,
  },
  {
    wrapper: 'unwrapped',
    because:
      'It is an arrow without a name and without `this`: other code cannot wait for its calls, and it acts for no owner.',
    holds: (candidate) => isUnmarkedArrow(candidate) && isNameless(candidate),
  },
  {
    wrapper: 'unwrapped',
    because: 'It is an argument of a combinator and only returns a call. The combinator waits for that call.',
    holds: ({ isThunk }) => isThunk,
  },
  {
    wrapper: 'unwrapped',
    because: 'The language, or a word of the runtime, calls it immediately and does not pass it on.',
    holds: (candidate) => isUnmarkedArrow(candidate) && isGivenToTheLanguage(candidate),
  },
  {
    wrapper: 'unwrapped',
    because: 'It is only called by its name, in this file, and uses neither its `this` nor its thread.',
    holds: (candidate) => !candidate.fn.usesThis && !candidate.isObserver && isOnlyCalled(candidate),
  },
];

const WRAPPED: Pick<Guard, 'wrapper' | 'because'> = {
  wrapper: 'wrapped',
  because: 'It never waits, but other code can call it: its calls stand in line for its owner.',
};

/** Decides for each compiled function how it is wrapped. Needs its pauses, its ids and the summaries; gives `wrapper`. */
export function assignWrapperKinds(analysis: Analysis): void {
  const observers = findThreadObservers(analysis);
  const { calls } = analysis.plan;
  const thunks = new Set([...calls.values()].filter((call) => call.treatment === 'returned').map((call) => call.in));
  for (const fn of analysis.plan.functions.values()) {
    const candidate: Candidate = { analysis, fn, isObserver: observers.has(fn.node), isThunk: thunks.has(fn) };
    const { wrapper, because } = GUARDS.find(({ holds }) => holds(candidate)) ?? WRAPPED;
    fn.wrapper = wrapper;
    fn.wrapperReason = because;
  }
}

/** An arrow without a mark of its own. */
function isUnmarkedArrow({ fn }: Candidate): boolean {
  return fn.kind === 'arrow' && !fn.marked && !fn.instant;
}

function isNameless({ fn }: Candidate): boolean {
  return fn.name === '' && !fn.usesThis && namingOf(fn.path).label === 'arrow';
}

/** Written where it is given to a native or to the vocabulary: `xs.map((x) => 2 * x)`, `waitUntil(() => this.ready)`. */
function isGivenToTheLanguage({ analysis, fn }: Candidate): boolean {
  const { compilation } = analysis;
  let { at, parent } = outOfParentheses(fn.path);
  while (
    parent &&
    (parent.node.type === 'ObjectProperty' ||
      parent.node.type === 'ObjectExpression' ||
      parent.node.type === 'ArrayExpression')
  )
    ({ at, parent } = outOfParentheses(parent));
  const call = parent?.node;
  if (at.listKey !== 'arguments' || !isCall(call)) return false;
  const callee = skipTransparent(call.callee);
  if (vocabularyName(compilation, parent!, callee) !== undefined) return true;
  return NATIVES.has(methodCalled(call)?.name ?? '') || OWN_WAITS.has(ownMethodCalled(parent!)?.name ?? '');
}

/** All uses of it in the file are calls, and no other code can have it. */
function isOnlyCalled(candidate: Candidate): boolean {
  const { fn } = candidate;
  if (fn.kind !== 'declaration' && fn.kind !== 'expression' && fn.kind !== 'arrow') return false;
  const own = fn.selfName && fn.path.scope.getOwnBinding(fn.selfName.name);
  if (own && !own.referencePaths.every(isCalledAt)) return false;
  return isCalledAt(fn.path) || (!isSeenElsewhere(candidate) && isOnlyCalledByName(candidate));
}

function isOnlyCalledByName({ fn }: Candidate): boolean {
  const binding = bindingOf(fn.path);
  return binding?.constant === true && binding.referencePaths.every(isCalledAt);
}

/** It can be used by `eval`, by another file, by the file's next version, by another script of the page, or outside of its block. */
function isSeenElsewhere({ analysis, fn }: Candidate): boolean {
  const { compilation, facts } = analysis;
  const { program, options } = compilation;
  if (facts.isDynamic || fn.exported !== 'no' || facts.summaries.get(fn.node)?.isReplaceable) return true;
  const isOfScript = program.node.sourceType === 'script' && options.global !== undefined;
  if (isOfScript && bindingOf(fn.path)?.scope === program.scope) return true;
  if (fn.kind !== 'declaration') return false;
  const hoisting = hoistingOf(compilation, fn.path);
  return hoisting === 'outOfBlock' || (hoisting === 'body' && isInInnerBlock(fn.path));
}

/** A sloppy function of a block that is also seen outside of it. */
function isInInnerBlock(path: Path): boolean {
  const around = path.parentPath!;
  return around.node.type === 'BlockStatement' ? !isFunction(around.parent) : around.node.type !== 'Program';
}

function isCalledAt(reference: Path): boolean {
  const { at } = outOfParentheses(reference);
  return isCalled(at.node, at.parent);
}
