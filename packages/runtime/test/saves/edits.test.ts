/** A save of one version of a script, loaded into another one. */
import { LoadError, type LoadOptions, type LoadReport, type SavesOptions, waitAgain } from '../../src/saves.js';
import { compile, Game } from './game.js';

interface Outcome {
  readonly report: LoadReport;
  readonly lines: readonly string[];
}

const HEAD = `// @compile the whole file
  import { checkpoint } from '@spindle/runtime/saves';
  function say(text, ms = 20) { log(text); wait(ms); log(text + '.'); }
  function walk(ms) { wait(ms); log('walked'); }
`;

/** Plays the old version for some pulses, saves it, and goes on in the new one. Lines without frames. */
function edited(
  before: string,
  after: string,
  { pulses = 1, load = {}, options = {} }: { pulses?: number; load?: LoadOptions; options?: SavesOptions } = {},
): Outcome {
  const first = new Game(compile(HEAD + before));
  const { play: begin } = first.module;
  begin();
  const text = first.pulse(pulses).saves.save();
  const second = new Game(compile(HEAD + after), options);
  const report = second.saves.load(text, load);
  return { report, lines: second.finish().map((line) => line.replace(/^\d+ /, '')) };
}

const play = (body: string, more = ''): string => `${more}\nexport function play() { ${body} }`;

const refused = (before: string, after: string, given: Parameters<typeof edited>[2] = {}): string => {
  try {
    edited(before, after, given);
  } catch (error) {
    if (error instanceof LoadError) return error.refusals.map(({ text }) => text).join('\n');
    throw error;
  }
  throw new Error('It was loaded.');
};

/** What to do, as the refusal says. */
function mendOf(before: string, after: string): string {
  try {
    edited(before, after);
  } catch (error) {
    return (error as LoadError).refusals[0]!.mend;
  }
  throw new Error('It was loaded.');
}

