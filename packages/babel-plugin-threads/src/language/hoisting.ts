/** Where the name of a declared function is seen. */
import type { Path } from '../babel/path.js';
import { isFunction, isStrict } from '../babel/ast.js';
import type { Compilation } from '../context/compilation.js';

/**
 * - `body`: in the whole function, or the file.
 * - `block`: in its block.
 * - `outOfBlock`: it is in a block of sloppy code, and may be seen outside of that (Annex B).
 */
export type Hoisting = 'body' | 'block' | 'outOfBlock';

export function hoistingOf(compilation: Compilation, path: Path): Hoisting {
  const { t: types } = compilation;
  const around = path.parentPath!;
  if (types.isExportDeclaration(around.node) || around.node.type === 'Program' || around.node.type === 'StaticBlock')
    return 'body';
  if (isFunction(around.parent)) return 'body';
  // The function's own directive says nothing of the block around it.
  return isStrict(compilation, around) ? 'block' : 'outOfBlock';
}
