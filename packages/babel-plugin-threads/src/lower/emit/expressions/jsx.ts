/** Elements of JSX with pauses in their attributes or children, which are evaluated in the order of the text. */
import type { types as t } from '@babel/core';
import type { Lowering } from '../lowering.js';
import { lowerParts, type Part, part } from './keep-earlier-parts.js';
import type { Sequence } from '../../plan/sequence.js';

type Element = t.JSXElement | t.JSXFragment;

/** `<Door a={b} {...c}>{yield d()}</Door>` → `$t0 = b; $t1 = { ...c }; …; <Door a={$t0} {...$t1}>{$v}</Door>` */
export function lowerJsx(l: Lowering, seq: Sequence, node: Element): t.Expression {
  const own = node.type === 'JSXElement' ? [...partsOfName(l, node), ...partsOfAttributes(l, node.openingElement)] : [];
  lowerParts(l, seq, [...own, ...node.children.flatMap((_, i) => partOfChild(l, node, i))]);
  return node;
}

/** The variable of a component, `<Door />`, which is read before the attributes. */
function partsOfName({ types }: Lowering, { openingElement, closingElement }: t.JSXElement): Part[] {
  const { name } = openingElement;
  const isVariable = name.type === 'JSXMemberExpression' || (name.type === 'JSXIdentifier' && isUpper(name.name));
  if (!isVariable) return [];
  const put = (kept: t.Node): void => {
    if (!types.isIdentifier(kept)) return;
    for (const one of [openingElement, closingElement]) if (one) one.name = types.jsxIdentifier(kept.name);
  };
  return [{ node: asExpression(types, name), put, role: 'element', isOfList: false }];
}

const isUpper = (name: string): boolean => !/^[a-z]/.test(name);

function asExpression(
  types: Lowering['types'],
  name: t.JSXMemberExpression | t.JSXIdentifier | t.JSXNamespacedName,
): t.Expression {
  if (name.type === 'JSXMemberExpression')
    return types.memberExpression(asExpression(types, name.object), types.identifier(name.property.name));
  const text = name.name as string;
  return text === 'this' ? types.thisExpression() : types.identifier(text);
}

function partsOfAttributes({ types }: Lowering, { attributes }: t.JSXOpeningElement): Part[] {
  return attributes.flatMap((one): Part[] => {
    if (one.type === 'JSXSpreadAttribute') {
      const kept = (value: t.Expression): t.Expression => types.objectExpression([types.spreadElement(value)]);
      return [{ ...part(one, 'argument'), isOfList: true, kept }];
    }
    const { value } = one;
    if (!value || value.type === 'StringLiteral') return [];
    if (value.type === 'JSXExpressionContainer') return [{ ...part(value, 'expression'), isOfList: true }];
    return [
      { node: value, put: (node) => void (one.value = wrapInContainer(types, node)), role: 'value', isOfList: true },
    ];
  });
}

function partOfChild({ types }: Lowering, { children }: Element, i: number): Part[] {
  const child = children[i]!;
  switch (child.type) {
    case 'JSXText':
      return [];
    case 'JSXExpressionContainer':
      return child.expression.type === 'JSXEmptyExpression' ? [] : [{ ...part(child, 'expression'), isOfList: true }];
    case 'JSXSpreadChild':
      return [
        {
          ...part(child, 'expression'),
          isOfList: true,
          kept: (value) => types.arrayExpression([types.spreadElement(value)]),
        },
      ];
    default:
      return [
        {
          node: child,
          put: (node) => void (children[i] = wrapInContainer(types, node)),
          role: 'child',
          isOfList: true,
        },
      ];
  }
}

/** `{$t0}` */
function wrapInContainer(
  types: Lowering['types'],
  node: t.Expression,
): t.JSXElement | t.JSXFragment | t.JSXExpressionContainer {
  return types.isJSXElement(node) || types.isJSXFragment(node) ? node : types.jsxExpressionContainer(node);
}
