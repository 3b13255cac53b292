/** Classes with pauses in their head or in computed keys. */
import type { types as t } from '@babel/core';
import { bindLater } from '../../simplify/iteration-bindings.js';
import { decoratorsOf } from '../../read/class-heads.js';
import type { Lowering } from '../lowering.js';
import { asPropertyKey, lowerParts, type Part, part } from './keep-earlier-parts.js';
import type { Sequence } from '../../plan/sequence.js';

/** `class extends (yield a()) { [b]() {} static [yield c()] = 1 }` → `$t0 = …; $t1 = $propertyKey(b); …; class extends $t0 { [$t1]() {} static [$v] = 1 }` */
export function lowerClass(l: Lowering, seq: Sequence, node: t.ClassExpression): t.Expression {
  const kept = (key: t.Expression): t.Expression => asPropertyKey(l, key);
  const parts: Part[] = partsOfDecorators(node);
  if (node.superClass) parts.push(part(node, 'superClass'));
  for (const member of node.body.body) {
    parts.push(...partsOfDecorators(member));
    if ('computed' in member && member.computed) parts.push({ ...part(member, 'key'), kept });
  }
  lowerParts(l, seq, parts);
  return bindLater(l.tools, l.rewritten.bounds, node);
}

const partsOfDecorators = (node: t.Node): Part[] => decoratorsOf(node).map((one) => part(one, 'expression'));
