/** What the passes of the analysis work on, and hand on. */
import type { Path, ListedPath } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import type { Marks } from '../../marks/marks.js';
import type { CallPlan, FunctionPlan, Pause, Plan, Reason } from '../../plan.js';
import type { FunctionContext, FunctionContexts } from './function-contexts.js';
import type { Schemas } from './with-schema.js';
import type { types as t } from '@babel/core';

export interface Analysis {
  readonly compilation: Compilation;
  readonly marks: Marks;
  /** What the writing obeys. */
  readonly plan: Plan;
  /** What the passes and the validation know besides. */
  readonly facts: Facts;
}

export interface Facts extends Collected {
  /** The functions of the file that give neither a Promise nor an iterator by themselves. */
  readonly summaries: Map<t.Node, FunctionSummary>;
  /** Calls and `new`, inner ones first, in whatever code. */
  readonly callSites: CallSite[];
  /** Calls in code that runs to its end at once. */
  readonly regionCallSites: RegionCallSite[];
  /** `while`, `do` and `for` that have no wait of their own, and may not end. */
  readonly unpacedLoops: ListedPath<t.Loop>[];
  /** Functions that would be questions but for what they change there. */
  readonly nearQuestions: Map<FunctionPlan, t.Node>;
  /** Functions that would be questions but for the question that they ask of another object there. */
  readonly askingFunctions: Map<FunctionPlan, t.Node>;
}

/** What the walk through the file comes upon: the passes go through these lists, and not through the file again. */
export interface Collected {
  readonly contexts: FunctionContexts;
  readonly schemas: Schemas;
  readonly functions: readonly ListedPath[];
  /** Identifiers, also those of JSX. */
  readonly identifiers: readonly ListedPath<t.Identifier | t.JSXIdentifier>[];
  readonly thisExpressions: readonly ListedPath[];
  readonly lexicalUses: readonly LexicalUse[];
  /** Calls, `new` and loops, inner ones first. */
  readonly callsAndLoops: readonly ListedPath[];
  /** Calls of a direct `eval`. */
  readonly evals: readonly ListedPath[];
  /** `return`, `break` and `continue`. */
  readonly exits: readonly ListedPath[];
  readonly withs: readonly ListedPath[];
  /** The file uses direct `eval` or `with`: a name may mean anything. */
  readonly isDynamic: boolean;
}

/** A use of `arguments`, `new.target` or `super`. */
export interface LexicalUse {
  readonly what: 'arguments' | 'new.target' | 'super';
  readonly path: ListedPath;
  readonly context: FunctionContext;
}

/** What the call itself tells: whether to wait, and for what. */
export interface CallJudgement
  extends
    Pick<CallPlan, 'isUnjoined' | 'isForgotten' | 'passReceiver' | 'takesGiven'>,
    Readonly<Pick<Pause, 'value' | 'reason'>> {
  /** `instant`: it gives its value at once. */
  readonly treatment: CallPlan['treatment'] | 'instant';
}

export interface CallSite {
  readonly path: ListedPath;
  readonly context: FunctionContext;
  /** The name of the code around that runs to its end at once, if the call may wait there: `the getter isOn`. */
  readonly waitsIn: string | undefined;
}

/** A call in a getter, a constructor or the like. */
export interface RegionCallSite {
  readonly path: ListedPath;
  readonly judged: CallJudgement;
  readonly region: { readonly node: t.Node; readonly name: string };
  /** It is in the code of the region itself, and not in an arrow in it. */
  readonly isDirect: boolean;
}

/** What a call may do: neither pause nor give a Promise, give a Promise, pause. */
export const INSTANT = 0;
export const GIVES_PROMISE = 1;
export const PAUSES = 2;
type Waits = typeof INSTANT | typeof GIVES_PROMISE | typeof PAUSES;

/** A function of the file, compiled or not, and what is known of the calls in it. */
export interface FunctionSummary {
  readonly path: Path;
  readonly plan: FunctionPlan | undefined;
  /** The author's word, by `@instant` or a schema, that it never waits. */
  readonly saidInstant: boolean;
  /** A hot update can put another version in its place. */
  readonly isReplaceable: boolean;
  /** Its calls are waited for, though it never waits, as its next version may. */
  isAwaited: boolean;
  /** What a call of it may do, as far as the file shows, or its text alone, if that is a question's. */
  does: Waits;
  /** The most that it may do for code of the file that calls it, or has it called, and that no update replaces. */
  limit: Waits;
  /** Calls that were not judged to give their value at once. */
  readonly calls: { readonly path: Path; readonly plan: CallPlan | undefined; readonly reason: Reason }[];
  readonly returns: Path<t.ReturnStatement>[];
  /** It holds a loop with a frame-wait. */
  hasLoop: boolean;
}
