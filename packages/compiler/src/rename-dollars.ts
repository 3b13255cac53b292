/** Scripts of Svelte, in which no name that is declared may begin with `$`: those are runes and stores. */
import type { File, Node } from '@babel/types';
import * as types from '@babel/types';

/** They stand where Svelte finds them, so nothing is put around a call. */
export const RUNES: readonly string[] = ['state', 'derived', 'effect', 'props', 'bindable', 'inspect', 'host'].flatMap(
  (name) => [`$${name}`, `$${name}.*`],
);

/** `$meta`, which the compiler has made up, becomes `_$meta`. What the source says stays, runes and stores among it. */
export function renameDollars(ast: File, code: string): void {
  const isMadeUp = (name: string): boolean => name.startsWith('$') && !said.has(name);
  const said = new Set<string>(code.match(/(?<![\w$])\$[\w$]*/g));
  const kept = new Set<Node>();
  types.traverseFast(ast, (node) => {
    if ('computed' in node && !node.computed) {
      if ('property' in node) kept.add(node.property);
      if ('key' in node) kept.add(node.key);
    } else if (node.type === 'ImportSpecifier') {
      kept.add(node.imported);
    } else if (node.type === 'Identifier' && !kept.has(node) && isMadeUp(node.name)) {
      node.name = nextFree(node.name, code);
    }
  });
}

function nextFree(name: string, code: string): string {
  const other = `_${name}`;
  return code.includes(other) ? nextFree(other, code) : other;
}
