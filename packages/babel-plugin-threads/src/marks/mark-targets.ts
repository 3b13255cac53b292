/** What a mark is put on: functions, classes, objects and loops. */
import type { types as t } from '@babel/core';
import type { ListedPath } from '../babel/path.js';
import { isFunction } from '../babel/ast.js';
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

/** The functions, classes and objects, the loop, or the statement, that a mark on `node` stands for. */
export function markTargetsOf({ compilation }: Reading, node: t.Node, kind: MarkKind): t.Node[] {
  if (kind === 'pause') return statementIn(compilation.t, node);
  if (kind === 'was')
    return functionsIn(compilation, node).filter((one, _, all) => isFunction(one) && all.length === 1);
  const isOfLoop = kind === 'nowait' || kind === 'wait';
  const loop = isOfLoop || kind === 'fast' ? loopOf(compilation.t, node) : undefined;
  if (loop) return [loop];
  return isOfLoop ? [] : functionsIn(compilation, node);
}

function statementIn(types: Types, node: t.Node): t.Node[] {
  if (node.type === 'LabeledStatement') return statementIn(types, node.body);
  return (types.isStatement(node) && !types.isDeclaration(node)) || node.type === 'VariableDeclaration' ? [node] : [];
}

function loopOf(types: Types, node: t.Node): t.Node | undefined {
  if (node.type === 'LabeledStatement') return loopOf(types, node.body);
  return types.isLoop(node) ? node : undefined;
}
