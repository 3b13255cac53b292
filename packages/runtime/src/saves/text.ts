/**
 * The text of a save: a line that is its head, which can be read without the rest, and a line with all that is in it. Both are lists, so that
 * no name in them depends on the build.
 */
import { cannotLoad, damaged, type LoadError } from './errors.js';
import type { Json } from './fields.js';
import { readOf } from './registry.js';
import { rows } from './state-table.js';

const FORMAT = 'spindle save';
/** Of the format. A save of a newer one is refused. */
const VERSION = 1;

/** What the game says of a save: a title, the time, the build. */
export type SaveHead = Readonly<Record<string, unknown>>;

export interface SaveBody {
  /** The files of scripts that were loaded. */
  readonly files: readonly string[];
  /** For each row of the table its tag and the names of its fields. */
  readonly rows: readonly Json[];
  /** The functions in it, and what has to be the same in them. */
  readonly functions: readonly Json[];
  readonly state: readonly Json[];
  readonly variables: readonly Json[];
  /** What the game has given, with its objects. */
  readonly game: Json;
  readonly notSaved: readonly Json[];
  readonly objects: readonly Json[];
}

/** `modules`: the option of `saves`. */
export function printSave(head: SaveHead, modules: boolean, body: SaveBody): string {
  const { files, rows: table, functions, state, variables, game, notSaved, objects } = body;
  const rest = JSON.stringify([table, functions, state, variables, game, notSaved, objects]);
  return `${JSON.stringify([FORMAT, VERSION, head, files, rest.length, modules])}\n${rest}`;
}

/** The table of this build. */
export const tableOf = (tags: ReadonlySet<string>): Json[] =>
  [...rows.values()].flatMap(({ tag, names }) => (tags.has(tag) ? [[tag, names.join(' ')]] : []));

/** What `save` was given, without reading the rest of the save. */
export function readHead(text: string): {
  readonly head: SaveHead;
  readonly files: readonly string[];
  /** Undefined in a save of before there was one. */
  readonly modules: unknown;
  readonly rest: string;
} {
  if (typeof text !== 'string') throw cannotLoad('damaged', 'The save is no text.');
  const end = text.indexOf('\n');
  const line = parse(end < 0 ? '' : text.slice(0, end));
  if (!Array.isArray(line) || line[0] !== FORMAT)
    throw cannotLoad('damaged', 'This is no save of Spindle, or its beginning is missing.');
  const [, version, head, files, length, modules] = line as readonly unknown[];
  if (version !== VERSION)
    throw cannotLoad('newer', `The save has the format ${String(version)}; this build knows ${VERSION}.`);
  const rest = text.slice(end + 1);
  if (rest.length !== length || typeof head !== 'object' || head === null || !isTexts(files))
    throw cannotLoad('damaged', 'A part of the save is missing.');
  return { head: head as SaveHead, files, modules, rest };
}

/** The save behind its head. Its parts are lists; what stands in them is checked where it is read. */
export function readBody(rest: string): Omit<SaveBody, 'files'> {
  const body = parse(rest);
  if (!Array.isArray(body) || body.length !== 7) damaged('not all of its parts');
  const [table, functions, state, variables, game, notSaved, objects] = body as readonly Json[];
  if (!body.every((part, at) => at === 4 || Array.isArray(part))) damaged('a part that is no list');
  return { rows: table, functions, state, variables, game, notSaved, objects } as unknown as SaveBody;
}

/** Where the fields of each row of the save stand in this build. */
export function fieldsOfRows(table: readonly Json[]): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const entry of table) {
    const [tag, text] = Array.isArray(entry) ? (entry as readonly Json[]) : [];
    const row = typeof tag === 'string' ? rows.get(tag) : undefined;
    if (row === undefined || typeof text !== 'string') throw unknownPart(`a \`${String(tag)}\``);
    const order = text.split(' ').map((name) => row.names.indexOf(name));
    const unknown = order.indexOf(-1);
    if (unknown >= 0) throw unknownPart(`\`${text.split(' ')[unknown]}\` of a ${row.tag}`);
    found.set(row.tag, order);
  }
  return found;
}

const unknownPart = (what: string): LoadError =>
  cannotLoad('newer', `The save has ${what}, which this build does not know.`);

/** No list or text, if nothing can read it. */
const parse = (text: string): unknown => readOf(() => JSON.parse(text) as unknown);

const isTexts = (list: unknown): list is readonly string[] =>
  Array.isArray(list) && list.every((one) => typeof one === 'string');
