/** What goes between clients, rooms, processes and the storage. All messages are JSON; each may be lost, late or doubled. */
import type { LoadReport } from '@spindle/runtime/saves';
import type { Input, NumberedOutput } from './entries.js';
import type { StoreAnswer, StoreCall } from './store/calls.js';

/** As many one message holds. */
export const MOST_INPUTS = 100;

/** From a client. Each says all that the room has to know, so that none has to arrive. */
export interface ClientMessage {
  readonly client: string;
  /** The epoch of the room as the client knows it; 0 before its first answer. */
  readonly epoch: number;
  /** The number of its last output. */
  readonly seen: number;
  /** Outputs up to here are certain never to be taken back. */
  readonly sure: number;
  /** Inputs up to here were acknowledged. */
  readonly acked: number;
  /** So much had come into the room, as it was told. */
  readonly entries: number;
  /** All that were not, at most `MOST_INPUTS`. */
  readonly inputs: readonly Input[];
  /** It begins here, or a message to it was lost: send again what is behind `seen`. */
  readonly again: boolean;
  /** Has it been told that it has a seat? */
  readonly isIn: boolean;
  /** What it gives when it joins. */
  readonly data: unknown;
}

/** To a client. */
export type RoomMessage =
  | {
      readonly kind: 'outputs';
      readonly epoch: number;
      readonly pulse: number;
      /** The client has to have all outputs up to here; else it asks again. */
      readonly after: number;
      readonly outputs: readonly NumberedOutput[];
      /** With these it has all up to here. */
      readonly last: number;
      /** Outputs up to here are never taken back. */
      readonly sure: number;
      /** Its inputs up to here are durable. */
      readonly acked: number;
      /** So much of what has come in from anybody is durable. */
      readonly entries: number;
      /** The first message of a connection or an epoch. What the client has behind `rewoundTo` may have been otherwise. */
      readonly welcome: { readonly rewoundTo: number | null } | null;
    }
  | { readonly kind: 'moved'; readonly epoch: number; readonly process: string }
  | { readonly kind: 'closed'; readonly epoch: number; readonly code: number };

/** Between two processes. */
export type ProcessMessage =
  /** Would it load? Also lets the process load what it needs. */
  | { readonly kind: 'warm'; readonly room: string }
  | { readonly kind: 'warmed'; readonly room: string; readonly refusal: string | null }
  | { readonly kind: 'load'; readonly room: string; readonly epoch: number }
  | { readonly kind: 'loaded'; readonly room: string; readonly epoch: number }
  | { readonly kind: 'refused'; readonly room: string; readonly epoch: number; readonly reason: string };

/** What a process tells who runs it. */
export type Report =
  /** What runs in it cannot be made, or not be saved. */
  | { readonly kind: 'not made'; readonly room: string; readonly why: unknown }
  | { readonly kind: 'moved'; readonly room: string; readonly to: string }
  | { readonly kind: 'not moved'; readonly room: string; readonly reason: string }
  /** It is here now: made, handed over, or claimed. `replayed`: so many pulses were run again. */
  | {
      readonly kind: 'here';
      readonly room: string;
      readonly epoch: number;
      readonly how: 'made' | 'moved' | 'claimed';
      readonly replayed: number;
      /** What was done to load it, in words; null if it was made here, or its game does not say. */
      readonly loaded: LoadReport | null;
    }
  /** A replay went otherwise: the room goes on at its checkpoint. */
  | { readonly kind: 'untrue'; readonly room: string; readonly pulse: number }
  /** Another process has it. */
  | { readonly kind: 'fenced'; readonly room: string }
  /** The storage had lost it, or had an older row of it, and has it again. */
  | { readonly kind: 'written anew'; readonly room: string }
  /** The storage had acknowledged these inputs of a client and has lost them, as a replica that lags: they never come. */
  | {
      readonly kind: 'inputs lost';
      readonly room: string;
      readonly client: string;
      readonly first: number;
      readonly last: number;
    }
  /** A checkpoint could not be written. */
  | { readonly kind: 'unsaved'; readonly room: string; readonly why: readonly string[] }
  /** In development: it can be saved, and yet this would be lost if it moved, or keep it here. Each text is told once. */
  | { readonly kind: 'cannot move'; readonly room: string; readonly why: readonly string[] }
  | { readonly kind: 'unloaded'; readonly room: string; readonly why: string }
  | { readonly kind: 'aside'; readonly room: string }
  | { readonly kind: 'ended'; readonly room: string }
  /** This process is, for its rooms: after `leaseMs` others take them. It has too little CPU, or was frozen, and did nothing for so long. */
  | { readonly kind: 'too slow'; readonly silentMs: number }
  /** After `stop`: nothing is left here. `waiting`: rooms that wait for a new process. */
  | { readonly kind: 'stopped'; readonly waiting: readonly string[] };

/** Where nobody listens: what somebody has to mend is printed. */
export function warn(report: Report): void {
  if ('why' in report || ['aside', 'untrue', 'inputs lost', 'too slow'].includes(report.kind)) console.warn(report);
}

/** What a process wants to be done. */
export type Effect =
  | { readonly to: 'store'; readonly id: number; readonly call: StoreCall }
  | { readonly to: 'client'; readonly link: string; readonly message: RoomMessage }
  | { readonly to: 'process'; readonly process: string; readonly message: ProcessMessage }
  | { readonly to: 'host'; readonly report: Report };

/** What happens to a process. */
export type ServerEvent =
  /** About as often as pulses are due. */
  | { readonly kind: 'tick' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: StoreAnswer }
  | { readonly kind: 'client'; readonly room: string; readonly link: string; readonly message: ClientMessage }
  | { readonly kind: 'closed'; readonly room: string; readonly link: string }
  | { readonly kind: 'process'; readonly from: string; readonly message: ProcessMessage }
  /** The other processes that take rooms, the best first. */
  | { readonly kind: 'peers'; readonly processes: readonly string[] }
  /** `isFresh`: the name was drawn just now, so that nobody can have a room of it. */
  | { readonly kind: 'create'; readonly room: string; readonly isFresh?: boolean }
  /** A client has to leave. */
  | { readonly kind: 'kick'; readonly room: string; readonly client: string }
  /** The room is over, whoever is in it. Nothing happens while a write is under way: ask again until it is reported. */
  | { readonly kind: 'end'; readonly room: string }
  | { readonly kind: 'move'; readonly room: string; readonly to: string }
  /** The process is to end: its rooms go elsewhere, one after the other. */
  | { readonly kind: 'stop' };
