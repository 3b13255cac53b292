/** Finds a place of the source by what a page can fetch: the code that runs, and its source map. */
import { SourceMap } from './source-map.js';

declare const fetch: (address: string) => Promise<{ readonly ok: boolean; text(): Promise<string> }>;
declare const URL: new (address: string, base?: string) => { readonly href: string };
declare const atob: (text: string) => string;
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export interface SourcePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The lines around it. Undefined if the text of the source is not to be had. */
  readonly frame: string | undefined;
}

/** A file of code, and what it was made of. */
export interface Code {
  readonly text: string;
  readonly map: SourceMap | null;
}

/** Gives the text at an address; null if there is none. */
export type FetchText = (address: string) => Promise<string | null>;

async function fetchOne(address: string): Promise<string | null> {
  const response = await fetch(address);
  return response.ok ? response.text() : null;
}

const MAP = /^\/\/[#@] sourceMappingURL=(\S+)\s*$/gm;

/** Reads a file of code and its source map. Null if it is not to be had. */
export async function readCode(address: string, fetchText: FetchText = fetchOne): Promise<Code | null> {
  const text = await fetchText(address);
  if (text === null) return null;
  const name = [...text.matchAll(MAP)].at(-1)?.[1];
  if (name === undefined) return { text, map: null };
  // The sources of a map that stands in its file are beside that file.
  if (name.startsWith('data:')) return { text, map: new SourceMap(textOfData(name), address) };
  const mapAddress = new URL(name, address).href;
  const map = await fetchText(mapAddress).catch(() => null);
  return { text, map: map === null ? null : new SourceMap(map, mapAddress) };
}

/** Not fetched: the policy of a page may forbid that. */
function textOfData(address: string): string {
  const comma = address.indexOf(',');
  const data = decodeURIComponent(address.slice(comma + 1));
  if (!address.slice(0, comma).endsWith(';base64')) return data;
  return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.codePointAt(0)!));
}

/** Undefined if it is not to be had. Lines and columns count from 1. */
export async function findFetched(address: string, line: number, column: number): Promise<SourcePlace | undefined> {
  const code = await readCode(address).catch(() => null);
  if (code === null) return undefined;
  const { text, map } = code;
  if (map === null) return { file: withoutQuery(address), line, frame: frameOf(text, line, column - 1) };
  const found = map.originalOf(line, column - 1);
  if (found === null) return undefined;
  const source = map.texts[map.sources.indexOf(found.source)];
  return {
    file: withoutQuery(found.source),
    line: found.line,
    frame: source == null ? undefined : frameOf(source, found.line, found.column),
  };
}

const withoutQuery = (address: string): string => address.replace(/[?#].*$/, '');

/** The lines around a place, as Babel prints them. */
function frameOf(text: string, line: number, column: number): string | undefined {
  const lines = text.split(/\r\n|[\n\r]/);
  const first = Math.max(line - 3, 0);
  const shown = lines.slice(first, line + 3);
  if (shown.length <= line - 1 - first) return undefined;
  const width = String(first + shown.length).length;
  return shown
    .flatMap((one, index) => {
      const number = first + index + 1;
      const head = `${number === line ? '>' : ' '} ${String(number).padStart(width)} |`;
      const said = one === '' ? head : `${head} ${one}`;
      if (number !== line) return [said];
      const indent = one.slice(0, column).replaceAll(/[^\t]/g, ' ');
      return [said, `  ${' '.repeat(width)} | ${indent}^`];
    })
    .join('\n');
}
