/** The names that statements declare, by the language's rules of hoisting. */
import type { types as t } from '@babel/core';
import { eachStatement } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';

export type Kind = 'param' | 'var' | 'let' | 'const' | 'class' | 'function' | 'catch' | 'using';

interface DeclaredName {
  readonly name: string;
  readonly kind: Kind;
}

/** `var` anywhere in a function's own code. */
export function declaredVars(types: Types, body: t.Node): DeclaredName[] {
  const found: DeclaredName[] = [];
  const visit = (node: t.Node): void => {
    if (node.type === 'VariableDeclaration' && node.kind === 'var' && !isOnlyType(node))
      found.push(...namesOf(types, node).map((name) => ({ name, kind: 'var' as const })));
    eachStatement(types, node, visit);
  };
  visit(body);
  return found;
}

/** `let`, `const`, classes, functions and enums in a list of statements. */
export function declaredHere(types: Types, statements: readonly t.Statement[]): DeclaredName[] {
  const found: DeclaredName[] = [];
  for (const labeled of statements) {
    let one = labeled;
    while (types.isLabeledStatement(one)) one = one.body;
    if (isOnlyType(one)) continue;
    if (types.isVariableDeclaration(one)) {
      if (one.kind !== 'var') found.push(...namesOf(types, one).map((name) => ({ name, kind: kindOf(one.kind) })));
    } else if (types.isFunctionDeclaration(one)) found.push({ name: one.id!.name, kind: 'function' });
    else if (types.isClassDeclaration(one)) found.push({ name: one.id!.name, kind: 'class' });
    // An enum has a TDZ as a class has, and its name is known inside of it.
    else if (types.isTSEnumDeclaration(one)) found.push({ name: one.id.name, kind: 'class' });
  }
  return found;
}

const kindOf = (kind: string): Kind => (kind === 'let' || kind === 'const' ? kind : 'using');

function namesOf(types: Types, { declarations }: t.VariableDeclaration): string[] {
  return declarations.flatMap(({ id }) => namesIn(types, id));
}

/** The names that a pattern gives values to. */
export function namesIn(types: Types, pattern: t.Node): string[] {
  return Object.keys(types.getBindingIdentifiers(pattern));
}

/** The node is a type, which is gone when the program runs. */
export function isOnlyType(node: t.Node): boolean {
  const isOfTypes = ofTypes.get(node.type) ?? isTypeOfTypes(node.type);
  return isOfTypes || ('declare' in node && node.declare === true);
}

/** The answers by type of node, as `isOnlyType` is called several times for each node. */
const ofTypes = new Map<string, boolean>();

function isTypeOfTypes(type: string): boolean {
  const is =
    /^(?:TS(?!As|Satisfies|NonNull|TypeAssertion|Enum|Module|Instantiation|ParameterProperty|ExternalModule|ImportEquals|Export)|Type|Flow|Declare|Interface|Noop)/.test(
      type,
    ) && type !== 'TypeCastExpression';
  ofTypes.set(type, is);
  return is;
}

/** `<Door />`, `<door.Bell />`: the name of a variable. */
export function isComponent(
  { name }: t.JSXIdentifier,
  { parent, key }: { readonly parent: t.Node; readonly key: string },
): boolean {
  if (name === 'this') return false;
  if (parent.type === 'JSXMemberExpression') return key === 'object';
  const isTag = parent.type === 'JSXOpeningElement' || parent.type === 'JSXClosingElement';
  return isTag && /^[A-Z_$]|^[^a-z]/.test(name);
}
