import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import { type Emitter, rooted } from './emit.js';
import type { Marks } from '../marks/marks.js';
import type { Plan } from '../plan.js';
import { become } from '../context/replacements.js';
import { moduleOf } from '../vocabulary.js';

/** Brings in what the emitted code and the author's free vocabulary need from the runtime. */
export function importRuntime(compilation: Compilation, marks: Marks, plan: Plan, emitter: Emitter): void {
  const { t: types, options, program } = compilation;
  if (options.global === undefined) bringIn();
  else
    for (const [name, paths] of plan.freeVocabulary)
      for (const { node, parent } of paths)
        // `wait` → `CK.code.wait`
        become(types, node as t.Identifier, parent, {
          expression: rooted(types, options.global, name),
          isCallee: false,
        });
  moveFileComments();

  function bringIn(): void {
    const locals = new Map<string, string>();
    for (const [helper, local] of emitter.used) locals.set(local, helper);
    for (const name of plan.freeVocabulary.keys()) locals.set(name, name);
    if (locals.size === 0) return;
    const sorted = [...locals].sort(([a], [b]) => (a < b ? -1 : 1));
    const sources = [...new Set(sorted.map(([, name]) => moduleOf(name, options.module)))].sort();
    const write = program.node.sourceType === 'script' ? required : imported;
    program.node.body.unshift(
      ...sources.map((source) =>
        write(
          sorted.filter(([, name]) => moduleOf(name, options.module) === source),
          source,
        ),
      ),
    );
  }

  function imported(list: [string, string][], source: string): t.Statement {
    const specifiers = list.map(([local, name]) =>
      types.importSpecifier(types.identifier(local), types.identifier(name)),
    );
    return types.importDeclaration(specifiers, types.stringLiteral(source));
  }

  function required(list: [string, string][], source: string): t.Statement {
    const properties = list.map(([local, name]) =>
      types.objectProperty(types.identifier(name), types.identifier(local), false, local === name),
    );
    const call = types.callExpression(types.identifier('require'), [types.stringLiteral(source)]);
    return types.variableDeclaration('const', [types.variableDeclarator(types.objectPattern(properties), call)]);
  }

  /** Comments of the file stay above the import: the mark of the file, and all that a blank line parts from the first statement. */
  function moveFileComments(): void {
    const from = marks.firstStatement;
    const to = program.node.body[0];
    if (!from || !to || from === to) return;
    const comments = from.leadingComments ?? [];
    let kept = 0;
    comments.forEach((comment, i) => {
      const next = comments[i + 1] ?? from;
      const isBoundary = (next.loc?.start.line ?? 0) > (comment.loc?.end.line ?? Infinity) + 1;
      if (comment === marks.fileComment || comment.start === marks.fileComment?.start || isBoundary) kept = i + 1;
    });
    if (kept === 0) return;
    to.leadingComments = comments.slice(0, kept);
    from.leadingComments = comments.slice(kept);
  }
}
