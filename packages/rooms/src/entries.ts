/** What is in a log, what a game is told of, and what it answers. All of it is JSON. */

import type { LoadReport } from '@spindle/runtime/saves';

/** What a client has done, by number; `leave` is its last. */
export type Input =
  | { readonly n: number; readonly name: string; readonly args: readonly unknown[]; readonly leave?: undefined }
  | { readonly n: number; readonly leave: true; readonly name?: undefined; readonly args?: undefined };

/** What comes from outside. `after`: the number of the last input before a client's first. */
export type Entry =
  | { readonly kind: 'join'; readonly client: string; readonly data: unknown; readonly after: number }
  | {
      readonly kind: 'input';
      readonly client: string;
      readonly n: number;
      readonly name: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'leave'; readonly client: string; readonly n: number }
  /** Its connection is gone; the seat is kept for a while. */
  | { readonly kind: 'drop'; readonly client: string }
  | { readonly kind: 'back'; readonly client: string };

/** What a game is told at the start of a pulse. `expired`: a client that was away has not come back in time. */
export type RoomEvent = Entry | { readonly kind: 'expired'; readonly client: string };

/** What a game sends in a pulse, to one client or to all (`to: null`). */
export interface Output {
  readonly to: string | null;
  readonly body: unknown;
}

/** `n` counts the outputs of the room, from 1. */
export interface NumberedOutput extends Output {
  readonly n: number;
  readonly pulse: number;
}

/**
 * What runs in a room. It has to do the same again when it gets the same events at the same pulses: that is what a replay after a crash is.
 * `scriptedGame` makes one of a scheduler and its saves.
 */
export interface Game {
  /** Takes the events, and goes on by one pulse. */
  pulse(events: readonly RoomEvent[]): readonly Output[];
  /** All of it as a text. Throws if that cannot be done now. */
  save(): string;
  /** Throws if it does not fit this build. Then nothing has changed. What was done is told with the room that has come. */
  load(text: string): LoadReport | void;
  /** Why `save` would throw, as sentences. */
  whyNot(): readonly string[];
  /** A cheap digest: two runs that differ have another one, as a rule. */
  hash(): string;
}
