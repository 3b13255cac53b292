/** Which calls are of words of the runtime. */
import { skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import type { Compilation } from '../context/compilation.js';
import type { types as t } from '@babel/core';

/** The vocabulary's word that a callee is: a free name, or one that the file takes from the runtime. */
export function vocabularyName(compilation: Compilation, path: Path, callee: t.Node): string | undefined {
  const { t: types, vocabulary, runtimeNames } = compilation;
  if (types.isSequenceExpression(callee)) return ofSequence(compilation, path, callee);
  if (!types.isIdentifier(callee)) return runtimeNames.wordOfMember(path, callee);
  const { name } = callee;
  if (path.scope.getBinding(name) === undefined) return vocabulary.has(name) ? name : undefined;
  return runtimeNames.wordOf(path, name);
}

/** `(0, rt.wait)(16)`: what other compilers make of a call of an imported name. */
function ofSequence(compilation: Compilation, path: Path, { expressions }: t.SequenceExpression): string | undefined {
  const [first, second, ...rest] = expressions;
  const isCommon = compilation.t.isNumericLiteral(first) && second !== undefined && rest.length === 0;
  return isCommon ? vocabularyName(compilation, path, skipTransparent(second)) : undefined;
}

/** The name stands for a module: what is called on it is a function of its own. */
export function isNamespace({ runtimeNames }: Compilation, path: Path, name: string): boolean {
  return (
    path.scope.getBinding(name)?.path.node.type === 'ImportNamespaceSpecifier' || runtimeNames.isNamespace(path, name)
  );
}
