/** While the top level of a file of scripts runs, its variables get their first values: a load would lose what it has put there, and a save would not have them. */
import { LoadError, SaveError, type Saves, saves } from '../../src/saves.js';
import { savedFiles } from '../../src/saves/registry.js';
import { Scheduler } from '../../src/scheduling/scheduler.js';
import { compile, compileAll, Game } from './game.js';

const body = `
  export let gold = 3;
  export const bag = ['coin'];
  export const give = () => { gold++; bag.push('key'); };
  export const look = () => gold + bag.join();
  export function play() { wait(30); }`;

const places: Readonly<Record<string, string>> = {
  'before its variables': `// @compile the whole file\nact();${body}`,
  'between its variables': `// @compile the whole file\n${body}\nact();\nexport let last = 1;`,
  // As bundlers write them.
  'before variables that have no dead zone': `// @compile the whole file\nact();${body.replaceAll(/let|const/g, 'var')}`,
};

/** What plain code calls while a file runs. */
const globals = globalThis as { act?: () => unknown };

beforeEach(() => void (globals.act = () => {}));
afterEach(() => void delete globals.act);

/** What `act` throws while the file runs. */
function during(start: () => unknown, act: (game: Saves) => unknown): { problem: unknown; game: Saves; module: any } {
  (savedFiles() as Map<string, unknown>).clear();
  const game = saves(new Scheduler());
  let problem: unknown;
  globals.act = () => {
    try {
      act(game);
    } catch (error) {
      problem = error;
    }
  };
  const module = start();
  return { module, game, problem };
}

function savedText(text: string): string {
  const game = new Game(compile(text));
  game.module['give']?.();
  game.module['play']();
  return game.pulse().saves.save();
}

describe.each(Object.entries(places))('while a file runs, %s', (_, text) => {
  test.each(['load', 'check'] as const)('`%s` is refused, and nothing has changed', (word) => {
    const saved = savedText(text);
    const { problem, game, module } = during(compile(text), (one) => one[word](saved));
    expect(problem).toBeInstanceOf(LoadError);
    expect((problem as LoadError).kind).toBe('busy');
    expect((problem as Error).message).toContain('`game.js` has variables without first values');
    expect(module.look()).toBe('3coin');
    game.load(saved);
    expect(module.look()).toBe('4coin,key');
  });

  test('a save is refused', () => {
    const { problem, game } = during(compile(text), (one) => one.save());
    expect(problem).toBeInstanceOf(SaveError);
    expect((problem as SaveError).refusals).toEqual([
      expect.objectContaining({ code: 'file', mend: 'Save behind them.' }),
    ]);
    expect(game.whyNot()).toEqual([]);
  });
});

test('a file that has thrown before is named, until a version of it has run', () => {
  const [, text = ''] = Object.values(places);
  const saved = savedText(text);
  const game = new Game(compile(text));
  expect(compile(text.replace('act();', 'throw new Error("x");'))).toThrow('x');
  expect(() => game.saves.load(saved)).toThrow('`game.js` has variables without first values');
  compile(text)();
  game.saves.load(saved);
});

test('in the middle of a circular import, a load is refused in the file that runs first', () => {
  const start = compileAll({
    'shop.js': `// @compile the whole file
      import { open } from './door.js';
      export let gold = 3;
      export function shop() { wait(30); open(); }
      export const give = () => gold++;
      export const look = () => gold;`,
    'door.js': `// @compile the whole file
      import { give } from './shop.js';
      act();
      export let key = 1;
      export function open() { wait(5); give(); }`,
  });
  const first = new Game(start);
  first.module['give']();
  first.module['shop']();
  const saved = first.pulse().saves.save();
  const { problem, game, module } = during(start, (one) => one.load(saved));
  expect((problem as LoadError).message).toContain('`door.js` has variables without first values');
  expect(module.look()).toBe(3);
  game.load(saved);
  expect(module.look()).toBe(4);
});

test('behind the last variable the top level of a file saves and loads', () => {
  const text = `// @compile the whole file
    let gold = 3;
    export const look = () => gold;
    export function play() { wait(30); }
    gold = 4;
    act();
    gold = 5;`;
  const saved = savedText(text);
  const { problem, module } = during(compile(text), (one) => one.load(saved));
  expect([problem, module.look()]).toEqual([undefined, 5]);
});

test('where what stands at module level belongs to the process, a file that runs is no matter', () => {
  const start = compile(Object.values(places)[0]!);
  const game = new Game(start, { modules: false });
  let text = '';
  globals.act = () => void game.saves.load((text = game.saves.save()));
  start();
  expect(game.saves.save()).toBe(text);
});
