/**
 * Words that wait in their middle, in the form of frames: a save can write what stands in one, which it cannot of a generator. Who
 * imports this file has them in this form from then on. Other games keep the generators, and ship nothing of what frames need.
 */
import { codeOf, type CompiledFunction } from '../execution/compiled-function.js';
import type { FrameCode } from '../execution/frame-code.js';
import { nextCode } from './listen.js';
import { queue } from './next-frames.generated.js';
import { scope as scopeOfFrames } from './scope-frames.generated.js';
import { scope } from './scope.generated.js';
import { heed, skippable as skippableOfFrames } from './skippable-frames.generated.js';
import { skippable } from './skippable.generated.js';
import { restart } from './restart-frames.generated.js';
import { tween as tweenOfFrames } from './tween-frames.generated.js';
import { tween } from './tween.generated.js';
import { withClock as withClockOfFrames } from './with-clock-frames.generated.js';
import { withClock } from './with-clock.generated.js';

/** Calls of the one function run the body of the other from now on. Everything else about them stays as it is. */
function runAs(code: CompiledFunction, version: Function): void {
  const frames = codeOf(version) as FrameCode;
  code.isNative = false;
  code.runStep = frames.runStep.bind(frames);
  Object.defineProperties(code, { isCounted: { value: true } });
}

runAs(codeOf(withClock)!, withClockOfFrames);
runAs(codeOf(tween)!, tweenOfFrames);
runAs(codeOf(scope)!, scopeOfFrames);
runAs(codeOf(skippable)!, skippableOfFrames);
const { next } = queue;
runAs(nextCode(), next);

/** Both forms, by the names that saves have for them: a thread that was begun with a word has the first one, a frame the other. */
export const FORMS_OF_WORDS: Readonly<Record<string, Function>> = {
  withClock,
  'withClock in frames': withClockOfFrames,
  'tween in frames': tweenOfFrames,
  scope,
  'scope in frames': scopeOfFrames,
  skippable,
  'skippable in frames': skippableOfFrames,
  'heed in frames': heed,
  'next in frames': next,
  'restart in frames': restart,
};
