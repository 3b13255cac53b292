import { codeOf } from '../../src/execution/compiled-function.js';
import type { FrameCode } from '../../src/execution/frame-code.js';
import { SaveError } from '../../src/saves.js';
import { hasState } from '../../src/saves/edits/pauses.js';
import { givenAt } from '../../src/saves/edits/wait-again.js';
import { type Facts, firstValueOfRole, readFacts } from '../../src/saves/facts.js';
import { compile, Game, savedAndLoaded, scriptOf } from './game.js';

/** What the runtime reads of a function of a program that the plugin has compiled. */
function factsOf(source: string, id: string): Facts {
  const [table] = /^function \$meta\(n\) \{[^]*?^\}/m.exec(scriptOf(`// @compile the whole file\n${source}`))!;
  // oxlint-disable-next-line typescript/no-implied-eval -- the program is text that we compiled
  const metas = new Function(`${table} $meta(0); return $meta.table;`)() as Readonly<Record<string, string>>;
  const meta = Object.values(metas).find((one) => one.startsWith(`${id}(`))!;
  return readFacts(meta.slice(meta.indexOf('\n') + 1));
}

/** `for-of > if` */
const wayTo = ({ constructs }: Facts, construct: number | undefined): string => {
  const { kind, parent } = constructs[construct ?? -1] ?? { kind: '', parent: undefined };
  return parent === undefined ? kind : `${wayTo({ constructs } as Facts, parent)} > ${kind}`;
};

