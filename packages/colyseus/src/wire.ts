/** What goes between a client's helper and its room, as one kind of message of Colyseus. */
import type { ClientMessage, Place, RoomMessage } from '@spindle/rooms';

export const WIRE = '~spindle';
/** So Colyseus closes a connection that it knows no seat for (FAILED_TO_RECONNECT). */
export const NO_SEAT = 4003;
/** As `CLOSED` of `@spindle/rooms`, whose server code a client does not import. */
export const ENDED = 4011;
export const EXPIRED = 4012;

/** Transports of Colyseus close a connection at a message that is longer than 4 kB. */
export const MOST_CHARACTERS = 3000;

/** `link` is the client's name of the connection. */
export interface ToRoom {
  readonly link: string;
  readonly message: ClientMessage;
}

/** What a client has joined with, which it shows to each process. */
export interface Ticket {
  readonly ticket: string;
}

export const isRecord = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null;
export const isTicket = (given: unknown): given is { readonly ticket: unknown } => isRecord(given) && 'ticket' in given;

export type ToClient = Ticket | Said;

export interface Said {
  readonly link: string;
  readonly message: RoomMessage;
  /** The addresses of all processes, where one may ask for the room, if they are others than before. */
  readonly addresses?: readonly string[];
}

/** What a room sends: of which type, and what. */
export type OutputBody = readonly [type: string | number, message: unknown];

/** Where any process tells which one has a room. */
export const wherePath = (roomId: string): string => `/spindle/rooms/${roomId}`;

export interface Where extends Place {
  /** It has ended in the process that says so, and nobody has it. */
  readonly isOver: boolean;
  readonly addresses: readonly string[];
}

/** The name of a process says how clients reach it: its id, and its address if it has one of its own. */
export const processName = (id: string, address: string | undefined): string =>
  address === undefined ? id : `${id}@${address}`;

export function readProcessName(name: string): { readonly id: string; readonly address: string | null } {
  const at = name.indexOf('@');
  return at < 0 ? { id: name, address: null } : { id: name.slice(0, at), address: name.slice(at + 1) };
}
