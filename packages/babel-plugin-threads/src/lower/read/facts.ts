/** What is read from a function that is lowered. */
import type { types as t } from '@babel/core';
import type { FunctionPlan, Pause } from '../../plan.js';
import { Pauses } from './pauses.js';
import type { Lasting, Step, Tools } from './tools.js';
import type { Variables } from './variable.js';
import { readVariables } from './variables.js';

/** What is known of a function beforehand. One that is not lowered has no pauses. */
export type Planned = Pick<FunctionPlan, 'pauses' | 'isStrict'>;

/**
 * A fact is read when a pass first needs it. Variables are read anew where a pass has changed the tree since: their uses are known by the order of the
 * text and by their parents.
 */
export class Facts {
  readonly tools: Tools;
  readonly fn: Step;
  readonly plan: Planned;
  /** It becomes a step of frames. */
  readonly isStep: boolean;
  /** Variables of the output that keep something over several statements. */
  readonly lasting: Map<string, Lasting> = new Map();
  readonly #planned: ReadonlyMap<t.Node, Pause>;
  #variables: Variables | undefined;
  #pauses: Pauses | undefined;

  constructor(tools: Tools, fn: Step, plan: Planned, planned: ReadonlyMap<t.Node, Pause>, isStep = true) {
    this.tools = tools;
    this.fn = fn;
    this.plan = plan;
    this.#planned = planned;
    this.isStep = isStep;
  }

  get variables(): Variables {
    return (this.#variables ??= readVariables(this.tools, this.fn));
  }

  get pauses(): Pauses {
    return (this.#pauses ??= new Pauses(this.tools, this.fn, this.plan, this.#planned));
  }

  /** A pass has changed the tree. */
  noteChange(): void {
    this.#variables = undefined;
  }

  /** A pass has taken out code, which may have paused. */
  noteRemoval(): void {
    this.noteChange();
    this.#pauses = undefined;
  }
}
