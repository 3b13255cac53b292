import type { types as t } from '@babel/core';
import type { Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';

/** Names of TypeScript that Babel's scopes do not know. */
export interface TypedNames {
  /** Of enums and namespaces, which are there when the program runs. */
  readonly bound: ReadonlySet<string>;
  /** Of what is only declared. */
  readonly declared: ReadonlySet<string>;
}

export function readTypedNames({ t: types, program }: Compilation): TypedNames {
  const bound = new Set<string>();
  const declared = new Set<string>();
  types.traverseFast(program.node, (node) => {
    if (node.type === 'TSEnumDeclaration' || node.type === 'TSModuleDeclaration') {
      if (node.id.type === 'Identifier' && !isGlobalBlock(node)) (isAmbient(node) ? declared : bound).add(node.id.name);
      // `declare global { var hero: Hero }`
      if (isAmbient(node)) types.traverseFast(node, (inner) => noteDeclared(types, declared, inner));
    } else if (node.type === 'TSImportEqualsDeclaration') bound.add(node.id.name);
    else if (node.type === 'TSDeclareFunction' || isAmbient(node)) noteDeclared(types, declared, node);
  });
  return { bound, declared };
}

function noteDeclared(types: Types, declared: Set<string>, node: t.Node): void {
  if (node.type === 'TSDeclareFunction') {
    if (node.id) declared.add(node.id.name);
  } else if (node.type === 'VariableDeclaration' || node.type === 'ClassDeclaration')
    for (const name of Object.keys(types.getBindingIdentifiers(node))) declared.add(name);
}

function isGlobalBlock(node: t.TSEnumDeclaration | t.TSModuleDeclaration): boolean {
  return 'global' in node ? node.global === true || node.kind === 'global' : false;
}

function isAmbient(node: t.Node): boolean {
  return 'declare' in node && node.declare === true;
}

/** Something in the file binds the name, as the program runs: `declare const x` does not. */
export function isBound({ bound }: TypedNames, path: Path<t.Identifier | t.JSXIdentifier>): boolean {
  const { name } = path.node;
  const binding = path.scope.getBinding(name);
  return bound.has(name) || (binding !== undefined && !binding.path.find((at) => isAmbient(at.node)));
}
