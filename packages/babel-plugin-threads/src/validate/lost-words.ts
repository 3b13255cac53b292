import type { types as t } from '@babel/core';
import { propertyName } from '../babel/property-name.js';
import { wordCalled } from '../analyse/called-words.js';
import type { Compilation } from '../context/compilation.js';
import { coverAt } from '../marks/covers.js';
import { errors, type Unmarkable } from '../messages/errors.js';
import type { Selves } from './executor-words.js';
import type { Marks } from '../marks/marks.js';
import { whyUncompilable } from '../marks/compilable.js';
import { namingOf } from '../babel/function-names.js';
import { functionAround, type Path } from '../babel/path.js';
import type { Place } from '../analyse/function-contexts.js';
import { bare, isCall, isGivenOn, memberCalled, outOfParentheses } from '../babel/ast.js';
import { EXECUTOR_WORDS, INSTANT_VOCABULARY } from '../vocabulary.js';

/** Finds words that wait where no thread hears of it: in functions that are not compiled. */
export interface LostWords {
  /** Judges a call that no compiled function makes; gives what is to be told. */
  judge(path: Path, place: Place): string | undefined;
}

/**
 * A word is lost if nothing is done with the wait that it gives: what is returned or yielded may still reach a thread, as in
 * `const nap = () => wait(100)`. In an async function or a generator it is lost always.
 *
 * Told once for each function: one mark mends all in it. Code under `@native` and code that was compiled
 * before is left alone.
 */
export function makeLostWords(compilation: Compilation, marks: Marks, selves: Selves): LostWords {
  const { t: types } = compilation;
  const told = new Set<t.Node>();
  return { judge };

  function judge(path: Path, place: Place): string | undefined {
    const word = wordLost(path, place);
    if (word === undefined) return undefined;
    const { node } = place.path;
    const cover = coverAt(marks, path);
    const kind = types.isFunction(node) ? (node.async ? 'async' : node.generator ? 'generator' : undefined) : undefined;
    if (cover === 'compile') {
      if (kind === undefined || isRunByHand(place.path)) return undefined;
      return told.has(node) ? undefined : (told.add(node), errors.wordInUncompiled(word, kind, labelOf(place.path)));
    }
    if (cover !== 'none' || isGivenOn(types, path)) return undefined;
    const outer = unmarkedAround(path);
    if (told.has(outer.node)) return undefined;
    told.add(outer.node);
    const why: Unmarkable = types.isFunction(outer.node)
      ? (whyUncompilable(compilation, outer.node) ?? 'function')
      : 'file';
    return errors.wordWithoutMark(word, why, labelOf(outer));
  }

  /** `wait`, or `this.wait` where `this` is seen to be an Executor: a class of something else may have a `wait` of its own. */
  function wordLost(path: Path, place: Place): string | undefined {
    const word = wordCalled(compilation, path);
    if (word !== undefined) return INSTANT_VOCABULARY.has(word) || !isCall(path.node) ? undefined : word;
    const member = memberCalled(path.node);
    const name = member && types.isThisExpression(bare(member.object)) ? propertyName(types, member) : undefined;
    if (name === undefined || !EXECUTOR_WORDS.has(name)) return undefined;
    return selves.of(place).kind === 'executor' && !selves.method(place, name, false) ? `this.${name}` : undefined;
  }

  /** `$thread(function* () {…})`, as the plugin would write it. */
  function isRunByHand(path: Path): boolean {
    const { at, parent } = outOfParentheses(path);
    if (at.listKey !== 'arguments' || !types.isCallExpression(parent?.node)) return false;
    const { callee } = parent.node;
    return types.isIdentifier(callee) ? callee.name.startsWith('$thread') : types.isMemberExpression(callee);
  }

  /** Where the mark is missing: the nearest function that has a name, as one that is only handed over waits for its callee; else the nearest. */
  function unmarkedAround(path: Path): Path {
    const nearest = functionAround(types, path);
    for (let at = nearest; at; at = functionAround(types, at)) if (labelOf(at) !== undefined) return at;
    return nearest ?? compilation.spots.root;
  }

  function labelOf(path: Path): string | undefined {
    if (!types.isFunction(path.node)) return undefined;
    const { label } = namingOf(types, path);
    return label === 'arrow' || label === 'function' ? undefined : label;
  }
}
