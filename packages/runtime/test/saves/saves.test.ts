import { headOf, LoadError, SaveError, type SavesOptions } from '../../src/saves.js';
import { compile, Game, savedAndLoaded } from './game.js';

describe('a program that is saved in the middle goes on the same in a fresh instance', () => {
  const programs: Readonly<Record<string, string>> = {
    'a wait for a time': `wait(35); log('over');`,
    'waits for frames, and a loop': `waitFrames(3); let n = 0; while (n < 4) n++; log(n);`,
    'a rhythm of every': `for (let i = 0; i < 4; i++) log(every(15));`,
    'a point in time': `waitUntilTime(42); log(clock.now);`,
    'a signal': `start(() => shout()); log(waitSignal('bell'));`,
    'a call that is awaited': `start(() => shout()); log(waitFor(shout));`,
    'a call on another owner': `log(hero.walk(3));`,
    'a queue of calls on one owner': `hero.walk(2); hero.walk(1); log(hero.walk(2));`,
    'a value that several wait for': `const walk = start(() => hero.walk(3)); start(() => { log(waitFor(walk)); }); log(waitFor(walk));`,
    'a limit of time': `try { withTimeout(30, hero.walk(9)); } catch (error) { log(error.name + ' ' + error.message); }`,
    'a race and an all': `log(race(hero.walk(4), wait(25)) ?? 'late'); log(all(hero.walk(1), wait(5)).length);`,
    'an error that is caught later': `try { fail(); } catch (error) { wait(20); log(error.message + ' ' + (error instanceof RangeError)); }`,
    'a finally that waits, of a script that is cancelled': `const t = start(() => clean()); wait(5); t.cancel('enough'); wait(30); log(t.status);`,
    'random numbers': `for (let i = 0; i < 5; i++) { wait(10); log(random()); }`,
    'a clock of its own': `const slow = new Clock(clock); slow.scale = 0.5; start(() => onClock(slow)); wait(20); slow.pause(); wait(30); slow.resume(); wait(50); log(slow.now);`,
    'a word that puts a clock in place': `const slow = new Clock(clock); slow.scale = 0.5; aside = slow; withClock(slow, onOwnClock); log(clock.now);`,
    'a tween': `tween(45, show); log('shown');`,
    'arms that wait for calls': `all(() => hero.walk(share(2)), () => { wait(15); log('arm'); }, () => { hero.walk(1); }); log('all');`,
    'closures that share a variable': `let n = 0; const add = () => { wait(10); n++; }; start(add); start(() => { add(); log('n ' + n); }); waitUntil(() => n > 1); log(n);`,
    'a class that is made in a function': `const by = 2; class Steps { n = 1; go() { for (let i = 0; i < 2; i++) { wait(10); this.n *= by; } return this.n; } } log(new Steps().go());`,
    'contents of constants': `date.setTime(7); bytes[0] = 9; wait(20); log(date.getTime() + ' ' + bytes[0]);`,
    'a paused thread': `const t = start(() => hero.walk(4)); wait(10); t.pause(); wait(40); t.resume(); log(waitFor(t));`,
    'who is interrupted': `hero.walk(6); wait(15); log(hero.flinch());`,
    'one owner that holds back another': `start(() => hero.walk(5), { owner: hero, name: 'slow' }); log(hero.walk(1));`,
  };
  const source = (body: string): string => `
    // @compile the whole file
    import { Clock, Executor } from '@spindle/runtime';
    class Hero extends Executor {
      steps = 0;
      walk(steps) { for (let i = 0; i < steps; i++) { this.steps++; this.wait(10); log('step ' + this.steps); } return 'walked ' + steps; }
      // @interrupt
      flinch() { wait(20); return 'flinched at ' + this.steps; }
    }
    const hero = new Hero();
    const date = new Date(0);
    const bytes = new Uint8Array(2);
    let told = 0;
    let aside;
    function share(n) { wait(5); return n; }
    function onOwnClock() { wait(15); log('own ' + clock.now); }
    function show(t) { log(Math.round(100 * t)); }
    function shout() { wait(30); told++; signal('bell', 'ding ' + told); }
    function fail() { wait(10); throw new RangeError('no ' + told); }
    function clean() { try { wait(1000); } finally { log('cleaning'); wait(20); log('clean'); } }
    function onClock(slow) { for (let i = 0; i < 3; i++) { wait(5); log('slow ' + slow.now); } }
    export function play() { ${body} }
  `;
  const cases = Object.entries(programs);

  test.each(cases)('%s', (_, body) => {
    const start = compile(source(body));
    for (let pulses = 0; pulses < 8; pulses++) {
      const { lines, whole } = savedAndLoaded(start, pulses, ({ play }) => play());
      expect(lines).toEqual(whole);
    }
  });
});

