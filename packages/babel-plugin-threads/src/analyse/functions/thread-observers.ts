import { isFunction } from '../../babel/ast.js';
import type { types as t } from '@babel/core';
import { bindingOf } from '../../babel/bindings.js';
import type { Path } from '../../babel/path.js';
import type { Analysis } from '../facts/facts.js';

/**
 * Functions that could tell on which thread they run: those that use the vocabulary or make deferred or detached calls,
 * and those that call them. Needs the free words of the runtime and the summaries.
 */
export function findThreadObservers(analysis: Analysis): Set<t.Node> {
  const { facts } = analysis;
  const found = new Set<t.Node>();
  for (const path of usesOfRuntime(analysis)) noteAround(found, path);
  for (const summary of facts.summaries.values())
    if (summary.calls.some(({ plan: call }) => call && call.treatment !== 'wait')) found.add(summary.path.node);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const node of found) for (const path of callersOf(analysis, node)) noteAround(found, path);
  }
  return found;
}

/** Wherever the file names something of the runtime. */
function usesOfRuntime({ compilation, plan }: Analysis): Path[] {
  const { options, runtimeNames, paths } = compilation;
  const replaced = [...plan.replaced.values()].filter(({ replacement }) =>
    [...replacement.names].some((name) => plan.freeVocabulary.has(name)),
  );
  const uses = [
    ...[...plan.freeVocabulary.values()].flat(),
    ...replaced.map(({ path }) => path),
    ...runtimeNames.bindingsOf(options.module).flatMap(({ referencePaths }) => referencePaths),
  ];
  for (const path of paths.ofType('MemberExpression', 'OptionalMemberExpression'))
    if (runtimeNames.wordOfMember(path, path.node) !== undefined) uses.push(path);
  return uses;
}

function noteAround(found: Set<t.Node>, path: Path): void {
  for (let at: Path | null = path; at; at = at.parentPath) if (isFunction(at.node)) found.add(at.node);
}

function callersOf(analysis: Analysis, fn: t.Node): readonly Path[] {
  const summary = analysis.facts.summaries.get(fn);
  return (summary && bindingOf(summary.path)?.referencePaths) ?? [];
}
