/** Takes all events that have come, then does what follows from them, so that many rooms write with one call. */
import type { Effect, ServerEvent } from '@spindle/rooms';

export interface BatchesOptions {
  readonly take: (event: ServerEvent) => readonly Effect[];
  /** All that was there is taken, and its effects come next. */
  readonly onTaken: () => void;
  readonly does: (effect: Effect) => void;
  /** Nothing is left. */
  readonly onDone: () => void;
}

export class Batches {
  readonly #options: BatchesOptions;
  readonly #events: ServerEvent[] = [];
  #isTaking = false;

  constructor(options: BatchesOptions) {
    this.#options = options;
  }

  /** It is taken with the next ones. Returns how many are waiting. */
  add(...events: readonly ServerEvent[]): number {
    return this.#events.push(...events);
  }

  /** What one event or one effect throws stops none of the others; the first error is thrown behind all, more are printed. */
  take(): void {
    if (this.#isTaking) return;
    this.#isTaking = true;
    const errors: unknown[] = [];
    const safely = <T>(does: () => T): T | undefined => {
      try {
        return does();
      } catch (error) {
        errors.push(error);
        return undefined;
      }
    };
    const { take, onTaken, does, onDone } = this.#options;
    while (this.#events.length > 0) {
      const effects = this.#events.splice(0).flatMap((event) => safely(() => take(event)) ?? []);
      safely(onTaken);
      for (const effect of effects) safely(() => does(effect));
    }
    this.#isTaking = false;
    safely(onDone);
    for (const error of errors.slice(1)) console.error(error);
    if (errors.length > 0) throw errors[0];
  }
}
