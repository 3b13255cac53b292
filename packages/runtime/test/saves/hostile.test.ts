import fc from 'fast-check';
import { defineWait } from '../../src/host.js';
import { LoadError, type SavesOptions } from '../../src/saves.js';
import { compile, Game } from './game.js';

/** Whatever a text has, either it is refused and nothing has changed, or it is a save that a game could have had. None of the game's code is run. */
const start = compile(`// @compile the whole file
  class Hero extends Executor { constructor(name) { super(); this.name = name; made++; log('a constructor ran'); } walk(n) { for (let i = 0; i < n; i++) this.wait(10); return n; } }
  export let made = 0;
  export const party = [new Hero('Ada')];
  export function play(bell, door) { start(() => log(waitForEvent(bell, 'ding', { filter: (n) => n > made, timeout: 50 }))); start(() => log(door(bell, 2))); const bag = new Map([['key', { of: party[0] }]]); log(party[0].walk(3) + bag.size); log(race(wait(30), waitSignal('bell'))); }`);

const bell = { id: 'bell', on() {}, off() {} };
const door = defineWait<[bell: object, width: number]>({ kind: 'hostile.door', begin: () => () => {} });
const options: SavesOptions = {
  objects: { idOf: (one) => (one === bell ? 'bell' : undefined), find: (id) => (id === 'bell' ? bell : undefined) },
  functions: { door },
};

function saved(): string {
  const game = new Game(start, options);
  const { play } = game.module;
  play(bell, door);
  return game.pulse().saves.save({ title: 'x' });
}
const text = saved();
const [head = '', rest = ''] = text.split('\n');
const withHead = (body: string): string =>
  `${JSON.stringify([...(JSON.parse(head) as unknown[]).slice(0, 4), body.length])}\n${body}`;

/** Loads it into a game that has begun; gives the error, if there is one. */
function tryToLoad(hostile: string): unknown {
  const game = new Game(start, options);
  const { play } = game.module;
  play(bell, door);
  game.pulse();
  const before = [game.scheduler.dump(), JSON.stringify(game.module['party']), game.module['made'], game.saves.save()];
  const lines = game.lines.slice();
  const polluted = Object.keys(Object.prototype).length;
  try {
    game.saves.check(hostile);
  } catch (error) {
    expect(error).toBeInstanceOf(LoadError);
  }
  let refused: unknown;
  try {
    game.saves.load(hostile);
  } catch (error) {
    refused = error;
    const after = [game.scheduler.dump(), JSON.stringify(game.module['party']), game.module['made'], game.saves.save()];
    expect(after).toEqual(before);
  }
  // What has loaded may have changed any variable, but has run nothing.
  expect([game.lines, Object.keys(Object.prototype).length]).toEqual([lines, polluted]);
  if (refused !== undefined) game.finish();
  return refused;
}

test.each([
  ['no text', undefined],
  ['an empty text', ''],
  ['another JSON', '{"a":1}'],
  ['its head alone', head],
  ['a text that was cut', text.slice(0, -5)],
  ['a text with more behind it', `${text}]`],
  ['a newer format', text.replace('["spindle save",1', '["spindle save",2')],
  ['objects in place of lists', withHead(rest.replace('[', '{"__proto__":[').replace(/\]$/, ']}'))],
  ['a row that is not known', withHead(rest.replace('"Thread"', '"Weaver"'))],
  ['a field that is not known', withHead(rest.replace('"flags id', '"flags magic'))],
  ['a flag that is not known', withHead(rest.replace(/"[a-zA-Z ]*listed"/, '"royal listed"'))],
  ['a kind of wait that is not known', withHead(rest.replace('"timer"', '"constructor"'))],
  ['a join that is not known', withHead(rest.replace('"call",', '"toString",'))],
  ['a function that is not there', withHead(rest.replaceAll('game.js#play', 'game.js#__proto__'))],
  ['a class that is not there', withHead(rest.replaceAll('game.js#Hero', 'game.js#Villain'))],
  ['a place that is not there', withHead(rest.replace('[1]', '[99999]'))],
  ['a negative place', withHead(rest.replace('[1]', '[-1]'))],
  ['a function that has changed', withHead(rest.replaceAll(String.raw`\tparty[0].walk`, String.raw`\tparty[0].run`))],
])('%s is refused, and nothing has changed', (_, hostile) => {
  expect(tryToLoad(hostile as string)).toBeInstanceOf(LoadError);
});

