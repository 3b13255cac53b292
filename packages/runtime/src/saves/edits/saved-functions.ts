/** What a save knows of the functions that were under way: their texts, as those of this build. */
import { FrameCode } from '../../execution/frame-code.js';
import { pausesOf } from '../../execution/pause-points.js';
import { type Facts, type FirstValue, firstValueOfRole, type PauseFacts, readFacts } from '../facts.js';
import { damaged } from '../errors.js';
import type { Json } from '../fields.js';
import { type LivePlace, placesOf } from '../places.js';
import { unboxed } from './map-names.js';
import { type Construct, type Pause, type Pauses, THIS } from './pauses.js';

export interface SavedFunction {
  /** `shop.js#open` */
  readonly id: string;
  /** The kind of name that it has (names.ts). */
  readonly kind: string;
  /** The record of that version: made of its text, so that what reads records reads it too. Nothing runs it. Null if no frame was of it. */
  readonly code: FrameCode | null;
  /** Undefined for a function of which nothing is known, such as a word of the runtime. */
  readonly facts: string | undefined;
  /** Of what a factory has made: the ids of all that its function had of this name. */
  readonly siblings: readonly string[];
}

/** The list of them in a save. */
export function readSavedFunctions(functions: readonly Json[]): SavedFunction[] {
  return functions.map((json) => {
    const [name, meta, facts, ...siblings] = Array.isArray(json) ? (json as readonly Json[]) : [];
    const [, kind, id] = /^(\S+) (.+)$/s.exec(String(name)) ?? [];
    if (kind === undefined || id === undefined) return damaged('a function without a name');
    return {
      id,
      kind,
      code: typeof meta === 'string' ? codeOfText(meta) : null,
      facts: typeof facts === 'string' ? facts : undefined,
      siblings: siblings.map(String),
    };
  });
}

function codeOfText(meta: string): FrameCode {
  try {
    return new FrameCode(() => undefined, meta);
  } catch {
    return damaged('a function of which nothing can be read');
  }
}

/** What is compared of the text of a function: its pauses and its variables, not its file and its lines. */
export const shapeOfText = (meta: string): string => meta.replaceAll(/ \d+:\d+:(\w+)(?::\d+)?/g, ' $1');

/** What is compared of a version. `frame`: the one of now, which is the first value of some variables. */
export function versionOf(code: FrameCode, text: string, frame: number): Pauses {
  const facts = readFacts(text);
  const { live } = placesOf(code);
  const constructs = numbered(facts);
  const pauses = pausesOf(code).map(({ id }, at): Pause => {
    const { construct, callee, statement, name, parameters, usesThis, given } = facts.pauses[at] ?? NOTHING;
    const places = live[at] ?? [];
    const isRead = ({ isParameter, index }: LivePlace): boolean => !isParameter || parameters.includes(index);
    return {
      mark: name,
      hash: id.slice(id.lastIndexOf(':') + 1),
      callee,
      constructs: wayTo(constructs, construct),
      live: [...places.map((one) => one.name), THIS],
      read: [...places.filter(isRead).map((one) => one.name), ...(usesThis ? [THIS] : [])],
      text: statement,
      given,
    };
  });
  return {
    pauses,
    others: facts.others,
    parameters: parametersOf(live),
    firstValues: new Map(firstValues(facts, pauses, frame)),
  };
}

const NOTHING: PauseFacts = {
  construct: undefined,
  parameters: [],
  usesThis: false,
  callee: '',
  statement: '',
  name: undefined,
  given: undefined,
};

/** `*n` is one that is assigned to; a list tells which there are: `arguments a b= {} ...rest`. */
function parametersOf(live: readonly (readonly LivePlace[])[]): Set<string> {
  const labels = (live[0] ?? []).filter(({ isParameter }) => isParameter).map(({ name }) => name);
  const named = labels.flatMap((label) => (label.startsWith('arguments ') ? label.split(' ').slice(1) : [label]));
  return new Set(named.map((name) => name.replace(/^(?:\*|\.{3})|=$|~\d+$/g, '')));
}

type Numbered = Construct & { readonly parent: number | undefined };

/** Each with how many equal ones stand before it. */
function numbered({ constructs }: Facts): Numbered[] {
  const counts = new Map<string, number>();
  return constructs.map(({ kind, hash, parent }) => {
    const key = `${kind} ${hash}`;
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    return { kind, hash, nth, parent };
  });
}

function wayTo(constructs: readonly Numbered[], innermost: number | undefined): Construct[] {
  const way: Construct[] = [];
  // What is around something stands before it.
  for (let at = innermost; at !== undefined;) {
    const one: Numbered | undefined = constructs[at];
    if (one === undefined) break;
    way.unshift(one);
    at = one.parent !== undefined && one.parent < at ? one.parent : undefined;
  }
  return way;
}

function* firstValues(
  { firstValues: own }: Facts,
  pauses: readonly Pause[],
  frame: number,
): Iterable<[string, FirstValue]> {
  for (const label of new Set(pauses.flatMap(({ read }) => read))) {
    const first = own.get(unboxed(label)) ?? firstValueOfRole(label, frame);
    if (first !== undefined) yield [label, first];
  }
}
