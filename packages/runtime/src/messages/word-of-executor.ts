/** The fix for a word of Executor in an object that is none. */
import { DEV } from './development.js';

/**
 * A script says `this.wait(…)` in an object that is no Executor: the fix is added to the engine's message. All engines
 * word it this way, and the text is in the stack, too, which consoles print.
 */
export function nameWordOfExecutor(error: TypeError): void {
  if (!DEV) return;
  try {
    const { message, stack } = error;
    const word =
      /^this\.(wait|waitFrames|waitUntil|waitUntilTime|waitFor|waitSignal|waitForEvent|all|race|withTimeout|tracks|hold) is not a function/.exec(
        message,
      )?.[1];
    if (word === undefined || message.includes(MEND_OF_EXECUTOR)) return;
    error.message = `${message}: \`${word}\` is a word of Executor. ${MEND_OF_EXECUTOR}.`;
    error.stack = stack?.replace(message, () => error.message) ?? '';
  } catch {
    // One that is frozen, or a class of the game with its own getter of the message, keeps its text.
  }
}
const MEND_OF_EXECUTOR = 'Extend Executor or give the object to `asExecutor`';