describe('what the plugin writes of a function is what the runtime reads', () => {
  test('what is called at each pause, and its statement', () => {
    const { pauses } = factsOf(
      `class Guard {
        patrol(to) {
          log(this.walk(to, wait(1)));
          if (to) this.say('no');
          else race(this.look(), () => wait(5));
          const done = list
            .at(this.walk(2));
          while (this.look()) this.walk(3);
          // @fast
          while (true) this.walk(4);
        }
        walk() { wait(1); } say() { wait(1); } look() { wait(1); }
      }`,
      'Guard.patrol',
    );
    expect(pauses.map(({ callee, statement }) => `${callee} in ${statement}`)).toEqual([
      'log in log(this.walk(to, wait(1)));',
      'this.walk in log(this.walk(to, wait(1)));',
      'wait in log(this.walk(to, wait(1)));',
      "this.say in this.say('no');",
      'race in race(this.look(), () => wait(5));',
      'list.at in const done = list .at(this.walk(2));',
      'this.walk in const done = list .at(this.walk(2));',
      'this.look in while (this.look())',
      'this.walk in this.walk(3);',
      ':frame in while (this.look())',
      'this.walk in this.walk(4);',
      ':turns in while (true)',
    ]);
  });

  test('what each call is given, if that is no more than literals, variables, and texts with variables', () => {
    const { pauses } = factsOf(
      'function f(name) { wait(5); say("a", true, null, `b`); say(name, `Hi ${name}!\\n`); say(name.first); say(...name); say(-1); wait(); }',
      'f',
    );
    expect(pauses.map((one) => givenAt({ ...one, text: one.statement }))).toEqual([
      [5],
      ['a', true, null, 'b'],
      [['name'], ['Hi ', 'name', '!\n']],
      undefined,
      undefined,
      undefined,
      [],
    ]);
    // Only what the statements do not say stands in the facts.
    expect(pauses.map(({ given }) => given)).toEqual([
      undefined,
      '["a",true,null,"b"]',
      '[["name"],["Hi ","name","!\\n"]]',
      '-',
      '-',
      '-',
      undefined,
    ]);
  });

  test('a long text is cut', () => {
    const [pause] = factsOf(`function f() { wait('${'12345678'.repeat(20)}'); }`, 'f').pauses;
    expect(pause!.statement).toBe(`wait('${'12345678'.repeat(9)}1…`);
  });

  test('the constructs around each pause, and which of them have a state', () => {
    const facts = factsOf(
      `function f(list, key) {
        for (const x of wait(1)) if (x) wait(2); else wait(3);
        for (const k in list) for (let i = wait(4); i < 3; i += wait(5)) do { wait(6); } while (wait(7));
        switch (wait(8)) { case wait(9): wait(10); }
        try { wait(11); } catch { wait(12); } finally { wait(13); }
        { using lock = key; wait(14); }
        while (wait(15));
        for (const x of list) { wait(16); }
      }`,
      'f',
    );
    expect(facts.pauses.map(({ construct }) => wayTo(facts, construct))).toEqual([
      '',
      'for-of > if',
      'for-of > else',
      'for-in',
      'for-in > for',
      'for-in > for > do',
      'for-in > for > do',
      // The frames for which a loop waits.
      'for-in > for > do',
      'for-in > for',
      '',
      'switch',
      'switch',
      'try',
      'catch',
      'finally',
      'using',
      'while',
      'while',
      'for-of',
    ]);
    const kinds = facts.constructs.filter(hasState).map(({ kind }) => kind);
    expect(kinds).toEqual(['for-of', 'for-in', 'switch', 'catch', 'finally', 'using', 'for-of']);
  });

  test('a construct has the hash that the variables of the output have', () => {
    const { constructs } = factsOf(
      `export function f(list) {
        for (const x of list) wait(1);
        try { wait(2); } finally { wait(3); }
        try { for (const y of list.x) if (wait(4)) return 5; } catch { wait(6); } finally { wait(7); }
        switch (list) { case wait(4): case wait(5): }
      }`,
      'f',
    );
    const code = compile(`// @compile the whole file
      export function f(list) {
        for (const x of list) wait(1);
        try { wait(2); } finally { wait(3); }
        try { for (const y of list.x) if (wait(4)) return 5; } catch { wait(6); } finally { wait(7); }
        switch (list) { case wait(4): case wait(5): }
      }`);
    const [, table = ''] = (codeOf(code().f) as FrameCode).meta.split(';');
    const roles = [...table.matchAll(/(cursor|thrown|exit|case):(\w+)/g)].map(([, role, hash]) => `${role} ${hash}`);
    expect(new Set(roles)).toEqual(
      new Set(
        constructs.flatMap(({ kind, hash }) => {
          if (kind === 'for-of')
            return hash === constructs[0]!.hash ? [`cursor ${hash}`] : [`cursor ${hash}`, `exit ${hash}`];
          if (kind === 'switch') return [`case ${hash}`];
          return kind === 'finally' ? [`thrown ${hash}`, `exit ${hash}`] : [];
        }),
      ),
    );
  });

  test('which parameters are read behind a pause, and whether `this` is', () => {
    const live = (source: string, id: string): string[] =>
      factsOf(source, id).pauses.map(({ parameters, usesThis }) => `${parameters.join(' ')}${usesThis ? ' this' : ''}`);
    expect(live(`function f(a, b, c) { wait(a); wait(b); return c; }`, 'f')).toEqual(['1 2', '2']);
    expect(live(`function f(a, b) { wait(a); const n = () => b; wait(2); return n(); }`, 'f')).toEqual(['1', '', '']);
    expect(live(`function f(a, ...rest) { wait(a); wait(rest); return a; }`, 'f')).toEqual(['', '']);
    expect(live(`function f(a) { wait(a); wait(arguments[1]); return a; }`, 'f')).toEqual(['0', '']);
    const methods = `class A { walk() { wait(1); } go() { wait(1); this.walk(); wait(2); } up() { wait(1); super.up(); wait(1); } }`;
    expect(live(methods, 'A.walk')).toEqual(['']);
    expect(live(methods, 'A.go')).toEqual([' this', '', '']);
    expect(live(methods, 'A.up')).toEqual([' this', ' this', ' this']);
    expect(live(`class A { go() { start(() => { wait(1); this.x = 1; wait(2); }); } }`, 'A.go>arrow~start')).toEqual([
      ' this',
      '',
    ]);
  });

  test('the first values of variables that are literals', () => {
    const { firstValues } = factsOf(
      `function f(x) {
        const text = 'a\\t"b\\n"', minus = -2.5, gone = null, yes = true;
        let found, count = 0, made = x(), boxed = 7;
        const set = () => { boxed++; };
        for (let i = 3; i < 5; i++) { wait(i); count++; }
        wait(text, minus, gone, yes, found, count, made, set, boxed);
        { let n = 1; wait(n); let m = 2; wait(n + m); }
        { let n = 8; wait(n); wait(n); }
        log(text, minus, gone, yes, found, count, made, set, boxed);
      }`,
      'f',
    );
    const final = (value: unknown): object => ({ value, isChanged: false });
    const changed = (value: unknown): object => ({ value, isChanged: true });
    expect(Object.fromEntries(firstValues)).toEqual({
      text: final('a\t"b\n"'),
      minus: final(-2.5),
      gone: final(null),
      yes: final(true),
      found: final(undefined),
      count: changed(0),
      boxed: changed(7),
      i: changed(3),
      n: final(1),
      'n~2': final(8),
    });
  });

  test('variables of the output begin with what their role says', () => {
    expect(firstValueOfRole('thrown:vv49.0', 5)).toEqual({ value: null, isChanged: true });
    expect(firstValueOfRole('exit:vv49.0', 5)).toEqual({ value: 0, isChanged: true });
    expect(firstValueOfRole('case:vv49.0', 5)).toEqual({ value: -1, isChanged: true });
    expect(firstValueOfRole('frame:0', 5)).toEqual({ value: 5, isChanged: true });
    expect(firstValueOfRole('cursor:vv49.0', 5)).toBeUndefined();
    expect(firstValueOfRole('n', 5)).toBeUndefined();
  });
});

