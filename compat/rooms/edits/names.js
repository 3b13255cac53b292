/** As `statements.js`: variables, functions, closures, classes, and what a game says of those that cannot go on. */
export const NAMES = {
  'a variable that is called otherwise': {
    script: `let count = 4; say('a'); count++; log(count);`,
    edits: [[`let count = 4; say('a'); count++; log(count);`, `let coins = 9; say('a'); coins++; log(coins);`]],
    told: [/; `count` is called `coins` now$/],
    says: 'a <> a. 5',
  },
  'a new variable with a literal': {
    script: `let n = 4; say('a'); log(n);`,
    edits: [
      [`let n = 4;`, `let n = 4; let more = 7;`],
      [`log(n);`, `more++; log(n + more);`],
    ],
    told: [/; `more` is new and has its first value$/],
    says: 'a <> a. 12',
  },
  'a new variable with what is computed': {
    script: `say('a'); log('b');`,
    edits: [[`say('a'); log('b');`, `const x = random(); say('a'); log(x);`]],
    stays: /`x` had no value there/,
    says: 'a <> a. b',
  },
  'a variable less': {
    script: `let n = 4; const m = random(); say('a'); log(n + (m < 2)); log('end');`,
    edits: [
      [`const m = random();`, ``],
      [`n + (m < 2)`, `n`],
    ],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. 4 end',
  },
  'a value that was read no more is read again': {
    script: `const x = random(); log(x < 2); say('a'); log('b');`,
    edits: [[`log('b');`, `log(x);`]],
    stays: /`x` had no value there/,
    says: 'true a <> a. b',
  },
  'a new parameter': {
    script: `function greet(name) { say('hi ' + name); log('bye ' + name); }
      export function play() { greet('Ann'); }`,
    edits: [
      [`greet(name)`, `greet(name, times = 2)`],
      [`log('bye ' + name);`, `log('bye, ' + name);`],
    ],
    told: [/at `say\('hi ' \+ name\);`$/],
    says: 'hi Ann <> hi Ann. bye, Ann',
  },
  'a function that was renamed, with a mark': {
    script: `function visit() { say('a'); log('b'); }
      export function play() { visit(); log('end'); }`,
    edits: [
      [`function visit() { say('a'); log('b');`, `// @was SCRIPT#visit\nfunction stroll() { say('a'); log('B');`],
      [`visit(); log('end');`, `stroll(); log('END');`],
    ],
    told: [/#visit at `say\('a'\);`/, /#play at `stroll\(\);`/],
    says: 'a <> a. B END',
  },
  'a function that was renamed, without one': {
    script: `function visit() { say('a'); log('b'); }
      export function play() { visit(); log('end'); }`,
    edits: [
      [`function visit()`, `function stroll()`],
      [`visit(); log('end');`, `stroll(); log('end');`],
    ],
    stays: /there is no function `script-\d+\.js#visit` in this build/,
    says: 'a <> a. b end',
  },
  'a function that stands elsewhere in the file': {
    script: `function visit() { say('a'); log('b'); }
      export function play() { visit(); log('end'); }`,
    edits: [
      [`function visit() { say('a'); log('b'); }`, `function other() { wait(5); }`],
      [`log('end'); }`, `log('end'); }\nfunction visit() { say('a'); log('b'); }`],
    ],
    says: 'a <> a. b end',
  },
  'a method that was renamed, with a mark': {
    script: `class Imp { n = 1; go() { say('a'); log('n ' + this.n); } }
      export function play() { const imp = new Imp(); imp.go(); log('end'); }`,
    edits: [
      [`n = 1; go()`, `n = 2;\n// @was SCRIPT#Imp.go\nrun()`],
      [`imp.go();`, `imp.run();`],
    ],
    told: [/^`run` \(thread #2\) goes on in script-\d+\.js#Imp\.go at `say\('a'\);`$/],
    says: 'a end <> a. n 1',
  },
  'a class that was renamed, with an object of it': {
    script: `class Imp { n = 1; }
      export function play() { const imp = new Imp(); say('a'); log('n ' + imp.n); }`,
    edits: [
      [`class Imp`, `class Goblin`],
      [`new Imp()`, `new Goblin()`],
    ],
    stays: /Imp/,
    says: 'a <> a. n 1',
  },
  'a function is made a method': {
    script: `function visit() { say('a'); log('b'); }
      export function play() { visit(); log('end'); }`,
    edits: [
      [
        `function visit() { say('a'); log('b'); }`,
        `class Hero {\n// @was SCRIPT#visit\nvisit() { say('a'); log('b'); } }`,
      ],
      [`visit(); log('end');`, `new Hero().visit(); log('end');`],
    ],
    stays: /it waited in `visit` and now waits in `.*visit`/,
    says: 'a <> a. b end',
  },
  'the text of a closure that waits': {
    script: `let n = 1; start(() => { say('a'); n += 5; log(n); }); wait(30); log(n);`,
    edits: [[`n += 5;`, `n += 7;`]],
    says: 'a <> a. 8 8',
  },
  'the text of a closure that is called later': {
    script: `let n = 1; const more = () => { n++; return n; }; say('a'); log(more()); log(more());`,
    edits: [[`n++;`, `n += 10;`]],
    says: 'a <> a. 11 21',
  },
  'of two closures of one name both were edited': {
    script: `start(() => { wait(20); log('a'); }); start(() => { wait(20); log('b'); }); wait(50);`,
    edits: [
      [`log('a');`, `log('c');`],
      [`log('b');`, `log('d');`],
    ],
    stays: /no rule tells which of several it is now/,
    says: '<> a b',
  },
  'what a closure had captured would be shared now': {
    script: `let n = 1; start(() => { wait(20); log(n); }); wait(50);`,
    edits: [[`wait(50);`, `n++; wait(50);`]],
    stays: /no rule tells which of several it is now/,
    says: '<> 1',
  },
  'a variable stands in a box now': {
    script: `let n = 4; say('a'); log(n); wait(10); log(n);`,
    edits: [[`log(n); wait(10);`, `log(n); const add = () => { n++; }; add(); wait(10);`]],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. 4 5',
  },
  'a private field that is new': {
    script: `class Purse { #gold = 3; spend() { say('a'); log(--this.#gold); } }
      export function play() { const purse = new Purse(); purse.spend(); purse.spend(); }`,
    edits: [
      [
        `#gold = 3; spend() { say('a'); log(--this.#gold); }`,
        `#gold = 5; #gems = 2; spend() { say('a'); log(--this.#gold + ' ' + ++this.#gems); }`,
      ],
    ],
    told: [/#Purse\.spend at `say\('a'\);`/, /#Purse\.spend at `say\('a'\);`/],
    says: 'a a <> a. 2 3 a. 1 4',
  },
  'a private field that is gone': {
    script: `class Purse { #gold = 3; #gems = 1; spend() { say('a'); log(--this.#gold + this.#gems); } }
      export function play() { new Purse().spend(); }`,
    edits: [
      [`#gems = 1;`, ``],
      [`+ this.#gems`, ``],
    ],
    stays: /#gems/,
    says: 'a <> a. 3',
  },
  'fields, an accessor and a static of a class': {
    script: `class Hero { name = 'Ann'; get title() { return 'Dame ' + this.name; } static all = 0; }
      export function play() { const hero = new Hero(); hero.age = 7; say('a'); log(hero.title + hero.age); }`,
    edits: [
      [`name = 'Ann';`, `name = 'Eve'; gold = 2;`],
      [`'Dame '`, `'Lady '`],
    ],
    says: 'a <> a. Lady Ann7',
  },
  'begins again': {
    script: `function go(n) { log('go ' + n); wait(20); log('gone'); return n; }
      export function play() { const t = start(() => go(3)); log(waitFor(t)); }`,
    edits: [[`wait(20); log('gone');`, `log('GONE');`]],
    load: 'restart',
    told: [/^`go` \(thread #2\): it waited in script-\d+\.js#go at `wait\(20\);`, and there is no such/],
    says: 'go 3 <> go 3 GONE 3',
  },
  'is dropped, and who waits for it hears of it': {
    script: `function go() { try { log('go'); wait(20); log('gone'); } finally { log('finally'); } }
      export function play() { const t = start(go); try { waitFor(t); } catch (error) { log(error.name); } }`,
    edits: [[`wait(20); log('gone');`, `log('GONE');`]],
    load: 'drop',
    told: [/^`go` \(thread #2\): it waited in/],
    says: 'go <> CancelledError',
  },
  'goes back to its checkpoint': {
    script: `let n = 1; checkpoint('inn'); n++; log('n ' + n); say('x'); log('end ' + n);`,
    edits: [[`log('n ' + n); say('x'); log('end ' + n);`, `log('N ' + n); walk(10); log('END ' + n);`]],
    told: [/^`play` \(thread #1\) goes back to its last `checkpoint` in play/],
    says: 'n 2 x <> N 3 walked END 3',
  },
  'is migrated by its author': {
    script: `export function play() { let n = 3; say('a'); log(n); }`,
    edits: [
      [
        `say('a'); log(n); }`,
        `let half = 1.5;\n// @pause here\nwait(20);\nlog(half); }
        const locals = ({ n }) => ({ half: n / 2 });
        export const migrations = [{ from: 'SCRIPT#play@8ybq.0', to: 'SCRIPT#play@here', locals }];`,
      ],
    ],
    told: [/at `wait\(20\);`/],
    says: 'a <> a. 1.5',
  },
};
