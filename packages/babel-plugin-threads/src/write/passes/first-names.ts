/**
 * Names that are given before anything is written. All others are given where they are written first, inner nodes before outer ones, but the
 * outputs show that these come in another order: loops and keys from the outside in (`$frame0` around `$frame1`), keys ahead of
 * all other temporaries (`let $key, $r`), and captures by their first use.
 */
import type { types as t } from '@babel/core';
import type { ListedPath } from '../../babel/path.js';
import { isEvaluatedOnce } from '../../language/evaluation.js';
import type { Capture, LoopPlan } from '../../plan.js';
import { nameKeys } from '../functions/computed-keys.js';
import type { FirstNames, LoopNames, Writer } from '../writer.js';

type Given = Pick<Writer, 'compilation' | 'plan' | 'names'>;

export function giveFirstNames(given: Given): FirstNames {
  const { plan, names } = given;
  return {
    error: plan.finallys.size > 0 ? names.unique('$error') : '',
    loops: nameLoops(given),
    captures: nameCaptures(given),
    keys: nameKeys(given),
  };
}

/** Numbers count per function. */
function nameLoops({ plan, names }: Given): ReadonlyMap<LoopPlan, LoopNames> {
  const inOrder = [...plan.loops.values()].sort((a, b) => (a.node.start ?? 0) - (b.node.start ?? 0));
  return new Map(
    inOrder.map((loop) => {
      const { node } = loop.in;
      const frame = loop.pace === 'frame' && mayPauseInside(loop) ? names.ofLoop(node, '$frame') : undefined;
      return [loop, { frame, iteration: loop.isContinued ? names.ofLoop(node, '$iteration') : undefined }];
    }),
  );
}

/** May a frame have passed at the end of an iteration? */
const mayPauseInside = ({ node, in: owner, pause }: LoopPlan): boolean =>
  owner.pauses.some((other) => other !== pause && isInEachIteration(other.path, node, owner.node));

function isInEachIteration(path: ListedPath, loop: t.Node, owner: t.Node): boolean {
  for (let at = path; at.parentPath && at.node !== owner; at = at.parentPath)
    if (at.parent === loop) return !isEvaluatedOnce(at.key);
  return false;
}

function nameCaptures({ plan, names }: Given): ReadonlyMap<Capture, string> {
  const captures = new Map<Capture, string>();
  for (const one of plan.captured.values())
    if (one !== 'undefined' && !captures.has(one)) captures.set(one, names.unique(nameOfCapture(one)));
  return captures;
}

function nameOfCapture({ what, property }: Capture): string {
  if (what === 'arguments') return '$arguments';
  if (what === 'new.target') return '$newTarget';
  return property === undefined ? '$super' : `$super${property[0]!.toUpperCase()}${property.slice(1)}`;
}
