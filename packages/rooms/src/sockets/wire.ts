/** What goes over a WebSocket: a JSON text each. Whatever a client sends is checked before a room sees it. */
import type { ClientMessage, ProcessMessage, RoomMessage } from '../messages.js';

/** The first message of a socket says what it is for. */
export type ToHost =
  /** Where is a room? It may be asked of any process. */
  | { readonly kind: 'where'; readonly room: string }
  /** `client` of the message is a secret of the client: in the room it has another name. */
  | { readonly kind: 'say'; readonly room: string; readonly message: ClientMessage }
  /** Of another process; `key` is that of the one it goes to. */
  | { readonly kind: 'process'; readonly from: string; readonly key: string; readonly message: ProcessMessage };

export interface Found {
  readonly kind: 'found';
  /** Null: nobody has the room now. */
  readonly process: string | null;
  readonly isAside: boolean;
}

/** Of all processes: whoever has lost its own asks there. It comes again whenever they change, as none of those of before may be left. */
export interface Urls {
  readonly kind: 'urls';
  readonly urls: readonly string[];
}

export type FromHost = RoomMessage | Found | Urls;

/** The name of a process begins with the address at which clients reach it, so that whoever hears the name finds it. */
export const urlOf = (process: string): string => process.replace(/#.*/s, '');

const MOST_NAME = 200;
const MOST_INPUTS = 100;

/** Null: it is none of these. */
export function readToHost(text: unknown): ToHost | null {
  const given = parse(text);
  if (given === null) return null;
  const { kind, room, message } = given;
  if (kind === 'where') return isName(room) ? { kind, room } : null;
  if (kind === 'say') {
    const said = isName(room) ? clientMessageOf(message) : null;
    return said === null ? null : { kind, room: room as string, message: said };
  }
  const { from, key } = given;
  if (kind !== 'process' || !isName(from) || !isName(key) || !isRecord(message)) return null;
  return { kind, from, key, message: message as unknown as ProcessMessage };
}

/** What a host has sent. */
export function readFromHost(text: unknown): FromHost | null {
  return parse(text) as FromHost | null;
}

type Fields = Readonly<Record<string, unknown>>;

function parse(text: unknown): Fields | null {
  if (typeof text !== 'string') return null;
  try {
    const given: unknown = JSON.parse(text);
    return isRecord(given) ? given : null;
  } catch {
    return null;
  }
}

/** Only what the room reads of it. */
function clientMessageOf(given: unknown): ClientMessage | null {
  if (!isRecord(given)) return null;
  const { client, epoch, seen, sure, acked, entries, inputs, again, isIn, data = null } = given;
  const isGood =
    isName(client) &&
    [epoch, seen, sure, acked, entries].every(isCount) &&
    typeof again === 'boolean' &&
    typeof isIn === 'boolean' &&
    Array.isArray(inputs) &&
    inputs.length <= MOST_INPUTS &&
    inputs.every(isInput);
  return isGood
    ? ({ client, epoch, seen, sure, acked, entries, inputs, again, isIn, data } as unknown as ClientMessage)
    : null;
}

function isInput(given: unknown): boolean {
  if (!isRecord(given) || !isCount(given.n)) return false;
  return given.leave === true || (isName(given.name) && Array.isArray(given.args));
}

const isRecord = (given: unknown): given is Fields => typeof given === 'object' && given !== null;
const isName = (given: unknown): given is string =>
  typeof given === 'string' && given.length > 0 && given.length <= MOST_NAME;
const isCount = (given: unknown): boolean => Number.isSafeInteger(given) && (given as number) >= 0;
