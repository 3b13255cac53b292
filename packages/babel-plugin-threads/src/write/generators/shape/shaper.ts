/** What the passes that make the Shape work on, and hand on. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../../analyse/facts/facts.js';
import type { NameGiver } from '../../../context/unique-names.js';
import type { FunctionPlan, LoopPlan } from '../../../plan.js';
import type { HelperNames } from './helper-names.js';
import type { Action, Capture, FormNeeds, FunctionShape, LoopShape, Prologue } from './shape.js';

export interface Shaper {
  readonly analysis: Analysis;
  readonly names: NameGiver;
  readonly helpers: HelperNames;
  readonly form: FormNeeds;
  readonly loops: Map<LoopPlan, LoopShape>;
  /** `arguments`, `new.target` and `super` that would mean something else in the compiled function. */
  readonly captured: Map<t.Node, Capture>;
  /** What each function or field must capture for the arrows in it. */
  readonly captures: Map<t.Node, Capture[]>;
  /** The first parameter of a function that is evaluated in the body. */
  readonly desugaredFrom: Map<FunctionPlan, number>;
  /** Declarations that may be called before their module has begun. */
  readonly early: ReadonlySet<t.Node>;
  readonly keys: Map<FunctionPlan, string>;
  /** Optional chains that are opened, by their outermost nodes. */
  readonly chains: Map<t.Node, OpenedChain>;
  /** What an error is called that comes to a `finally` block in which a thread may wait. */
  readonly errorName: string;
  readonly actions: Map<t.Node, Action[]>;
  readonly prologues: Map<t.Node, Prologue>;
  readonly functions: Map<t.Node, FunctionShape>;
}

export interface OpenedChain {
  readonly in: FunctionPlan;
  /** The `delete` in front of it. */
  readonly deleting: t.Node | undefined;
  /** The statement that it is. */
  readonly statement: t.Node | undefined;
  /** It ends in a member whose object is needed again: `waitFor(a?.b.open)`. */
  readonly keepsReceiver: boolean;
}
