/** What goes between a client's helper and its room, as one kind of message of Colyseus. */
import type { ClientMessage, RoomMessage } from '@spindle/rooms';

export const WIRE = '~spindle';
/** So Colyseus closes a connection that it knows no seat for (FAILED_TO_RECONNECT). */
export const NO_SEAT = 4003;

/** `link` is the client's name of the connection. */
export interface ToRoom {
  readonly link: string;
  readonly message: ClientMessage;
}

/** What a client has joined with, which it shows to each process. */
export interface Ticket {
  readonly ticket: string;
}

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

export interface Where {
  readonly process: string | null;
  readonly isAside: boolean;
  readonly addresses: readonly string[];
}

/** The name of a process says how clients reach it: its id, and its address if it has one of its own. */
export const processName = (id: string, address: string | undefined): string =>
  address === undefined ? id : `${id}@${address}`;

export function readProcessName(name: string): { readonly id: string; readonly address: string | null } {
  const at = name.indexOf('@');
  return at < 0 ? { id: name, address: null } : { id: name.slice(0, at), address: name.slice(at + 1) };
}

const isCount = (given: unknown): boolean => Number.isSafeInteger(given) && (given as number) >= 0;
const isName = (given: unknown): boolean => typeof given === 'string' && given.length > 0 && given.length <= 200;
const isRecord = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null;

function isInput(given: unknown): boolean {
  if (!isRecord(given) || !isCount(given.n)) return false;
  return given.leave === true || (isName(given.name) && Array.isArray(given.args));
}

/** Who sends may be anybody: null for what no helper sends. Who the client is, and what it joins with, the server knows better. */
export function readToRoom(given: unknown, client: string, data: unknown): ToRoom | null {
  if (!isRecord(given) || !isName(given.link) || !isRecord(given.message)) return null;
  const { epoch, seen, sure, acked, inputs, again, isIn } = given.message;
  const isGood =
    [epoch, seen, sure, acked].every(isCount) &&
    typeof again === 'boolean' &&
    typeof isIn === 'boolean' &&
    Array.isArray(inputs) &&
    inputs.every(isInput);
  if (!isGood) return null;
  const message = { client, data, epoch, seen, sure, acked, inputs, again, isIn } as unknown as ClientMessage;
  return { link: given.link as string, message };
}
