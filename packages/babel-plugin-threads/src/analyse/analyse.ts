import type { Compilation } from '../context/compilation.js';
import { readNames } from '../context/unique-names.js';
import type { Marks } from '../marks/marks.js';
import type { Plan } from '../plan.js';
import type { Analysis } from './facts/facts.js';
import { collect } from './facts/collect.js';
import { deferCalls, keepThunks } from './calls/deferred-calls.js';
import { describeFunctions } from './functions/describe-function.js';
import { findCaptures } from './functions/captures.js';
import { findEarlyDeclarations } from './functions/early-declarations.js';
import { moveParameters } from './functions/moved-parameters.js';
import { findOpenedChains } from './calls/opened-chains.js';
import { findFinallyBlocks } from './waiting/finally-blocks.js';
import { findPauses, listPauses } from './waiting/find-pauses.js';
import { resolveFreeNames } from './names/free-names.js';
import { noteUses } from './functions/function-uses.js';
import { findHandlers } from './calls/handlers.js';
import { namePauses } from './waiting/named-pauses.js';
import { assignIds } from './functions/ids.js';
import { linkContinues } from './loops/continues.js';
import { inferWaiting } from './waiting/may-wait.js';
import { findPausingNatives } from './calls/pausing-natives.js';
import { refuseUncompilable } from './functions/uncompilable-code.js';
import { assignRegions } from './calls/calls-in-regions.js';
import { findQuestions } from './questions/questions.js';
import { findReplacedMethods } from './functions/replaced-methods.js';
import { findRunawayLoops, noteUnpacedLoops } from './loops/runaway-loops.js';
import { assignWrapperKinds } from './functions/wrapper-kind.js';

/**
 * Reads a file and writes down what is to become of it; changes nothing in it. Each pass builds on what those above it
 * have found: its own docstring says what it needs and what it gives.
 */
export function analyse(compilation: Compilation, marks: Marks): Analysis {
  const analysis = beginAnalysis(compilation, marks);
  describeFunctions(analysis);
  noteUses(analysis);
  resolveFreeNames(analysis);
  refuseUncompilable(analysis);
  findPauses(analysis);
  linkContinues(analysis);
  noteUnpacedLoops(analysis);
  if (!compilation.assumesWaits) {
    findQuestions(analysis);
    inferWaiting(analysis);
  }
  assignRegions(analysis);
  deferCalls(analysis);
  keepThunks(analysis);
  listPauses(analysis);
  if (compilation.options.countTurns) findRunawayLoops(analysis);
  findPausingNatives(analysis);
  assignIds(analysis);
  namePauses(analysis);
  assignWrapperKinds(analysis);
  findFinallyBlocks(analysis);
  findHandlers(analysis);
  findReplacedMethods(analysis);
  findCaptures(analysis);
  moveParameters(analysis);
  findOpenedChains(analysis);
  findEarlyDeclarations(analysis);
  return analysis;
}

/** The walk through the file, and a Plan with nothing in it. */
function beginAnalysis(compilation: Compilation, marks: Marks): Analysis {
  const collected = collect(compilation, marks);
  const facts = {
    ...collected,
    summaries: new Map(),
    callSites: [],
    regionCallSites: [],
    unpacedLoops: [],
    nearQuestions: new Map(),
    askingFunctions: new Map(),
  };
  return { compilation, marks, plan: emptyPlan(compilation), facts };
}

function emptyPlan(compilation: Compilation): Plan {
  return {
    functions: new Map(),
    calls: new Map(),
    loops: new Map(),
    runawayLoops: new Set(),
    finallys: new Set(),
    catchesOfFinally: new Set(),
    continues: new Map(),
    handlers: new Map(),
    callbacks: new Map(),
    assignedCalls: new Set(),
    regions: new Map(),
    regionCalls: new Map(),
    captured: new Map(),
    captures: new Map(),
    superCalls: new Set(),
    movedParameters: new Map(),
    chains: new Map(),
    chainStatements: new Set(),
    earlyDeclarations: new Set(),
    freeVocabulary: new Map(),
    replaced: new Map(),
    names: readNames(compilation),
  };
}
