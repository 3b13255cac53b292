/** What a save of an older version has not, as the game had not got it. */
import type { GameState, LoadReport } from '../../src/saves.js';
import { compile, Game } from './game.js';

const script = (more = ''): string => `// @compile the whole file
  export let gold = 3; ${more}
  export function play() { wait(20); gold++; wait(20); }
  export const read = (name) => eval(name);`;

function saveOf(source: string, state?: GameState): string {
  const game = new Game(compile(source), state === undefined ? {} : { state });
  const { play } = game.module;
  play();
  return game.pulse().saves.save();
}

/** Into a game that is being played. */
function loaded(text: string, source: string, before: string, state?: GameState): { report: LoadReport; game: Game } {
  const game = new Game(compile(source), state === undefined ? {} : { state });
  const { read } = game.module;
  read(before);
  return { report: game.saves.load(text), game };
}

test('a variable that is new has its first value, whatever it has in the game that is being played', () => {
  const text = saveOf(script());
  const { report, game } = loaded(
    text,
    script('let hp = 10; let title, hud; const quests = []; const LIMIT = 3;'),
    'hp = 1, title = "Jo", hud = {}, gold = 50, quests.push(1)',
  );
  const { read } = game.module;
  expect(read('[hp, title, hud, gold]')).toEqual([10, undefined, {}, 3]);
  expect(report.missing).toEqual([
    'the variable `game.js#hp`, which has its first value',
    'the variable `game.js#title`, which has its first value',
    'the variable `game.js#hud`, which keeps what it has',
    'the variable `game.js#quests`, which keeps what it has',
  ]);
  // A save of this version has them.
  const again = loaded(
    game.saves.save(),
    script('let hp = 10; let title, hud; const quests = []; const LIMIT = 3;'),
    'hp = 2',
  );
  expect(again.report.missing).toEqual([]);
});

describe("the game's state", () => {
  let world: object = {};
  const now: GameState = {
    save: () => world,
    defaults: () => ({ hp: 100, mana: 50, bag: [] }),
    load: (data) => void (world = data),
  };

  test('gets those parts that an older save has not as they are at the beginning', () => {
    const text = saveOf(script(), { save: () => ({ hp: 7, mana: undefined, old: 1 }) });
    world = { hp: 1, mana: 2, bag: [3] };
    const { report } = loaded(text, script(), '0', now);
    expect(world).toEqual({ hp: 7, mana: undefined, bag: [], old: 1 });
    expect(report.missing).toEqual(["the part `bag` of the game's state"]);
  });

  test('is as at the beginning where an older save has nothing of it', () => {
    world = { hp: 1, mana: 2, bag: [3] };
    const { report } = loaded(saveOf(script()), script(), '0', now);
    expect(world).toEqual({ hp: 100, mana: 50, bag: [] });
    expect(report.missing).toHaveLength(3);
  });

  test('is prepared with them, too', () => {
    const { save, defaults } = now;
    const prepare: GameState['prepare'] = (data) => ({ commit: () => void (world = data) });
    loaded(saveOf(script()), script(), '0', { save, defaults: defaults!, prepare });
    expect(world).toEqual({ hp: 100, mana: 50, bag: [] });
  });

  test('is left alone without `defaults` where an older save has nothing of it, which is told', () => {
    const load = (): void => {
      throw new Error('It was called.');
    };
    const { report } = loaded(saveOf(script()), script(), '0', { save: () => [1], load });
    expect(report.missing).toEqual(['the state of the game']);
  });

  test('is given as it is where it has no parts', () => {
    const { report } = loaded(saveOf(script(), { save: () => [1] }), script(), '0', now);
    expect(world).toEqual([1]);
    expect(report.missing).toEqual([]);
  });

  test('a load whose defaults throw has changed nothing', () => {
    const defaults = (): never => {
      throw new Error('broken');
    };
    expect(() => loaded(saveOf(script()), script(), '0', { ...now, defaults })).toThrow('The game has thrown');
  });
});
