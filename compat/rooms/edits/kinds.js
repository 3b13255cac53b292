/** As `waits.js`: the other rows of "What can be saved", and some of "What is refused so far". */
import { ANOTHER_END } from './statements.js';

const HERO = `import { Executor, executorOf } from '@spindle/runtime';
  class Hero extends Executor {
    steps = 0;
    walk(n) { for (let i = 0; i < n; i++) { this.steps++; this.wait(10); } log('walked ' + n); return n; }
    // @interrupt
    flinch() { say('ouch'); return this.steps; }
  }`;

export const KINDS = {
  frames: {
    script: `waitFrames(3); log('frame ' + clock.frame); log('end');`,
    edits: ANOTHER_END,
    told: [/at `waitFrames\(3\);`$/],
    says: '<> frame 4 END',
  },
  'a rhythm': {
    script: `for (let i = 0; i < 3; i++) { every(20); log('beat at ' + clock.now); } log('end');`,
    edits: [...ANOTHER_END, [`i < 3`, `i < 2`]],
    told: [/at `every\(20\);`$/],
    says: '<> beat at 30 beat at 50 END',
  },
  'a point in time': {
    script: `waitUntilTime(42); log('at ' + clock.now);`,
    edits: [[`waitUntilTime(42);`, `waitUntilTime(99);`]],
    told: [/; the statement was edited: what has begun in it goes on as it was$/],
    says: '<> at 50',
  },
  'a call of a function': {
    script: `function shout(word) { wait(5); log(word + ' is over'); }
      export function play() { start(() => { wait(30); shout('hey'); }); log(waitFor(shout)); log('end'); }`,
    edits: [...ANOTHER_END, [`' is over'`, `' is OVER'`]],
    told: [/at `log\(waitFor\(shout\)\);`$/],
    says: '<> hey END hey is OVER',
  },
  'an owner that is interrupted': {
    script: `${HERO}
      export function play() { const hero = new Hero(); start(() => hero.walk(9)); wait(20); log(hero.flinch()); log('end'); }`,
    edits: [...ANOTHER_END, [`return this.steps;`, `return 'after ' + this.steps;`]],
    inputs: 'step step',
    told: [/at `log\(hero\.flinch\(\)\);`$/],
    says: 'ouch <> ouch. after 2 END walked 9',
  },
  'an owner that was closed': {
    script: `${HERO}
      export function play() { const hero = new Hero(); executorOf(hero).close('dead'); say('a');
        try { hero.walk(1); } catch (error) { log(error.name); } log('end'); }`,
    edits: ANOTHER_END,
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. OwnerGoneError END',
  },
  'a text and bytes': {
    script: `for (const sign of 'ab') for (const byte of new Uint8Array([1, 2])) { say(sign + byte); } log('end');`,
    edits: [...ANOTHER_END, [`say(sign + byte);`, `say(sign + byte); log('next');`]],
    told: [/at `say\(sign \+ byte\);`$/],
    says: 'a1 <> a1. next a2 a2. next b1 b1. next b2 b2. next END',
  },
  'a class that is made in a function': {
    script: `const by = 2; class Steps { n = 1; go() { say('a'); this.n *= by; return this.n; } } const steps = new Steps();
      log(steps.go()); log(steps.go());`,
    edits: [[`this.n *= by;`, `this.n *= by * 5;`]],
    says: 'a <> a. 10 a a. 100',
  },
  'arguments, and an object on another one': {
    script: `function visit() { const thing = Object.create({ name: 'door' }); say('a'); log(arguments.length + thing.name); }
      export function play() { visit(1, 2, 3); log('end'); }`,
    edits: [...ANOTHER_END, [`log(arguments.length`, `log('of ' + arguments.length`]],
    told: [/at `say\('a'\);`$/, /#play at `visit/],
    says: 'a <> a. of 3door END',
  },
  'cycles, what is shared, and what is frozen': {
    script: `const all = { list: [1, , 3] }; all.self = all; const frozen = Object.freeze([all]); say('a');
      log(frozen[0] === all.self && Object.isFrozen(frozen) && !(1 in all.list)); log('end');`,
    edits: ANOTHER_END,
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. true END',
  },
  'a tween': {
    script: `tween(40, (t) => log(Math.round(4 * t))); log('end');`,
    edits: ANOTHER_END,
    inputs: 'step',
    told: [/at `tween/],
    says: '0 1 <> 2 3 4 END',
  },
  'random numbers': {
    script: `const roll = () => Math.floor(random() * 100); log(roll()); say('a'); log(roll()); log('end');`,
    edits: ANOTHER_END,
    told: [/at `say\('a'\);`$/],
    says: '1 a <> a. 6 END',
  },
  'an object of the game': {
    script: `hero.gold++; say('a'); log(hero.gold); log('end');`,
    edits: [...ANOTHER_END, [`log(hero.gold);`, `log('gold ' + (hero.gold += 10));`]],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. gold 14 END',
  },
  'an event of a source with an id': {
    script: `log('rung: ' + waitForEvent(bell, 'ding')); log('end');`,
    edits: ANOTHER_END,
    told: [/at `log\('rung/],
    then: 'ding',
    says: '<> rung: ding END',
  },
  'events that came while they were listened to': {
    script: `const dings = listen(bell, 'ding'); wait(40); log(dings.size + dings.next()); log(dings.next()); log('end');`,
    edits: ANOTHER_END,
    inputs: 'ding ding',
    told: [/at `wait\(40\);`$/],
    then: 'ding',
    says: '<> 3ding ding END',
  },
  'a function of the game in a variable': {
    script: `const tell = given === 0 ? log : say; say('a'); tell('told'); log('end');`,
    edits: ANOTHER_END,
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. told END',
  },
  'an event of a source without an id': {
    script: `const source = { on() {}, off() {} }; race(waitForEvent(source, 'ding'), wait(100)); log('end');`,
    edits: ANOTHER_END,
    stays: /it cannot be saved: waits for .*ding/,
    says: '<> end',
    byLog: '<> END',
  },
  'a WeakMap': {
    script: `const seen = new WeakMap(); say('a'); log(seen.has(hero)); log('end');`,
    edits: ANOTHER_END,
    stays: /it cannot be saved: .*WeakMap/,
    says: 'a <> a. false end',
    byLog: 'a <> a. false END',
  },
  'a symbol of this run': {
    script: `const key = Symbol('key'); say('a'); log(String(key)); log('end');`,
    edits: ANOTHER_END,
    stays: /it cannot be saved: .*[Ss]ymbol/,
    says: 'a <> a. Symbol(key) end',
    byLog: 'a <> a. Symbol(key) END',
  },
  'a property that is not enumerable': {
    script: `const thing = Object.defineProperty({}, 'x', { value: 1 }); say('a'); log(thing.x); log('end');`,
    edits: ANOTHER_END,
    stays: /it cannot be saved: .*`x`/,
    says: 'a <> a. 1 end',
    byLog: 'a <> a. 1 END',
  },
};
