/** What a mark is put on: functions, classes, objects and loops. */
import type { types as t } from '@babel/core';
import type { ListedPath } from '../babel/path.js';
import type { Types } from '../babel/types.js';
import type { Word } from './mark-words.js';
import { functionsMarkedBy } from './marked-functions.js';
import type { Reading } from './reading.js';

/** What the comment stands for: what begins below it, or ends before it on its line. */
export function targetOf(reading: Reading, comment: t.Comment, word: Word): ListedPath | undefined {
  const { targets } = reading;
  if (!targets.isTrailing(comment)) return targets.below(comment);
  return targets.before(comment, (node) => carriersOf(reading, node, word) !== undefined);
}

/** The functions, classes and objects, or the loop, that a mark on `node` stands for. */
export function carriersOf({ compilation }: Reading, node: t.Node, word: Word): t.Node[] | undefined {
  const isOfLoop = word === 'nowait' || word === 'wait';
  const loop = isOfLoop || word === 'fast' ? loopOf(compilation.t, node) : undefined;
  if (loop) return [loop];
  return isOfLoop ? undefined : functionsMarkedBy(compilation, node);
}

function loopOf(types: Types, node: t.Node): t.Node | undefined {
  if (types.isLabeledStatement(node)) return loopOf(types, node.body);
  return types.isLoop(node) ? node : undefined;
}
