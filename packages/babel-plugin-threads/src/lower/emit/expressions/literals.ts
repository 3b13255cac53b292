/** Arrays, objects and templates with pauses in their parts. */
import type { types as t } from '@babel/core';
import { bindLater } from '../../simplify/iteration-bindings.js';
import { putUnderKey } from '../../simplify/inferred-names.js';
import type { Lowering } from '../lowering.js';
import { asPropertyKey, listParts, lowerParts, type Part, part } from './keep-earlier-parts.js';
import type { Sequence } from '../../plan/sequence.js';

/** `[a, ...b, yield c()]` → `$t0 = a; $t1 = [...b]; …; [$t0, ...$t1, $v]` */
export function lowerArray(l: Lowering, seq: Sequence, node: t.ArrayExpression): t.Expression {
  lowerParts(l, seq, listParts(l, node, 'elements'));
  return node;
}

/** Values are converted to strings before the pause: `${a}${yield b()}` → `$t0 = \`${a}\`; …; \`${$t0}${$v}\`` */
export function lowerTemplate(l: Lowering, seq: Sequence, node: t.TemplateLiteral): t.Expression {
  const { types } = l;
  const quasi = (): t.TemplateElement => types.templateElement({ raw: '', cooked: '' });
  const kept = (value: t.Expression): t.Expression => types.templateLiteral([quasi(), quasi()], [value]);
  lowerParts(
    l,
    seq,
    node.expressions.map((_, i) => ({ ...part(node, 'expressions', i), kept })),
  );
  return node;
}

/** Keys and values in their order; methods stay, as making them has no effect. */
export function lowerObject(l: Lowering, seq: Sequence, node: t.ObjectExpression): t.Expression {
  const { types } = l;
  const toKey = (key: t.Expression): t.Expression => asPropertyKey(l, key);
  const parts: Part[] = [];
  for (const property of node.properties) {
    if (types.isSpreadElement(property)) {
      const kept = (value: t.Expression): t.Expression => types.objectExpression([types.spreadElement(value)]);
      parts.push({ ...part(property, 'argument'), isOfList: true, kept });
      continue;
    }
    if (property.computed) parts.push({ ...part(property, 'key'), isOfList: true, kept: toKey });
    if (types.isObjectProperty(property)) parts.push(valueOf(l, property));
  }
  lowerParts(l, seq, parts);
  return bindLater(l.tools, l.rewritten.bounds, node);
}

/** `{ a }` becomes `{ a: $t0 }` if `a` is kept. A class without a name takes the key's. */
function valueOf({ types }: Lowering, property: t.ObjectProperty): Part {
  const value = { ...part(property, 'value'), isOfList: true };
  const isProto = !property.computed && types.isIdentifier(property.key, { name: '__proto__' });
  const isNameless = types.isClassExpression(value.node) && !value.node.id && !isProto;
  return {
    ...value,
    put(node) {
      if (node !== property.value) property.shorthand = false;
      value.put(node);
    },
    ...(isNameless && {
      kept: (made) => putUnderKey(types, made, property.key, property.computed),
    }),
  };
}
