/** The state of the turn under way, which all calls share. */

/** The turn under way. */
export const turn: {
  /** The synchronous region that runs, as messages name it (`a getter`): nothing may pause in it. Null outside any. */
  region: string | null;
  /** Steps of generators in this turn, against endless turns. */
  steps: number;
  /** A small integer, unless somebody asks for more: the engine compares those without converting them. */
  maxSteps: number;
  /** Iterations of fast loops since the last real pause. */
  fastCount: number;
  /** The frame of the thread that runs. */
  frame: number;
  /** Iterations of counted loops since the pulse began or a batch of them was full. */
  loopCount: number;
  /** In a synchronous region: the value of the next call is used, so that call runs to its end there, on whatever owner. */
  isUsed: boolean;
} = { region: null, steps: 0, maxSteps: 1 << 30, fastCount: 0, frame: 0, loopCount: 0, isUsed: false };
