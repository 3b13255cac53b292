/** What of the language and of hosts differs from run to run. */

/** By how it is written, and the runtime's word that gives the same in each run. */
export const NOT_REPLAYABLE: ReadonlyMap<string, string> = new Map([
  ['Math.random', 'random()'],
  ['crypto.getRandomValues', 'random()'],
  ['crypto.randomUUID', 'random()'],
  ['Date.now', 'clock.now'],
  ['performance.now', 'clock.now'],
  ['new Date()', 'clock.now'],
  ['Date()', 'clock.now'],
]);

/** The free names that these begin with. */
export const ROOTS_NOT_REPLAYABLE: ReadonlySet<string> = new Set(
  [...NOT_REPLAYABLE.keys()].map((text) => /^(?:new )?(\w+)/.exec(text)![1]!),
);
