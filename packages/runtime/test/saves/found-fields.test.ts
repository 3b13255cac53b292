/** Objects that the game keeps, whose fields are in the save: `objects.all`. */
import { LoadError, savedFields, type SavesOptions } from '../../src/saves.js';
import { compile, Game, log } from './game.js';

interface World {
  readonly game: Game;
  readonly all: any[];
}

/** A game with the objects that `make` of its program gives. Their ids are their places. */
function worldOf(start: () => Readonly<Record<string, any>>, more: SavesOptions = {}): World {
  const all: any[] = [];
  const objects = { idOf: (one: object) => all.indexOf(one) + 1 || undefined, find: (id: number) => all[id - 1] };
  const game = new Game(start, { objects: { ...objects, all: () => all }, ...more });
  all.push(...game.module['make']());
  return { game, all };
}

/** Of an engine that is not compiled. */
class Sprite {
  width = 1;
  texture: unknown = new WeakMap();
  #angle = 0;
  get rotation(): number {
    return this.#angle;
  }
  set rotation(angle: number) {
    this.#angle = angle;
  }
}

/** What is loaded into a fresh instance. */
function loaded(text: string, start: () => Readonly<Record<string, any>>, change?: (world: World) => void) {
  const world = worldOf(start);
  change?.(world);
  const report = world.game.saves.load(text);
  return { ...world, report };
}

const LAMPS = `// @compile the whole file
  class Oil { left = 3; }
  export const make = () => [new Lamp(), new Lamp(), { isOpen: false, notes: ['made'] }];
  class Lamp {
    isLit = false; notes = ['made']; #oil = new Oil();
    burn(other) { this.other = other; this.#oil.left--; wait(10); this.isLit = true; this.notes.push('lit'); }
    look() { return [this.isLit, this.notes, this.#oil.left, this.other?.notes, this.more].join(); }
  }
  export function play([one, two, door]) { one.burn(two); two.notes.push('seen'); door.isOpen = true; door.notes.push(one); wait(30); log(one.look()); }`;

