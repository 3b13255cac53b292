import type { types as t } from '@babel/core';
import { dotted } from '../babel/function-names.js';
import type { Compilation } from './compilation.js';

/** The text of an expression as it is written. */
export const sourceOf = ({ code }: Compilation, { start, end }: t.Node): string => code.slice(start!, end!);

/** The text of an expression on one line, cut where it is long. */
export function textOf({ code }: Compilation, node: t.Node): string {
  if (typeof node.start !== 'number') return dotted(node) ?? 'the target';
  const text = code.slice(node.start, node.end!).replace(/\s+/g, ' ');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
