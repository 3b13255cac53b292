/**
 * Defines the words that wait as globals that throw a helpful error: `import "@spindle/runtime/globals-guard"` once,
 * where the game starts. A compiled script imports its words, so it never uses these. A script that was not compiled
 * gets this error instead of `wait is not defined`. A global that already has such a name is left alone, and a page can
 * still define one later.
 */
import { notCompiledHere } from './messages/errors.js';

/** Those that wait or need a thread. A test compares them with the words that the plugin knows. */
const WORDS =
  'wait waitFrames every waitUntil waitUntilTime waitFor waitSignal waitForEvent listen all race withTimeout tracks tween scope withClock skippable attach';

WORDS.split(' ').forEach((word) => {
  if (word in globalThis) return;
  const value = (): never => {
    throw notCompiledHere(word);
  };
  // As a declaration of a script makes it, but for loops over the names of globals, which are to see nothing new.
  Object.defineProperty(globalThis, word, { value, configurable: true, enumerable: false, writable: true });
});