// ---- values -------------------------------------------------------------------------------------------------------------

test('values come back as they were, with cycles and what is shared', () => {
  const start = compile(`
    // @compile the whole file
    export class Item { constructor(name) { this.name = name; } }
    export let seen;
    export function play() {
      const shared = { self: null, list: [1, , 3], 'a b': undefined };
      shared.self = shared;
      const map = new Map([[shared, new Set([shared, 'x'])], [NaN, -0]]);
      const rest = [10n, Symbol.for('x'), new Date(5), /a/gi, new Uint8Array([1, 2]), new TypeError('t', { cause: shared }), Object(7)];
      const item = new Item('sword');
      const bare = Object.assign(Object.create(null), { ['__proto__']: 1 });
      const odd = JSON.parse('{"__proto__":{"x":1}}');
      const frozen = Object.freeze({ inner: [item] });
      let gap = -Infinity;
      wait(20);
      seen = { shared, map, rest, item, bare, odd, frozen, gap };
    }
  `);
  const first = new Game(start);
  const { play } = first.module;
  play();
  const text = first.pulse().saves.save();
  const game = new Game(start);
  game.saves.load(text);
  game.pulse(3);
  const { shared, map, rest, item, bare, odd, frozen, gap } = game.module['seen'];
  expect(shared.self).toBe(shared);
  expect([0 in shared.list, 1 in shared.list, shared.list.length]).toEqual([true, false, 3]);
  expect(Object.keys(shared)).toEqual(['self', 'list', 'a b']);
  expect([...map.keys()][0]).toBe(shared);
  expect([...map.get(shared)]).toEqual([shared, 'x']);
  expect(Object.is(map.get(NaN), -0)).toBe(true);
  expect(rest.slice(0, 4)).toEqual([10n, Symbol.for('x'), new Date(5), /a/gi]);
  expect([...rest[4]]).toEqual([1, 2]);
  expect([rest[5] instanceof TypeError, rest[5].message, rest[5].cause]).toEqual([true, 't', shared]);
  expect([typeof rest[6], Number(rest[6])]).toEqual(['object', 7]);
  expect([item.name, item instanceof game.module['Item']]).toEqual(['sword', true]);
  expect([Object.getPrototypeOf(bare), Object.keys(bare)]).toEqual([null, ['__proto__']]);
  expect([Object.getPrototypeOf(odd), Object.keys(odd), odd.x]).toEqual([Object.prototype, ['__proto__'], undefined]);
  expect([Object.isFrozen(frozen), frozen.inner[0]]).toEqual([true, item]);
  expect(gap).toBe(-Infinity);
});

