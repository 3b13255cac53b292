/** With the target `frames`: who waits while its function is edited goes on in the new text. */
import * as runtime from '@spindle/runtime';
import { history, marks, type Saves, saves } from '@spindle/runtime/saves';
import { verify } from '@spindle/runtime/testing';
import { cancelAll, hotModule, pulse } from './hot-module.js';

afterEach(cancelAll);

const HEAD = `// @compile the whole file
"use strict";
function say(text, ms = 20) { log(text); wait(ms); log(text + '.'); }
function walk(ms) { wait(ms); log('walked'); }
`;

interface Edited {
  readonly log: readonly string[];
  /** Behind its first sentence, what the console was told of the last edit. */
  readonly told: string;
}

const FIRST = 'Spindle: new calls run the new code of guard.js.';

/** Plays `play` of the first version for so many pulses, and then goes on in each of the others for as many. */
function edited(sources: readonly string[], pulses: number = 1): Edited {
  const log: string[] = [];
  const globals = { log: (...given: unknown[]) => void log.push(given.join(' ')) };
  const { load, told, invalid } = hotModule({ target: 'frames', globals });
  const pulseChecked = (): void => {
    pulse(1);
    verify(runtime.scheduler);
  };
  const [first = '', ...others] = sources;
  load(HEAD + first)['play']();
  for (const source of others) {
    for (let n = 0; n < pulses; n++) pulseChecked();
    load(HEAD + source);
    verify(runtime.scheduler);
  }
  for (let n = 0; n < 100 && runtime.scheduler.threads.length > 0; n++) pulseChecked();
  expect(invalid).toEqual([]);
  expect(told.at(-1)!.startsWith(FIRST)).toBe(true);
  return {
    log,
    told: told
      .at(-1)!
      .slice(FIRST.length + 1)
      .replaceAll(/#\d+/g, '#N'),
  };
}

const play = (body: string, more = ''): string => `${more}\nexport function play() { ${body} }`;

const left = (...lines: readonly string[]): string =>
  ['These threads go on in the old code to its end:', ...lines].join('\n  ');
const mapped = (...lines: readonly string[]): string => ['These calls go on in it:', ...lines].join('\n  ');

describe('a thread that waits goes on in the new text', () => {
  test('at the same statement, with its variables, and nothing is told of it', () => {
    const { log, told } = edited([
      play(`let n = 1; wait(20); log('old', n); wait(20); log('end', n);`),
      play(`let n = 5; log('before'); wait(20); n++; log('new', n); wait(20); log('END', n);`),
    ]);
    expect(log).toEqual(['new 2', 'END 2']);
    expect(told).toBe('');
  });

  test('where its waits are as they were', () => {
    const { log } = edited([
      play(`for (let n = 0; n < 3; n++) { wait(20); log('old', n); }`),
      play(`for (let n = 0; n < 3; n++) { wait(20); log('new', n); }`),
    ]);
    expect(log).toEqual(['new 0', 'new 1', 'new 2']);
  });

  test('in a loop, with its counter', () => {
    const { log } = edited(
      [
        play(`for (let n = 0; n < 4; n++) { wait(20); log(n); }`),
        play(`let all = 0; for (let n = 0; n < 5; n++) { wait(20); all += n; log(n + '/' + all); }`),
      ],
      2,
    );
    expect(log).toEqual(['0', '1/1', '2/3', '3/6', '4/10']);
  });

  test('in a loop over a list, at its place there', () => {
    const { log } = edited(
      [
        play(`for (const x of [1, 2, 3]) { wait(20); log(x); } log('end');`),
        play(`log('new'); for (const x of [1, 2, 3]) { log('next ' + x); wait(20); log(x); } log('END');`),
      ],
      3,
    );
    expect(log).toEqual(['1', '2', 'next 3', '3', 'END']);
  });

  test('several calls deep, in those that were edited', () => {
    const { log } = edited([
      play(
        `outer(); log('end');`,
        `function outer() { inner(7); log('out'); } function inner(n) { say('x', 20); log(n); }`,
      ),
      play(
        `outer(); log('END');`,
        `function outer() { inner(8); log('OUT'); } function inner(n) { log('new'); say('x', 20); log('n ' + n); }`,
      ),
    ]);
    expect(log).toEqual(['x', 'x.', 'n 7', 'OUT', 'END']);
  });

  test('in a `try`, and in a `finally` block', () => {
    const { log } = edited([
      play(
        `try { try { wait(20); throw new Error('e'); } finally { wait(20); log('finally'); } } catch (error) { log(error.message); }`,
      ),
      play(
        `try { try { wait(20); throw new Error('E'); } finally { wait(20); log('FINALLY'); } } catch (error) { log('caught ' + error.message); }`,
      ),
      play(
        `log('top'); try { try { wait(20); throw new Error('!'); } finally { wait(20); log('third'); } } catch (error) { log('then ' + error.message); }`,
      ),
    ]);
    expect(log).toEqual(['third', 'then E']);
  });

  test('with a variable that stands in a box now, and more than its frame had places for', () => {
    const many = 'abcdefghij'.split('');
    const { log } = edited([
      play(`let n = 4; wait(20); log(n);`),
      play(
        `${many.map((name) => `let ${name} = 1;`).join(' ')} let n = 9; wait(20); ${many.map((name) => `${name}++; wait(1);`).join(' ')} const add = () => { n++; }; add(); wait(20); log(n + ${many.join('+')});`,
      ),
      play(`let n = 4; wait(20); log('n ' + n);`),
    ]);
    expect(log).toEqual(['25']);
  });

  test('with the `this` that it had not read', () => {
    const { log } = edited([
      play(`new Bot().go();`, `class Bot { hp = 3; go() { wait(20); log('old'); } }`),
      play(`new Bot().go();`, `class Bot { hp = 3; go() { wait(20); log(this.hp); } }`),
    ]);
    expect(log).toEqual(['3']);
  });

  test('where it waits for a condition, with the new one', () => {
    const { log } = edited([
      play(
        `let n = 0; attach(() => { for (let i = 0; i < 9; i++) { wait(20); n++; } }); waitUntil(() => n > 2); log(n);`,
      ),
      play(
        `let n = 0; attach(() => { for (let i = 0; i < 9; i++) { wait(20); n++; } }); waitUntil(() => n > 4); log(n);`,
      ),
    ]);
    expect(log).toEqual(['5']);
  });

  test('again and again', () => {
    const source = (n: number): string =>
      play(`${'wait(1); '.repeat(n)}for (let i = 0; i < 4; i++) { wait(20); log('${n} ' + i); }`);
    expect(edited([0, 1, 2, 3].map(source), 2).log).toEqual(['0 0', '1 1', '2 2', '3 3']);
  });
});

test('orders that queue run the new text, behind the one that goes on in it', () => {
  const hero = (text: string): string =>
    play(
      `const hero = new Hero(); hero.say('a'); hero.say('b'); hero.say('c'); `,
      `class Hero { say(text) { wait(20); log('${text} ' + text); } }`,
    );
  expect(edited([hero('old'), hero('new')]).log).toEqual(['new a', 'new b', 'new c']);
});

test('a thread that is cancelled goes on in its `finally` block, in the new text, and ends', () => {
  const { log } = edited([
    play(
      `const one = start(go); wait(5); one.cancel(); wait(60); log('end');`,
      `function go() { try { wait(99); log('no'); } finally { wait(30); log('old'); } }`,
    ),
    play(
      `const one = start(go); wait(5); one.cancel(); wait(60); log('END');`,
      `function go() { try { log('more'); wait(99); log('no'); } finally { wait(30); log('new'); } }`,
    ),
  ]);
  expect(log).toEqual(['new', 'END']);
});

describe('what has gone on in the new text', () => {
  /** Two versions of a game, the second one while it waits. Each time it plays on, it gives what is said. */
  function updated(before: string, after: string): { readonly game: Saves; readonly playOn: () => string } {
    const log: string[] = [];
    const say = (...given: unknown[]): void => void log.push(given.join(' '));
    const { load } = hotModule({ target: 'frames', globals: { log: say } });
    load(HEAD + before)['play']();
    pulse(1);
    load(HEAD + after);
    return {
      game: saves(runtime.scheduler, { functions: { log: say } }),
      playOn: () => {
        log.length = 0;
        for (let n = 0; n < 50; n++) pulse(1);
        verify(runtime.scheduler);
        return log.join();
      },
    };
  }
  const many = 'abcdef'.split('');
  const before = play(`new Bot().go();`, `class Bot { hp = 3; go() { this.hp = 5; wait(20); log('old'); } }`);
  const after = play(
    `new Bot().go();`,
    `class Bot { hp = 3; go() { ${many.map((name) => `let ${name} = 1;`).join(' ')} this.hp = 5; wait(20); log('new'); ${many.map((name) => `${name} += 2; wait(20);`).join(' ')} log(++this.hp, ${many.join('+')}); } }`,
  );

  test('can be saved, and so can objects of classes that were edited', () => {
    const { game, playOn } = updated(before, after);
    const text = game.save();
    expect(playOn()).toBe('new,6 18');
    game.load(text);
    expect(playOn()).toBe('new,6 18');
  });

  test('a history begins anew with the frame that is shown, also an older one', () => {
    const seen: string[] = [];
    const { load } = hotModule({ target: 'frames', globals: { log: (text: string) => void seen.push(text) } });
    const loop = (text: string): string => play(`for (let n = 0; n < 9; n++) { log('${text}' + n); wait(20); }`);
    load(HEAD + loop('old'))['play']();
    const past = history(saves(runtime.scheduler, { modules: false }), { everyFrames: 2 });
    const from = runtime.scheduler.clock.frame;
    for (let n = 0; n < 6; n++) pulse(1);
    const back = from + 2;
    past.goTo(back);
    load(HEAD + loop('new'));
    expect([past.oldest, past.frame, past.newest]).toEqual([back, back, back]);
    seen.length = 0;
    for (let n = 0; n < 6; n++) pulse(1);
    const all = seen.join();
    expect(all).toMatch(/^new/);
    past.goTo(back + 1);
    seen.length = 0;
    past.goTo(back + 6);
    past.goTo(back + 1);
    for (let n = 0; n < 5; n++) pulse(1);
    expect(all.endsWith(seen.join())).toBe(true);
    expect(seen.join()).not.toContain('old');
    past.end();
  });

  test('has a mark, of which each variable is copied, also where there are more than there were', () => {
    const { game, playOn } = updated(before, after);
    pulse(4);
    const past = marks(game);
    const mark = past.mark();
    const all = playOn();
    expect(all).toMatch(/6 18$/);
    past.rewind(mark);
    expect(playOn()).toBe(all);
  });
});

describe('what was made in a function', () => {
  test('goes on where it waits, and its next call runs the new text, too', () => {
    const { log } = edited([
      play(`let n = 1; const add = () => { wait(20); n += 5; log('a' + n); }; add(); add(); log(n);`),
      play(`let n = 1; const add = () => { wait(20); n += 7; log('b' + n); }; add(); add(); log(n);`),
    ]);
    expect(log).toEqual(['b8', 'b15', '15']);
  });

  test('is an arm of a race, or of `all`', () => {
    const { log } = edited([
      play(
        `const who = 'Tom'; race(() => { wait(20); log(who); }, () => wait(99)); all(() => { wait(40); log('a'); }, () => { wait(20); log('b'); });`,
      ),
      play(
        `const who = 'Ann'; race(() => { wait(20); log(who + '!'); }, () => wait(99)); all(() => { wait(40); log('A'); }, () => { wait(20); log('B'); });`,
      ),
    ]);
    expect(log).toEqual(['Tom!', 'B', 'A']);
  });

  test('and is given to a native that waits', () => {
    const { log } = edited(
      [
        play(`const by = 10; log([1, 2, 3].map((n) => { wait(20); return n * by; }));`),
        play(`const by = 10; log([1, 2, 3].map((n) => { log('at ' + n); wait(20); return n * by + 1; }));`),
      ],
      2,
    );
    expect(log).toEqual(['at 3', '10,21,31']);
  });

  test('may be one that never waits any more, or begins to', () => {
    const { log } = edited([
      play(
        `const one = () => { wait(20); return 1; }; const two = () => { if (one() > 9) wait(1); return 2; }; say('x', 20); log(one() + two());`,
      ),
      play(
        `const one = () => { return 5; }; const two = () => { wait(20); return 6; }; say('x', 20); log(one() + two());`,
      ),
    ]);
    expect(log).toEqual(['x', 'x.', '11']);
  });

  test('is the old one where no rule tells which it is now', () => {
    const both = (a: string, b: string): string =>
      play(`start(() => { wait(20); log('${a}'); }); start(() => { wait(20); log('${b}'); }); wait(50);`);
    const { log, told } = edited([both('a', 'b'), both('c', 'd')]);
    expect(log).toEqual(['a', 'b']);
    expect(told).toBe(
      left(
        ...['a', 'b'].map(
          () =>
            '`arrow` (thread #N): it waited in guard.js#play>arrow at `wait(20);`, and there is no such function any more, or no rule tells which of several it is now',
        ),
      ),
    );
  });

  test('stays what it was if it is a class', () => {
    const { log, told } = edited([
      play(`class Bot { go() { wait(20); log('old'); } } const bot = new Bot(); bot.go(); bot.go();`),
      play(`class Bot { go() { wait(20); log('new'); } } const bot = new Bot(); bot.go(); bot.go();`),
    ]);
    expect(log).toEqual(['old', 'old']);
    expect(told).toContain('its class was made in a function, and stays what it was');
  });
});

describe('what cannot go on in the new text', () => {
  test.each([
    ['is another call', `say('hi', 20);`, `walk(5);`, 'it waited in `say` and now waits in `walk`', ['hi', 'hi.']],
    ['is gone', `wait(20); log(1);`, `log(2);`, 'there is no such statement any more', ['1']],
    [
      'is in a loop',
      `wait(20); log(1);`,
      `for (const x of [1]) { wait(20); log(2); }`,
      'it stood in none of them and now stands in `for-of`',
      ['1'],
    ],
    ['has no value', `wait(20); log(1);`, `const x = random(); wait(20); log(x);`, '`x` had no value there', ['1']],
  ])('goes on in the old one to its end: it %s', (_, before, after, why, lines) => {
    const { log, told } = edited([play(before), play(after)]);
    expect(log).toEqual(lines);
    expect(told).toBe(
      left(`\`play\` (thread #N): it waited in guard.js#play at \`${before.replace(/;.*/, ';')}\`, and ${why}`),
    );
  });

  test('is one call of several: the others go on in the new text', () => {
    const { log, told } = edited([
      play(
        `while (true) { step(); if (random() > 2) break; log('old'); wait(20); }`,
        `function step() { walk(20); log('step'); }`,
      ),
      play(
        `while (true) { log('round'); step(); log('new'); break; }`,
        `function step() { say('hi', 20); log('STEP'); }`,
      ),
    ]);
    expect(log).toEqual(['walked', 'step', 'new']);
    expect(told).toBe(
      left('`play` (thread #N): it waited in guard.js#step at `walk(20);`, and there is no such statement any more'),
    );
  });

  test('waits for a condition of which no rule tells what it is now', () => {
    const { log, told } = edited([
      play(`let n = 0; const end = clock.now + 40; waitUntil(() => n > 9 || clock.now > end); log('old');`),
      play(`let n = 0; const end = clock.now + 40; waitUntil(() => n > 9 || clock.now > end); n++; log('new');`),
    ]);
    expect(log).toEqual(['old']);
    expect(told).toContain(
      'at `waitUntil(() => n > 9 || clock.now > end);`, and there is no such function any more, or no rule',
    );
  });

  test('waits for the old condition', () => {
    const { log, told } = edited([
      play(`const end = clock.now + 40; waitUntil(() => clock.now > end); log('old', clock.now > end);`),
      play(`const end = clock.now + 40; const x = random(); waitUntil(() => clock.now > end - 99); log('new', x);`),
    ]);
    expect(log).toEqual(['old true']);
    expect(told).toContain('`x` had no value there');
  });

  test('is not unwound, and no `finally` block of it runs before its time', () => {
    const { log } = edited([
      play(`try { wait(20); log('old'); } finally { log('finally'); } log('end');`),
      play(`try { log('new'); } finally { log('FINALLY'); } log('END');`),
    ]);
    expect(log).toEqual(['old', 'finally', 'end']);
  });

  test('is tried again at the next edit', () => {
    const { log } = edited([play(`wait(40); log('first');`), play(`log('second');`), play(`wait(40); log('third');`)]);
    expect(log).toEqual(['third']);
  });

  test('is what may surprise: it is told', () => {
    const { log, told } = edited([play(`wait(40); log('a');`), play(`wait(60); log('b');`)]);
    expect(log).toEqual(['b']);
    expect(told).toBe(
      mapped(
        '`play` (thread #N) goes on in guard.js#play at `wait(60);`, which was `wait(40);`; the statement was edited: what has begun in it goes on as it was',
      ),
    );
  });
});

test('a rewind to a moment before an edit goes on in the old text', () => {
  const log: string[] = [];
  const { load } = hotModule({ target: 'frames', globals: { log: (text: string) => void log.push(text) } });
  const past = marks(saves(runtime.scheduler, { modules: false }));
  const source = (text: string): string => play(`let n = 0; while (n < 3) { wait(20); n++; log('${text} ' + n); }`);
  load(HEAD + source('old'))['play']();
  pulse(3);
  const mark = past.mark();
  load(HEAD + source('new'));
  pulse(3);
  past.rewind(mark);
  verify(runtime.scheduler);
  pulse(9);
  expect(log).toEqual(['old 1', 'new 2', 'new 3', 'old 2', 'old 3']);
});
