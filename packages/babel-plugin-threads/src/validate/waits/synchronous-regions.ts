/** Waits in code that has to run to its end at once. */
import type { Analysis } from '../../analyse/facts/facts.js';
import { nameOfWord, waitCalled } from '../../analyse/names/runtime-words.js';
import { type Finding, markWith, tell } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';
import type { FunctionPlan } from '../../plan.js';
import { synchronousUse } from './synchronous-callbacks.js';

/** Calls of words that wait, in a getter, a constructor or the like. */
export function findWaitsInRegions({ compilation, facts }: Analysis): Finding[] {
  const found: Finding[] = [];
  for (const { path, waitsIn } of facts.callSites) {
    const word = waitsIn === undefined ? undefined : waitCalled(compilation, path);
    if (word !== undefined)
      found.push(tell(path.node, warnings.waitInRegion, { word: nameOfWord(path, word), region: waitsIn! }));
  }
  return found;
}

/**
 * Waits of compiled functions that can never pause where they run: `@instant` ones, conditions, filters, callbacks of
 * natives.
 */
export function findPausesInRegions(analysis: Analysis): Finding[] {
  const { compilation, plan } = analysis;
  const found: Finding[] = [];
  for (const call of plan.calls.values()) {
    const { path } = call;
    const word = call.treatment === 'wait' ? waitCalled(compilation, path) : undefined;
    const region = word === undefined ? undefined : regionOfFunction(analysis, call.in);
    if (region !== undefined)
      found.push(tell(path.node, warnings.waitInRegion, { word: nameOfWord(path, word!), region }));
  }
  for (const loop of plan.loops.values()) {
    const region = loop.pace === 'frame' ? regionOfFunction(analysis, loop.in) : undefined;
    if (region !== undefined)
      found.push(tell(loop.node, warnings.loopInRegion, { region }, [markWith(loop.node, '@nowait')]));
  }
  return found;
}

/** Where a function runs that can never pause, though it is compiled. */
function regionOfFunction({ compilation, plan }: Analysis, fn: FunctionPlan): string | undefined {
  if (fn.instant) return `the instant function ${fn.id.replaceAll(/~[^>]*/g, '')}`;
  return plan.callbacks.get(fn.node) ?? synchronousUse(compilation, fn.path);
}
