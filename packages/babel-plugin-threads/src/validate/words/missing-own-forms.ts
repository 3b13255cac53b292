/** Words called as methods of an Executor that has no such method. */
import type { types as t } from '@babel/core';
import { callOnThis } from '../../analyse/classes/executors.js';
import { withoutThis } from '../../analyse/names/runtime-words.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import type { Compilation } from '../../context/compilation.js';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import { sourceOf } from '../../context/text-of.js';
import { warnings } from '../../messages/warnings.js';
import { EXECUTOR_WORDS, VOCABULARY, WAITING_WORDS } from '../../vocabulary.js';
import { makeGivenNames } from './given-names.js';

/** `this.tween(500, draw)`, `this.every(100)`: only some words have a form that keeps the owner. */
export function findMissingOwnForms(analysis: Analysis): Finding[] {
  const { compilation, facts } = analysis;
  const isGiven = makeGivenNames(compilation);
  const found: Finding[] = [];
  for (const { path, context } of facts.callSites) {
    const { name = '', self, isShown } = callOnThis(analysis, path) ?? {};
    const isWord = context.isCovered && VOCABULARY.has(name) && !EXECUTOR_WORDS.has(name);
    // Only a class has a name here: what else an object that is made an Executor has is not looked into.
    if (!isWord || isShown || self?.kind !== 'executor' || self.name === '') continue;
    if (isGiven(name)) continue;
    const mayWait = WAITING_WORDS.has(name);
    const free = freeForm(compilation, path.node);
    const texts = mayWait ? [`this.hold(() => ${free})`, free] : [free];
    const mends = texts.map((text) => replaceBy(path.node, text));
    found.push(tell(path.node, warnings.noOwnForm, { word: name, mayWait }, mends));
  }
  return found;
}

/** `wait(9)` of `this.wait(9)`. */
export const freeForm = (compilation: Compilation, call: t.Node): string => withoutThis(sourceOf(compilation, call));
