/** A scheduler as the game of a room. */
import { Scheduler } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { type ScriptedGame, scriptedGame, type ScriptedGameOptions } from '../src/index.js';

/** A game that tells what was thrown in it. */
function begin(given: Partial<ScriptedGameOptions>): { game: ScriptedGame; scheduler: Scheduler; told: string[] } {
  const scheduler = new Scheduler({ warnings: false });
  const told: string[] = [];
  const onError = (error: unknown): void => void told.push((error as Error).message);
  return { game: scriptedGame({ scheduler, saves: saves(scheduler), onError, on() {}, ...given }), scheduler, told };
}

test('what a load has done is given', () => {
  const { game } = begin({});
  const nothing: readonly string[] = [];
  expect(game.load(game.save())).toEqual({
    mapped: nothing,
    restarted: nothing,
    dropped: nothing,
    missing: nothing,
    notSaved: nothing,
  });
});

test('what a handler throws is told, and ends neither the pulse nor the process', () => {
  const { game, scheduler, told } = begin({
    on({ client }) {
      if (client === 'mallory') throw new Error('no such door');
      game.send(client, 'welcome');
    },
  });
  const join = (client: string) => ({ kind: 'join', client, data: null, after: 0 }) as const;
  expect(game.pulse([join('mallory'), join('ann')])).toEqual([{ to: 'ann', body: 'welcome' }]);
  expect([told, scheduler.clock.frame]).toEqual([['no such door'], 1]);
});

test('what `digest` throws, or JSON cannot write, is told, and the room goes on', () => {
  const digests = [
    () => 7,
    () => 2n ** 70n,
    () => {
      throw new Error('no such door');
    },
  ];
  const made = digests.map((digest) => begin({ digest }));
  expect(new Set(made.map(({ game }) => game.hash())).size).toBe(2);
  expect(made.map(({ told }) => told)).toEqual([[], [expect.stringContaining('BigInt')], ['no such door']]);
});

test('what is sent is as it was then; what JSON cannot write throws there', () => {
  const { game, told } = begin({
    on() {
      const bag = ['bread'];
      game.send(null, bag);
      bag.push('rope');
      game.send(null, { gold: 2n ** 70n });
    },
  });
  const outputs = game.pulse([{ kind: 'join', client: 'ann', data: null, after: 0 }]);
  expect(outputs).toEqual([{ to: null, body: ['bread'] }]);
  expect(told).toEqual([expect.stringContaining('BigInt')]);
});
