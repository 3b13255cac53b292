/** From facts to Shape: the passes of the backend "generators". */
import type { Analysis } from '../../../analyse/facts/facts.js';
import type { NameGiver } from '../../../context/unique-names.js';
import { planActions } from './actions-of-nodes.js';
import { nameCaptures } from './capture-names.js';
import { keepKeys } from './key-names.js';
import { shapeFunctions } from './function-shapes.js';
import { makeHelperNames } from './helper-names.js';
import { nameLoops } from './loop-shapes.js';
import { nameMetaTable } from './meta-entries.js';
import { shapePrologues } from './prologues.js';
import type { FormNeeds, Shape } from './shape.js';
import type { Shaper } from './shaper.js';

/** Needs a finished analysis, which it leaves alone. */
export function makeShape(analysis: Analysis, names: NameGiver, form: FormNeeds): Shape {
  const shaper = beginShape(analysis, names, form);
  nameLoops(shaper);
  nameCaptures(shaper);
  keepKeys(shaper);
  planActions(shaper);
  shapePrologues(shaper);
  shapeFunctions(shaper);
  const { actions, prologues, functions, helpers } = shaper;
  return {
    actions,
    prologues,
    functions,
    helpers: helpers.inUse,
    nameOf: (helper) => helpers.nameOf(helper),
    metaTable: nameMetaTable(shaper),
  };
}

function beginShape(analysis: Analysis, names: NameGiver, form: FormNeeds): Shaper {
  const { compilation, plan } = analysis;
  return {
    analysis,
    names,
    form,
    helpers: makeHelperNames(compilation, plan, names),
    loops: new Map(),
    captureNames: new Map(),
    keys: new Map(),
    errorName: plan.finallys.size > 0 ? names.unique('$error') : '',
    links: new Set([...plan.chains.values()].flatMap(({ links }) => links.map(({ node }) => node))),
    actions: new Map(),
    prologues: new Map(),
    functions: new Map(),
  };
}