describe('what cannot be saved is refused by name', () => {
  const refusedWith = (body: string, options: SavesOptions = {}): readonly unknown[] => {
    const game = new Game(compile(`// @compile the whole file\n\nexport function play(given) { ${body} }`), options);
    const { play } = game.module;
    play(
      body.includes('given')
        ? new (class Unknown {
            x = 1;
          })()
        : undefined,
    );
    game.pulse();
    const [refusal] = game.saves.whyNot();
    expect(() => game.saves.save()).toThrow(SaveError);
    return [refusal!.code, refusal!.variable, refusal!.path, refusal!.function, refusal!.line];
  };

  test.each<readonly [string, string, readonly unknown[]]>([
    [
      'a Promise in a variable',
      'const p = { q: [new Promise(() => {})] }; wait(50); log(p);',
      ['promise', 'p', 'p.q[0]', 'play', 3],
    ],
    ['a wait for a Promise', 'waitFor(new Promise(() => {}));', ['promise', undefined, undefined, 'play', 3]],
    ['an object of a class that no save can name', 'wait(50); log(given);', ['object', 'given', 'given', 'play', 3]],
    ['an iterator', 'const it = [1].values(); wait(50); log(it);', ['iterator', 'it', 'it', 'play', 3]],
    ['a symbol of this run', 'const s = Symbol("s"); wait(50); log(s);', ['symbol', 's', 's', 'play', 3]],
    [
      'an accessor',
      'const o = Object.defineProperty({}, "x", { get: () => 1 }); wait(50); log(o);',
      ['property', 'o', 'o.x', 'play', 3],
    ],
    ['a WeakMap', 'const w = new WeakMap(); wait(50); log(w);', ['object', 'w', 'w', 'play', 3]],
    ['an event', 'waitForEvent(new EventTarget(), "x");', ['event', undefined, undefined, 'play', 3]],
  ])('%s', (_, body, expected) => {
    expect(refusedWith(body)).toEqual(expected);
  });

  test('all of it is told of at once, at most twenty', () => {
    const game = new Game(
      compile(
        '// @compile the whole file\nexport function play() { const all = Array.from({ length: 30 }, () => new WeakMap()); wait(50); log(all); }',
      ),
    );
    const { play } = game.module;
    play();
    expect(game.saves.whyNot()).toHaveLength(20);
  });
});

describe('what lives outside of scripts', () => {
  const source = `// @compile the whole file
    export function play(hero) { const bag = { owner: hero }; wait(30); log(hero.name + ' ' + (bag.owner === hero)); }`;
  const world = (name: string): Map<number, object> => new Map([[7, { id: 7, name }]]);
  const objectsOf = (all: Map<number, object>): NonNullable<SavesOptions['objects']> => ({
    idOf: (object: { id?: number }) => object.id,
    find: (id: number) => all.get(id),
  });

  test('objects are found by their ids', () => {
    const start = compile(source);
    const all = world('Ada');
    const first = new Game(start, { objects: objectsOf(all) });
    const { play } = first.module;
    play(all.get(7));
    const text = first.pulse().saves.save();
    const second = new Game(start, { objects: objectsOf(world('Bo')) });
    second.saves.load(text);
    expect(second.finish()).toEqual(['3 Bo true']);
    expect(second.module).not.toBe(first.module);
  });

  test('an object with an id for which `find` gives another one is saved by its fields', () => {
    const start = compile(source);
    const objects = objectsOf(world('Ada'));
    const first = new Game(start, { objects });
    const { play } = first.module;
    play({ id: 7, name: 'her picture' });
    const text = first.pulse().saves.save();
    const second = new Game(start, { objects });
    second.saves.load(text);
    expect(second.finish()).toEqual(['3 her picture true']);
  });

  test('a getter is not asked for the name of what only traces show', () => {
    const game = new Game(compile('// @compile the whole file\nexport function play(sprite) { wait(30); }'));
    class Sprite {
      get name(): string {
        throw new Error('asked');
      }
    }
    game.module['play'](new Sprite());
    expect(game.pulse().saves.save()).toContain('["t","Sprite"]');
  });

  test('an object of a parameter that is read no more is saved by its id, and asked for nothing else', () => {
    let asked = 0;
    const hero = {
      id: 7,
      get name(): string {
        asked++;
        return 'Ann';
      },
    };
    const game = new Game(
      compile(`// @compile the whole file
        let hero;
        export const set = (given) => { hero = given; };
        export function play() { walk(hero); }
        function walk(dead) { wait(30); log(1); }`),
      {
        objects: { idOf: (object: { id?: number }) => object.id, find: () => hero },
      },
    );
    const { play, set } = game.module;
    set(hero);
    play();
    game.pulse();
    asked = 0;
    game.saves.save();
    expect(asked).toBe(0);
  });

  test('who needs an object that is not found is named, and nothing has changed', () => {
    const start = compile(source);
    const all = world('Ada');
    const first = new Game(start, { objects: objectsOf(all) });
    const { play } = first.module;
    play(all.get(7));
    const text = first.pulse().saves.save();
    all.clear();
    const before = first.scheduler.dump();
    expect(() => first.saves.load(text)).toThrow(/`objects.find` gave no object for the id 7/);
    expect(first.scheduler.dump()).toBe(before);
    expect(first.finish()).toEqual(['3 Ada true']);
  });

  test('a class loads itself from data', () => {
    class Vault {
      #gold: number;
      constructor(gold: number) {
        this.#gold = gold;
      }
      get gold(): number {
        return this.#gold;
      }
    }
    const classes = {
      Vault: {
        of: Vault,
        save: ({ gold }: Vault) => ({ gold }),
        load: ({ gold }: { gold: number }) => new Vault(gold),
      },
    };
    const start = compile('// @compile the whole file\nexport function play(vault) { wait(30); log(vault.gold); }');
    const { lines, whole } = savedAndLoaded(start, 1, ({ play }) => play(new Vault(5)), { classes });
    expect(lines).toEqual(whole);
    expect(lines).toEqual(['3 5']);
  });
});

