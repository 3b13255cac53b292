/** A load runs code of the game only when all is known to fit that this build can say without it: a load that is refused has changed nothing. */
import { defineWait } from '../../src/host.js';
import { LoadError, type SavesOptions } from '../../src/saves.js';
import { compile, Game } from './game.js';

/** What code of the game has run, in order. */
let called: string[] = [];
const call = <T>(name: string, given: T): T => {
  called.push(name);
  return given;
};

class Vault {
  readonly gold: number;
  constructor(gold: number) {
    this.gold = gold;
  }
}
const door = defineWait<[width: number]>({ kind: 'order.door', begin: () => call('begin', () => {}) });

const script = (more = 'wait(30);'): string => `// @compile the whole file
  export class Item { weight = 1; }
  export let made = [];
  export function play(hero, vault, door) { const item = new Item(); start(() => door(2)); ${more} log(hero.id + vault.gold + item.weight); }`;

const hero = { id: 'hero' };

function optionsOf(isPrepared: boolean, more: SavesOptions = {}): SavesOptions {
  return {
    objects: { idOf: (one: { id?: string }) => one.id, find: (id: string) => (id === 'hero' ? hero : undefined) },
    classes: { Vault: { of: Vault, save: () => 5, load: (gold: number) => call('class', new Vault(gold)) } },
    functions: { door },
    state: {
      save: () => call('save', { hp: 3, item: null }),
      defaults: () => call('defaults', { hp: 9, mana: 2 }),
      ...(isPrepared
        ? {
            prepare: () =>
              call('prepare', { commit: () => call('commit', undefined), discard: () => call('discard', undefined) }),
          }
        : { load: () => call('load', undefined) }),
    },
    onLoad: () => call('onLoad', undefined),
    ...more,
  };
}

const start = compile(script());

function textOf(options: SavesOptions, begin = start): string {
  const game = new Game(begin, options);
  const { play } = game.module;
  play(hero, new Vault(5), door);
  return game.pulse().saves.save();
}

/** With another body. */
function changed(text: string, change: (body: string) => string): string {
  const [head = '', body = ''] = text.split('\n');
  const now = change(body);
  expect(now).not.toBe(body);
  return `${JSON.stringify([...(JSON.parse(head) as unknown[]).slice(0, 4), now.length])}\n${now}`;
}

type Case = (options: SavesOptions) => {
  readonly text: string;
  readonly begin?: () => Readonly<Record<string, any>>;
  readonly options?: SavesOptions;
  readonly prepare?: (game: Game) => void;
};

const CASES: Readonly<Record<string, Case>> = {
  'a text that is no save': () => ({ text: 'x' }),
  'a save of a newer format': (options) => ({ text: textOf(options).replace('save",1', 'save",2') }),
  'a save that was cut': (options) => ({ text: textOf(options).slice(0, -9) }),
  'an object that is not there': (options) => ({
    text: changed(textOf(options), (body) => body.replace('[1]', '[9999]')),
  }),
  'a state of the game that is damaged': (options) => ({
    text: changed(textOf(options), (body) => body.replace('["o","hp",3', '["y","hp",3')),
  }),
  'a class that the state of the game has, and this build has not': (options) => ({
    text: changed(textOf(options), (body) => body.replace('["o","hp",3', '["i","prototype","game.js#Gone","hp",3')),
  }),
  'a function that is gone': (options) => ({
    text: textOf(options),
    begin: compile(script().replace('function play', 'function sing')),
  }),
  'a class of a script that is gone': (options) => ({
    text: textOf(options),
    begin: compile(script().replaceAll('Item', 'Thing')),
  }),
  'a class that `classes` has no more': (options) => ({ text: textOf(options), options: { ...options, classes: {} } }),
  'a function that `functions` has no more': (options) => ({
    text: textOf(options),
    options: { ...options, functions: {} },
  }),
  'a kind of wait that is not defined': (options) => ({
    text: changed(textOf(options), (body) => body.replaceAll('order.door', 'order.gate')),
  }),
  'a statement that is gone': (options) => ({ text: textOf(options), begin: compile(script('waitFrames(3);')) }),
  'a statement that a migration gives too little for': (options) => ({
    text: textOf(options),
    begin: compile(script('waitFrames(3);')),
    options: { ...options, migrations: [{ from: 'game.js#play', to: 'game.js#nowhere@x' }] },
  }),
  'a scheduler that follows a log': (options) => ({
    text: textOf(options),
    prepare: ({ scheduler }) => void Object.assign(scheduler, { inbox: { isFollowing: true } }),
  }),
};

