/** The objects that are given to `asLibrary`: they own nothing, so a call on one runs in the thread that makes it. */
import type { types as t } from '@babel/core';
import { skipTransparent } from '../../babel/ast.js';
import type { Path } from '../../babel/path.js';
import type { Analysis } from '../facts/facts.js';
import { wordCalled } from '../names/runtime-words.js';

export function readLibraries({ compilation, facts }: Analysis): Set<t.Node> {
  const { t: types } = compilation;
  const libraries = new Set<t.Node>();
  for (const { path } of facts.callSites) {
    if (!types.isCallExpression(path.node) || wordCalled(compilation, path) !== 'asLibrary') continue;
    const [given] = path.node.arguments;
    const value = given && skipTransparent(given);
    const declared = types.isIdentifier(value) ? path.scope.getBinding(value.name)?.path.node : undefined;
    const init = types.isVariableDeclarator(declared) && declared.init ? skipTransparent(declared.init) : value;
    if (init) libraries.add(init);
  }
  return libraries;
}

/** The object literal that a function is a member of. */
export const objectOfFunction = ({ parent, parentPath }: Path): t.Node =>
  parent.type === 'ObjectProperty' ? parentPath!.parent : parent;
