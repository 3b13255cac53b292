/** Who waits for something to happen to a room. */
interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class Waiting {
  readonly #waiters: Map<string, Waiter[]> = new Map();

  /** Until `settle` is called for this room. */
  wait(roomId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.set(roomId, [...(this.#waiters.get(roomId) ?? []), { resolve, reject }]);
    });
  }

  has(roomId: string): boolean {
    return this.#waiters.has(roomId);
  }

  /** It has happened, or it has failed. */
  settle(roomId: string, error: Error | null = null): void {
    const waiters = this.#waiters.get(roomId) ?? [];
    this.#waiters.delete(roomId);
    for (const { resolve, reject } of waiters)
      if (error === null) resolve();
      else reject(error);
  }
}

export const notMade = ({ room, why }: { readonly room: string; readonly why: unknown }): Error =>
  new Error(`The room \`${room}\` was not made: ${String(why)}`, { cause: why });

export const staysHere = (roomId: string, reason: string): Error =>
  new Error(`The room \`${roomId}\` stays here: ${reason}`);
