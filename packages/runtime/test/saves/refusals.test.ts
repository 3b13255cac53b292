/** What no save can have yet is refused by its code, with what leads there: each row of the second table of docs/saves.md. */
import { after } from '../../src/host.js';
import { follow } from '../../src/scenes.js';
import { type Refusal, SaveError, type SavesOptions } from '../../src/saves.js';
import { compile, Game } from './game.js';

/** The refusals of a game whose script has begun and has had a pulse. `given`: what plain code calls it with. */
function refusedIn(body: string, given: readonly unknown[] = [], options: SavesOptions = {}): readonly unknown[] {
  const start = compile(`// @compile the whole file
    export class Song extends Array {}
    class Base { name() { return 'base'; } }
    class Door extends Base { later() { return () => super.name(); } count() { return () => arguments.length; } }
    function answer() { wait(50); return 1; }
    export function play(given) { ${body} }`);
  const game = new Game(start, { classes: { Hidden }, ...options });
  const { play } = game.module;
  play(...given);
  game.pulse();
  expect(() => game.saves.save()).toThrow(SaveError);
  return game.saves.whyNot().map(({ code, variable }) => [code, variable?.replace(/:.*/, '')]);
}

/** The role of a loop, without its hash. */
const CURSOR = 'cursor';

const plain = (): void => {};
class Unknown {
  x = 1;
}
class Hidden {
  #x = 1;
  get x(): number {
    return this.#x;
  }
}
const REFUSED: readonly (readonly [
  what: string,
  code: string,
  variable: string | undefined,
  body: string,
  given?: unknown,
])[] = [
  ['a function of code that is not compiled', 'function', 'given', 'wait(50); log(given);', plain],
  ['a function with `super`', 'function', 'f', 'const f = new Door().later(); wait(50); log(f);'],
  ['a function with `arguments`', 'function', 'f', 'const f = new Door().count(); wait(50); log(f);'],
  ['a Promise in a live variable', 'promise', 'p', 'const p = new Promise(() => {}); wait(50); log(p);'],
  ['a wait for a Promise', 'promise', undefined, 'waitFor(new Promise(() => {}));'],
  ['a Promise that calls of the script have a part in', 'promised', undefined, 'Promise.all([answer(), answer()]);'],
  ['an event of a source without an id', 'event', undefined, "waitForEvent(new EventTarget(), 'x');"],
  [
    'a call of a function without a name',
    'event',
    undefined,
    'const f = () => { wait(5); }; waitFor(given ?? f);',
    undefined,
  ],
  ['a function that stays a generator', 'generator', undefined, "eval('1'); wait(50);"],
  ['an iterator in a live variable', 'iterator', 'it', 'const it = [1].values(); wait(50); log(it);'],
  ['a loop over something of its own', 'iterator', CURSOR, 'for (const n of given) { wait(50); log(n); }', counted()],
  [
    'an object of a class with private fields that is not compiled',
    'class',
    'given',
    'wait(50); log(given);',
    new Hidden(),
  ],
  ['an object of a class that extends one of the language', 'class', 's', 'const s = new Song(); wait(50); log(s);'],
  ['an object whose class no save can name', 'object', 'given', 'wait(50); log(given);', new Unknown()],
  [
    'a call in a block with `using`',
    'object',
    'using',
    'using door = { [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {} }; wait(50);',
  ],
  ['a WeakMap', 'object', 'w', 'const w = new WeakMap(); wait(50); log(w);'],
  ['an accessor', 'property', 'o', 'const o = Object.defineProperty({}, "x", { get: () => 1 }); wait(50); log(o);'],
  ['a symbol of this run', 'symbol', 's', "const s = Symbol('s'); wait(50); log(s);"],
];

function* counted(): Generator<number> {
  yield 1;
  yield 2;
}

describe('what no save can have is refused by its code', () => {
  test.each(REFUSED.map((one) => [one[0], one] as const))('%s', (_, [, code, variable, body, given]) => {
    expect(refusedIn(body, [given])).toContainEqual([code, variable]);
  });

  test('a clock that follows something', () => {
    const game = new Game(
      compile(`// @compile the whole file\nexport function play(given) { withClock(given, () => wait(50)); }`),
    );
    const { play } = game.module;
    play(follow(game.scheduler.clock, () => 0));
    game.pulse();
    expect(game.saves.whyNot().map(({ code }) => code)).toContain('clock');
  });
});

