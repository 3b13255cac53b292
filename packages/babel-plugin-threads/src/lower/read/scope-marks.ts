/** What passes have noted of names and blocks, where their scope cannot be told from the rewritten tree. */
import type { types as t } from '@babel/core';

export interface ScopeMarks {
  /** The names of functions that blocks of sloppy code declare, by what has a `var` for each: the function around them, or the block that is its body. */
  readonly varsOfBlockFunctions: Map<t.Node, ReadonlySet<string>>;
  /** Names that mean a variable of the whole body, and not what the blocks around them declare. */
  readonly meansVar: Set<t.Node>;
  /** Names that mean a parameter, and not what the body declares again. */
  readonly meansParameter: Set<t.Node>;
  /** Blocks that are the body of a function: a `var` in them is theirs. */
  readonly bodies: Set<t.Node>;
}

export const makeScopeMarks = (): ScopeMarks => ({
  varsOfBlockFunctions: new Map(),
  meansVar: new Set(),
  meansParameter: new Set(),
  bodies: new Set(),
});