describe('a load', () => {
  const source = `// @compile the whole file
    export const state = { gold: 1, log: [] };
    export let level = 1;
    export function play() { try { level = 2; state.gold = 5; state.log.push('began'); wait(30); log('gold ' + state.gold + ' level ' + level); } finally { log('finally'); } }`;
  const saved = (): { start: () => Readonly<Record<string, any>>; text: string } => {
    const start = compile(source);
    const first = new Game(start);
    const { play } = first.module;
    play();
    return { start, text: first.pulse().saves.save({ title: 'The inn', at: 3 }) };
  };

  test('puts back variables, and the contents of constants in place', () => {
    const { start, text } = saved();
    const game = new Game(start);
    const { state } = game.module;
    state.gold = 99;
    state.extra = true;
    game.saves.load(text);
    expect(state).toEqual({ gold: 5, log: ['began'] });
    expect(game.finish()).toEqual(['3 gold 5 level 2', '3 finally']);
  });

  test('runs no `finally` block of the old scripts, whose threads are gone', () => {
    const { start, text } = saved();
    const game = new Game(start);
    const { play } = game.module;
    const old = play();
    game.saves.load(text);
    expect([old.status, game.lines, game.saves.thread('play')?.status]).toEqual(['gone', [], 'sleeping']);
  });

  test('gives the head without the rest', () => {
    const { text } = saved();
    expect(headOf(text)).toEqual({ title: 'The inn', at: 3 });
    expect(() => headOf('x')).toThrow(LoadError);
  });

  test.each(['prepare', 'find', 'class', 'onLoad', 'commit'])(
    'that throws in %s leaves the old world and the old scripts',
    (place) => {
      class Thing {
        x = 1;
      }
      const start = compile(
        '// @compile the whole file\nexport const kept = { n: 1 };\nexport function play(a, b) { kept.n++; wait(30); log(kept.n + typeof a + typeof b); }',
      );
      const things = new Map<string, object>([['a', { id: 'a' }]]);
      let isBroken = false;
      const done: string[] = [];
      const fail = (here: string): void => {
        done.push(here);
        if (isBroken && here === place) throw new Error('broken');
      };
      const game = new Game(start, {
        objects: { idOf: (object: { id?: string }) => object.id, find: (id: string) => things.get(id) },
        classes: { Thing: { of: Thing, save: () => 1, load: () => (fail('class'), new Thing()) } },
        state: {
          save: () => ({ hp: 3 }),
          prepare: (data: { hp: number }) => {
            expect(data).toEqual({ hp: 3 });
            fail('prepare');
            return {
              find: (id: string) => (fail('find'), things.get(id)),
              commit: () => fail('commit'),
              discard: () => void done.push('discard'),
            };
          },
        },
        onLoad: () => fail('onLoad'),
      });
      const { play, kept } = game.module;
      play(things.get('a'), new Thing());
      const text = game.pulse().saves.save();
      kept.n = 40;
      const before = game.scheduler.dump();
      isBroken = true;
      expect(() => game.saves.load(text)).toThrow(/The game has thrown: Error: broken/);
      expect([game.scheduler.dump(), kept.n]).toEqual([before, 40]);
      expect(done.at(-1)).toBe(place === 'prepare' ? 'prepare' : 'discard');
      isBroken = false;
      game.saves.load(text);
      expect(kept.n).toBe(2);
      expect(game.finish()).toEqual(['3 2objectobject']);
    },
  );

  test('that is refused leaves owners to who has them, and the clock', () => {
    const start = compile(`// @compile the whole file
      class Hero extends Executor { walk(n) { this.wait(10 * n); log(n); } }
      export const hero = new Hero();
      export function play(n) { clock.scale = n; hero.walk(n); }`);
    let isBroken = false;
    const options: SavesOptions = {
      onLoad: () => {
        if (isBroken) throw new Error('broken');
      },
    };
    const first = new Game(start, options);
    first.module['play'](1);
    const text = first.saves.save();
    const game = new Game(start, options);
    const { play } = game.module;
    play(2);
    play(3);
    const before = [game.scheduler.clock.scale, game.saves.save()];
    isBroken = true;
    expect(() => game.saves.load(text)).toThrow('broken');
    expect([game.scheduler.clock.scale, game.saves.save()]).toEqual(before);
  });

  test('is refused in a pulse, and so is a save', () => {
    const { start, text } = saved();
    const game = new Game(start);
    const errors: unknown[] = [];
    game.scheduler.spawn(() => {
      for (const call of [() => game.saves.load(text), () => game.saves.save()])
        try {
          call();
        } catch (error) {
          errors.push((error as Error).constructor);
        }
    });
    game.pulse();
    expect(errors).toEqual([LoadError, SaveError]);
  });

  test('needs the files of the save, which `loadAsync` imports', async () => {
    const { start, text } = saved();
    const empty = new Game(() => ({}));
    expect(() => empty.saves.load(text)).toThrow('The save needs scripts that are not loaded: game.js.');
    const imported: string[] = [];
    await empty.saves.loadAsync(text, {
      importFile: async (file) => {
        imported.push(file);
        start();
      },
    });
    expect([imported, empty.finish()]).toEqual([['game.js'], ['3 gold 5 level 2', '3 finally']]);
  });
});

