/** The table at the end of the file that holds what the runtime has to know of each function. */
import { longHashOf } from '../../../babel/hash.js';
import type { FunctionPlan } from '../../../plan.js';
import { metaOf } from '../../meta-text.js';
import type { MetaTable } from './shape.js';
import type { Shaper } from './shaper.js';

/**
 * Needs the functions; names the table, last of all. The scripts of a page share their functions, so there its name carries a hash of what the
 * table holds: two tables of one name are equal.
 */
export function nameMetaTable({ analysis, names, functions: wrapped }: Shaper): MetaTable | undefined {
  const { plan, compilation } = analysis;
  const functions: FunctionPlan[] = [];
  for (const one of plan.functions.values()) if (wrapped.has(one.node)) functions.push(one);
  if (functions.length === 0) return undefined;
  const isScript = compilation.program.node.sourceType === 'script';
  return {
    name: names.unique(isScript ? `$meta_${longHashOf(functions.map((one) => metaOf(one)).join())}` : '$meta'),
    functions,
  };
}