const ways = [
  ['prepare', true],
  ['load', false],
] as const;

describe.each(ways)('a load that is refused has called nothing of a game with `state.%s`', (_, isPrepared) => {
  test.each(Object.keys(CASES))('%s', (title) => {
    const own = optionsOf(isPrepared);
    const { text, begin = start, options = own, prepare } = CASES[title]!(own);
    const game = new Game(begin, options);
    prepare?.(game);
    called = [];
    expect(() => game.saves.load(text)).toThrow(LoadError);
    expect(called).toEqual([]);
  });
});

test.each(Object.keys(CASES).filter((title) => !title.includes('a log')))(
  '`check` sees what refuses a load: %s',
  (title) => {
    const own = optionsOf(true);
    const { text, begin = start, options = own } = CASES[title]!(own);
    const game = new Game(begin, options);
    let problem: unknown;
    try {
      const { refusals } = game.saves.check(text);
      problem = refusals.length > 0 ? refusals : undefined;
    } catch (error) {
      problem = error;
    }
    expect(problem).toBeDefined();
  },
);

describe('a load that is done', () => {
  test.each(ways)('calls each thing once, in order: `state.%s`', (_, isPrepared) => {
    const options = optionsOf(isPrepared);
    const text = textOf(options);
    const game = new Game(start, options);
    called = [];
    const { missing } = game.saves.load(text);
    expect(called).toEqual(
      isPrepared
        ? ['defaults', 'prepare', 'class', 'onLoad', 'begin', 'commit']
        : ['defaults', 'save', 'load', 'class', 'onLoad', 'begin'],
    );
    called = [];
    expect([new Game(start, options).saves.check(text).missing, called]).toEqual([missing, ['defaults']]);
  });

  test('finds an object that only the new world has, and gives a migration real objects', () => {
    const own = optionsOf(false);
    const text = textOf(own);
    const heroes: object[] = [];
    const seen: unknown[] = [];
    const options: SavesOptions = {
      ...own,
      objects: { idOf: (one: { id?: string }) => one.id, find: () => heroes[0] },
      state: { save: () => ({}), load: () => void heroes.push(hero) },
      migrations: [
        {
          from: `game.js#play@${/play@\w+\.0/.exec(refusalOf(text, own))![0].slice(5)}`,
          to: 'game.js#play@later',
          locals: (old) => (seen.push(old['hero'], (old['vault'] as Vault).gold), old),
        },
      ],
    };
    const game = new Game(compile(script('\n// @pause later\nwaitFrames(2);')), options);
    game.saves.load(text);
    expect([seen, game.finish()]).toEqual([[hero, 5], ['3 hero51']]);
  });

  test('has objects that are not found only when the game has made its world, and puts the old one back', () => {
    const own = optionsOf(false);
    const text = textOf(own);
    const options = { ...own, objects: { ...own.objects!, find: () => undefined } };
    const game = new Game(start, options);
    called = [];
    expect(() => game.saves.load(text)).toThrow('gave no object for the id "hero"');
    expect(called).toEqual(['defaults', 'save', 'load', 'class', 'load']);
  });
});

function refusalOf(text: string, options: SavesOptions): string {
  const { refusals } = new Game(compile(script('waitFrames(3);')), options).saves.check(text);
  return refusals.map(({ mend }) => mend).join('\n');
}
