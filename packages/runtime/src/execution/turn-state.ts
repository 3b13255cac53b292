/** The state of the current turn, which all calls share. */

/** The current turn. */
export const turn: {
  /** The synchronous region that runs, as messages name it (`a getter`): nothing may pause in it. Null outside any. */
  region: string | null;
  /**
   * The thread that has a hot turn (frame-list.ts): that it runs is written nowhere else. Null when it has been cooled, and
   * in every other turn.
   */
  hot: object | null;
  /** Steps of generators in this turn, against endless turns. */
  steps: number;
  /** A small integer, unless the option is larger: the engine compares small integers without a conversion. */
  maxSteps: number;
  /** Iterations of fast loops since the last real pause. */
  fastCount: number;
  /** The frame of the thread that runs. */
  frame: number;
  /** Iterations of counted loops since the pulse began or a batch of them was full. */
  loopCount: number;
  /**
   * In a synchronous region: the value of the next call is used, so that call runs to its end there, on whatever owner.
   */
  isUsed: boolean;
} = { region: null, hot: null, steps: 0, maxSteps: 1 << 30, fastCount: 0, frame: 0, loopCount: 0, isUsed: false };
