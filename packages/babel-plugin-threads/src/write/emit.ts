import type { Types } from '../babel/types.js';
import type { Compilation } from '../context/compilation.js';
import type { FunctionPlan, Plan } from '../plan.js';
import { type Helper, nameInNamespace } from '../vocabulary.js';
import { metaOf } from './meta.js';
import type { types as t } from '@babel/core';

/** Builds the small pieces of emitted code, and remembers which helpers they need. */
export interface Emitter {
  /** `beside`, or `CK.code.beside`. */
  helper(name: Helper): t.Expression;
  /** `$thread.arrow` and the like. */
  thread(variant?: string): t.Expression;
  call(callee: t.Expression, ...args: (t.Expression | t.SpreadElement)[]): t.CallExpression;
  id(name: string): t.Identifier;
  /** A variable or `this` of the source, written once more. */
  again(written: t.Identifier | t.ThisExpression): t.Expression;
  member(object: t.Expression, property: string): t.MemberExpression;
  assign(name: string, value: t.Expression): t.AssignmentExpression;
  /** `const name = value;` */
  declare(kind: 'const' | 'let' | 'var', name: string, value: t.Expression | null): t.VariableDeclaration;
  meta(plan: FunctionPlan): t.StringLiteral;
  /** Helpers in use: the runtime's name and the name in this file. */
  readonly used: ReadonlyMap<Helper, string>;
}

export function makeEmitter(compilation: Compilation, plan: Plan): Emitter {
  const { t: types, options } = compilation;
  const imported = importedHelpers(compilation);
  const used = new Map<Helper, string>();
  const id = (name: string): t.Identifier => types.identifier(name);
  const member = (object: t.Expression, property: string): t.MemberExpression =>
    types.memberExpression(object, id(property));

  const emitter: Emitter = {
    used,
    id,
    member,
    again(written) {
      if (types.isThisExpression(written)) return types.thisExpression();
      const { name } = written;
      const isFree = plan.freeVocabulary.get(name)?.some((path) => path.node === written) === true;
      return isFree && options.global !== undefined ? rooted(types, options.global, name) : id(name);
    },
    helper(name) {
      if (options.global !== undefined) return rooted(types, options.global, nameInNamespace(name));
      const own = imported.get(name);
      if (own !== undefined && plan.names.bound.get(own) === 1) return id(own);
      let local = used.get(name);
      if (local === undefined) used.set(name, (local = plan.names.ofRuntime(name, plan.freeVocabulary.has(name))));
      return id(local);
    },
    thread: (variant) =>
      variant === undefined ? emitter.helper('$thread') : member(emitter.helper('$thread'), variant),
    call: (callee, ...args) => types.callExpression(callee, args),
    assign: (name, value) => types.assignmentExpression('=', id(name), value),
    declare: (kind, name, value) => types.variableDeclaration(kind, [types.variableDeclarator(id(name), value)]),
    meta: (one) => types.stringLiteral(metaOf(one)),
  };
  return emitter;
}

/** `CK.code.wait` */
export function rooted(types: Types, root: string, name: string): t.MemberExpression {
  const [first, ...rest] = [...root.split('.'), name];
  let node: t.Expression = types.identifier(first);
  for (const part of rest) node = types.memberExpression(node, types.identifier(part));
  return node as t.MemberExpression;
}

/** Helpers that the file imports already, with their names in the file. */
function importedHelpers({ t: types, program, options }: Compilation): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of program.node.body) {
    if (!types.isImportDeclaration(statement) || !isOurs(statement.source.value)) continue;
    if (statement.importKind === 'type') continue;
    for (const one of statement.specifiers) {
      if (!types.isImportSpecifier(one) || one.importKind === 'type') continue;
      found.set(types.isIdentifier(one.imported) ? one.imported.name : one.imported.value, one.local.name);
    }
  }
  return found;

  function isOurs(source: string): boolean {
    return source === options.module || source.startsWith(`${options.module}/`);
  }
}
