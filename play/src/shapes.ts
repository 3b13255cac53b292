/**
 * What the page takes of a scene. The code of the playground sends nothing else, but it runs in one realm with the scene,
 * which can send what it likes once it has got hold of a port. Texts and lists have an end, so that a check has one too.
 */
import type { LogEntry, ThreadRow, WorkerMessage } from './protocol.js';

interface Shape {
  (value: unknown): boolean;
}

/** The most that the code of the playground sends. Texts are counted in UTF-16 code units. */
export const LONGEST_NAME = 200;
export const LONGEST_TEXT = 4000;
export const LONGEST_EXPLAINED = 100_000;
export const MOST_ENTRIES = 20;
export const MOST_CALLS = 50;
export const MOST_ROWS = 12;
export const MOST_LINES = 1000;
/** The inspector's lines for many thousands of threads. */
const LONGEST_WIRE_TEXT = 8_000_000;

/** What is cut off is shown by a mark, which counts too. */
export const clip = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const text =
  (most: number): Shape =>
  (value) =>
    typeof value === 'string' && value.length <= most;

const number: Shape = Number.isFinite;

const boolean: Shape = (value) => typeof value === 'boolean';

const from =
  (least: number): Shape =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least;

const oneOf =
  (...values: readonly string[]): Shape =>
  (value) =>
    values.includes(value as string);

const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);

/** Its length is looked at first: a list without elements can be four thousand million long. */
const list =
  (shape: Shape, most: number): Shape =>
  (value) =>
    Array.isArray(value) && value.length <= most && Array.from(value).every(shape);

const record =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shapes).every(([key, shape]) => shape((value as Record<string, unknown>)[key]));

const line = orNull(from(1));

const entry = record({
  level: oneOf('log', 'info', 'warn', 'error'),
  text: text(LONGEST_TEXT),
  line,
  calls: list(record({ text: text(LONGEST_NAME), line }), MOST_CALLS),
  isThrown: boolean,
} satisfies Record<keyof LogEntry, Shape>);

const row = record({
  id: from(1),
  name: text(LONGEST_NAME),
  owner: orNull(text(LONGEST_NAME)),
  state: oneOf('running', 'ready', 'sleeping', 'waiting', 'queued', 'ended'),
  waitsFor: text(LONGEST_NAME),
  line,
} satisfies Record<keyof ThreadRow, Shape>);

const now = record({
  frame: from(0),
  ms: number,
  threads: list(row, MOST_ROWS),
  threadCount: from(0),
  lines: list(from(1), MOST_LINES),
});

const MESSAGES: Readonly<Record<WorkerMessage['kind'], Shape>> = {
  drawn: record({ at: number }),
  log: record({ entries: list(entry, MOST_ENTRIES), left: from(0) }),
  clear: record({}),
  now: record({ now }),
  explained: record({ text: text(LONGEST_EXPLAINED) }),
  pong: record({}),
};

export function isWorkerMessage(value: unknown): value is WorkerMessage {
  const { kind } = (value ?? {}) as { readonly kind?: unknown };
  return typeof kind === 'string' && Object.hasOwn(MESSAGES, kind) && MESSAGES[kind as WorkerMessage['kind']](value);
}

/** Lines of the inspector, which looks at them itself. */
export const isWireText: (value: unknown) => value is string = text(LONGEST_WIRE_TEXT) as never;
