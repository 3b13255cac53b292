/** Words whose wait is lost, because the function around is not compiled. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { functionAround, isFunction, isReturned, outOfParentheses } from '../../babel/ast.js';
import { readableName } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import { type Finding, markWith, tell } from '../../context/diagnostic.js';
import { withoutAsync } from '../../context/without-async.js';
import { coverAt } from '../../marks/coverage.js';
import { whyUncompilable } from '../../marks/uncompilable-functions.js';
import { type Unmarkable, warnings } from '../../messages/warnings.js';
import { isNameOfForm } from '../../vocabulary.js';
import { findUncompiledWaits, type UncompiledWait } from './uncompiled-waits.js';

/**
 * Calls of words in functions whose wait is lost, because nothing is done with it. A wait that is returned or yielded may
 * still reach a thread, as in `const nap = () => wait(100)`; in an async function or a generator it is always lost.
 *
 * One call is reported for each function, as one mark fixes them all. Code under `@native` and code that was compiled
 * before are left alone.
 */
export function findLostWords(analysis: Analysis): Finding[] {
  const byFunction = new Map<t.Node, Finding>();
  for (const wait of findUncompiledWaits(analysis)) {
    const lost = judgeWait(analysis, wait);
    if (lost && !byFunction.has(lost.fn)) byFunction.set(lost.fn, lost.finding);
  }
  return [...byFunction.values()];
}

interface LostWait {
  /** The function that one mark would fix, or the file. */
  readonly fn: t.Node;
  readonly finding: Finding;
}

function judgeWait(analysis: Analysis, wait: UncompiledWait): LostWait | undefined {
  const { path, context } = wait;
  if (context.kind === 'program') return undefined;
  const cover = coverAt(analysis.marks, path);
  if (cover === 'compile') return judgeInUncompiled(analysis, wait);
  return cover === 'none' && !isReturned(path) ? judgeWithoutMark(analysis, wait) : undefined;
}

function judgeWithoutMark(analysis: Analysis, { path, word }: UncompiledWait): LostWait {
  const outer = findUnmarked(analysis, path);
  const fn = outer.node;
  const around: Unmarkable = isFunction(fn) ? (whyUncompilable(fn) ?? 'function') : 'file';
  const mends = around === 'function' ? [markWith(fn, '@compile')] : [];
  const values = { word, around, name: readableName(outer) };
  return { fn, finding: tell(path.node, warnings.wordWithoutMark, values, mends) };
}

/** It is in an async function or a generator, which a mark does not compile. */
function judgeInUncompiled(analysis: Analysis, { path, word, context }: UncompiledWait): LostWait | undefined {
  const { node: fn } = context.path;
  const kind = isFunction(fn) ? (fn.async ? 'async' : fn.generator ? 'generator' : undefined) : undefined;
  if (kind === undefined || isRunByHand(context.path)) return undefined;
  const values = { word, kind, name: readableName(context.path) } as const;
  return { fn, finding: tell(path.node, warnings.wordInUncompiled, values, withoutAsync(analysis.compilation, fn)) };
}

/** `$thread(function* () {…})`, as the plugin would write it. */
function isRunByHand(path: Path): boolean {
  const { at, parent } = outOfParentheses(path);
  if (at.listKey !== 'arguments' || parent?.node.type !== 'CallExpression') return false;
  const { callee } = parent.node;
  return callee.type === 'Identifier' ? isNameOfForm(callee.name) : callee.type === 'MemberExpression';
}

/**
 * Where the mark is missing: the nearest function that has a name, as one that is only handed over waits for its
 * callee; else the nearest.
 */
function findUnmarked(analysis: Analysis, path: Path): Path {
  const { compilation } = analysis;
  const innermost = functionAround(path);
  for (let at = innermost; at; at = functionAround(at)) if (readableName(at) !== undefined) return at;
  return innermost ?? compilation.paths.root;
}
