/** The marks of a file while they are read. */
import type { Compilation } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import type { CommentTargets } from './comment-targets.js';
import { whyUncompilable } from './compilable.js';
import type { Word } from './mark-words.js';
import type { types as t } from '@babel/core';

export interface Reading {
  readonly compilation: Compilation;
  /** The comments that hold marks. */
  readonly comments: readonly t.Comment[];
  readonly targets: CommentTargets;
  /** Words by node. */
  readonly words: Map<t.Node, Set<Word>>;
  /** What was compiled before: marks in it are no author's any more. */
  readonly outputs: t.Node[];
  readonly modifying: ModifyingMark[];
}

/** A word that only says how a compiled function or loop is taken: on a node of its own it does nothing. */
export interface ModifyingMark {
  readonly comment: t.Comment;
  readonly word: Word;
  readonly node: t.Node;
}

export function put({ words, outputs }: Reading, node: t.Node, word: Word): void {
  if (word === 'compiled') outputs.push(node);
  words.set(node, (words.get(node) ?? new Set()).add(word));
}

export function isInOutput({ outputs }: Reading, { start, end }: t.Node | t.Comment): boolean {
  return outputs.some((node) => node.start! <= start! && end! <= node.end!);
}

/** A function that bears a mark itself must be one that can wait. */
export function refuseUncompilable({ compilation }: Reading, node: t.Node): void {
  const why = whyUncompilable(compilation, node);
  if (why !== undefined) refuseAt(compilation, node, errors.uncompilable(why));
}
