/** `delete x` of sloppy code. */
import type { types as t } from '@babel/core';
import type { Types } from '../../../babel/types.js';
import { become } from './renaming.js';
import type { Use, Variables } from '../facts/variable.js';

/** A variable is not deleted: `delete x` → `false`, as `x` may become a member, which would be. */
export function keepDeleted(types: Types, { own, free }: Variables): void {
  const uses = [...own.flatMap((one) => one.uses), ...(free.get('arguments') ?? [])];
  for (const { parent } of uses.filter((one) => isDeleted(types, one)))
    become(types, parent, parent, types.booleanLiteral(false));
}

const isDeleted = (types: Types, { parent, node }: Use): boolean =>
  types.isUnaryExpression(parent, { operator: 'delete' }) && (parent as t.UnaryExpression).argument === node;
