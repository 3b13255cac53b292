/** Functions that stay generators, whose state nobody can read: no thread is saved while it waits in one. */
import type { Compilation } from '../context/compilation.js';
import { asDiagnostic, tell } from '../context/diagnostic.js';
import type { LoweredFile } from '../lower/lower.js';
import { warnings } from '../messages/warnings.js';
import type { Diagnostic } from '../public.js';

export function findUnsaved(compilation: Compilation, { functions }: LoweredFile): readonly Diagnostic[] {
  const { options } = compilation;
  if (options.saves !== true || options.diagnostics === 'off') return [];
  return [...functions].flatMap(([{ id, node }, one]) => {
    if (one.form !== 'generator') return [];
    const start = node.loc?.start;
    const at = { loc: start ? { start, end: start } : null };
    return asDiagnostic(compilation, tell(at, warnings.notSaved, { name: id, reason: one.reason }));
  });
}
