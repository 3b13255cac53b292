/** Lines of the source, by the source maps that a page or a worker can fetch. */
import { type Code, type FetchText, readCode } from '@spindle/runtime/stacks';
import type { FindFile, Locate } from './place.js';

export interface SourceMaps {
  /** For `inspect`, `serve` and others. Undefined until the map of that file has come. */
  readonly locate: Locate;
  /** Looks into the sources that have come for the one that has this function there. */
  readonly findFile: FindFile;
  /** The text of a file of which `locate` or a stack has told. Null until it has come, and if it is not to be had. */
  readonly sourceOf: (file: string) => string | null;
}

export interface SourceMapsOptions {
  /** How a text is fetched: null if there is none. Default by `fetch`. */
  readonly fetch?: FetchText;
  /** The addresses of the code that may have scripts in it. Default: what the page has loaded. */
  readonly scripts?: () => readonly string[];
}

/** Scripts that are looked into to find a function. */
const MOST_SCRIPTS = 200;

/** The scripts that a page has loaded, without those of packages. */
function loadedScripts(): readonly string[] {
  const entries = globalThis.performance?.getEntriesByType?.('resource') ?? [];
  const isScript = /^[^?#]*\.(?:[cm]?[jt]sx?|vue|svelte)(?:[?#]|$)/;
  return entries
    .map(({ name }) => name)
    .filter((name) => isScript.test(name) && name.startsWith(globalThis.origin) && !/\/node_modules\/|\/@/.test(name));
}

/**
 * Reads the source maps of the code that runs, so that all lines are those of the source. A map is fetched when the first thread
 * waits in its file.
 *
 * ```js
 * serve(scheduler, socket, { lines: true, ...sourceMaps() });
 * ```
 */
export function sourceMaps({ fetch, scripts = loadedScripts }: SourceMapsOptions = {}): SourceMaps {
  const sources = new Sources(fetch, scripts);
  return {
    locate(url, line, column) {
      const loaded = sources.load(url);
      if (loaded == null) return loaded;
      if (loaded.map === null) return null;
      const found = loaded.map.originalOf(line, column - 1);
      return found === null ? null : { file: found.source, line: found.line };
    },
    findFile: (name, line) => sources.find(name, line),
    sourceOf: (file) => sources.textOf(file),
  };
}

class Sources {
  readonly #fetch: FetchText | undefined;
  readonly #scripts: () => readonly string[];
  /** Undefined while it comes, null if it is not to be had. */
  readonly #loaded = new Map<string, Code | null | undefined>();
  /** The sources, and the code that has none. */
  readonly #texts = new Map<string, string>();
  /** Where functions were found, by name and line. Null: in none of so many texts. */
  readonly #found = new Map<string, { readonly file: string | null; readonly among: number }>();
  #hasLooked = false;

  constructor(fetch: FetchText | undefined, scripts: () => readonly string[]) {
    this.#fetch = fetch;
    this.#scripts = scripts;
  }

  load(url: string): Code | null | undefined {
    if (this.#loaded.has(url)) return this.#loaded.get(url);
    this.#loaded.set(url, undefined);
    void readCode(url, this.#fetch).then(
      (file) => this.#take(url, file),
      () => this.#take(url, null),
    );
    return undefined;
  }

  textOf(file: string): string | null {
    const text = this.#texts.get(file);
    if (text === undefined) this.load(file);
    return text ?? null;
  }

  find(name: string, line: number): string | null {
    const key = `${name}:${line}`;
    const known = this.#found.get(key);
    if (known !== undefined && (known.file !== null || known.among === this.#texts.size)) return known.file;
    const file = [...this.#texts].find(([, text]) => hasFunction(text, name, line))?.[0] ?? null;
    this.#found.set(key, { file, among: this.#texts.size });
    if (file === null && !this.#hasLooked) this.#look();
    return file;
  }

  /** Fetches the scripts of the page, from which it also has them in its cache. */
  #look(): void {
    this.#hasLooked = true;
    for (const url of this.#scripts().slice(0, MOST_SCRIPTS)) this.load(url);
  }

  #take(url: string, file: Code | null): void {
    this.#loaded.set(url, file);
    if (file === null) return;
    const { map, text: code } = file;
    if (map === null) this.#texts.set(url, code);
    map?.sources.forEach((name, index) => {
      const text = map.texts[index];
      if (text != null) this.#texts.set(name, text);
    });
  }
}

/** Does the function `Guard.patrol` begin before this line, and no later one of that name? The text is not parsed. */
export function hasFunction(text: string, name: string, line: number): boolean {
  const words = name.split('.');
  const own = escape(words.at(-1) ?? '');
  const owner = words.length > 1 ? escape(words.at(-2) as string) : null;
  if (owner !== null && !new RegExp(`\\b${owner}\\b`).test(text)) return false;
  const lines = text.split('\n');
  if (line > lines.length) return false;
  // `function walk(`, `walk(a) {`, `walk = (`, `walk: function`
  const begins = new RegExp(
    `(?:\\bfunction\\b[\\s*]*|^\\s*(?:(?:async|static|public|private|protected|override)\\s+)*[*#]?|\\b)${own}\\s*(?:\\([^;]*\\{\\s*$|\\([^;]*\\{.*\\}|[=:]\\s*(?:\\(|function|async|\\w+\\s*=>|\\w+\\())`,
  );
  const before = lines.slice(Math.max(line - MOST_LINES, 0), line);
  return before.some((one) => begins.test(one));
}
const MOST_LINES = 300;

const escape = (word: string): string => word.replace(/[^\w$]/g, String.raw`\$&`).replaceAll('$', String.raw`\$`);
