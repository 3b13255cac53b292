/** From facts to Shape: the passes of the backend "generators". */
import type { Analysis } from '../../../analyse/facts/facts.js';
import type { NameGiver } from '../../../context/unique-names.js';
import { planActions } from './actions-of-nodes.js';
import { findCaptures } from './captures.js';
import { keepKeys } from './key-names.js';
import { findEarlyDeclarations } from './early-declarations.js';
import { shapeFunctions } from './function-shapes.js';
import { makeHelperNames } from './helper-names.js';
import { nameLoops } from './loop-shapes.js';
import { nameMetaTable } from './meta-entries.js';
import { findChains } from './opened-chains.js';
import { desugarParameters } from './parameters.js';
import { shapePrologues } from './prologues.js';
import type { FormNeeds, Shape } from './shape.js';
import type { Shaper } from './shaper.js';

/** Needs a finished analysis, which it leaves alone. Refuses what generators cannot hold. */
export function makeShape(analysis: Analysis, names: NameGiver, form: FormNeeds): Shape {
  const shaper = beginShape(analysis, names, form);
  nameLoops(shaper);
  findCaptures(shaper);
  desugarParameters(shaper);
  keepKeys(shaper);
  findChains(shaper);
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
    captured: new Map(),
    captures: new Map(),
    desugaredFrom: new Map(),
    early: findEarlyDeclarations(analysis),
    keys: new Map(),
    chains: new Map(),
    errorName: plan.finallys.size > 0 ? names.unique('$error') : '',
    actions: new Map(),
    prologues: new Map(),
    functions: new Map(),
  };
}