test('what plain code waits for is left out, and told', () => {
  const game = new Game(compile(`// @compile the whole file\nexport function play() { wait(50); }`));
  const { play } = game.module;
  void play().then(plain, plain);
  after(game.scheduler, 30, plain);
  const { notSaved } = game.saves.load(game.pulse().saves.save());
  expect(notSaved).toEqual(['a function of `after`', 'a Promise of plain code for the end of a script']);
});

test('a pause of which a function says nothing is refused', () => {
  const game = new Game(compile('// @compile the whole file\nexport function play() { wait(20); }'));
  game.module['play']();
  const { leaf } = game.scheduler.threads[0] as unknown as { leaf: { pc: number } };
  leaf.pc = 9;
  expect(game.saves.whyNot()[0]).toMatchObject({ code: 'code', function: 'play' });
});

describe('a refusal says where it is, and calls things what the source calls them', () => {
  const first = (body: string, given?: unknown): readonly unknown[] => {
    const game = new Game(
      compile(`// @compile the whole file
        class Song extends Array { name = 'lullaby'; }
        const makeHut = () => class Hut {
          #noise = null;
          look() {
            waitUntil(() => this.#noise !== null);
          }
          race() { race(() => { wait(50); this.#noise = 1; }, wait(60)); }
          turn() { const f = () => { wait(9); return this.#noise; }; wait(50); f(); }
        }; class Guard { arms() { return super.toString(); }
          later() { const f = () => { wait(9); return super.toString(); }; wait(50); f(); }
          read(key) { const f = () => { wait(9); return super[key]; }; wait(50); f(); }
        }
        export function play(given) {
          ${body} }`),
    );
    const { play } = game.module;
    play(given);
    const [{ text, mend, function: fn, line } = {} as Refusal] = game.pulse().saves.whyNot();
    return [text, mend, fn, line];
  };
  const WITHOUT_MARK = 'Make its class at the top of a module.';

  test.each<readonly [string, string, string | undefined, string, number | undefined]>([
    [
      'new (makeHut())().look();',
      'a function that no save can name, as it uses a private name',
      WITHOUT_MARK,
      'makeHut>Hut.look',
      6,
    ],
    [
      'new (makeHut())().race();',
      'runs `makeHut>Hut.race>arrow`, a function that no save can name, as it uses a private name',
      WITHOUT_MARK,
      'makeHut>Hut.race>arrow',
      8,
    ],
    [
      'new (makeHut())().turn();',
      '`f` is a function that no save can name, as it uses a private name',
      WITHOUT_MARK,
      'makeHut>Hut.turn',
      9,
    ],
    ['new Guard().later();', 'a function that uses `super`', 'Call a method that uses `super`.', 'Guard.later', 11],
    [
      "new Guard().read('toString');",
      'a function that uses `super`',
      'Call a method that uses `super`.',
      'Guard.read',
      12,
    ],
    [
      'const $superb = given.$superb; wait(50); log($superb);',
      '`$superb` is a function that no save can name',
      undefined,
      'play',
      15,
    ],
    ['waitFor(new Promise(() => {}));', 'waits for a Promise', undefined, 'play', 15],
    ["waitForEvent(new EventTarget(), 'x');", 'waits for waitForEvent(EventTarget, x)', undefined, 'play', 15],
    ['wait(50); log(given);', 'an object of `Named`, whose class no save can name', undefined, 'play', 15],
    [
      'const song = new Song(); wait(50); log(song);',
      'an object of `Song`, which extends a class of the language',
      undefined,
      'play',
      15,
    ],
  ])('%s', (body, text, mend, fn, line) => {
    class Named {
      name = 'hero';
      $superb(): void {}
    }
    expect(first(body, new Named())).toEqual([text, mend ?? expect.any(String), fn, line]);
  });
});
