import type { PluginItem } from '@babel/core';
import { type Diagnostic, findUncompiledWait, type ThreadsOptions, waitFilterOf } from 'babel-plugin-threads';
import type { PluginOptions } from '../config.js';

/** A quick search in the text. What it finds may be in a comment, or may be a call of a function of the file. */
export const mayCallWord = (text: string, options: PluginOptions): boolean =>
  waitFilterOf(options as ThreadsOptions).test(text);

/** A Babel plugin for files without a mark. It reports the first call of a word that waits, if that is a free name. */
export function findWord(options: PluginOptions, onDiagnostic: (one: Diagnostic) => void): PluginItem {
  return {
    name: 'spindle-unmarked-words',
    visitor: {
      Program(_path, { file }) {
        if (options.diagnostics === 'off') return;
        const found = findUncompiledWait(file, options as ThreadsOptions);
        if (found !== null) onDiagnostic(found);
      },
    },
  };
}
