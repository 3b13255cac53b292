/** Which names of a file are words of the runtime. */
import { isFunction, isStrict } from '../babel/ast.js';
import type { ListedPath, PathList } from '../babel/path.js';
import type { Options } from '../options.js';
import { VOCABULARY } from '../vocabulary.js';
import type { Source } from './compilation.js';
import type { types as t } from '@babel/core';

/** What a free name can be, and which word that is: those of the runtime that the options say nothing else of, and the names that they give to words. */
export function vocabularyOf({ globals, constants, words }: Options): Map<string, string> {
  const all = [...[...VOCABULARY].map((word) => [word, word] as const), ...words];
  return new Map(all.filter(([name]) => !globals.has(name) && !constants.has(name)));
}

/** What gives a name a value. */
const WRITING = [
  'FunctionDeclaration',
  'AssignmentExpression',
  'ForInStatement',
  'ForOfStatement',
  'UpdateExpression',
] as const;

/**
 * A free name that a sloppy script writes to (`start = 1;`) is a variable of its own, and none of our words there. So
 * is the name of a function in a block of sloppy code: it is seen outside the block too, which Babel's scopes do not
 * know.
 */
export function vocabularyOfFile(
  { t: types, program }: Pick<Source, 't' | 'program'>,
  paths: PathList,
  vocabulary: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const { globals } = paths.root.scope as unknown as { globals: Readonly<Record<string, unknown>> };
  if (!Object.keys(globals).some((name) => vocabulary.has(name))) return vocabulary;
  const own = new Set<string>();
  for (const path of paths.ofType(...WRITING)) {
    const { node, scope } = path;
    if (node.type === 'FunctionDeclaration' && isSeenOutside(path)) own.add(node.id!.name);
    const assigned = assignedBy(node);
    if (!assigned || assigned.type === 'VariableDeclaration') continue;
    for (const name of Object.keys(types.getBindingIdentifiers(assigned)))
      if (!scope.hasBinding(name, true)) own.add(name);
  }
  return new Map([...vocabulary].filter(([name]) => !own.has(name)));

  function isSeenOutside(path: ListedPath): boolean {
    let around = path.parentPath!;
    while (around.node.type === 'LabeledStatement') around = around.parentPath!;
    const isInBlock =
      around.node.type === 'BlockStatement'
        ? !isFunction(around.parent)
        : around.listKey === 'cases' || around.node.type === 'IfStatement';
    return isInBlock && !isStrict({ program }, around);
  }

  function assignedBy(node: t.Node): t.Node | undefined {
    if (node.type === 'AssignmentExpression' || types.isForXStatement(node)) return node.left;
    return node.type === 'UpdateExpression' ? node.argument : undefined;
  }
}
