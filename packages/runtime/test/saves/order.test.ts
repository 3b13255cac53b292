/** Saves of runs in another order than the usual one. */
import fc from 'fast-check';
import { LoadError } from '../../src/saves.js';
import { shuffledBy } from '../../src/testing.js';
import { compile, Game } from './game.js';

const start = compile(`// @compile the whole file
  let count = 0;
  export function walk(name) { for (let i = 0; i < 12; i++) { log(name + ' ' + count++); waitFrames(1); } }
  export function rest(name, ms) { for (;;) { wait(ms); log(name + ' rests ' + count++); } }
  export function watch(name) { for (;;) { waitUntil(() => count % 3 === 0); log(name + ' sees ' + count++); } }
  export function loop(name) { while (true) { count++; log(name + ' ' + count); } }`);

const begin = (game: Game): Game => {
  const { walk, rest, watch, loop } = game.module;
  for (const name of ['a', 'b', 'c']) walk(name);
  for (const name of ['d', 'e']) rest(name, 20);
  for (const name of ['f', 'g']) watch(name);
  for (const name of ['h', 'i']) loop(name);
  return game;
};

const play = (order?: number): Game => new Game(start, {}, order === undefined ? {} : { order: shuffledBy(order) });

test('a save has the order of its run, and a load goes on in that, whatever the scheduler had', () => {
  let others = 0;
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer({ min: 1, max: 12 }), (seed, other, at) => {
      // Each new game is a process of its own: those before it cannot be saved any more.
      const whole = begin(play(seed)).pulse(20);
      const end = whole.saves.save();
      const first = begin(play(seed)).pulse(at);
      const text = first.saves.save();
      const second = play(other);
      second.saves.load(text);
      second.pulse(20 - at);
      expect(first.lines.concat(second.lines)).toEqual(whole.lines);
      expect(second.saves.save()).toBe(end);
      if (whole.lines.join() !== begin(play()).pulse(20).lines.join()) others++;
    }),
    { numRuns: 15, seed: 37 },
  );
  expect(others).toBeGreaterThan(8);
});

test('a scheduler without the option refuses such a save, and says what to do', () => {
  const text = begin(play(3)).saves.save();
  const game = play();
  const load = (): unknown => game.saves.load(text);
  expect(load).toThrow(LoadError);
  expect(load).toThrow('there is no `order` in this scheduler. Give it to `new Scheduler`.');
});

test('a save of a run in the usual order says nothing of it, and leaves the order of the scheduler', () => {
  const seedIn = (text: string): unknown => (JSON.parse(text.split('\n')[1]!) as unknown[][])[2]![2];
  const text = begin(play()).pulse(2).saves.save();
  const game = play(5);
  game.saves.load(text);
  expect([seedIn(text), seedIn(game.saves.save())]).toEqual([1, [1, 5]]);
});

test('an order that is none is a damaged save', () => {
  const text = begin(play(3)).saves.save();
  const [head, rest] = text.split('\n') as [string, string];
  const body = JSON.parse(rest) as unknown[][];
  body[2]![2] = [1, { from: 3 }];
  const changed = JSON.stringify(body);
  const line = JSON.parse(head) as unknown[];
  line[4] = changed.length;
  expect(() => play(3).saves.load(`${JSON.stringify(line)}\n${changed}`)).toThrow(
    expect.objectContaining({ kind: 'damaged' }),
  );
});
