/** Scripts that are not compiled: those inside of components of Vue and Svelte, and modules that Svelte compiles. */
import { findUncompiledWait, type Diagnostic, type TransformOptions } from '@spindle/compiler';
import { firstMarked } from './unmarked.js';

/** A whole file. Parts of it that a bundler asks for as modules of their own have a query, and are compiled. */
export const COMPONENT: RegExp = /\.(?:vue|svelte(?:\.[jt]s)?)$/;

/** What somebody meant to be compiled. Undefined if there is nothing, or if the text cannot be read: then others tell it. */
export function findScriptIn(code: string, file: string, options: TransformOptions): Diagnostic | undefined {
  if (options.diagnostics === 'off') return undefined;
  for (const { text, filename } of scriptsIn(code, file)) {
    const found = findUncompiledWait(text, { ...options, filename }) ?? firstMarked(text, { ...options, filename });
    if (found) return { ...found, message: notHere(file), file };
  }
  return undefined;
}

const notHere = (file: string): string =>
  `Scripts are not compiled in a \`.${COMPONENT.exec(file)![0].slice(1)}\` file. Put what waits into a \`.js\` or \`.ts\` file of its own, and import it. [SPN423]`;

interface Script {
  /** As many lines and columns as the file has. */
  readonly text: string;
  /** It says which syntax the script has. */
  readonly filename: string;
}

function scriptsIn(code: string, file: string): Script[] {
  if (!/\.(?:vue|svelte)$/.test(file)) return [{ text: code, filename: file }];
  return [...code.matchAll(/(<script\b[^>]*>)([^]*?)<\/script>/gi)].flatMap((match) => {
    const [, tag = '', script = ''] = match;
    const lang = /\blang=["']?(?<lang>\w+)/.exec(tag)?.groups?.lang ?? 'js';
    // For these Vue's plugin makes a module of the script.
    if (lang.endsWith('x')) return [];
    const start = match.index + tag.length;
    const end = start + script.length;
    return [{ text: blank(code.slice(0, start)) + script + blank(code.slice(end)), filename: `${file}.${lang}` }];
  });
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
