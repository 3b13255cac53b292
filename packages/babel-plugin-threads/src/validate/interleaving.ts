import type { types as t } from '@babel/core';
import { loopsAround } from '../analyse/loops/loops-with-waits.js';
import { waitCalled } from '../analyse/names/runtime-words.js';
import type { ListedPath } from '../babel/path.js';
import { errors } from '../messages/errors.js';
import { PASS_TIME } from '../vocabulary.js';
import type { Finding, Validation } from './validation.js';

/** Waits in a loop that let others act on `this` between two calls on it: `while (…) { this.step(); wait(100); }`. */
export function findInterleavings({ compilation, facts }: Validation): Finding[] {
  const { t: types } = compilation;
  const passing: [ListedPath, string][] = [];
  /** A call on `this` in each loop that has one: the last in the file. */
  const ownCalls = new Map<t.Node, ListedPath>();
  for (const [{ treatment }, path] of facts.calls) {
    const word = treatment === 'wait' ? waitCalled(compilation, path) : undefined;
    if (word !== undefined && PASS_TIME.has(word)) passing.push([path, word]);
    if (treatment !== 'detached' && facts.callsOnThis.get(path.node)?.mayQueue)
      for (const loop of loopsAround(types, path)) ownCalls.set(loop, path);
  }
  return passing.flatMap(([path, word]) => {
    const loop = loopsAround(types, path).find((one) => ownCalls.has(one));
    if (!loop) return [];
    const { kind, name, root } = facts.callsOnThis.get(ownCalls.get(loop)!.node)!.self;
    return [{ at: path.node, text: errors.letsOthersIn(word, kind === 'none' ? { name, root } : undefined) }];
  });
}
