/** What the passes that make the Shape work on, and hand on. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../../analyse/facts/facts.js';
import type { NameGiver } from '../../../context/unique-names.js';
import type { Capture, FunctionPlan, LoopPlan } from '../../../plan.js';
import type { HelperNames } from './helper-names.js';
import type { Action, FormNeeds, FunctionShape, LoopShape, Prologue } from './shape.js';

export interface Shaper {
  readonly analysis: Analysis;
  readonly names: NameGiver;
  readonly helpers: HelperNames;
  readonly form: FormNeeds;
  readonly loops: Map<LoopPlan, LoopShape>;
  readonly captureNames: Map<Capture, string>;
  readonly keys: Map<FunctionPlan, string>;
  /** What an error is called that comes to a `finally` block in which a thread may wait. */
  readonly errorName: string;
  /** Links of chains that are opened: their calls are written with the chain. */
  readonly links: ReadonlySet<t.Node>;
  readonly actions: Map<t.Node, Action[]>;
  readonly prologues: Map<t.Node, Prologue>;
  readonly functions: Map<t.Node, FunctionShape>;
}
