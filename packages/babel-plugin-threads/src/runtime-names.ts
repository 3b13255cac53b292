import type { types as t } from '@babel/core';
import type { Types } from './compilation.js';
import type { Options } from './options.js';
import type { Path, Spots } from './path.js';
import type { RuntimeNames } from './plan.js';
import { bare, isCall } from './tree.js';
import { VOCABULARY } from './vocabulary.js';

type Scope = Path['scope'];
type Binding = NonNullable<ReturnType<Scope['getBinding']>>;

/** A name of one of the runtime's modules; `*` is the module itself. */
interface Known {
  readonly module: string;
  readonly name: string;
}

/**
 * Reads once what the file calls the runtime and its words, so that nobody asks how they came:
 *
 *   import { all as both } from "@spindle/runtime"          import * as rt from "@spindle/runtime"
 *   const { all: both } = require("@spindle/runtime")       const rt = require("@spindle/runtime")
 *   const { all } = rt                                      const all = rt.all
 */
export function readRuntimeNames(types: Types, options: Options, { all }: Spots): RuntimeNames {
  const known = new Map<Binding, Known>();
  for (const { node, scope } of all) {
    if (types.isImportDeclaration(node) && isOfRuntime(node.source.value)) readImport(node, scope);
    else if (types.isVariableDeclarator(node) && node.init) readDeclarator(node, bare(node.init), scope);
  }
  return { wordOf, isNamespace, bindingsOf };

  function wordOf(path: Path, name: string): string | undefined {
    const found = find(path.scope, name);
    return found?.module === options.module && VOCABULARY.has(found.name) ? found.name : undefined;
  }

  function isNamespace(path: Path, name: string): boolean {
    const found = find(path.scope, name);
    return found?.module === options.module && found.name === '*';
  }

  function bindingsOf(module: string, name?: string): Binding[] {
    return [...known]
      .filter(([, one]) => one.module === module && (name === undefined || one.name === name))
      .map(([binding]) => binding);
  }

  function find(scope: Scope, name: string): Known | undefined {
    const binding = known.size > 0 ? scope.getBinding(name) : undefined;
    return binding && known.get(binding);
  }

  function isOfRuntime(source: string): boolean {
    return source === options.module || source.startsWith(`${options.module}/`);
  }

  function readImport({ specifiers, source }: t.ImportDeclaration, scope: Scope): void {
    for (const one of specifiers) {
      const binding = scope.getBinding(one.local.name);
      if (!binding) continue;
      const imported = types.isImportSpecifier(one) ? one.imported : undefined;
      const name = types.isImportNamespaceSpecifier(one) ? '*' : imported === undefined ? 'default' : textOf(imported);
      known.set(binding, { module: source.value, name });
    }
  }

  function readDeclarator({ id }: t.VariableDeclarator, init: t.Node, scope: Scope): void {
    const value = valueOf(init, scope);
    if (value === undefined) return;
    if (types.isIdentifier(id)) bind(id, value);
    if (!types.isObjectPattern(id) || value.name !== '*') return;
    for (const one of id.properties)
      if (types.isObjectProperty(one) && !one.computed && types.isIdentifier(one.value))
        bind(one.value, { module: value.module, name: textOf(one.key) });

    function bind(local: t.Identifier, what: Known): void {
      const binding = scope.getBinding(local.name);
      if (binding?.constant) known.set(binding, what);
    }
  }

  /** `require("@spindle/runtime")`, `rt`, `rt.all` */
  function valueOf(node: t.Node, scope: Scope): Known | undefined {
    if (types.isIdentifier(node)) return find(scope, node.name);
    if (types.isMemberExpression(node)) {
      const object = node.computed ? undefined : valueOf(bare(node.object), scope);
      return object?.name === '*' ? { module: object.module, name: textOf(node.property) } : undefined;
    }
    if (!isCall(node) || !types.isIdentifier(bare(node.callee), { name: 'require' })) return undefined;
    const [source] = node.arguments;
    const isKnown = types.isStringLiteral(source) && isOfRuntime(source.value) && !scope.hasBinding('require', true);
    return isKnown ? { module: source.value, name: '*' } : undefined;
  }

  function textOf(key: t.Node): string {
    return types.isIdentifier(key) ? key.name : types.isStringLiteral(key) ? key.value : '';
  }
}
