import type { FunctionPlan } from '../../plan.js';

/** What its author and its place tell of a function. */
type Known = Pick<FunctionPlan, 'node' | 'path' | 'kind' | 'atTop' | 'isStrict' | 'concise'> & Partial<FunctionPlan>;

/** A function of the Plan of which nothing else is known yet: the passes of the analysis fill in what they find. */
export const beginFunction = (known: Known): FunctionPlan => ({
  marked: false,
  id: '',
  name: '',
  length: 0,
  pauses: [],
  wrapper: 'wrapped',
  wrapperReason: '',
  usesThis: false,
  usesSuper: false,
  usesNewTarget: false,
  isImmediatelyInvoked: false,
  selfName: undefined,
  exported: 'no',
  isReplaced: 'never',
  fast: false,
  instant: false,
  busy: undefined,
  again: undefined,
  isQuestion: false,
  ...known,
});
