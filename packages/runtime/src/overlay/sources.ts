/** Finds the line of the source at which an error was thrown. */
import { DEV } from '../messages/development.js';
import { findFetched, type SourcePlace } from './fetched-source.js';

/** Where a place of the output stands in the source; lines and columns count from 1. */
export type FindSource = (line: number, column: number) => SourcePlace | undefined;

/** Code that no address has, by its name in stacks. */
const added = new Map<string, FindSource>();

/** Tells of code that no address has, such as that of a page's own scripts: `name` is what a `sourceURL` comment calls it. */
export function addSource(name: string, find: FindSource): void {
  added.set(name, find);
}

/** Scripts are not in there. `spindle.js` is the runtime of a page. */
const OF_PACKAGES = /\/node_modules\/|\/@vite\/|\/runtime\/(?:src|dist)\/|\/spindle(?:\.min)?\.m?js\b/;
/** Places of a stack that are looked at. */
const MOST_PLACES = 12;

/** The lines of a stack that are not those of packages. */
export const withoutPackages = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => !OF_PACKAGES.test(line))
    .join('\n');

/** Finds the innermost place of a stack that stands in a source of the page. What has an address is fetched, in development. */
export async function findThrown(stack: string): Promise<SourcePlace | undefined> {
  for (const [, name, line, column] of placesIn(stack)) {
    const find = added.get(name!) ?? (DEV && !OF_PACKAGES.test(name!) ? findFetched.bind(null, name!) : undefined);
    // oxlint-disable-next-line no-await-in-loop -- the outer ones are read only if no inner one is found
    const place = await find?.(Number(line), Number(column));
    if (place !== undefined && !OF_PACKAGES.test(place.file)) return place;
  }
  return undefined;
}

/** `at fn (http://…/guard.js:3:5)` in Chromium, `fn@http://…/guard.js:3:5` in others; or a name that was added. */
function placesIn(stack: string): RegExpExecArray[] {
  const names = [...added.keys()].map((name) => name.replaceAll(/[^\w/]/g, String.raw`\$&`));
  const place = new RegExp(
    String.raw`(${[String.raw`\b[\w+.-]+:\/\/[^\s()]+?`, ...names].join('|')}):(\d+):(\d+)`,
    'g',
  );
  return [...stack.matchAll(place)].slice(0, MOST_PLACES);
}
