/** Enums of TypeScript. */
import type { types as t } from '@babel/core';

/** Babel 8 has them in a node of their own. */
export const membersOf = (node: t.TSEnumDeclaration): readonly t.TSEnumMember[] =>
  (node as { readonly body?: { readonly members: readonly t.TSEnumMember[] } }).body?.members ?? node.members;

export const namesOfMembers = (node: t.TSEnumDeclaration): string[] =>
  membersOf(node).map(({ id }) => (id.type === 'Identifier' ? id.name : id.value));
