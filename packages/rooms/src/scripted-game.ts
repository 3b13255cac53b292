/** A room's game of a scheduler and its saves. */
import type { Scheduler } from '@spindle/runtime';
import type { Saves } from '@spindle/runtime/saves';
import type { Game, Output, RoomEvent } from './entries.js';

export interface ScriptedGameOptions {
  readonly scheduler: Scheduler;
  /** `saves(scheduler, …)`: objects that scripts hold by their ids, and the state of the game. */
  readonly saves: Saves;
  /** What a client has done, or that it has come, gone, left: it may start scripts and send signals. It must not wait. */
  readonly on: (event: RoomEvent) => void;
  /** What `on` and `digest` throw, and what `onError` of the scheduler throws. A message of a client must end no process: the next one would get it, too. */
  readonly onError: (error: unknown) => void;
  /** The milliseconds of a pulse; default 50. */
  readonly stepMs?: number;
  /** A few numbers or texts out of the state that plain code changes and that shows late: a replay that has others is not true, nor one that sends something else. */
  readonly digest?: () => unknown;
}

export interface ScriptedGame extends Game {
  /** Sends something to a client, or to all: what scripts call. It goes out with this pulse, as JSON. @throws {TypeError} for what JSON cannot write. */
  readonly send: (to: string | null, body: unknown) => void;
}

/**
 * Makes of a scheduler what runs in a room. Only what `on` and the pulses do may change it: `Math.random`, `Date.now`, timers and Promises go otherwise when a pulse
 * is run again.
 */
export function scriptedGame(options: ScriptedGameOptions): ScriptedGame {
  const { scheduler, saves, on, onError, stepMs = 50, digest } = options;
  let outputs: Output[] = [];
  const safely = (does: () => unknown): void => {
    try {
      does();
    } catch (error) {
      onError(error);
    }
  };
  return {
    // As it is now, and as it would come out of a snapshot: it may go out some pulses later.
    send: (to, body) => void outputs.push({ to, body: JSON.parse(JSON.stringify(body ?? null)) as unknown }),
    pulse(events) {
      outputs = [];
      scheduler.enter(() => {
        for (const event of events) safely(() => on(event));
      });
      safely(() => scheduler.pulse(stepMs));
      return outputs;
    },
    save: () => saves.save(),
    load: (text) => saves.load(text),
    whyNot: () => saves.whyNot().map(({ text, mend }) => `${text}. ${mend}`),
    hash() {
      const { clock, threads } = scheduler;
      let digested: string | undefined;
      safely(() => (digested = JSON.stringify(digest?.())));
      return JSON.stringify([clock.frame, threads.map(({ id, status }) => id + status), digested]);
    },
  };
}
