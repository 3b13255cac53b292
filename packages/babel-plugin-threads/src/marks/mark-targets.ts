/** What a mark is put on: functions, classes, objects and loops. */
import type { types as t } from '@babel/core';
import type { ListedPath } from '../babel/path.js';
import type { Types } from '../babel/types.js';
import type { MarkKind } from './mark-kinds.js';
import { functionsIn } from './marked-functions.js';
import type { Reading } from './reading.js';

/** What the comment stands for: what begins below it, or ends before it on its line. */
export function commentTargetOf(reading: Reading, comment: t.Comment, kind: MarkKind): ListedPath | undefined {
  const { commentTargets } = reading;
  if (!commentTargets.isTrailing(comment)) return commentTargets.below(comment);
  return commentTargets.before(comment, (node) => markTargetsOf(reading, node, kind).length > 0);
}

/** The functions, classes and objects, or the loop, that a mark on `node` stands for. */
export function markTargetsOf({ compilation }: Reading, node: t.Node, kind: MarkKind): t.Node[] {
  const isOfLoop = kind === 'nowait' || kind === 'wait';
  const loop = isOfLoop || kind === 'fast' ? loopOf(compilation.t, node) : undefined;
  if (loop) return [loop];
  return isOfLoop ? [] : functionsIn(compilation, node);
}

function loopOf(types: Types, node: t.Node): t.Node | undefined {
  if (node.type === 'LabeledStatement') return loopOf(types, node.body);
  return types.isLoop(node) ? node : undefined;
}
