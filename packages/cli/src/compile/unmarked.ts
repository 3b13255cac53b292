import type { PluginItem } from '@babel/core';
import { type Diagnostic, WAITING_WORDS } from 'babel-plugin-threads';
import type { PluginOptions } from '../config.js';
import { unmarkedWord } from '../errors.js';

const CALL = new RegExp(String.raw`(?<![.\w$#])(?:${[...WAITING_WORDS].join('|')})\s*\(`);

/** A quick search in the text. What it finds may be in a comment, or may be a call of a function of the file. */
export const mayCallWord = (text: string): boolean => CALL.test(text);

/**
 * A Babel plugin for files without a mark. It reports the first call of a word that waits, unless the file declares
 * that name.
 */
export function findWord(options: PluginOptions, onDiagnostic: (one: Diagnostic) => void): PluginItem {
  const { diagnostics, globals, constants } = options;
  const known = new Set([globals, constants].flatMap((names) => Object.keys(names ?? {})));
  return {
    name: 'spindle-unmarked-words',
    visitor: {
      CallExpression(path) {
        const { callee } = path.node;
        if (callee.type !== 'Identifier' || !WAITING_WORDS.has(callee.name) || diagnostics === 'off') return;
        if (known.has(callee.name) || path.scope.hasBinding(callee.name, true)) return;
        const message = unmarkedWord(callee.name);
        const { start, end } = callee.loc!;
        const place = { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
        const frame = path.buildCodeFrameError(message).message.split('\n').slice(1).join('\n');
        const severity = diagnostics === 'error' ? 'error' : 'warning';
        onDiagnostic({ code: 'SPN423', severity, message, file: undefined, ...place, frame });
        path.stop();
      },
    },
  };
}
