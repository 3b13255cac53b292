/** As `kinds.js`: functions, classes and natives by the table of "What can be saved". `isAlone`: it has a process for itself, with `modules: true`. */
import { ANOTHER_END } from './statements.js';

export const FUNCTIONS = {
  'a parameter that is read no more, and cannot be saved': {
    script: `function visit(door) { log(door.has(hero)); say('a'); log('b'); }
      const hero = {};
      export function play() { visit(new WeakSet()); log('end'); }`,
    edits: [...ANOTHER_END, [`log('b');`, `log('B');`]],
    told: [/at `say\('a'\);`$/, /#play at `visit/],
    says: 'false a <> a. B END',
  },
  'an accessor of an object that is made in a function': {
    script: `let n = 1; const thing = { get twice() { return 2 * n; }, set twice(x) { n = x; } }; say('a'); thing.twice = 5; log(thing.twice);`,
    edits: [[`return 2 * n;`, `return 20 * n;`]],
    says: 'a <> a. 100',
  },
  'properties of a function, and static fields': {
    script: `const tell = () => 1; tell.times = 4; class Imp { static all = 0; static more() { return ++Imp.all; } } Imp.more(); say('a');
      log(tell.times + tell()); log(Imp.more());`,
    edits: [
      [`() => 1`, `() => 100`],
      [`++Imp.all`, `(Imp.all += 10)`],
    ],
    says: 'a <> a. 104 11',
  },
  'a method under a computed key': {
    script: `const key = 'go'; const imp = { [key + '2']() { say('a'); log('b'); } };
      export function play() { imp.go2(); log('end'); }`,
    edits: [[`log('b');`, `log('B');`]],
    told: [/#imp\.go2 at `say\('a'\);`$/],
    says: 'a end <> a. B',
  },
  'the texts of a tag': {
    script: `const tag = (texts) => texts; const hi = () => tag\`a\\n\${1}b\`; const texts = hi(); say('a');
      log(texts.raw[0] + texts[1] + Object.isFrozen(texts)); log('end');`,
    edits: ANOTHER_END,
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. a\\nbtrue END',
  },
  'errors and boxed numbers': {
    script: `const error = new RangeError('far', { cause: 4 }), box = Object(5); say('a'); log(error.name + error.message + error.cause + (box + 1)); log('end');`,
    edits: ANOTHER_END,
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. RangeErrorfar46 END',
  },
  'map, filter and Array.from whose callbacks wait': {
    script: `const later = () => [1, 2].filter((n) => { wait(20); return n > 1; });
      const t = start(later); const all = [1, 2].map((n) => { wait(20); return n * 2; });
      log(all); log(waitFor(t)); log(Array.from([1, 2], (n) => { wait(20); return n + 1; })); log('end');`,
    edits: [...ANOTHER_END, [`return n * 2;`, `return n * 20;`], [`return n > 1;`, `return n > 0;`]],
    inputs: 'step',
    told: [/at `const all = \[1, 2\]\.map/, /#play>later.*filter/],
    says: '<> 20,40 1,2 2,3 END',
  },
  'replace and forEach of a Map whose callbacks wait': {
    script: `start(() => log('ab'.replace(/./g, (sign) => { wait(20); return sign + sign; })));
      new Map([['x', 1], ['y', 2]]).forEach((n, key) => { say(key); log(n); }); log('end');`,
    edits: [...ANOTHER_END, [`return sign + sign;`, `return sign.toUpperCase();`], [`log(n);`, `log('n' + n);`]],
    told: [/forEach/, /forEach/, /replace.*at `wait/, /replace/],
    says: 'x <> x. n1 y y. n2 END AB',
  },
  'a private method that waits': {
    script: `class Purse { #gold = 3; static #all = 1; #count() { say('a'); return this.#gold + Purse.#all; } open() { log(this.#count()); log('b'); } }
      export function play() { new Purse().open(); log('end'); }`,
    edits: [
      [`return this.#gold`, `return 10 * this.#gold`],
      [`log('b');`, `log('B');`],
    ],
    told: [/#Purse\.open at `log\(this\.#count\(\)\);`$/],
    says: 'a end <> a. 31 B',
  },
  'objects of classes of the game': {
    script: `const coin = new Coin(4), vault = new Vault(['ring']); say('a'); log(coin.worth() + vault.things.join()); log('end');`,
    edits: ANOTHER_END,
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. 8ring END',
  },
  'what plain code waits for': {
    script: `walk(40); log('end');`,
    edits: ANOTHER_END,
    inputs: 'after',
    told: [/at `walk\(40\);`$/, /^a function of `after`$/],
    says: '<> walked END',
  },
  'a handler that is put on an emitter': {
    script: `bell.on('ding', () => log('rung')); say('a'); log('end');`,
    edits: ANOTHER_END,
    told: [/at `say\('a'\);`$/, /./],
    then: 'ding',
    says: 'a <> a. END',
  },
  'an option of the compiler that decides what waits': {
    script: `let n = 0; while (n < 3) { n++; log(n); } log('end');`,
    edits: ANOTHER_END,
    options: { frameWait: { while: false } },
    stays: /frameWait/,
    says: '1 <> 2 3 end',
  },
  'what stands at the top of a file': {
    isAlone: true,
    script: `let count = 1; var other = 2; const bag = { gold: 3 }; const seen = new WeakSet();
      const makeCounter = () => { let n = 0; return () => ++n; };
      const next = makeCounter();
      class Imp { static all = 0; static go() { say('imp'); return ++Imp.all; } }
      function tell() { return 'told'; }
      const ways = { go() { return 'went'; } };
      export default makeCounter();
      export function play() { count++; other++; bag.gold++; next(); next(); Imp.all = 7; tell.times = 3; ways.go = tell;
        say('a');
        log([count, other, bag.gold, next(), Imp.all, tell.times, ways.go(), seen.has(bag)].join()); log('end'); }`,
    edits: [
      ...ANOTHER_END,
      [`let count = 1;`, `let count = 100; let fresh = 5;`],
      [`bag.gold, next()`, `bag.gold, fresh, next()`],
    ],
    told: [/at `say\('a'\);`$/, /^what the constant `seen` holds \(WeakSet\)$/],
    says: 'a <> a. 2,3,4,5,3,7,3,told,false END',
  },
};
