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
/** Those with which scripts of most games begin. */
const OTHERS = 'start signal random asExecutor';

function guard(word: string, value: unknown): void {
  if (word in globalThis) return;
  // As a declaration of a script makes it, but for loops over the names of globals, which are to see nothing new.
  Object.defineProperty(globalThis, word, { value, configurable: true, enumerable: false, writable: true });
}

`${WORDS} ${OTHERS}`.split(' ').forEach((word) =>
  guard(word, (): never => {
    throw notCompiledHere(word);
  }),
);
// Not a getter that throws: code that looks whether there is such a global is not to notice it. A class says so when it is used.
guard(
  'Executor',
  // oxlint-disable-next-line typescript/no-extraneous-class -- scripts extend it
  class {
    constructor() {
      throw notCompiledHere('Executor');
    }
  },
);
guard(
  'clock',
  new Proxy(
    {},
    {
      get: (_, key) => {
        if (typeof key === 'string') throw notCompiledHere('clock');
      },
    },
  ),
);
