/** The threads that a `scope` waits for: which thread is in which scope. */

/** A scope that is open, as the threads in it see it (words/scope.ts). */
export interface Nursery<T> {
  /** A call as a statement, a `void` call or `start` has started a thread in it. */
  add(thread: T): void;
  /** What attached threads of it begin is in this one, and only ends with the scope. Null for such a one itself. */
  readonly background: Nursery<T> | null;
}

/** Has a script called `scope`? Games that do not pay nothing for it. */
export const nurseries: { on: boolean } = { on: false };