describe('a script that was edited goes on', () => {
  test('with statements that are new around it', () => {
    const { lines, report } = edited(
      play(`const n = 1; wait(20); log('then ' + n);`),
      play(`const n = 2; log('new'); wait(5); wait(20); log('then ' + n); wait(10); log('more');`),
    );
    expect(lines).toEqual(['then 1', 'more']);
    expect(report.mapped).toEqual(['`play` (thread #1) goes on in game.js#play at `wait(20);`']);
  });

  test('that a formatter has written anew, and nothing is told', () => {
    const { lines, report } = edited(
      play(
        `let n = 1; const more = (by) => { say('more', 20); n += by; return [n, 'all',].length; }; for (const x of [1,2]) { log(more(x)) }`,
      ),
      play(`
        let n = 1;
        // The bill.
        const more = by => {
          say("more", 20);
          n += by
          return [n, "all"].length
        }
        for (const x of [
          1,
          2,
        ]) {
          log(
            more(x)
          );
        }`),
    );
    expect(lines).toEqual(['more.', '2', 'more', 'more.', '2']);
    expect(report.mapped).toEqual([]);
  });

  test('in a function that is called where it stands, and was edited', () => {
    const { lines, report } = edited(
      play(`((n) => { say('a'); log(n); })(1); log('end');`),
      play(`((n) => { log('new'); say('a'); log(n + 1); })(1); log('end');`),
    );
    expect(lines).toEqual(['a.', '2', 'end']);
    expect(report.mapped).toContainEqual(expect.stringContaining('; the statement was edited'));
  });

  test('in an arrow without braces, and in parameters, beside which something was edited', () => {
    const { lines, report } = edited(
      play(`all(() => say('a'), () => say('b'), function (n = say('c')) { wait(1); }); log('end');`),
      play(`all(() => say('a'), () => say('B'), function (n = say('c')) { wait(2); wait(3); }); log('end');`),
    );
    expect(lines).toEqual(['a.', 'b.', 'c.', 'end']);
    expect(report.mapped).toEqual([
      expect.stringContaining('; the statement was edited'),
      expect.stringMatching(/ at `function \(n = say\('c'\)\)`$/),
    ]);
  });

  test('in the statement that was edited, which is told', () => {
    const { lines, report } = edited(play(`wait(20); log('a');`), play(`wait(30); log('a');`));
    expect(lines).toEqual(['a']);
    expect(report.mapped).toEqual([
      '`play` (thread #1) goes on in game.js#play at `wait(30);`, which was `wait(20);`; the statement was edited: what has begun in it goes on as it was',
    ]);
  });

  test('in the statement that waits for something else now, which is told', () => {
    const more = 'const mira = { say }, guard = { say };';
    const { lines, report } = edited(
      play(`waitFor(start(() => mira.say('hi'))); log('end');`, more),
      play(`log('new'); say('more'); waitFor(start(() => guard.say('hi'))); log('end');`, more),
    );
    expect(lines).toEqual(['hi.', 'end']);
    expect(report.mapped).toEqual([
      expect.stringMatching(/guard\.say.*which was.*mira\.say.*; the statement was edited/),
    ]);
  });

  test('in a line that was edited, above which another one is new', () => {
    const more = 'const mira = { say }, page = { tell: say };';
    const { lines, report } = edited(
      play(`waitFor(mira.say('hello')); log('end');`, more),
      play(`page.tell('She looks up.'); waitFor(mira.say('Hello!')); log('end');`, more),
    );
    expect(lines).toEqual(['hello.', 'end']);
    expect(report.mapped[0]).toContain("at `waitFor(mira.say('Hello!'));`, which was `waitFor(mira.say('hello'));`");
  });

  test('in a function that it has called', () => {
    const { lines } = edited(play(`say('hi'); log('end');`), play(`log('before'); say('hi'); log('END');`));
    expect(lines).toEqual(['hi.', 'END']);
  });

  test('with a variable that is called otherwise, and one that is new', () => {
    const { lines, report } = edited(
      play(`let count = 4; wait(20); log(count); wait(1); count++; log(count);`),
      play(`let n = 9; let more = 7; wait(20); log(n); wait(1); n++; more++; log(n + ' ' + more);`),
    );
    expect(lines).toEqual(['4', '5 8']);
    expect(report.mapped[0]).toMatch(/`count` is called `n` now; `more` is new and has its first value$/);
  });

  test('with a variable that stands in a box now', () => {
    const { lines } = edited(
      play(`let n = 4; wait(20); log(n); wait(1); log(n);`),
      play(`let n = 4; wait(20); log(n); const add = () => { n++; }; add(); wait(1); log(n);`),
    );
    expect(lines).toEqual(['4', '5']);
  });

  test('with more variables than its frame had places', () => {
    const more = 'abcdefghij'.split('');
    const { lines } = edited(
      play(`const a = 4; wait(20); log(a);`),
      play(
        `${more.map((name) => `let ${name} = 1;`).join(' ')} wait(20); ${more.map((name) => `${name}++; wait(1);`).join(' ')} log(${more.join('+')});`,
      ),
    );
    expect(lines).toEqual([String(5 + 9 * 2)]);
  });

  test('in a loop over a list', () => {
    const { lines } = edited(
      play(`for (const x of [1, 2, 3]) { wait(20); log(x); } log('end');`),
      play(`log('new'); for (const x of [1, 2, 3]) { log('next ' + x); wait(20); log(x); } log('END');`),
      { pulses: 3 },
    );
    expect(lines).toEqual(['2', 'next 3', '3', 'END']);
  });

  test('in a closure whose text was edited', () => {
    const { lines } = edited(
      play(`let n = 1; start(() => { wait(20); n += 5; log('a' + n); }); wait(50); log(n);`),
      play(`let n = 1; start(() => { wait(20); n += 7; log('a' + n); }); wait(50); log(n);`),
    );
    expect(lines).toEqual(['a8', '8']);
  });

  test('in a function of the same text that another one is put before, which is told', () => {
    const line = `start(() => { wait(20); log('rung'); });`;
    const { report } = edited(play(`if (1) { ${line} }`), play(`if (1) { ${line} } if (2) { ${line} }`));
    expect(report.mapped).toEqual([
      'game.js#play>arrow~start has more or fewer of the same text beside it; it may be another one',
    ]);
  });

  test('in a function of the same text as one that was edited, which is told', () => {
    const line = (text: string): string => `start(() => { wait(20); log('${text}'); });`;
    const { report } = edited(
      play(`if (1) { ${line('rung')} } if (2) { ${line('rung')} }`),
      play(`if (1) { ${line('rung')} } if (2) { ${line('sung')} }`),
    );
    expect(report.mapped).toContain(
      'game.js#play>arrow~start has more or fewer of the same text beside it; it may be another one',
    );
  });

  test('with a closure that had a box and gets a value now', () => {
    const { lines } = edited(
      play(`let n = 1; start(() => { wait(20); log(n); }); n++; wait(50);`),
      play(`let n = 2; start(() => { wait(20); log(n); }); wait(50);`),
    );
    expect(lines).toEqual(['2']);
  });

  test('that has moved to another place of the file, with a number that tells it from others', () => {
    const { lines } = edited(
      play(`start(() => { wait(20); log('a'); });`),
      play(`start(() => { wait(20); log('z'); }); start(() => { wait(20); log('a'); });`),
    );
    expect(lines).toEqual(['a']);
  });
});