describe('objects that the game keeps', () => {
  test('have what they had, also those that no script holds', () => {
    const start = compile(LAMPS);
    const { game, all } = worldOf(start);
    game.module['play'](all);
    game.pulse(2);
    all[1].more = 7;
    const text = game.saves.save();
    const now = loaded(text, start);
    expect(now.all.slice(0, 2).map((one) => one.look())).toEqual([
      'true,made,lit,2,made,seen,',
      'false,made,seen,3,,7',
    ]);
    expect(now.all[2]).toEqual({ isOpen: true, notes: ['made', now.all[0]] });
    expect(now.all[0].other).toBe(now.all[1]);
    expect([now.report.notSaved, now.report.missing]).toEqual([[], []]);
    expect(now.game.saves.save()).toBe(text);
    expect(now.game.finish()).toEqual(game.finish().slice(-1));
  });

  test('lose what they have got since the save', () => {
    const { game, all } = worldOf(compile(LAMPS));
    const text = game.saves.save();
    game.module['play'](all);
    game.pulse(2);
    Object.assign(all[0], { more: 7 });
    game.saves.load(text);
    expect(all[0].look()).toBe('false,made,3,,');
    expect(Object.keys(all[0])).toEqual(['isLit', 'notes']);
    expect(game.saves.save()).toBe(text);
  });

  test.each(['Sprite', 'asExecutor(Sprite)'])(
    'of classes that extend %s of an engine have what compiled classes give them, and the rest is told',
    (base) => {
      Object.assign(log, { Sprite });
      const start = compile(`// @compile the whole file
      const { Sprite } = log;
      export const make = () => [new Figure(new Sprite()), new Figure(new Sprite())];
      class Figure extends ${base} {
        static count = 0;
        strides = 0; hands = [1]; picture; declared;
        constructor(picture) { super(); this.picture = picture; this.width = 2; }
        walk() { this.strides++; this.rotation = 3; [this.left, this['computed']] = [4, 5]; wait(10); function no() { this.other = 1; } for (this.turn of [6]); this.hands.push(2); }
      }
      export function play(one) { one.walk(); wait(30); }`);
      const { game, all } = worldOf(start);
      game.module['play'](all[0]);
      game.pulse(2);
      Object.assign(all[0], { foreign: 7, other: 8 });
      const text = game.saves.save();
      const saved = 'strides hands picture declared width rotation left turn';
      expect(savedFields(all[0])).toEqual(new Set(saved.split(' ')));
      expect(savedFields(new Sprite()).size).toBe(0);
      const { all: now, report } = loaded(text, start, ({ all: [one] }) => Object.assign(one, { foreign: 9, x: 9 }));
      expect(now[0]).toEqual({
        width: 2,
        texture: expect.any(WeakMap),
        picture: expect.any(Sprite),
        declared: undefined,
        strides: 1,
        hands: [1, 2],
        left: 4,
        turn: 6,
        foreign: 9,
        x: 9,
      });
      expect(now[0].rotation).toBe(0);
      expect(Object.hasOwn(now[1], 'left')).toBe(false);
      expect(report.notSaved).toEqual(['2 × `rotation` of `Figure`', '2 × `picture` of `Figure`']);
    },
  );

  test('keep the functions that others have got of them, and what these have captured', () => {
    const start = compile(`// @compile the whole file
      export const make = () => [new Button()];
      class Button { constructor() { let n = 0; this.press = () => ++n; this.twice = this.press; } swap() { this.twice = ((n) => () => ++n)(7); } }`);
    const { game, all } = worldOf(start);
    all[0].press();
    all[0].swap();
    const text = game.saves.save();
    let press: any;
    const { all: now } = loaded(text, start, (world) => (press = world.all[0].press));
    expect([now[0].press === press, press(), now[0].twice()]).toEqual([true, 2, 8]);
  });

  test('an edited class: a field that is new stays and is told, one that is gone comes back, a private one refuses', () => {
    const program = (body: string) =>
      compile(`// @compile the whole file
        export const make = () => [new Hero(), { hp: 1 }];
        class Hero { ${body} }`);
    const { game } = worldOf(program('hp = 1; old = 2; #code = 3;'));
    const text = game.saves.save();
    const { all, report } = loaded(text, program('hp = 5; mana = 50; #code = 4; get code() { return this.#code; }'));
    expect({ ...all[0], code: all[0].code }).toEqual({ hp: 1, old: 2, mana: 50, code: 3 });
    expect(report.missing).toEqual(['`mana` of `Hero`, which keeps what it has']);
    expect(() => loaded(text, program('hp = 5;'))).toThrow('there is no private field `#code` in this build');
  });

  test('nothing has changed when a load is refused', () => {
    const start = compile(LAMPS);
    const { game, all } = worldOf(start);
    game.module['play'](all);
    game.pulse(2);
    const text = game.saves.save();
    const frozen = worldOf(start);
    Object.freeze(frozen.all[0]);
    expect(() => frozen.game.saves.load(text)).toThrow('`other` of `Lamp` cannot be put back');
    expect(frozen.all[1].notes).toEqual(['made']);
    const empty = new Game(start, { objects: { idOf: () => undefined, find: () => undefined, all: () => [{}] } });
    const refusals = (() => {
      try {
        empty.saves.load(text);
      } catch (error) {
        return (error as LoadError).refusals.map(({ code }) => code);
      }
      return [];
    })();
    expect(refusals).toEqual(['id', 'id', 'id']);
  });

  test('without `all` they have nothing but their ids', () => {
    const start = compile(LAMPS);
    const all: any[] = [];
    const objects = { idOf: (one: object) => all.indexOf(one) + 1 || undefined, find: (id: number) => all[id - 1] };
    const game = new Game(start, { objects });
    all.push(...game.module['make']());
    game.module['play'](all);
    game.pulse(2);
    expect(game.saves.save()).not.toContain('isLit');
  });

  test('of which `all` does not give them have nothing but their ids, also where a constant holds an engine with its classes', () => {
    class Color {
      static WHITE = new Color();
      red = 255;
    }
    const engine = { Color, canvas: new WeakMap(), dt: () => 16 };
    Object.assign(log, { engine });
    const start = compile(`// @compile the whole file
      const { engine } = log;
      export function play(lamp) { const { Color } = engine; wait(30); lamp.color = Color.WHITE; log(Color === engine.Color); }`);
    const lamp = { isLit: false };
    const things: Readonly<Record<string, object>> = { engine, lamp };
    const game = new Game(start, {
      objects: {
        idOf: (one: object) => Object.keys(things).find((name) => things[name] === one),
        find: (name: string) => things[name],
        all: () => [lamp],
      },
    });
    game.module['play'](lamp);
    const text = game.pulse().saves.save();
    expect([text.includes('isLit'), text.includes('canvas')]).toEqual([true, false]);
    expect(game.saves.load(text).notSaved).toEqual([]);
    expect(game.finish()).toEqual(['3 true']);
  });
});
