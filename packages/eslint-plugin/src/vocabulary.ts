/**
 * The words that a script uses without an import, as `@spindle/runtime/globals` declares them. A test compares the
 * lists.
 */
const WORDS =
  'wait waitFrames every waitUntil waitUntilTime waitFor waitSignal signal clearSignal waitForEvent eventSource hook listen all race withTimeout tracks ' +
  'tween scope withClock skippable start attach random currentThread clock Executor asExecutor asLibrary executorOf ' +
  'CancelledError OwnerGoneError TimeoutError';

/** For `languageOptions.globals`. */
export const globals: Readonly<Record<string, 'readonly'>> = Object.fromEntries(
  WORDS.split(' ').map((word) => [word, 'readonly']),
);
