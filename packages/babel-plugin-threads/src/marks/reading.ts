/** The marks of a file while they are read. */
import type { Compilation } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import { withoutAsync } from '../context/without-async.js';
import { uncompilable } from '../messages/errors.js';
import type { CommentTargets } from './comment-targets.js';
import { whyUncompilable } from './uncompilable-functions.js';
import type { MarkKind, Naming } from './mark-kinds.js';
import type { types as t } from '@babel/core';

export interface Reading {
  readonly compilation: Compilation;
  /** The comments that hold marks. */
  readonly comments: readonly t.Comment[];
  readonly commentTargets: CommentTargets;
  /** The kinds of marks on a node. On a class or an object a mark covers all that is in it. */
  readonly kinds: Map<t.Node, Set<MarkKind>>;
  /** Nodes that the plugin has compiled before: the marks in them are left alone. */
  readonly outputs: t.Node[];
  readonly modifying: ModifyingMark[];
  readonly naming: NamingMark[];
}

/** A mark that only says how a function or loop is compiled: without a `@compile` around it, it does nothing. */
export interface ModifyingMark {
  readonly comment: t.Comment;
  readonly kind: MarkKind;
  readonly node: t.Node;
}

/** `// @pause inn` above a statement, `// @was shop.js#Glitch.go` above a function. */
export interface NamingMark {
  readonly comment: t.Comment;
  readonly kind: Naming;
  readonly node: t.Node;
  readonly name: string;
}

export function addMark({ kinds, outputs }: Reading, node: t.Node, kind: MarkKind): void {
  if (kind === 'compiled') outputs.push(node);
  kinds.set(node, (kinds.get(node) ?? new Set()).add(kind));
}

export function isInOutput({ outputs }: Pick<Reading, 'outputs'>, { start, end }: t.Node | t.Comment): boolean {
  return outputs.some((node) => node.start! <= start! && end! <= node.end!);
}

/** Refuses a mark that is directly on a function which cannot wait. */
export function refuseUncompilable({ compilation }: Reading, node: t.Node): void {
  const why = whyUncompilable(node);
  const mends = why === 'async' ? withoutAsync(compilation, node) : [];
  if (why !== undefined) refuseAt(compilation, node, uncompilable[why], {}, mends);
}
