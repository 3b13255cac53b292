/** Components of Vue and Svelte: each script is compiled where it stands, and all around it stays as it is. */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { TransformOptions, TransformResult } from '@spindle/compiler';
import { compileScript, named, type CompiledScript, type Script } from './compile-script.js';
import { diagnosticAt } from './unmarked.js';

/** A whole file. Parts of it that a bundler asks for as modules of their own have a query. */
export const COMPONENT: RegExp = /\.(?:vue|svelte)$/;

/** @throws {CompileError} If a script cannot be parsed or compiled. */
export function compileComponent({ code, file, isDev }: Script, options: TransformOptions): CompiledScript {
  const isSvelte = options.isSvelte === true;
  const joined = new Joined(code, isSvelte);
  const diagnostics = scriptsIn(code).flatMap(({ start, end, lang }) => {
    // The places in it are those in the file.
    const text = blank(code.slice(0, start)) + code.slice(start, end) + blank(code.slice(end));
    const compiled = compileScript({ code: text, file, isDev }, { ...options, filename: `${file}.${lang}` });
    const { result } = compiled;
    if (!result?.report.compiled) return compiled.diagnostics;
    if (isSvelte && joined.isChanged) return named([diagnosticAt(result.report.functions[0]!, 'error', ONE)], file);
    joined.replace({ start, end, by: result });
    return compiled.diagnostics;
  });
  return { result: joined.finish(), diagnostics };
}

/** Both would import the same names. */
const ONE =
  'Only one script of a Svelte component can have marked functions. Put them all into one, or into a file that both import. [SPN423]';

interface ScriptInside {
  readonly start: number;
  readonly end: number;
  readonly lang: string;
}

const SCRIPT = /(<script\b(?:"[^"]*"|'[^']*'|[^>"'])*>)([^]*?)<\/script>/gi;

function scriptsIn(code: string): ScriptInside[] {
  return [...code.matchAll(SCRIPT)].map(({ index, 1: tag = '', 2: script = '' }) => {
    const start = index + tag.length;
    return { start, end: start + script.length, lang: /\blang=["']?(?<lang>\w+)/.exec(tag)?.groups?.lang ?? 'js' };
  });
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** The text of a component with compiled scripts, and its source map. */
class Joined {
  readonly #source: string;
  /** Where in the source the next part begins. */
  #at = 0;
  #code = '';
  readonly #names: string[] = [];
  readonly #lines: SourceMapSegment[][] = [];
  #last: TransformResult | undefined;

  /**
   * `isMappedTwice`: the plugin of Svelte hands the map to Svelte, which applies it, and Vite applies it once more. So the places of the
   * source stand in the map as well, as they are; before the first line, where nothing is printed.
   * https://github.com/sveltejs/vite-plugin-svelte/pull/1401
   */
  constructor(source: string, isMappedTwice: boolean) {
    this.#source = source;
    if (!isMappedTwice) return;
    this.#lines.push(...identityOf(source, { line: 0, column: 0 }));
    this.#code = '\n'.repeat(this.#lines.length);
  }

  get isChanged(): boolean {
    return this.#last !== undefined;
  }

  /** Compiled code stands on lines of its own. */
  replace({ start, end, by }: { start: number; end: number; by: TransformResult }): void {
    this.#keepUntil(start);
    this.#code += `\n${by.code}\n`;
    const mapped = by.map === null ? [] : decode(by.map.mappings);
    const names = this.#names.length;
    by.code.split('\n').forEach((_line, index) => {
      const segments = mapped[index] ?? [];
      this.#lines.push(
        segments.map((one) => (one.length === 5 ? [one[0], one[1], one[2], one[3], one[4] + names] : one)),
      );
    });
    this.#names.push(...(by.map?.names ?? []));
    this.#at = end;
    this.#last = by;
  }

  /** Null if nothing was compiled. */
  finish(): TransformResult | null {
    if (this.#last === undefined) return null;
    this.#keepUntil(this.#source.length);
    const map = { version: 3, sources: [''], names: this.#names, sourcesContent: [this.#source] };
    return { ...this.#last, code: this.#code, map: { ...map, mappings: encode(this.#lines) } };
  }

  #keepUntil(end: number): void {
    const before = this.#source.slice(0, this.#at).split('\n');
    const text = this.#source.slice(this.#at, end);
    this.#lines.push(...identityOf(text, { line: before.length - 1, column: before.at(-1)!.length }));
    this.#code += text;
  }
}

/** Each word and each sign of a text is mapped to itself. `start` is where the text begins in the source. */
function identityOf(text: string, start: { line: number; column: number }): SourceMapSegment[][] {
  return text.split('\n').map((row, index) => {
    const column = index === 0 ? start.column : 0;
    const parts = [...row.matchAll(/\w+|[^\w\s]/g)];
    return parts.map((part) => [part.index, 0, start.line + index, column + part.index]);
  });
}
