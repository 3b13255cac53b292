import type { types as t } from '@babel/core';
import { skipTransparent } from '../babel/ast.js';

const UNNAMED = '(intermediate value)';

/**
 * What V8 calls a callee that is no function: `this.rooms.map`, `find(...).map`, `[1,2].map`, `(intermediate
 * value).map`.
 */
export function calleeText(wrapped: t.Node): string {
  const node = skipTransparent(wrapped);
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'ThisExpression':
      return 'this';
    case 'CallExpression':
    case 'OptionalCallExpression':
      return `${calleeText(node.callee)}(...)`;
    case 'TaggedTemplateExpression':
      return `${calleeText(node.tag)}(...)`;
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return calleeText(node.object) + propertyText(node);
    case 'ArrayExpression':
      return `[${node.elements.map((one) => (one === null ? '' : calleeText(one))).join()}]`;
    case 'StringLiteral':
      return `"${node.value}"`;
    case 'NumericLiteral':
      return String(node.value);
    default:
      return UNNAMED;
  }
}

function propertyText({ property, computed, optional }: t.MemberExpression | t.OptionalMemberExpression): string {
  const key = skipTransparent(property);
  if (key.type === 'PrivateName') return `${optional ? '?.' : '.'}#${key.id.name}`;
  if (key.type === 'StringLiteral') return `${optional ? '?.' : '.'}${key.value}`;
  if (computed) return `${optional ? '?.' : ''}[${calleeText(key)}]`;
  return `${optional ? '?.' : '.'}${(key as t.Identifier).name}`;
}
