/** `delete x` of sloppy code, and `delete this`. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import { overwriteNode } from './renaming.js';
import type { Use, Variables } from '../read/variable.js';

/** A variable is not deleted: `delete x` → `false`, as `x` may become a member, which would be. Gives whether there was one. */
export function foldDeletedNames(types: Types, { own, free }: Variables): boolean {
  const uses = [...own.flatMap((one) => one.uses), ...(free.get('arguments') ?? [])];
  const deleted = uses.filter((one) => isDeleted(types, one));
  for (const { parent } of deleted) overwriteNode(types, parent, parent, types.booleanLiteral(false));
  return deleted.length > 0;
}

/** `delete this` → `true`: `delete $this` is a syntax error in strict code. Gives the other uses. */
export function foldDeletedThis(types: Types, uses: Variables['thisUses']): Variables['thisUses'] {
  return uses.filter(({ parent }) => {
    const isIt = types.isUnaryExpression(parent, { operator: 'delete' });
    if (isIt) overwriteNode(types, parent, parent, types.booleanLiteral(true));
    return !isIt;
  });
}

const isDeleted = (types: Types, { parent, node }: Use): boolean =>
  types.isUnaryExpression(parent, { operator: 'delete' }) && (parent as t.UnaryExpression).argument === node;
