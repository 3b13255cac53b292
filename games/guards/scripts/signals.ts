/** What the player does, and what happens to him. */
declare module '@spindle/runtime' {
  interface Signals {
    begin: void;
    again: void;
    caught: void;
  }
}

export type Outcome = 'won' | 'lost';
