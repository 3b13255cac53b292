import type { types as t } from '@babel/core';
import type { Types } from '../babel/types.js';
import type { Options } from '../options.js';
import type { Path, Spots } from '../babel/path.js';
import type { RuntimeNames } from '../plan.js';
import { bare, isCall, isMember } from '../babel/ast.js';
import { VOCABULARY } from '../vocabulary.js';

type Scope = Path['scope'];
type Binding = NonNullable<ReturnType<Scope['getBinding']>>;

/** A name of one of the runtime's modules; `*` is the module itself. */
interface Known {
  readonly module: string;
  readonly name: string;
}

/** What other compilers put around the `require` of `import * as rt`: TypeScript, Babel, esbuild. */
const STARS = new Set(['__importStar', '_interopRequireWildcard', '__toESM']);

/**
 * Reads once what the file calls the runtime and its words, so that nobody asks how they came:
 *
 *   import { all as both } from "@spindle/runtime"          import * as rt from "@spindle/runtime"
 *   const { all: both } = require("@spindle/runtime")       const rt = require("@spindle/runtime")
 *   const { all, ...rest } = rt                             const all = rt.all
 *   import rt = require("@spindle/runtime")                 rt.all(…), rt?.["all"](…)
 *   const { all } = CK.code                                 CK.code.all(…)
 *
 * The last line with the option `runtime: { global: "CK.code" }`. A variable that is written again is anything.
 */
export function readRuntimeNames(types: Types, options: Options, { all }: Spots): RuntimeNames {
  const known = new Map<Binding, Known>();
  const globalParts = options.global?.split('.') ?? [];
  for (const { node, scope } of all) {
    if (types.isImportDeclaration(node) && isOfRuntime(node.source.value)) readImport(node, scope);
    else if (types.isVariableDeclarator(node) && node.init) readDeclarator(node, bare(node.init), scope);
    else if (types.isTSImportEqualsDeclaration(node)) readImportEquals(node, scope);
  }
  return { wordOf, wordOfMember, isNamespace, bindingsOf };

  function wordOf(path: Path, name: string): string | undefined {
    return wordIn(find(path.scope, name));
  }

  function wordOfMember({ scope }: Path, member: t.Node): string | undefined {
    return isMember(member) ? wordIn(valueOf(member, scope)) : undefined;
  }

  function wordIn(found: Known | undefined): string | undefined {
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

  /** `import rt = require("@spindle/runtime")` */
  function readImportEquals({ id, moduleReference }: t.TSImportEqualsDeclaration, scope: Scope): void {
    const binding = scope.getBinding(id.name);
    if (!binding || !types.isTSExternalModuleReference(moduleReference)) return;
    const { value } = moduleReference.expression;
    if (isOfRuntime(value)) known.set(binding, { module: value, name: '*' });
  }

  function readDeclarator({ id }: t.VariableDeclarator, init: t.Node, scope: Scope): void {
    const value = valueOf(init, scope);
    if (value === undefined) return;
    if (types.isIdentifier(id)) bind(id, value);
    if (!types.isObjectPattern(id) || value.name !== '*') return;
    for (const one of id.properties) {
      if (types.isRestElement(one)) bindTo(one.argument, value);
      else if (!one.computed) bindTo(one.value, { module: value.module, name: textOf(one.key) });
    }

    function bindTo(target: t.Node, what: Known): void {
      const local = types.isAssignmentPattern(target) ? target.left : target;
      if (types.isIdentifier(local)) bind(local, what);
    }

    function bind(local: t.Identifier, what: Known): void {
      const binding = scope.getBinding(local.name);
      if (binding?.constant) known.set(binding, what);
    }
  }

  /** `require("@spindle/runtime")`, `rt`, `rt.all`, `CK.code` */
  function valueOf(node: t.Node, scope: Scope): Known | undefined {
    if (isGlobal(node, scope)) return { module: options.module, name: '*' };
    if (types.isIdentifier(node)) return find(scope, node.name);
    if (isMember(node)) {
      const name = nameOf(node);
      const object = name === undefined ? undefined : valueOf(bare(node.object), scope);
      return object?.name === '*' ? { module: object.module, name: name! } : undefined;
    }
    if (!isCall(node)) return undefined;
    const callee = bare(node.callee);
    const [first] = node.arguments;
    if (first === undefined || !types.isIdentifier(callee)) return undefined;
    if (STARS.has(callee.name)) return valueOf(bare(first), scope);
    const source = callee.name === 'require' ? textIn(first) : undefined;
    const isKnown = source !== undefined && isOfRuntime(source) && !scope.hasBinding('require', true);
    return isKnown ? { module: source, name: '*' } : undefined;
  }

  /** `CK.code` */
  function isGlobal(node: t.Node, scope: Scope): boolean {
    let left = node;
    for (const part of globalParts.slice(1).toReversed()) {
      if (!isMember(left) || nameOf(left) !== part) return false;
      left = bare(left.object);
    }
    const [name] = globalParts;
    return name !== undefined && types.isIdentifier(left, { name }) && !scope.getBinding(name);
  }

  function nameOf({ property, computed }: t.MemberExpression | t.OptionalMemberExpression): string | undefined {
    return computed ? textIn(property) : textOf(property);
  }

  /** `"all"`, also between backticks */
  function textIn(node: t.Node): string | undefined {
    if (types.isTemplateLiteral(node)) return node.expressions.length === 0 ? node.quasis[0]!.value.cooked! : undefined;
    return types.isStringLiteral(node) ? node.value : undefined;
  }

  function textOf(key: t.Node): string {
    return types.isIdentifier(key) ? key.name : types.isStringLiteral(key) ? key.value : '';
  }
}
