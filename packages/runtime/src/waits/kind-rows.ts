/** How kinds of wait are added to the tables. */
import { describeWait, waitWords } from '../execution/describe-wait.js';
import { kindsBelow, NOBODY, type WaitKind } from '../threads/wait-kind.js';
import { threadWords } from '../threads/waiting-for.js';
import { wake } from '../threads/wake.js';

export type Row = Pick<WaitKind, 'status' | 'label'> & Partial<WaitKind>;

const nothing = (): void => {};
const no = (): boolean => false;

/**
 * The columns of a kind whose row does not say otherwise. All rows then have the same shape, so that reading a column
 * is monomorphic.
 */
const USUAL: Omit<WaitKind, 'status' | 'label'> = {
  isForeign: false,
  loops: false,
  queues: false,
  joins: false,
  begin: nothing,
  undo: nothing,
  onTimer: (thread) => wake(thread, undefined),
  blockers: () => [],
  keepsSubscription: no,
  sentence: ({ kind, subject }) => describeWait(kind as string, subject),
  holdUps: () => NOBODY,
  refusal: () => null,
};

/** Each folder below this one has a table of its own, with the columns that it knows; all hold the same rows. */
export function addKinds(rows: Readonly<Record<string, Row>>): void {
  for (const [kind, row] of Object.entries(rows))
    waitWords[kind] = threadWords[kind] = kindsBelow[kind] = { ...USUAL, ...row };
}
