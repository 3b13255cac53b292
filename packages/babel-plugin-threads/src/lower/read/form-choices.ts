/** Which form a function and its parts take. Tests choose otherwise, so that small functions take the forms of large ones. */
import type { FunctionPlan } from '../../plan.js';

export interface FormChoices {
  /** It stays a generator, even if it can be lowered: so one file has both forms. */
  staysGenerator(plan: FunctionPlan): boolean;
  /** Every variable counts as live at every pause. */
  readonly keepsAll: boolean;
  /** A list that keeps more values than these keeps them in one temporary. A frame object has as many places. */
  readonly temporaries: number;
  /** A function in which more variables may live over a pause has them in one object. */
  readonly variables: number;
  /** The case to resume in is found by one conditional after the other for so many cases. More are halved first, as engines refuse thousands of nested ones. */
  readonly cases: number;
}

/** These sizes keep the output, and the time to write it, linear in the length of a function. */
export const USUAL_CHOICES: FormChoices = {
  staysGenerator: () => false,
  keepsAll: false,
  temporaries: 8,
  variables: 32,
  cases: 8,
};