test('a save is written at the end of the pulse in which a checkpoint asks for it', () => {
  const texts: string[] = [];
  const start = compile(`// @compile the whole file
    import { checkpoint } from '@spindle/runtime/saves';
    export function play() { wait(10); checkpoint('inn'); log('at the inn'); wait(20); log('gone'); }`);
  const options: SavesOptions = {
    onCheckpoint: (name) => game.saves.saveSoon({ name }),
    onSaved: (text) => void texts.push(text),
  };
  const game = new Game(start, options);
  const { play } = game.module;
  play();
  game.pulse(2);
  expect(texts.map(headOf)).toEqual([{ name: 'inn' }]);
  const second = new Game(start);
  second.saves.load(texts[0]!);
  expect(second.finish()).toEqual(['3 gone']);
});

test('a variable of a compiled file may hold the saves themselves', () => {
  const start = compile(`// @compile the whole file
    export let game = null;
    export const set = (saves) => { game = saves; };
    export function play(mine) { wait(20); log(mine === game && game !== null); }`);
  const gameOf = (): Game => {
    const game = new Game(start);
    const { set } = game.module;
    set(game.saves);
    return game;
  };
  const first = gameOf();
  const { play } = first.module;
  play(first.saves);
  const text = first.pulse().saves.save();
  const second = gameOf();
  second.saves.load(text);
  expect([second.module.game === second.saves, second.finish()]).toEqual([true, ['2 true']]);
});

test('what a factory has made is made again, with what it had captured', () => {
  const start = compile(`
    // @compile
    export function play() {
      const box = { v: 0 };
      const isFull = () => box.v > 2;
      const Twice = class { get twice() { return 2 * box.v; } };
      const twice = new Twice();
      const counter = { count: 0, more() { box.v++; this.count++; } };
      start(() => fill(counter));
      waitUntil(isFull);
      log(box.v + ' ' + twice.twice + ' ' + counter.count + ' ' + (twice instanceof Twice));
    }
    // @compile
    function fill(counter) { for (let i = 0; i < 3; i++) { wait(10); counter.more(); } }
  `);
  for (let pulses = 0; pulses < 3; pulses++) {
    const { lines, whole } = savedAndLoaded(start, pulses, ({ play }) => play());
    expect([lines, whole[0]]).toEqual([whole, '4 3 6 3 true']);
  }
});
