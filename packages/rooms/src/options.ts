/** What can be set for the rooms of a process. */
import type { Entry, Game } from './entries.js';

export interface RoomOptions {
  /** The milliseconds of a pulse; default 50. */
  readonly stepMs?: number;
  /** A snapshot is written so often; default 10,000. With `log` what came since is run again after a crash; without, it is lost: default 5000. */
  readonly checkpointMs?: number;
  /** Write down what comes in, so that a crash takes nothing back? Default true; without it, a crash goes back to the last checkpoint. */
  readonly log?: boolean;
  /**
   * When outputs go to clients. `durable` (default): when nothing can go otherwise any more, one round trip to the storage later. `early`: at once; after a crash
   * clients may be told that they were rewound. While the storage is away, both are as `early`.
   */
  readonly outputs?: 'durable' | 'early';
  /** Whoever has not renewed its rooms for so long counts as dead; default 600. */
  readonly leaseMs?: number;
  /** Default 150. */
  readonly beatMs?: number;
  /** A call of the storage is made again after so long; default 250. */
  readonly retryMs?: number;
  /**
   * After so long without an answer of the storage, outputs go out before they are durable; default 150. With `Infinity` clients see nothing until the storage is back,
   * and nothing is ever taken back.
   */
  readonly awayMs?: number;
  /** A client of whom nothing was heard for so long is away; default 3000. */
  readonly silenceMs?: number;
  /** A client that is away keeps its seat for so many seconds of the room; default 60. */
  readonly seatSeconds?: number;
  /** The process that is handed a room has so long to load it; default 500. */
  readonly loadMs?: number;
  /** A process that stops waits so long for others that take its rooms; default 3000. */
  readonly peersMs?: number;
  /** So long it waits for a pulse at which a room can be saved; default 5000. */
  readonly savableMs?: number;
  /** A room that everybody has left, or that nobody has entered in `seatSeconds`, is over; default true. */
  readonly endsWhenEmpty?: boolean;
}

export interface RoomServerOptions extends RoomOptions {
  /** A name that no other process has, and has had. */
  readonly process: string;
  /** Makes what runs in a room, before anything has happened in it. */
  readonly game: (room: string) => Game;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** Each pulse of each room, also those that are run again after a crash. */
  readonly onPulse?: (room: string, pulse: number, epoch: number, entries: readonly Entry[]) => void;
}

/** All that there is, with what was not given. */
export type AllOptions = Required<RoomOptions> & RoomServerOptions;

export const DEFAULTS: Required<RoomOptions> = {
  stepMs: 50,
  checkpointMs: 10_000,
  log: true,
  outputs: 'durable',
  leaseMs: 600,
  beatMs: 150,
  retryMs: 250,
  awayMs: 150,
  silenceMs: 3000,
  seatSeconds: 60,
  loadMs: 500,
  peersMs: 3000,
  savableMs: 5000,
  endsWhenEmpty: true,
};

export const seatPulsesOf = ({ seatSeconds, stepMs }: Pick<AllOptions, 'seatSeconds' | 'stepMs'>): number =>
  Math.ceil((seatSeconds * 1000) / stepMs);
