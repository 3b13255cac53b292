import type { types as t } from '@babel/core';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import { COMPILED_DIRECTIVE, DIRECTIVE, PROGRAM_DIRECTIVE } from './mark-kinds.js';
import { addMark, type Reading, refuseUncompilable } from './reading.js';

export interface Directives {
  /** Those that say `use compile` or `use script`, to be changed to `use compiled`. */
  readonly found: readonly t.Directive[];
  /** One of them is at the top of the file. */
  readonly ofFile: boolean;
}

/** Finds `"use compile"`, `"use script"` and `"use compiled"`, and puts what they say on their functions. */
export function readDirectives(reading: Reading): Directives {
  const { paths } = reading.compilation;
  const found: t.Directive[] = [];
  let ofFile = false;
  for (const { node, parentPath, listKey } of paths.ofType('Directive')) {
    if (listKey !== 'directives') continue;
    const { node: block, parent } = parentPath!;
    const isOfFile = block.type === 'Program';
    if (node.value.value === DIRECTIVE) {
      found.push(node);
      if (isOfFile) ofFile = true;
      else {
        refuseUncompilable(reading, parent);
        addMark(reading, parent, 'compile');
      }
    } else if (node.value.value === PROGRAM_DIRECTIVE) {
      if (isOfFile) found.push(node);
      else refuseAt(reading.compilation, node, errors.markOnNothing, { mark: 'script', where: 'above' });
    } else if (node.value.value === COMPILED_DIRECTIVE && !isOfFile) addMark(reading, parent, 'compiled');
  }
  return { found, ofFile };
}

/** The plugin wrote that the whole file is compiled. */
export function hasCompiledDirective({ directives }: t.Program): boolean {
  return directives.some(({ value }) => value.value === COMPILED_DIRECTIVE);
}
