/** The state of the turn under way, which all calls share. */

/** The turn under way. */
export const turn: {
  /** Why nothing may pause here (`a getter`), or null. */
  place: string | null;
  /** Steps of generators in this turn, against endless turns. */
  steps: number;
  /** A small integer, unless somebody asks for more: the engine compares those without converting them. */
  maxSteps: number;
  /** Turns of fast loops since the last real pause. */
  fastTurns: number;
  /** The frame of the thread that runs. */
  frame: number;
  /** Turns of counted loops since the pulse began or a batch of them was full. */
  loopTurns: number;
  /** In such a place: the value of the next call is used, so that call runs to its end there, on whatever owner. */
  isUsed: boolean;
} = { place: null, steps: 0, maxSteps: 1 << 30, fastTurns: 0, frame: 0, loopTurns: 0, isUsed: false };
