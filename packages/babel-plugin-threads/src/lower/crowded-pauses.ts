/** Functions whose output grows with the square of what they hold: each pause names all that is kept over it. */
import type { Compilation } from '../context/compilation.js';
import { asDiagnostic, tell } from '../context/diagnostic.js';
import { warnings } from '../messages/warnings.js';
import type { FunctionPlan } from '../plan.js';
import type { Diagnostic } from '../public.js';
import type { Lowered } from './lower-function.js';

/** A function is reported if it keeps more values than these at a pause on average, and more than these at all pauses together. */
const MOST_ON_AVERAGE = 48;
const MOST_TOGETHER = 4000;

/** Long lists and many variables are kept as one value: so what is reported are calls deep inside of each other, and boxes. */
export function findCrowdedPauses(
  compilation: Compilation,
  lowered: ReadonlyMap<FunctionPlan, Lowered>,
): readonly Diagnostic[] {
  if (compilation.options.diagnostics === 'off') return [];
  return [...lowered].flatMap(([{ id, node }, one]) => {
    if (one.form === 'generator') return [];
    const together = one.keptAt.reduce((sum, count) => sum + count, 0);
    const average = Math.round(together / one.keptAt.length);
    if (together <= MOST_TOGETHER || average <= MOST_ON_AVERAGE) return [];
    const start = node.loc?.start;
    const at = { loc: start ? { start, end: start } : null };
    return asDiagnostic(compilation, tell(at, warnings.keepsTooMuch, { name: id, average }));
  });
}