describe('a script that was edited so that nobody knows where it stands is refused', () => {
  test('with what differs', () => {
    expect(refused(play(`say('hi');`), play(`walk(5);`))).toBe(
      "`play` (thread #1): it waited in game.js#play at `say('hi');`, and it waited in `say` and now waits in `walk`",
    );
    expect(refused(play(`wait(20); log(1);`), play(`log(1);`))).toContain('there is no such statement any more');
    expect(refused(play(`wait(20);`), play(`for (const x of [1]) wait(20);`))).toContain('now stands in `for-of`');
    expect(refused(play(`wait(20);`), play(`const x = random(); wait(20); log(x);`))).toContain(
      '`x` had no value there',
    );
    expect(refused(play('go();', 'function go() { wait(20); }'), play('wait(20);'))).toContain(
      'there is no such function',
    );
  });
});

test('of two closures of one name that were both edited nobody knows which is which', () => {
  const both = (a: string, b: string): string =>
    play(`start(() => { wait(20); log('${a}'); }); start(() => { wait(20); log('${b}'); }); wait(50);`);
  expect(refused(both('a', 'b'), both('c', 'd'))).toContain('no rule tells which of several it is now');
});

test('a parameter has not been a variable', () => {
  expect(
    refused(
      play('go();', 'function go() { const n = random(); wait(20); log(n); }'),
      play('go();', 'function go(m) { wait(20); log(m); }'),
    ),
  ).toContain('`m` had no value there');
});

test('a statement that has the same calls in another order is gone', () => {
  const calls = 'function one(n) { wait(20); return n; } function two(n) { wait(20); return n; }';
  expect(refused(play('log(one(1) + two(2));', calls), play('log(two(3) + one(4));', calls))).toContain(
    'there is no such statement any more',
  );
});

test('a closure that had a value and would have to share a box now is refused', () => {
  expect(
    refused(
      play(`let n = 1; start(() => { wait(20); log(n); }); wait(50);`),
      play(`let n = 1; start(() => { wait(20); log(n); }); n++; wait(50);`),
    ),
  ).toContain('no rule tells which of several it is now');
});

const GONE = { before: `log('a'); wait(20); log('b');`, after: `log('A'); log('B');` };