test('players are told whether it was cut, or is of a newer build', () => {
  const kindOf = (hostile: string): unknown => {
    const { kind, message } = tryToLoad(hostile) as LoadError;
    return `${kind}: ${message}`;
  };
  expect(kindOf(text.slice(0, -5))).toMatch(/^damaged: .*A part of the save is missing/);
  expect(kindOf(withHead(rest.replace('"flags id', '"flags magic')))).toMatch(/^newer: .*`magic` of a Thread/);
});

type Entry = unknown[];

/** Of the state of a scheduler, as read-state.ts has them. */
const PARTS =
  'frame clock seed random lastMs lastThreadId closed live parked predicates queues timers signals calls uncaught events skips clocks closedOwners'.split(
    ' ',
  );

/** Of the save that nobody has changed: its objects, the lists of the scheduler, and the places of its threads. */
const changedIn = (change: (objects: Entry[], parts: (name: string) => Entry) => void): string => {
  const body = JSON.parse(rest) as Entry[];
  change(body[6] as Entry[], (name) => (body[2] as Entry[])[PARTS.indexOf(name)] as Entry);
  return withHead(JSON.stringify(body));
};
const isOf =
  (tag: string) =>
  (entry: Entry): boolean =>
    entry[0] === tag;

test.each<readonly [string, string]>([
  [
    'the number of a thread that is a text',
    changedIn((objects) => {
      const thread = objects.find(isOf('Thread'))!;
      thread[2] = String(thread[2]);
    }),
  ],
  [
    'what is no thread in the list of threads',
    changedIn((objects, parts) => void parts('live').push([objects.findIndex(isOf('Lock'))])),
  ],
  [
    'a thread that waits in two lists',
    changedIn((_, parts) => void parts('predicates').push((parts('timers')[0] as Entry)[1])),
  ],
  [
    'the text of what is read no more in the place of what is read',
    changedIn((objects) => {
      const frame = objects.find(
        (entry) => /^F\d$/.test(String(entry[0])) && (entry[6] as Entry | undefined)?.[0] === 3,
      )!;
      (frame[6] as Entry)[0] = ['t', '3'];
    }),
  ],
])('%s is refused, and nothing has changed', (_, hostile) => {
  expect(tryToLoad(hostile)).toBeInstanceOf(LoadError);
});

test('a text that was changed anywhere is refused with a LoadError, or loads', () => {
  const tokens = rest.match(/"(?:[^"\\]|\\.)*"|-?[\d.]+(?:e[+-]?\d+)?|[[\],{}]|true|false|null/g)!;
  const token = fc.constantFrom(
    ...new Set(tokens),
    '"__proto__"',
    '1e308',
    '-1',
    '[["u"]]',
    '["n","NaN"]',
    '["S"]',
    '[0]',
  );
  const change = fc.record({ at: fc.nat(tokens.length - 1), token, remove: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const changed = tokens.slice();
      for (const { at, token: other, remove } of changes) changed.splice(at, remove, other);
      const error = tryToLoad(withHead(changed.join('')));
      expect(error === undefined || error instanceof LoadError ? undefined : error).toBeUndefined();
    }),
    { numRuns: Number(process.env['HOSTILE_RUNS'] ?? 80) },
  );
});

test('ten thousand levels of objects in one another are saved and loaded', () => {
  const deep = compile(`// @compile the whole file
    export function play(n) { let chain = null; for (let i = 0; i < n; i++) chain = { chain }; wait(20); let depth = 0; 
      // @nowait
      for (; chain; chain = chain.chain) depth++;
      log(depth); }`);
  const game = new Game(deep);
  const { play } = game.module;
  play(10_000);
  const whole = game.pulse().saves.save();
  const second = new Game(deep);
  second.saves.load(whole);
  expect(second.finish()).toEqual(['2 10000']);
});
