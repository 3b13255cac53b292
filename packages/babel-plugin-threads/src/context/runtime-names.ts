import type { types as t } from '@babel/core';
import type { Types } from '../babel/types.js';
import type { Options } from '../options.js';
import type { Path, PathList } from '../babel/path.js';
import type { RuntimeNames } from '../plan.js';
import { skipTransparent, isCall, isMember } from '../babel/ast.js';
import type { Binding } from '../babel/bindings.js';
import { hasWord, isOfRuntime } from '../vocabulary.js';

type Scope = Path['scope'];

/** A name of one of the runtime's modules; `*` is the module itself. */
interface Known {
  readonly module: string;
  readonly name: string;
}

/** What other compilers put around the `require` of `import * as rt`: TypeScript, Babel, esbuild. */
const STARS = new Set(['__importStar', '_interopRequireWildcard', '__toESM']);

/** What has been read of the file. */
interface Reader {
  readonly types: Types;
  readonly options: Options;
  readonly known: Map<Binding, Known>;
}

/**
 * Reads once what the file calls the runtime and its words, so that no other code has to know in which way they came:
 *
 *   import { all as both } from "@spindle/runtime"          import * as rt from "@spindle/runtime"
 *   const { all: both } = require("@spindle/runtime")       const rt = require("@spindle/runtime")
 *   const { all, ...rest } = rt                             const all = rt.all
 *   import rt = require("@spindle/runtime")                 rt.all(…), rt?.["all"](…)
 *   const { all } = CK.code                                 CK.code.all(…)
 *
 * The last line with the option `runtime: { global: "CK.code" }`. A variable that is written again is anything.
 */
export function readRuntimeNames(types: Types, options: Options, paths: PathList): RuntimeNames {
  const reader: Reader = { types, options, known: new Map() };
  const namings = ['ImportDeclaration', 'VariableDeclarator', 'TSImportEqualsDeclaration'] as const;
  for (const { node, scope } of paths.ofType(...namings)) {
    if (node.type === 'VariableDeclarator') {
      if (node.init) readDeclarator(reader, node, skipTransparent(node.init), scope);
    } else if (node.type === 'TSImportEqualsDeclaration') readImportEquals(reader, node, scope);
    else if (isOfRuntime(node.source.value, options.module)) readImport(reader, node, scope);
  }
  return {
    wordOf: ({ scope }, name) => wordIn(reader, find(reader, scope, name)),
    wordOfMember: ({ scope }, member) =>
      isMember(member) ? wordIn(reader, valueOf(reader, member, scope)) : undefined,
    isNamespace({ scope }, name) {
      const found = find(reader, scope, name);
      return found?.module === options.module && found.name === '*';
    },
    bindingsOf: (module, name) =>
      [...reader.known]
        .filter(([, one]) => one.module === module && (name === undefined || one.name === name))
        .map(([binding]) => binding),
  };
}

function wordIn({ options }: Reader, found: Known | undefined): string | undefined {
  return found !== undefined && hasWord(found.module, found.name, options.module) ? found.name : undefined;
}

function find(reader: Reader, scope: Scope, name: string): Known | undefined {
  const { known } = reader;
  const binding = known.size > 0 ? scope.getBinding(name) : undefined;
  return binding && known.get(binding);
}

function readImport(reader: Reader, { specifiers, source }: t.ImportDeclaration, scope: Scope): void {
  const { known } = reader;
  for (const one of specifiers) {
    const binding = scope.getBinding(one.local.name);
    if (!binding) continue;
    const imported = one.type === 'ImportSpecifier' ? one.imported : undefined;
    const name = one.type === 'ImportNamespaceSpecifier' ? '*' : imported === undefined ? 'default' : textOf(imported);
    known.set(binding, { module: source.value, name });
  }
}

/** `import rt = require("@spindle/runtime")` */
function readImportEquals(reader: Reader, { id, moduleReference }: t.TSImportEqualsDeclaration, scope: Scope): void {
  const { options, known } = reader;
  const binding = scope.getBinding(id.name);
  if (!binding || moduleReference.type !== 'TSExternalModuleReference') return;
  const { value } = moduleReference.expression;
  if (isOfRuntime(value, options.module)) known.set(binding, { module: value, name: '*' });
}

function readDeclarator(reader: Reader, { id }: t.VariableDeclarator, init: t.Node, scope: Scope): void {
  const value = valueOf(reader, init, scope);
  if (value === undefined) return;
  if (id.type === 'Identifier') bindTo(reader, id, scope, value);
  if (id.type !== 'ObjectPattern' || value.name !== '*') return;
  for (const one of id.properties) {
    if (one.type === 'RestElement') bindTo(reader, one.argument, scope, value);
    else if (!one.computed) bindTo(reader, one.value, scope, { module: value.module, name: textOf(one.key) });
  }
}

function bindTo(reader: Reader, pattern: t.Node, scope: Scope, what: Known): void {
  const { known } = reader;
  const local = pattern.type === 'AssignmentPattern' ? pattern.left : pattern;
  const binding = local.type === 'Identifier' ? scope.getBinding(local.name) : undefined;
  if (binding?.constant) known.set(binding, what);
}

/** `require("@spindle/runtime")`, `rt`, `rt.all`, `CK.code` */
function valueOf(reader: Reader, node: t.Node, scope: Scope): Known | undefined {
  const { options } = reader;
  if (isGlobal(reader, node, scope)) return { module: options.module, name: '*' };
  if (node.type === 'Identifier') return find(reader, scope, node.name);
  if (isMember(node)) {
    const name = nameOf(node);
    const object = name === undefined ? undefined : valueOf(reader, skipTransparent(node.object), scope);
    return object?.name === '*' ? { module: object.module, name: name! } : undefined;
  }
  if (!isCall(node)) return undefined;
  const callee = skipTransparent(node.callee);
  const [first] = node.arguments;
  if (first === undefined || callee.type !== 'Identifier') return undefined;
  if (STARS.has(callee.name)) return valueOf(reader, skipTransparent(first), scope);
  const source = callee.name === 'require' ? textIn(first) : undefined;
  const isKnown = source !== undefined && isOfRuntime(source, options.module) && !scope.hasBinding('require', true);
  return isKnown ? { module: source, name: '*' } : undefined;
}

/** `CK.code` */
function isGlobal(reader: Reader, node: t.Node, scope: Scope): boolean {
  const { types, options } = reader;
  if (options.global === undefined) return false;
  const globalParts = options.global.split('.');
  let left = node;
  for (const part of globalParts.slice(1).toReversed()) {
    if (!isMember(left) || nameOf(left) !== part) return false;
    left = skipTransparent(left.object);
  }
  const [name] = globalParts;
  return name !== undefined && types.isIdentifier(left, { name }) && !scope.getBinding(name);
}

const nameOf = ({ property, computed }: t.MemberExpression | t.OptionalMemberExpression): string | undefined =>
  computed ? textIn(property) : textOf(property);

/** `"all"`, also between backticks */
function textIn(node: t.Node): string | undefined {
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0 ? node.quasis[0]!.value.cooked! : undefined;
  return node.type === 'StringLiteral' ? node.value : undefined;
}

function textOf(key: t.Node): string {
  return key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : '';
}
