/** What compiled files read of files that are not compiled: where it has changed, it is told. */
import type { SavesOptions } from '../../src/saves.js';
import { compile, compileAll, Game } from './game.js';

const globals = globalThis as { outsideScore?: unknown };
afterEach(() => void delete globals.outsideScore);

/** What a load tells, when a script has waited and `change` has been called. */
function toldAfter(game: Game, change: () => void): readonly string[] {
  game.module['play']();
  game.pulse();
  change();
  return game.saves.load(game.saves.save()).notSaved;
}

describe('a variable of a file that is not compiled', () => {
  const plain = { score: 1, lamp: { isOn: false } };
  const start = (): (() => Readonly<Record<string, any>>) =>
    compileAll(
      {
        'game.js': `// @compile the whole file
          import { score, lamp } from './plain.js';
          export function play() { wait(20); log(score + lamp.isOn); }`,
      },
      {},
      { './plain.js': plain },
    );
  beforeEach(() => void Object.assign(plain, { score: 1, lamp: { isOn: false } }));
  const change = (): void => void (plain.score = 2);

  test('is told if it has changed', () => {
    expect(toldAfter(new Game(start()), change)).toEqual([
      '`./plain.js#score`, which `game.js` reads: give it to `state`',
    ]);
  });

  test('is not told if it has not changed, nor if it is an object', () => {
    expect(toldAfter(new Game(start()), () => void (plain.lamp.isOn = true))).toEqual([]);
  });

  test.each<SavesOptions>([
    { state: { save: () => plain.score, load: (score) => void (plain.score = score) } },
    { modules: false },
  ])('is not told if the game says what else belongs to it: %j', (options) => {
    expect(toldAfter(new Game(start(), options), change)).toEqual([]);
  });
});

test('a variable of a compiled file is none of these, also through a file that is not compiled', () => {
  const game = new Game(
    compileAll({
      'game.js': `// @compile the whole file
        import { gold, more } from './gold.js';
        export const buy = more;
        export function play() { wait(20); log(gold); }`,
      'gold.js': '// @compile the whole file\nexport let gold = 1; export const more = () => gold++;',
    }),
  );
  expect(toldAfter(game, () => game.module['buy']())).toEqual([]);
});

describe('a free name', () => {
  const start = compile(`// @compile the whole file
    export function play() { wait(20); log(outsideScore + Math.max(1, Number.MAX_VALUE) + typeof document); }`);

  test('is told if it is a variable that has changed', () => {
    globals.outsideScore = 1;
    expect(toldAfter(new Game(start), () => void (globals.outsideScore = 2))).toEqual([
      '`outsideScore`, which `game.js` reads: give it to `state`',
    ]);
  });

  test('is not told if the platform changes it, or it is a function or an object', () => {
    let width = 1;
    Object.defineProperty(globals, 'outsideScore', { get: () => width++, configurable: true });
    expect(toldAfter(new Game(start), () => undefined)).toEqual([]);
    delete globals.outsideScore;
    for (const value of [() => 1, Map, {}, []]) {
      globals.outsideScore = value;
      expect(toldAfter(new Game(start), () => void (globals.outsideScore = {}))).toEqual([]);
    }
  });
});
