/** What is read from a function that is lowered. */
import type { types as t } from '@babel/core';
import type { FunctionPlan, Pause } from '../../plan.js';
import { type Pauses, readPauses } from './pauses.js';
import type { Lasting, Step, Tools } from './tools.js';
import type { Variables } from './variable.js';
import { readVariables } from './variables.js';

/** Each fact is read when it is asked for, and anew where a pass has written something since. */
export class Facts {
  readonly tools: Tools;
  readonly fn: Step;
  readonly plan: FunctionPlan;
  /** Variables of the output that keep something over several statements. */
  readonly lasting: Map<string, Lasting> = new Map();
  /** What its pauses were written for. */
  readonly #planned: ReadonlyMap<t.Node, Pause>;
  #variables: Variables | undefined;
  #pauses: Pauses | undefined;

  constructor(tools: Tools, fn: Step, plan: FunctionPlan, planned: ReadonlyMap<t.Node, Pause>) {
    this.tools = tools;
    this.fn = fn;
    this.plan = plan;
    this.#planned = planned;
  }

  get variables(): Variables {
    return (this.#variables ??= readVariables(this.tools, this.fn));
  }

  get pauses(): Pauses {
    return (this.#pauses ??= readPauses(this.tools.types, this.fn, this.plan, this.#planned));
  }

  /** A pass has written something. */
  noteChange(): void {
    this.#variables = undefined;
    this.#pauses = undefined;
  }
}
