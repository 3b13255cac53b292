/**
 * The words of scripts that wait, as globals that say what is wrong: `import "@spindle/runtime/globals-guard"` once, where the game starts.
 * A script that was compiled imports its words, so it never sees these; one that was not gets a message in place of
 * `wait is not defined`. A word that is a global already is left alone, and so is one that a page defines later.
 */
import { notCompiledHere } from './messages/errors.js';

/** Those that wait or need a thread. A test compares them with the words that the plugin knows. */
const WORDS =
  'wait waitFrames every waitUntil waitFor waitSignal waitForEvent listen all race withTimeout tracks withClock attach';

WORDS.split(' ').forEach((word) => {
  if (word in globalThis) return;
  const value = (): never => {
    throw notCompiledHere(word);
  };
  // As a declaration of a script makes it, but for loops over the names of globals, which are to see nothing new.
  Object.defineProperty(globalThis, word, { value, configurable: true, enumerable: false, writable: true });
});
