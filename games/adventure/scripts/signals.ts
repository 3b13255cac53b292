/** What the player does, as scripts hear of it. */
import type { Thing } from './thing';

/** Where to go, and what to use there. */
export interface Goal {
  readonly x: number;
  readonly thing?: Thing | undefined;
}

declare module '@spindle/runtime' {
  interface Signals {
    begin: void;
    again: void;
    /** Where to go; or to use what is near. */
    order: Goal | 'use';
    /** The number of the answer. */
    choice: number;
    /** The next line, please. */
    next: void;
    /** A finger or a key goes down, and up again. */
    hold: void;
    release: void;
    skip: void;
  }
}
