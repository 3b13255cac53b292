/** What functions and classes have beside their code, and how those are found that no path of the source leads to. */
import { SaveError } from '../../src/saves.js';
import { compile, Game, savedAndLoaded } from './game.js';

describe('each save goes on the same in a fresh instance', () => {
  test.each<readonly [string, string, string]>([
    [
      'properties of functions, and static fields of classes',
      `function call() {} function idle() {} idle.calls = 1; class Door { static opened = 0; static made = () => 1; } const room = { enter() {} };`,
      `call.calls = 2; room.enter.next = call; delete idle.calls; Door.opened++; Door.last = [room.enter];
       class Hatch { static opened = 3; static why = 4; } Hatch.opened++; delete Hatch.why;
       const step = () => wait(1); step.count = 5;
       class Lid { open() {} close() {} static all() {} } Lid.prototype.open.calls = 6; Lid.all.calls = 7; const { close } = new Lid(); close.calls = 8;
       wait(10);
       log([call.calls, room.enter.next === call, idle.calls, Door.opened, Door.last[0] === room.enter, Door.made(), Hatch.opened, Hatch.why, step.count, new Lid().open.calls, Lid.all.calls, close.calls].join());`,
    ],
    [
      'functions in the places of others',
      `const room = { enter(n) { wait(10); return n; }, leave(n) { wait(10); return n + 1; } }; function one() { wait(10); return 1; } function two() { wait(10); return 2; }`,
      `log(room.enter(5)); room.enter = room.leave; one = two; wait(10); log(room.enter(5) + one());`,
    ],
    [
      'what functions at the top have captured',
      `const count = (() => { let n = 0; return () => ++n; })(); let again = (() => { let n = 0; return () => ++n; })();
       const make = (from) => { const list = [from]; return { add: (x) => list.push(x), list }; }; const box = make(1); const both = [count, count];`,
      `log([count(), again(), box.add(2)].join()); wait(10); log([count(), again(), box.add(3), both[0]()].join()); wait(10); log([count(), again(), box.list, both[0] === both[1], both[0] === count].join());`,
    ],
    [
      'private fields and methods, of classes that run code when an object is made',
      `const run = (name, value) => { log('runs ' + name); return value; };
       class Base { base = run('base', 1); constructor() { log('made'); } }
       class Safe {
         #code = run('code', 1); open = run('open', 2); #bag = [this]; static #n = 1;
         constructor({ hp = run('hp', 3), inner: { x } } = {}, [a, b = run('b', 4)] = [], ...rest) { this.#code += hp + x; this.rest = rest; log('safe'); }
         #secret() { return this.#code; }
         look() { return [this.#secret(), this.#bag.length, this.#bag[0] === this, Object.keys(this), Safe.#n].join(); }
         #turn(n) { wait(10); this.#code += n; this.#bag.push(n); return this.#code; }
         turn(n) { return this.#turn(n) + this.#turn(n); }
         static #all() { wait(5); return ++Safe.#n; }
         static all() { return Safe.#all(); }
         static is(it) { return #code in it; }
       }
       class Big extends Safe { #size; constructor(size) { super({ inner: { x: 1 } }); this.#size = size; log('big'); } get size() { return ++this.#size; } }
       class Far extends Base { #z = run('z', 1); z() { return ++this.#z; } }
       class Quiet { #n = 1; up() { return ++this.#n; } }
       const quiet = Object.freeze(new Quiet());`,
      `class Inner { #k = run('k', 1); go() { return ++this.#k; } static #made = 0; static make() { return ++Inner.#made; } }
       const safe = new Safe({ inner: { x: 2 } }), big = new Big(4), far = new Far(), inner = new Inner();
       Inner.make(); inner.go(); quiet.up(); far.z();
       log(safe.turn(5)); log([big.turn(1), Safe.all(), big.size, safe.look(), big.look()].join()); wait(10);
       log([Safe.is(big), quiet.up(), inner.go(), Inner.make(), new Inner().go(), far.z(), far.base, big.size, safe.turn === big.turn].join());`,
    ],
    [
      'closures with private names, in a class at the top',
      `class Guard {
         #noise = 0; static #count = 0; hear = (by) => { wait(10); this.#noise += by; return this.#noise; };
         work(least) {
           const steps = []; const note = (step) => steps.push(step + this.#noise);
           start(() => { for (let i = 0; i < 3; i++) { wait(10); note(this.hear(i)); } });
           const { key } = race({ heard: waitUntil(() => #noise in this && this.#noise > least), never: this.never(() => this.#noise) });
           return key + steps.map((one) => one + this.#noise + Guard.#count++).join();
         }
         never(look) { while (true) { wait(10); if (look() > 100) return; } }
       }
       const lasting = new Guard().hear;`,
      `log(new Guard().work(2)); log(lasting(4)); log(lasting(4));`,
    ],
    [
      'accessors of objects that are made in a function, in their places among the others',
      `const make = (n) => ({ inc: () => ++n, get n() { return n; }, set n(to) { n = to; }, last: 1 });
       const api = make(1); const frozen = Object.freeze(make(2)); const list = [make(3)];`,
      `const own = make(4); const show = () => [api, frozen, list[0], own].map((one) => one.n + Object.keys(one).join('')).join();
       const { inc } = api; inc(); frozen.n = 20; list[0].inc(); own.n++; wait(10); frozen.inc(); list[0].n++; log(show() + (inc === api.inc)); wait(10); api.n = 7; own.inc(); log(show() + inc());`,
    ],
    [
      'accessors that a spread has overwritten',
      ``,
      `const make = (n, more) => ({ go: () => n, get n() { return n; }, set n(to) { n = to; }, [Symbol.iterator]: 1, get size() { return 9; }, last: 1, ...more });
       const kept = make(1, { other: 2 }); const over = make(1, { n: 7, size: undefined }); wait(10);
       over.n++; log([kept.n, over.n, over.size, Object.keys(over), over.go()].join()); wait(10); kept.n = 4; log([kept.n, kept.go(), over.n].join());`,
    ],
    [
      'a default export that is a closure',
      `export default (() => { let n = 0; return () => ++n; })();`,
      `const count = exported(); log(count()); wait(10); log(count() + exported()()); wait(10); log(count === exported());`,
    ],
    [
      'a default export that is an object',
      `export default { n: 1, enter() { wait(5); return ++this.n; } };`,
      `const room = exported(); log(room.enter()); wait(10); log(room.enter() + exported().n);`,
    ],
    [
      'a default export that is an arrow, whose calls are awaited',
      `export default () => { wait(15); return 3; };`,
      `start(() => { wait(5); exported()(); }); log(waitFor(exported()) + exported().name);`,
    ],
    [
      'a default export that is a function without a name',
      `export default function () { wait(15); return 3; }`,
      `start(() => { wait(5); exported()(); }); log(waitFor(exported()) + exported().name);`,
    ],
    [
      'a default export that is a class without a name',
      `export default class { static made = 0; hp = 1; hit() { wait(15); return ++this.hp; } }`,
      `const Door = exported(); Door.made++; const door = new Door(); log(door.hit()); wait(10); log(Door.made + Door.name + (door instanceof exported()));`,
    ],
    [
      'methods under computed keys, and those that are not compiled',
      `const key = 'enter'; const room = { [key]() { wait(10); return 1; } }; class Door { [key]() { wait(10); return 2; } static [key]() { wait(10); return 3; } }`,
      `const { enter } = room; const door = new Door(); log(room.enter() + door.enter() + Door.enter()); wait(10); log(enter === room.enter);`,
    ],
    [
      'methods that wait of a class that is made in a function',
      ``,
      `class Door { n = 1; open() { wait(10); return ++this.n; } static all() { wait(10); return 5; } } const door = new Door(); const { open } = door; log(door.open() + Door.all()); wait(10); log(open === door.open);`,
    ],
    [
      'a class that extends one in a box',
      ``,
      `const early = () => Base; class Base { kind() { wait(10); return 'base'; } } class Door extends Base {} const door = new Door(); const Old = Base;
       wait(10); log(door.kind() + (door instanceof Old) + (early() === Old));`,
    ],
    [
      'a class that has captured its own objects, also in a list and by a prototype',
      ``,
      `let last = null, all = null, heir = null; class Gate { n = 1; open() { wait(10); return last.n + all.length + heir.n; } }
       last = new Gate(); all = [new Gate()]; heir = Object.create(last); last.n = 5; wait(10); log(last.open() + heir.n); log(last instanceof Gate);`,
    ],
    [
      'a method that waits before and behind an arrow that uses `super`',
      `class Door { open() { wait(10); return 'door'; } } class Gate extends Door { open() { wait(10); const own = (() => super.open())(); wait(10); return own + super.open(); } }`,
      `log(new Gate().open());`,
    ],
    [
      'null that a function has captured',
      `const make = (value) => () => { wait(10); return value; }; const ofTop = make(null);`,
      `const get = make(null); wait(10); log(get() === null && ofTop() === null);`,
    ],
    [
      '`arguments` of which one was deleted, and one put behind the last',
      `function call(a, b) { arguments[2] = 'behind'; delete arguments[0]; wait(10); log([arguments.length, 0 in arguments, arguments[1], arguments[2], ...arguments].join()); }`,
      `call(1, 2);`,
    ],
    [
      'a pattern that assigns to a variable before its line',
      `const slowly = (n) => { wait(10); return n; };`,
      `try { ({ v: late = slowly(1) } = {}); } catch (error) { log(error.name); } const early = () => late; let late = 2; log(early());`,
    ],
    [
      'objects whose prototype is an object, and the texts of a tag',
      `const tag = (texts, n) => { wait(10); return texts.raw[1] + texts[0] + Object.isFrozen(texts.raw) + n; };`,
      `const base = { hp: 3 }; const one = Object.create(base); one.name = 'one'; wait(10); base.hp = 4; log(one.hp + one.name); log(tag\`a\${1}\\n\`);`,
    ],
  ])('%s', (_, top, body) => {
    const start = compile(
      `// @compile the whole file\n${top}\nconst exported = () => module.exports.default;\nexport function play() { ${body} }`,
    );
    // Behind the first pulse the arrow waits, which is refused.
    for (const pulses of top.includes('super.') ? [0, 2, 3] : [0, 1, 2, 3]) {
      const { lines, whole } = savedAndLoaded(start, pulses, ({ play }) => play());
      expect(lines).toEqual(whole);
    }
  });
});

