/** As `statements.js`: what a script can be in the middle of, by the table of "What can be saved" in docs/saves.md. */
import { ANOTHER_END } from './statements.js';

const HERO = `class Hero extends Executor { walk(n) { log('begins ' + n); this.wait(30); log('walked ' + n); return n; } }`;

export const WAITS = {
  'a signal': {
    script: `log('who? ' + waitSignal('clap')); log('end');`,
    edits: [[`log('who? ' + waitSignal('clap'));`, `const who = waitSignal('clap'); log('It is ' + who);`]],
    told: [/; the statement was edited/],
    then: 'clap',
    says: '<> It is clap end',
  },
  'another signal': {
    script: `waitSignal('clap'); log('end');`,
    edits: [[`waitSignal('clap');`, `waitSignal('boo');`]],
    told: [/; the statement was edited: what has begun in it goes on as it was/],
    then: 'boo step clap',
    says: '<> end',
  },
  'a condition whose text was edited': {
    script: `let n = 2; start(() => { wait(30); n = 5; }); waitUntil(() => n > 3); log('n ' + n);`,
    edits: [[`log('n ' + n);`, `log('N ' + n);`]],
    told: [/at `waitUntil/],
    says: '<> N 5',
  },
  withTimeout: {
    script: `try { withTimeout(30, () => waitSignal('clap')); } catch (error) { log(error.name); } log('end');`,
    edits: [[`log(error.name);`, `log('late: ' + error.name);`]],
    told: [/at `withTimeout/],
    says: '<> late: TimeoutError end',
  },
  'another time of withTimeout': {
    script: `try { withTimeout(30, () => waitSignal('clap')); } catch { log('at ' + clock.now); }`,
    edits: [[`withTimeout(30`, `withTimeout(60`]],
    told: [/; the statement was edited: what has begun in it goes on as it was/],
    says: '<> at 40',
  },
  'arms of a race': {
    script: `const { key } = race({ clap: waitSignal('clap'), late: wait(100) }); log(key);`,
    edits: [[`log(key);`, `say('it was ' + key);`]],
    told: [/at `const \{ key \} = race/],
    then: 'step clap',
    says: '<> it was clap it was clap.',
  },
  'a race with an arm more': {
    script: `const { key } = race({ clap: waitSignal('clap'), late: wait(60) }); log(key);`,
    edits: [[`late: wait(60)`, `boo: waitSignal('boo'), late: wait(60)`]],
    told: [/; the statement was edited: what has begun in it goes on as it was$/],
    then: 'boo clap',
    says: '<> clap',
  },
  'arms of all that are functions': {
    script: `const [a, b] = all([() => { say('a'); return 1; }, () => { wait(30); return 2; }]); log(a + b);`,
    edits: [
      [`return 1;`, `return 10;`],
      [`log(a + b);`, `log('sum ' + (a + b));`],
    ],
    told: [/; the statement was edited/],
    says: 'a <> a. sum 12',
  },
  'a thread that two wait for': {
    script: `const t = start(() => { say('a'); return 4; }); start(() => { log('one ' + waitFor(t)); }); log('two ' + waitFor(t));`,
    edits: [
      [`return 4;`, `return 5;`],
      [`log('two ' + waitFor(t));`, `log('TWO ' + waitFor(t));`],
    ],
    told: [/; the statement was edited/],
    says: 'a <> a. one 5 TWO 5',
  },
  'a thread that is cancelled, in its finally': {
    script: `const t = start(() => { try { wait(500); } finally { say('a'); log('closed'); } }); wait(10); t.cancel(); wait(50); log('end');`,
    edits: [[`log('closed');`, `log('shut');`]],
    inputs: 'step',
    told: [/./],
    says: 'a <> a. shut end',
  },
  'a thread that is paused': {
    script: `const t = start(() => { wait(10); log('a'); }); t.pause(); wait(30); t.resume(); log('end');`,
    edits: [[`log('a');`, `log('A');`], ...ANOTHER_END],
    inputs: 'step',
    told: [/./, /./],
    says: '<> END A',
  },
  'an array in a for…of': {
    script: `const all = ['x', 'y']; for (const one of all) { say(one); } log('end');`,
    edits: [
      [`say(one);`, `say(one); log('next');`],
      [`const all = ['x', 'y'];`, `const all = ['q']; `],
    ],
    told: [/at `say\(one\);`$/],
    says: 'x <> x. next y y. next end',
  },
  'the entries of a Map': {
    script: `const bag = new Map([['a', 1], ['b', 2]]); for (const [key, n] of bag.entries()) { say(key + n); } bag.set('c', 3); log(bag.size);`,
    edits: [[`say(key + n);`, `if (n < 9) say(key + n); bag.delete('b');`]],
    told: [/at `say\(key \+ n\);`$/],
    says: 'a1 <> a1. 2',
  },
  'a Set': {
    script: `const seen = new Set(['a']); for (const one of seen) { say(one); if (seen.size < 3) seen.add(one + one); } log('end');`,
    edits: [[`seen.size < 3`, `seen.size < 4`]],
    says: 'a <> a. aa aa. aaaa aaaa. aaaaaaaa aaaaaaaa. end',
  },
  'values of many kinds': {
    script: `const at = new Date(5), word = /(\\w+)!/g, bytes = new Uint8Array([1, 2]), two = [bytes, bytes]; say('a');
      two[0][0] = 9; log([at.getTime(), word.source, two[1][0], two[0] === two[1]]);`,
    edits: [[`log([at.getTime(), `, `log(['kinds', at.getTime() + 1, `]],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. kinds,6,(\\w+)!,9,true',
  },
  'forEach whose callback waits': {
    script: `['x', 'y'].forEach((one, at) => { say(one); log(at); }); log('end');`,
    edits: [[`log(at);`, `log('at ' + at);`]],
    told: [/play>arrow~forEach.* at `say\(one\);`$/, /; the statement was edited/],
    says: 'x <> x. at 0 y y. at 1 end',
  },
  'sort whose callback waits': {
    script: `const sorted = [3, 1, 2].sort((a, b) => { wait(10); return a - b; }); log(sorted);`,
    edits: [[`log(sorted);`, `log('sorted ' + sorted);`]],
    told: [/./],
    says: '<> sorted 1,2,3',
  },
  'the queue of an executor': {
    script: `import { Executor } from '@spindle/runtime';
      ${HERO}
      export function play() { const hero = new Hero(); for (const n of [1, 2]) start(() => log(hero.walk(n))); wait(90); log('end'); }`,
    edits: [[`log('walked ' + n);`, `log('there ' + n); this.wait(10);`], ...ANOTHER_END],
    inputs: 'step',
    told: [/./, /./],
    says: 'begins 1 <> there 1 begins 2 1 there 2 2 END',
  },
  'the queue of listen': {
    script: `const claps = listen('clap'); wait(40); log(claps.next()); log(claps.size); log(claps.next());`,
    edits: [[`log(claps.size);`, `log('size ' + claps.size);`]],
    inputs: 'clap clap',
    told: [/./],
    says: '<> clap size 1 clap',
  },
  'a scope': {
    script: `log(scope(() => { start(() => say('in it')); return 'all'; })); log('end');`,
    edits: [[`return 'all';`, `return 'ALL';`], ...ANOTHER_END],
    told: [/./],
    says: 'in it <> in it. all END',
  },
  'a skippable that is skipped': {
    script: `skippable(() => { say('a'); wait(500); log('in it'); }, { by: 'skip' }); log('end');`,
    edits: ANOTHER_END,
    told: [/./],
    then: 'skip',
    says: 'a <> a. in it END',
  },
  'a clock of a script': {
    script: `import { Clock } from '@spindle/runtime';
      export function play() { const slow = new Clock(clock); slow.scale = 0.5; withClock(slow, () => { wait(20); log('a'); }); log('end'); }`,
    edits: [
      [`log('a');`, `log('A');`],
      [`log('end');`, `log('END ' + clock.now);`],
    ],
    told: [/./, /./],
    says: '<> A END 50',
  },
  'a Promise that says how it begins again': {
    script: `const n = waitFor(new Promise(() => {}), { restart: () => 4 }); log(n); log('end');`,
    edits: ANOTHER_END,
    told: [/./],
    says: '<> 4 END',
  },
  'a Promise that does not': {
    script: `waitFor(new Promise(() => {})); log('end');`,
    edits: ANOTHER_END,
    stays: /it cannot be saved: .*Promise/,
    says: '<>',
    byLog: '<>',
  },
  'an iterator of a generator': {
    script: `function* two() { yield 1; yield 2; }
      export function play() { for (const n of two()) { say('n' + n); } say('behind'); log('end'); }`,
    edits: ANOTHER_END,
    stays: /it cannot be saved: .*iterator/,
    says: 'n1 <> n1. n2 n2. behind behind. end',
    byLog: 'n1 <> n1. n2 n2. behind behind. END',
  },
  'a generator that is over': {
    script: `function* two() { yield 1; yield 2; }
      export function play() { for (const n of two()) log(n); say('behind'); log('end'); }`,
    edits: [
      [`yield 2;`, `yield 5;`],
      [`log('end');`, `log([...two()]);`],
    ],
    told: [/at `say\('behind'\);`$/],
    says: '1 2 behind <> behind. 1,5',
  },
  'a wait that the script defines': {
    script: `import { defineWait } from '@spindle/runtime/host';
      const doors = [];
      const begin = ([width], settle) => { doors.push(() => settle(width)); return () => {}; };
      const waitForDoor = defineWait({ kind: 'SCRIPT.door', begin });
      export function play() { start(() => { wait(30); doors.at(-1)(); }); log('width ' + waitForDoor(3)); }`,
    edits: [[`log('width ' + waitForDoor(3));`, `log('Width ' + waitForDoor(4)); log('end');`]],
    told: [/./],
    says: '<> Width 3 end',
  },
};
