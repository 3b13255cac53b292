/** Several schedulers of one process share what stands at module level: with `modules: false` a save leaves it alone. */
import { Scheduler } from '../../src/index.js';
import { type Saves, saves } from '../../src/saves.js';
import { compile, Game, log } from './game.js';

const start = compile(`// @compile the whole file
  import { clock } from '@spindle/runtime';
  let visits = 0;
  const names = new Map();
  const makeCounter = () => { let n = 0; return () => ++n; };
  const count = makeCounter();
  const kept = {};
  class Inn { static guests = 0; static list = ['nobody']; }
  function greet() {}
  export const change = () => { visits++; names.set(visits, 'guest'); Inn.guests++; Inn.list = [visits]; greet.calls = visits; count(); };
  export const look = () => JSON.stringify([visits, ...names.keys(), Inn.guests, ...Inn.list, greet.calls ?? 0, kept.by?.name]);
  export const next = () => count();
  export const keep = (thread) => { kept.by = thread; };
  export function play(who) {
    const held = [names, Inn, greet, count, kept];
    let steps = 0;
    while (steps < 3) { wait(10); steps++; }
    log(who + ' ' + steps + ' ' + [names, Inn, greet, count, kept].every((one, at) => one === held[at]));
  }
`);

class Room {
  readonly scheduler = new Scheduler({ warnings: false });
  readonly saves: Saves;
  readonly #game: Game;

  constructor(game: Game, modules = false) {
    this.#game = game;
    this.saves = saves(this.scheduler, { modules, functions: { log } });
  }

  play(who: string): this {
    this.scheduler.spawn(() => this.#game.module['play'](who), { name: who });
    this.scheduler.pulse(10);
    return this;
  }

  finish(): void {
    while (this.scheduler.threads.length > 0) this.scheduler.pulse(10);
  }
}

const said = ({ lines }: Game): string[] => lines.map((line) => line.replace(/^\d+ /, '')).sort();

test('a room goes on from its save, and what the rooms share stays as it is', () => {
  const game = new Game(start);
  const [first, second] = [new Room(game).play('ann'), new Room(game).play('ben')];
  game.module['change']();
  first.scheduler.pulse(10);
  const text = first.saves.save();
  game.module['change']();
  const shared: unknown = game.module['look']();
  const { missing, dropped } = first.saves.load(text);
  expect([missing, dropped]).toEqual([[], []]);
  expect([game.module['look'](), game.module['next']()]).toEqual([shared, 3]);
  expect(first.saves.save()).toBe(text);
  for (const room of [first, second]) room.finish();
  expect(said(game)).toEqual(['ann 3 true', 'ben 3 true']);
});

test('what others have put at module level is in no save, and refuses none', () => {
  const game = new Game(start);
  const [first, second] = [new Room(game).play('ann'), new Room(game).play('ben')];
  game.module['keep'](Promise.resolve());
  const text = first.saves.save();
  game.module['keep'](second.scheduler.threads[0]);
  expect([first.saves.whyNot(), first.saves.save()]).toEqual([[], text]);
});

test('a thread that a constant has is one of its scheduler: a load makes another one', () => {
  const watched = compile(`// @compile the whole file
    import { start } from '@spindle/runtime';
    function watch() { for (let i = 0; i < 3; i++) wait(10); log('watched'); }
    export const guard = start(watch);
  `);
  const game = new Game(watched);
  const shared = saves(game.scheduler, { modules: false, functions: { log } });
  const text = game.pulse().saves.save();
  const apart = shared.save();
  expect(apart).not.toContain('game.js#guard');
  expect(text).toContain('game.js#guard');
  shared.load(apart);
  expect([game.scheduler.threads.length, game.scheduler.threads[0] === game.module['guard']]).toEqual([1, false]);
  expect(game.finish()).toEqual(['3 watched']);
});

test.each([true, false])(
  'a save that was made with `modules: %s` is refused without that, and nothing changes',
  (modules) => {
    const game = new Game(start);
    const text = new Room(game, modules).play('ann').saves.save();
    game.module['change']();
    const other = new Room(game, !modules);
    const message = `The save was made with \`modules: ${modules}\`: give \`saves\` the same.`;
    expect(() => other.saves.load(text)).toThrow(message);
    expect(() => other.saves.check(text)).toThrow(message);
    expect(game.module['look']()).toBe('[1,1,1,1,1,null]');
    // Saves of before this stood in them.
    new Room(game, modules).saves.load(text.replace(/,(?:true|false)\]\n/, ']\n'));
  },
);

test('anything but true and false is refused', () => {
  expect(() => saves(new Scheduler(), { modules: 0 as never })).toThrow(
    'saves expected true or false as modules, got 0 (number).',
  );
});
