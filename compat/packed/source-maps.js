/** The places in a stack, as a debugger shows them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FlattenMap, originalPositionFor } from '@jridgewell/trace-mapping';

/** In a script of a page or of a file. */
const PLACE = /(?<=[\s(])((?:http:\/\/|\/)[^\s()]+?):(\d+):(\d+)/g;

/** The text with each place in a script replaced by the place in its source. */
export async function throughMaps(text) {
  const scripts = new Set([...text.matchAll(PLACE)].map(([, script]) => script));
  const maps = new Map(await Promise.all([...scripts].map(async (script) => [script, await mapOf(script)])));
  return text.replaceAll(PLACE, (_place, script, line, column) => {
    const map = maps.get(script);
    const at = map && originalPositionFor(map, { line: Number(line), column: Number(column) - 1 });
    return at?.source ? `${path.basename(at.source)}:${at.line}:${at.column + 1}` : '(not in the source map)';
  });
}

/** Undefined if the script names none, or one that is not there. */
async function mapOf(script) {
  const url = script.startsWith('/') ? pathToFileURL(script) : new URL(script);
  const [, named] = [...(await read(url)).matchAll(/\/\/[#@] sourceMappingURL=(\S+)/g)].at(-1) ?? [];
  const map = named && (await read(new URL(named, url)));
  return map ? new FlattenMap(JSON.parse(map), url.href) : undefined;
}

const read = async (url) => (url.protocol === 'file:' ? readFile(url, 'utf8') : (await fetch(url)).text());
