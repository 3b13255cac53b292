/** A scheduler as the game of a room. */
import { Scheduler } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { scriptedGame } from '../src/index.js';

test('what a load has done is given', () => {
  const scheduler = new Scheduler({ warnings: false });
  const game = scriptedGame({ scheduler, saves: saves(scheduler), onError() {}, on() {} });
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
  const scheduler = new Scheduler({ warnings: false });
  const told: unknown[] = [];
  const game = scriptedGame({
    scheduler,
    saves: saves(scheduler),
    onError: (error) => told.push((error as Error).message),
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
  const scheduler = new Scheduler({ warnings: false });
  const told: unknown[] = [];
  const digests = [
    () => 7,
    () => 2n ** 70n,
    () => {
      throw new Error('no such door');
    },
  ];
  const hashes = digests.map((digest) =>
    scriptedGame({
      scheduler,
      saves: saves(scheduler),
      onError: (error) => told.push((error as Error).message),
      on() {},
      digest,
    }).hash(),
  );
  expect(new Set(hashes).size).toBe(2);
  expect(told).toEqual([expect.stringContaining('BigInt'), 'no such door']);
});

test('what is sent is as it was then; what JSON cannot write throws there', () => {
  const scheduler = new Scheduler({ warnings: false });
  const told: unknown[] = [];
  const game = scriptedGame({
    scheduler,
    saves: saves(scheduler),
    onError: (error) => told.push((error as Error).message),
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