describe('what is read no more never refuses a save', () => {
  const source = `
    // @compile the whole file
    class Ship { constructor(n) { this.n = n; } }
    export function keep(it, n) { wait(20); wait(20); log('kept ' + n); return typeof it; }
    export function lose(it, n) { wait(20); wait(20); log('lost ' + n); }
    export function list(it, ...more) { wait(20); wait(20); log('list'); }
    export function drop(it, other) { wait(20); wait(20); log('dropped'); }
    export const ship = () => new Ship([1]);
  `;
  const start = compile(source);
  const unsavable = (): object => new WeakMap();

  test('a parameter, or a list of them', () => {
    for (const begin of ['lose', 'list'])
      for (const pulses of [1, 3]) {
        const { lines, whole } = savedAndLoaded(start, pulses, ({ [begin]: play }) => play(unsavable(), 3));
        expect(lines).toEqual(whole);
      }
  });

  test('several of them, of which each has more than a save tells of', () => {
    const many = (): object => Array.from({ length: 30 }, unsavable);
    const { lines, whole } = savedAndLoaded(start, 1, ({ drop }) => drop(many(), many()));
    expect(lines).toEqual(whole);
  });

  test('it is saved as it is where it can be', () => {
    const first = new Game(start);
    first.module.lose(first.module.ship(), 3);
    const text = first.pulse().saves.save();
    const second = new Game(start);
    second.saves.load(text);
    expect(second.scheduler.threads[0]!.trace()).toBe(first.scheduler.threads[0]!.trace());
    expect(text).toContain('Ship');
  });

  test('what is read still refuses', () => {
    const game = new Game(start);
    game.module.keep(unsavable(), 3);
    game.pulse();
    expect(() => game.saves.save()).toThrow(SaveError);
    expect(game.saves.whyNot()[0]).toMatchObject({ variable: 'it', function: 'keep', code: 'object' });
  });

  test('what only it leads to leaves nothing behind; nor does the receiver', () => {
    const game = new Game(start);
    const it = { inner: game.module.ship(), bad: unsavable() };
    game.module.lose(it, 3);
    const text = game.pulse().saves.save();
    expect(text).not.toContain('inner');
    // The receiver is what the module exports.
    expect(text).toMatch(/"F2",\[\d+\],1,\["t","Object"\],null,null,\[\["t","Object"\],3\]/);
    const second = new Game(start);
    second.saves.load(text);
    expect(second.saves.save()).toBe(text);
  });
});
