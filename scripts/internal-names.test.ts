/** The names that the production build shortens. `npm run build` has to have run; `npm run nightly -- short` plays programs on them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { valuesOfMessages } from './docs/message-values.js';
import { namesIn, OF_PLATFORM, OURS, platformNames, publicNames, shortNames } from './internal-names.js';

const dist = path.join(import.meta.dirname, '../packages/runtime/dist');
const short: Map<string, string> = shortNames(dist);
const known: Set<string> = publicNames(dist);

test('names of fields that no user sees are shortened, each to another one', () => {
  expect([...short.keys()]).toEqual(expect.arrayContaining(['runQueue', 'lossSeq', 'maxSteps', 'branchOf']));
  expect(new Set(short.values()).size).toBe(short.size);
  expect([...short.values()].filter((name) => short.has(name) || known.has(name))).toEqual([]);
});

test.each([
  [
    'what a thread, a scheduler, a clock and an Executor offer',
    'waitingFor status cancelAll pulse dump onError fastForward',
  ],
  ['options', 'maxStepsPerTurn queuedWarningMs priority skipPatienceMs frameMs'],
  ['what emitted code calls or reads', 'isOpen threw ownThis waits'],
  ['what is looked up by a text', 'shared ending race'],
  ['what tools are told', 'timer subscription frames blocked'],
  ['what modules export', 'asObject lengthOf iteratorMethodOf'],
  ['what logs contain', 'args seq fields bare'],
  ['what JavaScript, browsers and Node have', 'stackTraceLimit addEventListener setImmediate next done value'],
  ['the environment', 'NODE_ENV'],
])('kept: %s', (_what, names) => {
  expect(names.split(' ').filter((name) => short.has(name))).toEqual([]);
});

test('kept: what errors have among their values', () => {
  const values = [...valuesOfMessages()].flatMap(([code, names]) =>
    code.startsWith('SPN5') && code !== 'SPN599' ? names : [],
  );
  expect(values.length).toBeGreaterThan(30);
  // Only development has these.
  expect([...new Set(values)].filter((name) => short.has(name))).toEqual(['most']);
});

test('names that platforms have, too, are shortened only where nothing of a platform is touched', () => {
  const platform: Set<string> = platformNames();
  expect([...OURS].filter((name) => !platform.has(name))).toEqual([]);
  const touching = globSync('**/*.js', { cwd: dist, ignore: 'production/**' }).filter((file) => OF_PLATFORM.test(file));
  expect(touching.length).toBeGreaterThan(10);
  const used = touching.flatMap((file) =>
    (namesIn(readFileSync(path.join(dist, file), 'utf8')).names as string[]).flatMap((name) =>
      OURS.has(name) ? [`${file}: ${name}`] : [],
    ),
  );
  expect([...new Set(used)]).toEqual([]);
});
