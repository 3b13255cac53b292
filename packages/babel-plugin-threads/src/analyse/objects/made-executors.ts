/** What the file makes an Executor of: `asExecutor(new Tower())`, `const tower = new Tower(); asExecutor(tower)`. */
import type { types as t } from '@babel/core';
import { skipTransparent } from '../../babel/ast.js';
import type { Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { MAKES_EXECUTOR } from '../../vocabulary.js';
import { wordCalled } from '../names/runtime-words.js';

export interface MadeExecutors {
  /** The object literals, and the classes of the objects. */
  readonly nodes: ReadonlySet<t.Node>;
  /** It is not known what some of them are: it may be any. */
  readonly isUnclear: boolean;
}

/** The same while it is read. */
interface Found {
  readonly nodes: Set<t.Node>;
  isUnclear: boolean;
}

export function readMadeExecutors(compilation: Compilation): MadeExecutors {
  const { paths } = compilation;
  const found: Found = { nodes: new Set(), isUnclear: false };
  for (const path of paths.ofType('CallExpression')) {
    if (wordCalled(compilation, path) !== MAKES_EXECUTOR) continue;
    const [argument] = path.node.arguments;
    if (argument) noteMade(compilation, found, path, skipTransparent(argument));
  }
  return found;
}

function noteMade(compilation: Compilation, found: Found, at: Path, value: t.Node): void {
  const { t: types } = compilation;
  if (types.isObjectExpression(value)) return void found.nodes.add(value);
  if (types.isThisExpression(value)) return;
  const binding = types.isIdentifier(value) ? at.scope.getBinding(value.name) : undefined;
  const { init } = (binding?.constant ? binding.path.node : {}) as { init?: t.Node | null };
  if (init && !types.isIdentifier(skipTransparent(init)))
    return noteMade(compilation, found, at, skipTransparent(init));
  const called = types.isNewExpression(value) ? skipTransparent(value.callee) : undefined;
  const klass = types.isIdentifier(called) ? at.scope.getBinding(called.name)?.path.node : undefined;
  const held = types.isVariableDeclarator(klass) && klass.init ? skipTransparent(klass.init) : klass;
  if (types.isClass(held)) found.nodes.add(held);
  else found.isUnclear = true;
}