describe('a script that cannot go on', () => {
  test('begins again, with what it began with', () => {
    const { lines, report } = edited(
      play(
        `const t = start(() => go(3, { x: 4 })); log(waitFor(t));`,
        `function go(n, at) { ${GONE.before} return n + at.x; }`,
      ),
      play(
        `const t = start(() => go(3, { x: 4 })); log(waitFor(t));`,
        `function go(n, at) { ${GONE.after} return n + at.x; }`,
      ),
      { load: { onEdit: 'restart' } },
    );
    expect(lines).toEqual(['A', 'B', '7']);
    expect(report.restarted).toEqual([
      expect.stringMatching(/^`go` \(thread #2\): it waited in game\.js#go at `wait\(20\);`, and there is no such/),
    ]);
  });

  test('does not begin again where the save has not kept with what it began', () => {
    const first = new Game(compile(HEAD + "export function play(given) { wait(20); log('a'); }"));
    first.module['play'](new WeakMap());
    const text = first.pulse().saves.save();
    const second = new Game(compile(HEAD + "export function play(given) { log('A'); }"));
    expect(() => second.saves.load(text, { onEdit: 'restart' })).toThrow('the save has not kept with what it began');
    expect(second.saves.load(text, { onEdit: 'drop' }).dropped).toHaveLength(1);
  });

  test('begins again without what it waits for, of which no `finally` block runs', () => {
    const hold = "function hold() { try { wait(50); } finally { log('let go'); } }";
    const { lines } = edited(play('all(hold(), hold());', hold), play("wait(10); log('again');", hold), {
      load: { onEdit: 'restart' },
    });
    expect(lines).toEqual(['again']);
  });

  test('is dropped, and who waits for it gets a CancelledError', () => {
    const { lines, report } = edited(
      play(
        `const t = start(go); try { waitFor(t); } catch (error) { log(error.name); }`,
        `function go() { try { ${GONE.before} } finally { log('finally'); } }`,
      ),
      play(
        `const t = start(go); try { waitFor(t); } catch (error) { log(error.name); }`,
        `function go() { ${GONE.after} }`,
      ),
      { load: { onEdit: { 'game.js#go': 'drop' } } },
    );
    expect(lines).toEqual(['CancelledError']);
    expect(report.dropped).toEqual([
      '`go` (thread #2): it waited in game.js#go at `wait(20);`, and there is no such statement any more',
    ]);
  });

  test('is dropped without the `finally` blocks of who has called it', () => {
    const around = "function go() { try { inner(); } finally { log('finally'); } }";
    const { lines } = edited(
      play("start(go); wait(50); log('end');", `${around} function inner() { ${GONE.before} }`),
      play("start(go); wait(50); log('end');", `${around} function inner() { ${GONE.after} }`),
      { load: { onEdit: 'drop' } },
    );
    expect(lines).toEqual(['end']);
  });

  test('is dropped where it has been cancelled, also if it is to begin again', () => {
    const script = (last: string): string =>
      play(
        "const t = start(go); wait(10); t.cancel(); wait(90); log('end');",
        `function go() { log('begun'); try { wait(100); } finally { ${last} log('finally'); } }`,
      );
    const { lines, report } = edited(script('wait(30);'), script('walk(1);'), {
      pulses: 2,
      load: { onEdit: 'restart' },
    });
    expect([lines, report.restarted, report.dropped.length]).toEqual([['end'], [], 1]);
  });

  test('is dropped where its function is gone', () => {
    const { lines } = edited(
      play(`start(go); wait(50); log('end');`, `function go() { ${GONE.before} }`),
      play(`wait(50); log('end');`),
      { load: { onEdit: 'drop' } },
    );
    expect(lines).toEqual(['end']);
  });

  test('takes those with it that it waits for', () => {
    const { lines } = edited(
      play(`start(go); wait(90); log('end');`, `function go() { all(walk(30), say('x')); }`),
      play(`start(go); wait(90); log('end');`, `function go() { walk(1); }`),
      { load: { onEdit: 'drop' } },
    );
    expect(lines).toEqual(['end']);
  });

  test('goes back to the last checkpoint that it has passed', () => {
    const { lines, report } = edited(
      play(`let n = 1; checkpoint('inn'); n++; log('n ' + n); say('x'); log('end ' + n);`),
      play(`let n = 1; checkpoint('inn'); n++; log('N ' + n); walk(5); log('END ' + n);`),
    );
    expect(lines).toEqual(['N 3', 'walked', 'END 3']);
    expect(report.restarted[0]).toMatch(
      /^`play` \(thread #1\) goes back to its last `checkpoint` in play: it waited in/,
    );
  });

  test('goes back to a checkpoint in a function with a parameter that is read no more', () => {
    const before = play(`go(7); log('end');`, `function go(given) { checkpoint('inn'); say('x'); }`);
    const { lines } = edited(before, before.replace(`say('x');`, `walk(5);`));
    expect(lines).toEqual(['walked', 'end']);
  });

  test('goes back to a checkpoint of a function that was not edited', () => {
    const { lines } = edited(
      play(`checkpoint('inn'); log('again'); go(); log('end');`, `function go() { ${GONE.before} }`),
      play(`checkpoint('inn'); log('again'); go(); log('end');`, `function go() { ${GONE.after} }`),
    );
    expect(lines).toEqual(['again', 'A', 'B', 'end']);
  });

  test('does not go back to a checkpoint that it may not have passed', () => {
    expect(
      refused(
        play(`if (hero === 1) checkpoint('inn'); wait(20); log('end');`, 'let hero = 0;'),
        play(`if (hero === 1) checkpoint('inn'); log('end');`, 'let hero = 0;'),
      ),
    ).toContain('there is no such statement');
  });

  describe('keeps or leaves its owner and its place', () => {
    const game = (wait: string): string => `import { Executor } from '@spindle/runtime';
      class Hero extends Executor { walk(n) { log('begins ' + n); ${wait} log('walked ' + n); return n; } }
      const hero = new Hero();
      ${play(`for (const n of [1, 2]) start(() => { try { log(waitFor(hero.walk(n))); } catch (error) { log(error.name); } });
        const paused = start(() => { hero.walk(3); }); paused.pause(); wait(90); paused.resume(); log('resumed');
        log(race({ walk: hero.walk(4), late: wait(400) }).key);`)}`;
    const [before, after] = [game('this.wait(30);'), game('this.waitFrames(2);')];

    test('who begins again has the owner', () => {
      const { lines } = edited(before, after, { load: { onEdit: 'restart' } });
      expect(lines.join(', ')).toBe(
        'begins 1, walked 1, begins 2, 1, walked 2, begins 3, 2, walked 3, resumed, begins 4, walked 4, walk',
      );
    });

    test('who is dropped leaves it to the next one', () => {
      const { lines } = edited(before, after, { load: { onEdit: 'drop' } });
      expect(lines.join(', ')).toBe(
        'begins 2, CancelledError, walked 2, begins 3, 2, walked 3, resumed, begins 4, walked 4, walk',
      );
    });
  });

  describe('is migrated by its author', () => {
    const before = play(`let n = 3; wait(20); log(n);`);
    const after = play(`let half = 1.5; log('new');\n// @pause here\nwaitFrames(2);\nlog(half + given);`).replace(
      'play()',
      'play(given = 1)',
    );
    const from = /game\.js#play@\w+/.exec(mendOf(before, after))![0];
    const locals = ({ n }: Record<string, unknown>): Record<string, unknown> => ({
      half: (n as number) / 2,
      given: 0.25,
    });

    test('to a statement that a mark names, with variables that he gives', () => {
      const migrations = [{ from, to: 'game.js#play@here', locals }];
      expect(edited(before, after, { options: { migrations } }).lines).toEqual(['1.75']);
    });

    test('but not without variables that are read there, nor to a statement that is not there', () => {
      const without = [{ from, to: 'game.js#play@here', locals: () => ({ half: 1 }) }];
      expect(refused(before, after, { options: { migrations: without } })).toContain('gives nothing for `given`');
      const bare = [{ from, to: 'game.js#play@here' }];
      expect(refused(before, after, { options: { migrations: bare } })).toContain('had no value there');
      const nowhere = [{ from, to: 'game.js#play@there', locals }];
      expect(refused(before, after, { options: { migrations: nowhere } })).toContain(
        '`game.js#play@there`, which is not',
      );
    });
  });
});

test('functions that were renamed or moved are found by the names that they had, with what is made in them', () => {
  const body = `const by = 2; start(() => { wait(20); log('made ' + by); }); wait(30); log('walked');`;
  const before = `class Imp { n = 1; go() { this.wait(20); log('n ' + this.n); } }
    const imp = new Imp();
    ${play(`imp.go(); walkOn(); wait(1);`, `function walkOn() { ${body} }`)}`;
  const after = `class Goblin { n = 1;
      // @was game.js#Imp.go
      run() { this.wait(20); log('N ' + this.n); } }
    const imp = new Goblin();
    ${play(`imp.run(); strollOn(); wait(1);`, `// @was game.js#walkOn\nfunction strollOn() { ${body} }`)}`;
  const { lines } = edited(before.replaceAll('this.wait', 'wait'), after.replaceAll('this.wait', 'wait'));
  expect(lines).toEqual(['N 1', 'made 2', 'walked']);
});

test.each([
  ['', (go: string, mark: string) => `\n${mark}function ${go}() { wait(20); log('gone'); } ${go}(); log('on');`],
  [
    'door.',
    (go: string, mark: string) =>
      `const door = {\n${mark}${go}() { wait(20); log('gone'); }, open() { this.${go}(); log('on'); } }; door.open();`,
  ],
])('so is one that is made in a callback, whose id says what that is given to: %sgo', (of, script) => {
  const started = (body: string): string => play(`start(() => { ${body} });`);
  const { lines } = edited(
    started(script('go', '')),
    started(script('run', `// @was game.js#play>arrow~start>${of}go\n`)),
  );
  expect(lines).toEqual(['gone', 'on']);
});

test('a function of the same name as one that was renamed is the same one as before', () => {
  const script = (mark: string, go: string, end: string): string => `class Ogre { go() { wait(20); log('gone'); } }
    class Imp { ${mark}${go}() { wait(20); } }
    ${play(`waitFor(new Ogre().go()); log('${end}');`)}`;
  const { lines } = edited(script('', 'go', 'end'), script('\n// @was game.js#Imp.go\n', 'run', 'END'));
  expect(lines).toEqual(['gone', 'END']);
});

test('an option of the compiler that is another one than at the save is named first', () => {
  const source = `export function play() { let n = 0; while (n < 9) n++; log(n); }`;
  const first = new Game(compile(HEAD + source));
  const { play: begin } = first.module;
  begin();
  const text = first.pulse().saves.save();
  const second = new Game(compile(HEAD + source, { frameWait: { while: false } }));
  const { refusals } = second.saves.check(text);
  expect(refusals[0]).toMatchObject({
    code: 'options',
    text: expect.stringMatching(/^`game\.js` was compiled with another `frameWait`: it was the usual one, and is `{/),
  });
  expect(refusals.length).toBeGreaterThan(1);
});

describe('a wait whose statement was edited begins anew, if the game says so', () => {
  const again = { load: { onEdit: waitAgain } } as const;

  test.each([
    ['a function', () => []],
    ['another text', 'again'],
    ['a number by function', { 'game.js#play': 5 }],
    ['nothing by function', null],
  ])('what is none of the ways is told: %s', (_what, onEdit) => {
    const load = { onEdit } as unknown as LoadOptions;
    expect(() => edited(play(`say('old', 50);`), play(`say('new', 20);`), { load })).toThrow(
      'load expected `onEdit: "restart"`, `"drop"` or `waitAgain`, or one of them by function, got',
    );
  });

  test('with what the new statement says', () => {
    const { lines, report } = edited(play(`say('old', 50); log('end');`), play(`say('new', 20); log('end');`), again);
    expect(lines).toEqual(['new', 'new.', 'end']);
    expect(report).toMatchObject({
      mapped: [],
      restarted: ["`play` (thread #1) waits again in game.js#play at `say('new', 20);`, which was `say('old', 50);`"],
    });
  });

  test('also a wait of the runtime', () => {
    const second = ({ lines }: ReturnType<typeof edited>): number => Number(lines[0]);
    const body = (word: string): string => play(`${word} log(clock.frame);`);
    expect(second(edited(body('wait(500);'), body('wait(20);')))).toBe(50);
    expect(second(edited(body('wait(500);'), body('wait(20);'), again))).toBe(4);
    expect(second(edited(body('waitFrames(50);'), body('waitFrames(5);'), again))).toBe(7);
    expect(second(edited(body('waitUntilTime(500);'), body('waitUntilTime(60);'), again))).toBe(6);
    expect(second(edited(body('wait(500);'), body('wait();'), again))).toBe(3);
    expect(second(edited(body('wait();'), body('wait(50);'), { ...again, pulses: 0 }))).toBe(6);
  });

  test('with variables and texts that have some in them', () => {
    const before = `let name = 'Jo'; let n = 0; say('Hi', 20); n++; log(name + n);`;
    const after = (said: string): string => play(before.replace(`'Hi'`, said));
    expect(edited(play(before), after('`Hi ${name} ${n}!`'), again).lines).toEqual(['Hi Jo 0!', 'Hi Jo 0!.', 'Jo1']);
    expect(edited(play(before), after('name'), again).lines).toEqual(['Jo', 'Jo.', 'Jo1']);
  });

  test('but not where it is given more than that, which is told', () => {
    const before = `const hero = { name: 'Jo' }; say('Hi', 20); log(hero.name);`;
    for (const said of ['hero.name', '`Hi ${hero}`', 'gone']) {
      const { lines, report } = edited(play(before), play(before.replace(`'Hi'`, said), `let gone = 'x';`), again);
      expect(lines).toEqual(['Hi.', 'Jo']);
      expect(report.restarted).toEqual([]);
      expect(report.mapped[0]).toMatch(/; the statement was edited: .*; it cannot wait again$/);
    }
  });

  test('by the id of a function', () => {
    const on = (id: string): readonly string[] =>
      edited(play(`say('old'); log('end');`), play(`say('new'); log('end');`), {
        load: { onEdit: { [id]: waitAgain } },
      }).lines;
    expect(on('game.js#play')).toEqual(['new', 'new.', 'end']);
    expect(on('game.js#say')).toEqual(['old.', 'end']);
  });

  test('not where nothing was edited', () => {
    expect(edited(play(`say('a'); log('x');`), play(`log('w'); say('a'); log('y');`), again).lines).toEqual([
      'a.',
      'y',
    ]);
  });

  test('and what the outer one has called is dropped, with what that waits for', () => {
    const more = (ms: number): string => `function go(n) { all(walk(${ms}), say('x' + n)); log('gone ' + n); }`;
    const { lines } = edited(play(`go(1); log('end');`, more(300)), play(`go(2); log('end');`, more(400)), again);
    expect(lines).toEqual(['x2', 'x2.', 'walked', 'gone 2', 'end']);
  });

  test('of a call that an owner gets', () => {
    const game = (n: number): string => `import { Executor } from '@spindle/runtime';
      class Hero extends Executor { walk(n) { try { log('begins ' + n); this.wait(60); log('walked ' + n); return n; } finally { log('finally'); } } }
      const hero = new Hero();
      ${play(`start(() => hero.walk(0)); start(() => { log(hero.walk(${n})); }); wait(40); hero.walk(9); `)}`;
    const { lines } = edited(game(1), game(2), { ...again, pulses: 3 });
    expect(lines.join(', ')).toBe('walked 0, finally, begins 2, walked 2, finally, begins 9, 2, walked 9, finally');
  });

  test('and is in the next save', () => {
    const start = compile(HEAD + play(`say('new', 20); log('end');`));
    const first = new Game(compile(HEAD + play(`say('old', 50); log('end');`)));
    const { play: begin } = first.module;
    begin();
    const old = first.pulse().saves.save();
    const second = new Game(start);
    second.saves.load(old, { onEdit: waitAgain });
    const text = second.saves.save();
    const third = new Game(start);
    third.saves.load(text);
    expect(third.finish().map((line) => line.replace(/^\d+ /, ''))).toEqual(['new', 'new.', 'end']);
  });
});
