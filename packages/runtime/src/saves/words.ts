/** Words of scripts that are generators elsewhere. Where saves are on they run as frames, which a save can hold. */
import { codeOf } from '../execution/compiled-function.js';
import { tween } from '../words/tween.generated.js';
import { withClock } from '../words/with-clock.generated.js';
import { tween as tweenInFrames } from './tween.generated.js';
import { withClock as withClockInFrames } from './with-clock.generated.js';

/** By the names that saves have for them. */
export const WORDS_IN_FRAMES: Readonly<Record<string, Function>> = {
  tween: tweenInFrames,
  withClock: withClockInFrames,
};

const GENERATORS: Readonly<Record<string, Function>> = { tween, withClock };

/** From now on each of them runs its other form. What waits in one already goes on as it is. Idempotent. */
export function useFrames(): void {
  for (const [name, word] of Object.entries(GENERATORS)) {
    const code = codeOf(word)!;
    const other = codeOf(WORDS_IN_FRAMES[name])!;
    code.isNative = false;
    code.runStep = (self, args) => other.runStep!(self, args);
  }
}
