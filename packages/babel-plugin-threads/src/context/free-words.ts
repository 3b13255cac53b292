/** Which names of a file are words of the runtime. */
import { isFunction, isStrict, targetsWrittenBy } from '../babel/ast.js';
import type { ListedPath, PathList } from '../babel/path.js';
import type { Options } from '../options.js';
import { VOCABULARY } from '../vocabulary.js';
import type { Source } from './compilation.js';

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
  { program }: Pick<Source, 't' | 'program'>,
  paths: PathList,
  vocabulary: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const { globals } = paths.root.scope as unknown as { globals: Readonly<Record<string, unknown>> };
  if (!Object.keys(globals).some((name) => vocabulary.has(name))) return vocabulary;
  const own = new Set<string>();
  for (const path of paths.ofType(...WRITING)) {
    const { node, scope } = path;
    if (node.type === 'FunctionDeclaration' && isSeenOutside(path)) own.add(node.id!.name);
    for (const target of targetsWrittenBy(node))
      if (target.type === 'Identifier' && !scope.hasBinding(target.name, true)) own.add(target.name);
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
}
