/** Words whose wait is lost, because the function around is not compiled. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { isReturned, outOfParentheses } from '../../babel/ast.js';
import { readableName } from '../../babel/function-names.js';
import { functionAround, type Path } from '../../babel/path.js';
import { type Finding, markWith, type MendAt } from '../../context/diagnostic.js';
import { withoutAsync } from '../../context/without-async.js';
import { coverAt } from '../../marks/coverage.js';
import { whyUncompilable } from '../../marks/uncompilable-functions.js';
import { type Message, makeMessage } from '../../messages/message.js';
import { warnings, type Unmarkable } from '../../messages/warnings.js';
import { isNameOfForm } from '../../vocabulary.js';
import { findUncompiledWaits, type UncompiledWait } from './uncompiled-waits.js';

/**
 * Calls of words in functions whose wait is lost, because nothing is done with it. A wait that is returned or yielded may still reach a thread, as in
 * `const nap = () => wait(100)`; in an async function or a generator it is always lost.
 *
 * One call is reported for each function, as one mark fixes them all. Code under `@native` and code that was compiled before is not
 * looked at.
 */
export function findLostWords(analysis: Analysis): Finding[] {
  const told = new Set<t.Node>();
  const found: Finding[] = [];
  for (const wait of findUncompiledWaits(analysis)) {
    const lost = lostAt(analysis, wait);
    if (lost === undefined || told.has(lost.in)) continue;
    told.add(lost.in);
    found.push({ at: wait.path.node, message: lost.message, mends: lost.mends });
  }
  return found;
}

interface Lost {
  /** The function that one mark would fix. */
  readonly in: t.Node;
  readonly message: Message;
  readonly mends: readonly MendAt[];
}

/** The text of the diagnostic for a call, and the function that one mark would fix. */
function lostAt(analysis: Analysis, { path, context, word }: UncompiledWait): Lost | undefined {
  const { marks, compilation } = analysis;
  const { t: types } = compilation;
  if (context.kind === 'program') return undefined;
  const cover = coverAt(marks, path);
  if (cover === 'compile') return lostInUncompiled(analysis, word, context.path);
  if (cover !== 'none' || isReturned(path)) return undefined;
  const outer = unmarkedAround(analysis, path);
  const why: Unmarkable = types.isFunction(outer.node)
    ? (whyUncompilable(compilation, outer.node) ?? 'function')
    : 'file';
  const mends: MendAt[] = why === 'function' ? [markWith(outer.node, '@compile')] : [];
  return {
    in: outer.node,
    message: makeMessage(warnings.wordWithoutMark, { word, around: why, name: readableName(types, outer) }),
    mends,
  };
}

function lostInUncompiled(analysis: Analysis, word: string, fn: Path): Lost | undefined {
  const { node } = fn;
  const { t: types } = analysis.compilation;
  const kind = types.isFunction(node) ? (node.async ? 'async' : node.generator ? 'generator' : undefined) : undefined;
  if (kind === undefined || isRunByHand(analysis, fn)) return undefined;
  const mends = withoutAsync(analysis.compilation, node);
  return {
    in: node,
    message: makeMessage(warnings.wordInUncompiled, { word, kind, name: readableName(types, fn) }),
    mends,
  };
}

/** `$thread(function* () {…})`, as the plugin would write it. */
function isRunByHand(analysis: Analysis, path: Path): boolean {
  const { t: types } = analysis.compilation;
  const { at, parent } = outOfParentheses(path);
  if (at.listKey !== 'arguments' || !types.isCallExpression(parent?.node)) return false;
  const { callee } = parent.node;
  return types.isIdentifier(callee) ? isNameOfForm(callee.name) : types.isMemberExpression(callee);
}

/**
 * Where the mark is missing: the nearest function that has a name, as one that is only handed over waits for its
 * callee; else the nearest.
 */
function unmarkedAround(analysis: Analysis, path: Path): Path {
  const { compilation } = analysis;
  const { t: types } = compilation;
  const innermost = functionAround(types, path);
  for (let at = innermost; at; at = functionAround(types, at)) if (readableName(types, at) !== undefined) return at;
  return innermost ?? compilation.paths.root;
}
