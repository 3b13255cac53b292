/** Owners that were closed before a save: no thread is on them. */
import { executorOf, Scheduler } from '../../src/index.js';
import { saves } from '../../src/saves.js';
import { compile, Game } from './game.js';

const start = compile(`// @compile the whole file
  export const door = { open() { wait(10); log('open'); } };
  class Guard { patrol() { wait(10); log('patrol'); } }
  export let guard = new Guard();
  export function walk() { wait(10); log('walk'); }`);

/** What still goes. */
function tried({ module }: Game, hero: object): string[] {
  const calls = {
    walk: () => module['walk'].call(hero),
    open: () => module['door'].open(),
    patrol: () => module['guard'].patrol(),
  };
  return Object.entries(calls).flatMap(([name, call]) => {
    try {
      call();
      return [name];
    } catch (error) {
      expect((error as Error).message).toContain('dead');
      return [];
    }
  });
}

const worldOf = (hero: object | undefined) => ({
  objects: { idOf: (object: object) => (object === hero ? 'hero' : undefined), find: () => hero },
});

test('they are closed in a fresh instance, by their ids, their names and their places in the save', () => {
  const hero = {};
  const first = new Game(start, worldOf(hero));
  const before = first.saves.save();
  for (const one of [hero, first.module['door'], first.module['guard']]) executorOf(one as object).close('dead');
  const text = first.saves.save();
  const again = {};
  const second = new Game(start, worldOf(again));
  second.saves.load(text);
  expect(tried(second, again)).toEqual([]);
  expect(second.saves.save()).toBe(text);
  second.saves.load(before);
  expect(tried(second, again)).toEqual(['walk', 'open', 'patrol']);
});

test('one that is no more in the world needs none', () => {
  const hero = {};
  const first = new Game(start, worldOf(hero));
  executorOf(hero).close('dead');
  const text = first.saves.save();
  const second = new Game(start, worldOf(undefined));
  second.saves.load(text);
  expect(tried(second, {})).toEqual(['walk', 'open', 'patrol']);
});

test('a load opens none of another scheduler', () => {
  const room = compile(`// @compile the whole file
    import { executorOf } from '@spindle/runtime';
    class Guard { patrol() { wait(10); } }
    export function play() {
      const guard = new Guard();
      executorOf(guard).close('dead');
      wait(20);
      try { guard.patrol(); } catch (error) { log(error.name); }
    }`);
  const { module, lines } = new Game(room);
  const rooms = [1, 2, 3].map(() => {
    const scheduler = new Scheduler({ warnings: false });
    return { scheduler, saved: saves(scheduler, { modules: false }) };
  });
  const [first, second, third] = rooms;
  for (const { scheduler } of [first!, second!]) {
    scheduler.spawn(module['play']);
    scheduler.pulse(10);
  }
  const text = second!.saved.save();
  third!.saved.load(text);
  second!.saved.load(text);
  for (const { scheduler } of rooms) for (let i = 0; i < 5; i++) scheduler.pulse(10);
  expect(lines.map((line) => line.replace(/^\d+ /, ''))).toEqual(Array(3).fill('OwnerGoneError'));
});
