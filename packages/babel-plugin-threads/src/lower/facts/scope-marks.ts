/** What the tree does not say by itself of the scopes of a function that is lowered. */
import type { types as t } from '@babel/core';

/** The names of functions that blocks of sloppy code declare, by what has a `var` for each: the function around them, or the block that is its body. */
export const varsOfBlockFunctions: WeakMap<t.Node, ReadonlySet<string>> = new WeakMap();

/** Names that mean a variable of the whole body, and not what the blocks around them declare. */
export const meansVar: WeakSet<t.Node> = new WeakSet();

/** Names that mean a parameter, and not what the body declares again. */
export const meansParameter: WeakSet<t.Node> = new WeakSet();

/** Blocks that are the body of a function: a `var` in them is theirs. */
export const bodies: WeakSet<t.Node> = new WeakSet();
