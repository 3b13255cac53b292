/** What goes over a WebSocket: a JSON text each. */
import { isName, isRecord, readClientMessage } from '../client-message.js';
import type { ClientMessage, ProcessMessage, RoomMessage } from '../messages.js';
import type { Place } from '../store/calls.js';

/** The first message of a socket says what it is for. */
export type ToHost =
  /** Where is a room? It may be asked of any process. */
  | { readonly kind: 'where'; readonly room: string }
  /** `client` of the message is a secret of the client: in the room it has another name. */
  | { readonly kind: 'say'; readonly room: string; readonly message: ClientMessage }
  /** Of another process; `key` is that of the one it goes to. */
  | { readonly kind: 'process'; readonly from: string; readonly key: string; readonly message: ProcessMessage };

export interface Found extends Place {
  readonly kind: 'found';
}

/** Who says so, and all others: a client that has lost its process asks there. It comes again whenever they change, as none of those of before may be left. */
export interface Processes {
  readonly kind: 'processes';
  readonly processes: readonly [string, ...string[]];
}

export type FromHost = RoomMessage | Found | Processes;

/** The name of a process begins with the address at which clients reach it, so that whoever hears the name finds it. */
export const urlOf = (process: string): string => process.split('#')[0]!;

/** Null: it is none of these. */
export function readToHost(text: unknown): ToHost | null {
  const given = parse(text);
  if (given === null) return null;
  const { kind, room, message, from, key } = given;
  if (kind === 'where') return isName(room) ? { kind, room } : null;
  if (kind === 'say') {
    const said = isName(room) ? readClientMessage(message) : null;
    return said && { kind, room: room as string, message: said };
  }
  return kind === 'process' && isName(from) && isName(key) && isRecord(message)
    ? { kind, from, key, message: message as unknown as ProcessMessage }
    : null;
}

/** What a host has sent. */
export const readFromHost = parse as (text: unknown) => FromHost | null;

function parse(text: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof text !== 'string') return null;
  try {
    const given: unknown = JSON.parse(text);
    return isRecord(given) ? given : null;
  } catch {
    return null;
  }
}
