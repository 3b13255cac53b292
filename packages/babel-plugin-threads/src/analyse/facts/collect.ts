import type { types as t } from '@babel/core';
import { CALL_TYPES, isSuperCall } from '../../babel/ast.js';
import { useOf } from '../../babel/name-use.js';
import type { ListedPath } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import { isDirectEval } from '../../language/direct-eval.js';
import type { Marks } from '../../marks/marks.js';
import type { Collected, LexicalUse } from './facts.js';
import { makeContexts } from './function-contexts.js';
import { readSchemas } from './with-schema.js';

/** Lists what is of any interest in the file, by kind. Needs the marks, judges nothing. */
export function collect(compilation: Compilation, marks: Marks): Collected {
  const { t: types, paths } = compilation;
  const contexts = makeContexts(compilation, marks);
  const { Function: functions, Loop: loops } = types.FLIPPED_ALIAS_KEYS;
  const wanted = new Set<string>([...CALL_TYPES, 'NewExpression', ...loops!]);
  const callsAndLoops = paths.upwards.filter(({ node }) => wanted.has(node.type) && !isSuperCall(node));
  const evals = callsAndLoops.filter(({ node }) => isDirectEval(node));
  const withs = paths.ofType('WithStatement');
  return {
    contexts,
    schemas: readSchemas(compilation),
    functions: paths.ofType(...(functions as t.Function['type'][])),
    identifiers: paths.ofType('Identifier', 'JSXIdentifier'),
    thisExpressions: paths.ofType('ThisExpression'),
    lexicalUses: paths.ofType('Identifier', 'MetaProperty', 'Super').flatMap((path) => {
      const what = usedBy(types, path);
      return what === undefined ? [] : [{ what, path, context: contexts.around(path) }];
    }),
    callsAndLoops,
    evals,
    exits: paths.ofType('ReturnStatement', 'BreakStatement', 'ContinueStatement'),
    withs,
    isDynamic: evals.length > 0 || withs.length > 0,
  };
}

function usedBy(
  types: Types,
  path: ListedPath<t.Identifier | t.MetaProperty | t.Super>,
): LexicalUse['what'] | undefined {
  const { node, parent, scope } = path;
  if (node.type === 'MetaProperty') return node.meta.name === 'new' ? 'new.target' : undefined;
  if (node.type === 'Super') return isSuperCall(parent) ? undefined : 'super';
  const isRead = node.name === 'arguments' && useOf(types, path) === 'read' && !scope.hasBinding('arguments', true);
  return isRead ? 'arguments' : undefined;
}
