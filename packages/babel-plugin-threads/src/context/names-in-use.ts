/** The names of variables that the file uses. Babel's scopes have them scope by scope. */
import type { ListedPath } from '../babel/path.js';
import type { Compilation } from './compilation.js';
import type { types as t } from '@babel/core';

/** All names of variables in a node: bound or free. Property names do not count. */
export function variableNames({ paths }: Compilation, from: ListedPath): Set<string> {
  const names = new Set<string>();
  for (let i = from.index; i < from.end;) {
    const path = paths.all[i]!;
    const { node } = path;
    const isPassed = isNameOfProperty(path);
    if (!isPassed && (node.type === 'Identifier' || node.type === 'JSXIdentifier')) names.add(node.name);
    i = isPassed ? path.end : i + 1;
  }
  return names;
}

/** `b` of `a.b` and of `{ b: 1 }` */
export function isNameOfProperty({ parent, key }: ListedPath): boolean {
  return (key === 'property' || key === 'key') && isNamed(parent) && !(parent as t.MemberExpression).computed;
}

function isNamed({ type }: t.Node): boolean {
  return /Member|Property|Method/.test(type);
}
