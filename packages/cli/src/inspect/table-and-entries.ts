/** What the plugin writes at the end of the output: the table of what the runtime has to know, and the entries. */
import type { Inspected } from './inspected.js';

/** A function of the plugin's own. Lines count from 1. */
export interface Written {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const HEAD = /^( *)function (\$(?:meta|entry)\w*)\(/;

/** `function $meta(n) {…}` and `function $entry0($c) {…}`, unless the author has written that. */
export function tableAndEntries({ source, output }: Pick<Inspected, 'source' | 'output'>): Written[] {
  const found: Written[] = [];
  for (let at = 0; at < output.length; at++) {
    const [head, indent, name] = HEAD.exec(output[at]!) ?? [];
    if (head === undefined || source.some((line) => line.includes(head.trim()))) continue;
    const end = output.indexOf(`${indent}}`, at);
    if (end < 0) continue;
    found.push({ name: name!, start: at + 1, end: end + 1 });
    at = end;
  }
  return found;
}
