/** Clocks that the game made, which `clocks` names. */
import { Clock } from '../../src/index.js';
import { type FollowingClock, follow } from '../../src/scenes.js';
import { verify } from '../../src/testing.js';
import { compile, Game } from './game.js';

const start = compile(`import { wait, withClock } from '@spindle/runtime';
// @compile
export function play(clock) { log('begins'); withClock(clock, () => wait(100)); log('ends'); }
export function slow(clock) { clock.scale = 0.5; }
export function stop(clock) { clock.pause(); }`);

/** A game whose clock has run for 200 ms, and in whose script 50 of 100 ms are over. Loaded into a fresh one. */
function loaded(change: 'slow' | 'stop' | null): {
  readonly again: Game;
  readonly clock: Clock;
  readonly text: string;
} {
  const make = (): { game: Game; clock: Clock } => {
    const clocks: Record<string, Clock> = {};
    const game = new Game(start, { clocks });
    return { game, clock: (clocks['game'] = new Clock(game.scheduler.clock)) };
  };
  const first = make();
  first.game.pulse(20);
  const { play, ...more } = first.game.module;
  play(first.clock);
  first.game.pulse(5);
  if (change !== null) more[change](first.clock);
  const text = first.game.saves.save();
  const again = make();
  again.game.saves.load(text);
  verify(again.game.scheduler);
  return { again: again.game, clock: again.clock, text };
}

test('have their time: what is left of a wait passes, and no more', () => {
  const { again, clock, text } = loaded(null);
  expect(clock.now).toBe(250);
  expect(again.saves.save()).toBe(text);
  expect(again.finish()).toEqual(['30 ends']);
});

test('are as fast as they were', () => {
  const { again, clock } = loaded('slow');
  expect(clock.scale).toBe(0.5);
  expect(again.finish()).toEqual(['35 ends']);
});

test('are paused as they were', () => {
  const { again, clock } = loaded('stop');
  again.pulse(20);
  expect([clock.paused, again.lines]).toEqual([true, []]);
  clock.resume();
  expect(again.finish()).toEqual(['50 ends']);
});

test('that follow something are paused as they were, and have the time of what they follow', () => {
  let ms = 0;
  const make = (): { game: Game; clock: FollowingClock } => {
    const clocks: Record<string, Clock> = {};
    const game = new Game(start, { clocks });
    const clock = follow(game.scheduler.clock, () => (ms += 10));
    clocks['song'] = clock;
    return { game, clock };
  };
  const first = make();
  const { play } = first.game.module;
  play(first.clock);
  first.game.pulse(3);
  first.clock.pause();
  const text = first.game.saves.save();
  const { game, clock } = make();
  game.saves.load(text);
  verify(game.scheduler);
  game.pulse(20);
  expect([clock.paused, game.lines]).toEqual([true, []]);
  expect(game.saves.save()).not.toBe(text);
  clock.resume();
  expect(game.finish()).toHaveLength(1);
});