describe('a load runs no code of a class, and loses nothing that a script has changed in it', () => {
  test.each([
    ['the class `Door` is made in a function', 'class Door { static { log("made"); } } wait(10); new Door();'],
    ['the class `Door` is made in a function', 'class Door { [(log("made"), "a")]() {} } wait(10); new Door();'],
    ['the class `Door` is made in a function', 'class Door { static all = log("made"); } wait(10); new Door();'],
    [
      'the class `Door` extends what a variable has no longer',
      'const lib = { Base: class {} }; class Door extends lib.Base {} lib.Base = class {}; wait(10); new Door();',
    ],
    [
      'the class `Door` extends what a variable has no longer',
      'const early = () => Base; class Base {} class Door extends Base {} Base = null; wait(10); new Door(); early();',
    ],
    ['`knock` of a class was replaced by a script', 'Gate.prototype.knock = () => 2; wait(10);'],
    ['`all` of a class was replaced by a script', 'Gate.all = 3; wait(10);'],
  ])('%s: %s', (text, body) => {
    const game = new Game(
      compile(`// @compile the whole file
        class Gate { knock() { return 1; } static all() {} }
        export function play() { ${body} log(Gate.all); }`),
    );
    game.module['play']();
    expect(new Set(game.saves.whyNot().map((one) => one.text))).toEqual(new Set([text]));
    expect(() => game.saves.save()).toThrow(SaveError);
  });
});
