/** As `waits.js`: the other rows of "What is refused so far". Without a save a room goes by its log: it plays the new text from its last snapshot on. */
import { ANOTHER_END } from './statements.js';

/** `made` holds something that cannot be saved while `a` is said; `read` is said then. */
const refused = (top, made, read, { says, stays }) => ({
  script: `${top} export function play(given, hero, bell) { ${made} say('a'); log(${read}); log('end'); }`,
  edits: ANOTHER_END,
  stays,
  says: `a <> a. ${says} end`,
  byLog: `a <> a. ${says} END`,
});

const DOOR = `class Base { name() { return 'base'; } }
  class Door extends Base { later() { return () => super.name(); } count() { return () => arguments.length; } }`;

export const REFUSED = {
  'a function with super': refused(DOOR, `const f = new Door().later();`, 'f()', {
    says: 'base',
    stays: /it cannot be saved: a function that uses `super`/,
  }),
  'a function with arguments of the code around it': refused(DOOR, `const f = new Door().count(1, 2);`, 'f()', {
    says: '2',
    stays: /it cannot be saved: a function that no save can name/,
  }),
  'a class that runs code when it is made': refused(
    '',
    `class Imp { static n = random() < 2; } const imp = new Imp();`,
    'imp.constructor.n',
    {
      says: 'true',
      stays: /it cannot be saved: .*Imp/,
    },
  ),
  'a method of a class that was replaced': {
    ...refused(`class Imp { go() { return 1; } }`, `const imp = new Imp(); Imp.prototype.go = () => 2;`, 'imp.go()', {
      says: '2',
      stays: /it cannot be saved: .*go/,
    }),
    isAlone: true,
  },
  'a Promise in a live variable': refused('', `const p = new Promise(() => {});`, 'typeof p', {
    says: 'object',
    stays: /it cannot be saved: .*Promise/,
  }),
  'a Promise that calls of the script have a part in': {
    script: `Promise.all([walk(30), walk(50)]); log('end');`,
    edits: ANOTHER_END,
    stays: /it cannot be saved: .*Promise/,
    says: '<> walked walked end',
    byLog: '<> walked walked END',
  },
  'a function that stays a generator': refused('', `eval('1');`, '1', {
    says: '1',
    stays: /it cannot be saved: .*generator/,
  }),
  'an object of a class that extends one of the language': refused(
    `class Song extends Map { name = 'x'; }`,
    `const song = new Song();`,
    'song.name',
    { says: 'x', stays: /it cannot be saved: .*Song/ },
  ),
  'an object whose class no save can name': refused('', `const url = new URL('http://x/');`, 'url.host', {
    says: 'x',
    stays: /it cannot be saved: .*URL/,
  }),
  'an accessor of defineProperty': refused(
    '',
    `const thing = Object.defineProperty({}, 'x', { get: () => 1 });`,
    'thing.x',
    {
      says: '1',
      stays: /it cannot be saved: .*x/,
    },
  ),
  'a call in a block with using': refused('', `using door = { [Symbol.dispose]() {} };`, '1', {
    says: '1',
    stays: /it cannot be saved: .*Disposables/,
  }),
  'a clock that follows something': {
    script: `import { follow } from '@spindle/runtime/scenes';
      import { clock } from '@spindle/runtime';
      export function play() { withClock(follow(clock, () => clock.now), () => say('a')); log('end'); }`,
    edits: ANOTHER_END,
    stays: /it cannot be saved: .*clock/,
    says: 'a <> a. end',
    byLog: 'a <> a. END',
  },
};
