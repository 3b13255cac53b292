/** Which loops wait, and how often. */
import type { types as t } from '@babel/core';
import { holds, isClass, isFunction } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import type { MarkKind } from '../../marks/mark-kinds.js';
import type { FrameWait } from '../../public.js';
import { isCounted } from './counted.js';

/** How a loop waits: a frame each iteration, only after many, or not at all. */
export type Pace = 'frame' | 'budget' | 'none';

/** The key of the option `frameWait` for each kind of loop. */
const OPTION_OF: Readonly<Record<t.Loop['type'], keyof FrameWait>> = {
  WhileStatement: 'while',
  DoWhileStatement: 'doWhile',
  ForStatement: 'for',
  ForInStatement: 'forIn',
  ForOfStatement: 'forOf',
};

/** Judges one loop from its marks, its function's `@fast`, the options and what it does. */
export function paceOf(
  compilation: Compilation,
  path: ListedPath<t.Loop>,
  kinds: ReadonlySet<MarkKind> | undefined,
  isFunctionFast: boolean,
): Pace {
  const { options } = compilation;
  const { node } = path;
  if (compilation.assumesWaits) return 'frame';
  if (kinds?.has('nowait')) return 'none';
  if (kinds?.has('fast')) return 'budget';
  if (kinds?.has('wait')) return 'frame';
  const waits = options.frameWait[OPTION_OF[node.type]];
  if (waits === false) return 'none';
  if (waits === 'uncounted' && isCounted(compilation.t, path as ListedPath<t.ForStatement>)) return 'none';
  return isFunctionFast ? 'budget' : 'frame';
}

/** `while (true)`, `for (;;)` without a `break`, `return` or `throw`. */
export function isEndless(types: Types, node: t.Loop): boolean {
  if (types.isForXStatement(node) || (node.test && !types.isBooleanLiteral(node.test, { value: true }))) return false;
  const leaves = (one: t.Node): boolean =>
    one.type === 'BreakStatement' || one.type === 'ReturnStatement' || one.type === 'ThrowStatement';
  return !holds(types, node, leaves, (one) => isFunction(one) || isClass(one));
}
