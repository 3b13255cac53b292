import type { types as t } from '@babel/core';
import type { Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Analysis } from '../facts/facts.js';
import { waitCalled } from '../names/runtime-words.js';

/**
 * Notes the loops that call a word of the runtime which waits: other calls on the same owner can run during that wait.
 * Needs the calls; gives `loopsWithWaits`.
 */
export function noteLoopsWithWaits({ compilation, facts }: Analysis): void {
  for (const path of facts.calls.values())
    if (waitCalled(compilation, path) !== undefined)
      for (const loop of loopsAround(compilation.t, path)) facts.loopsWithWaits.add(loop);
}

/** The loops around a node, in the same function; innermost first. */
export function loopsAround(types: Types, path: Path): t.Node[] {
  const loops: t.Node[] = [];
  for (let at = path.parentPath; at && !types.isFunction(at.node); at = at.parentPath)
    if (types.isLoop(at.node)) loops.push(at.node);
  return loops;
}
