/** What the helpers of the runtime are called in the file. */
import type { Compilation } from '../context/compilation.js';
import type { NameGiver } from '../context/unique-names.js';
import type { Plan } from '../plan.js';
import { type Helper, isOfRuntime } from '../vocabulary.js';
import type { HelperName } from './emitter.js';

/** A helper keeps its own name if it can; what the file imports itself is used under the file's name for it. */
export function makeHelperNames(
  compilation: Compilation,
  plan: Plan,
  names: NameGiver,
): (helper: Helper) => HelperName {
  const imported = importedHelpers(compilation);
  return (helper) => {
    const own = imported.get(helper);
    // Another variable of that name would hide it.
    const isImported = own !== undefined && plan.names.bound.get(own) === 1;
    return { name: isImported ? own : names.ofRuntime(helper, plan.freeVocabulary.has(helper)), isImported };
  };
}

/** Helpers that the file imports already, with their names in the file. */
function importedHelpers({ program, options }: Compilation): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of program.node.body) {
    if (statement.type !== 'ImportDeclaration' || !isOfRuntime(statement.source.value, options.module)) continue;
    if (statement.importKind === 'type') continue;
    for (const one of statement.specifiers) {
      if (one.type !== 'ImportSpecifier' || one.importKind === 'type') continue;
      const { imported, local } = one;
      found.set(imported.type === 'Identifier' ? imported.name : imported.value, local.name);
    }
  }
  return found;
}
