/** What the output takes from the runtime. `@babel/helper-module-imports` does the like, in a package of its own, with a statement for each name. */
import type { types as t } from '@babel/core';
import { moveFileComments } from '../babel/comments.js';
import { become } from '../context/replacements.js';
import type { Compilation } from '../context/compilation.js';
import { moduleOfHelpers, moduleOfOwnWaits, moduleOfWord } from '../vocabulary.js';
import type { WrittenFile } from '../write/writer.js';

/** A name in this file, and what its module calls it. */
interface Import {
  readonly local: string;
  readonly name: string;
  readonly source: string;
}

/** Brings in what the emitted code and the author's free vocabulary need from the runtime. */
export function importRuntime(written: WrittenFile): void {
  const { compilation, marks, firstStatement } = written;
  const { global } = compilation.options;
  if (global === undefined) bringIn(written);
  else becomeMembers(written, global);
  const { fileComment } = marks;
  // The mark, or a copy of it.
  const isMark = (one: t.Comment): boolean => one === fileComment || one.start === fileComment?.start;
  if (firstStatement) moveFileComments(firstStatement, compilation.program.node.body[0]!, isMark);
}

/** `wait` → `CK.code.wait` */
function becomeMembers({ compilation, plan, emit }: WrittenFile, global: string): void {
  const { t: types, vocabulary } = compilation;
  for (const [name, paths] of plan.freeVocabulary)
    for (const { node, parent } of paths)
      become(types, node as t.Identifier, parent, {
        expression: emit.memberOfGlobal(global, vocabulary.get(name)!),
        isCallee: false,
      });
}

/**
 * Names from the same module share a statement, and go into an import of the author's where there is one:
 *
 *   import { Scheduler } from "@spindle/runtime";   →   import { Scheduler, wait } from "@spindle/runtime";
 *                                                       import { $thread } from "@spindle/runtime/abi";
 *
 * In a script (CommonJS) they come from `require`:
 *
 *   const { wait } = require("@spindle/runtime");
 */
function bringIn({ compilation, plan, emit, hasOwnWaits }: WrittenFile): void {
  const { t: types, options, program, vocabulary } = compilation;
  const locals = new Map<string, Import>();
  const ofHelpers = moduleOfHelpers(options.module);
  for (const [helper, { name, isImported }] of emit.helpers)
    if (!isImported) locals.set(name, { local: name, name: helper, source: ofHelpers });
  // The emitted code may need a word that the author uses, too. Then both take it from the module that has the words.
  for (const local of plan.freeVocabulary.keys()) {
    const name = vocabulary.get(local)!;
    locals.set(local, { local, name, source: moduleOfWord(name, options.module) });
  }
  const sorted = [...locals.values()].sort((a, b) => (a.local < b.local ? -1 : 1));
  const write = program.node.sourceType === 'script' ? requireNames : importNames;
  const sources = [...new Set(sorted.map(({ source }) => source))].sort();
  const statements = sources.flatMap((source) => {
    const names = sorted.filter((one) => one.source === source);
    const own = importOfAuthor(compilation, source);
    if (own === undefined) return write(types, names, source);
    own.specifiers.push(...specifiersOf(types, names));
    return [];
  });
  const ofOwnWaits = hasOwnWaits ? moduleOfOwnWaits(options.module) : undefined;
  if (ofOwnWaits !== undefined) statements.push(importForEffect(compilation, ofOwnWaits));
  program.node.body.unshift(...statements);
}

/** `import "@spindle/runtime/own-waits";` */
function importForEffect({ t: types, program }: Compilation, source: string): t.Statement {
  const from = types.stringLiteral(source);
  if (program.node.sourceType !== 'script') return types.importDeclaration([], from);
  return types.expressionStatement(types.callExpression(types.identifier('require'), [from]));
}

/** An `import { Scheduler } from "@spindle/runtime"` of the author's, to which names can be added. */
function importOfAuthor({ program }: Compilation, source: string): t.ImportDeclaration | undefined {
  return program.node.body.find((statement): statement is t.ImportDeclaration => {
    if (statement.type !== 'ImportDeclaration' || statement.source.value !== source) return false;
    const { specifiers, importKind, phase, attributes } = statement;
    const isPlain = (importKind ?? 'value') === 'value' && phase == null && (attributes ?? []).length === 0;
    return isPlain && specifiers.length > 0 && specifiers.every((one) => one.type === 'ImportSpecifier');
  });
}

/** `import { beside, wait as $wait } from "@spindle/runtime";` */
function importNames(types: Compilation['t'], names: readonly Import[], source: string): t.Statement {
  return types.importDeclaration(specifiersOf(types, names), types.stringLiteral(source));
}

function specifiersOf(types: Compilation['t'], names: readonly Import[]): t.ImportSpecifier[] {
  return names.map(({ local, name }) => types.importSpecifier(types.identifier(local), types.identifier(name)));
}

/** `const { beside, wait: $wait } = require("@spindle/runtime");` */
function requireNames(types: Compilation['t'], names: readonly Import[], source: string): t.Statement {
  const properties = names.map(({ local, name }) =>
    types.objectProperty(types.identifier(name), types.identifier(local), false, local === name),
  );
  const call = types.callExpression(types.identifier('require'), [types.stringLiteral(source)]);
  return types.variableDeclaration('const', [types.variableDeclarator(types.objectPattern(properties), call)]);
}
