/** How each kind of wait reads. */

/** What a thread is called that waits, or has just let the others go first. */
export type WaitStatus = 'ready' | 'sleeping' | 'waiting' | 'checking' | 'blocked';

/** `wait(200)`, `waitSignal(ready)`, `a promise`: a wait in the words of the script. */
export function describeWait(kind: string, subject: unknown): string {
  return waitWords[kind]?.label(subject) ?? kind;
}

/** How a kind of wait reads. Its members are methods, so that the row of a kind can say what its `subject` is. */
export interface WaitWords {
  /** What its thread is called. */
  readonly status: WaitStatus;
  label(subject: unknown): string;
  /** Why it cannot stand in a synchronous region, where that is only because somebody holds an owner. */
  refusal(subject: unknown, region: string): Error | null;
}

/** Filled by kinds.ts, for each kind of wait. */
export const waitWords: Record<string, WaitWords> = {};
