import { reasonText } from '../src/analyse/facts/reasons.js';
import type { FunctionPlan } from '../src/plan.js';
import { planOf } from './plan-of.js';

describe('the Plan', () => {
  test('says where a function pauses, whether the value is used, and why', () => {
    const [walk] = planOf(
      '// @compile\nglitch.walk = function (d) {\n  while (ok()) {\n    other.step(d);\n    wait(5);\n  }\n};',
    );
    expect(walk!.id).toBe('glitch.walk');
    expect(walk!.length).toBe(1);
    expect(walk!.pauses.map((p) => [p.kind, p.value, `${p.line}:${p.column}`, reasonText(p.reason)])).toEqual([
      ['call', 'used', '3:9', 'may wait: unknown callee ok'],
      ['call', 'dropped', '4:4', 'may wait: unknown callee other.step'],
      ['call', 'dropped', '5:4', 'waits: wait'],
      ['loop', 'dropped', '3:2', 'waits: a frame each iteration'],
    ]);
  });

  test('follows a reason through the functions of the file', () => {
    const source = `// @compile
      const go = () => { walk(); talk(); half(4); };
      function walk() { step(); }
      function step() { while (q) w; }
      const talk = () => say();
      const say = () => log("a");
      const half = (n) => Math.round(n / 2);`;
    const [go] = planOf(`"use compile";\n${source}`);
    expect(go!.pauses.map((p) => reasonText(p.reason))).toEqual([
      'waits: walk → step → loop',
      'may wait: talk → say → unknown callee log',
    ]);
  });

  test('says which loop around a pause may go on without a frame between', () => {
    const source = `// @compile
      const go = (lists) => {
        for (const list of all(lists)) {
          greet(list);
          while (list.next()) {
            for (let i = first(); more(i); ) step(i);
            [1].map(() => { other(); });
          }
        }
        // @nowait
        do { last(); } while (again());
        // @fast
        for (;;) once();
        done();
      };`;
    const [go, inner] = planOf(source);
    const loops = (one: FunctionPlan) => one.pauses.map((p) => `${p.line} ${p.kind} ${p.loop ?? 'none'}`);
    expect(loops(go!)).toEqual([
      '3 call none',
      '4 call 3',
      '5 call none',
      '6 call none',
      '6 call none',
      '6 call none',
      '6 loop none',
      '7 call none',
      '5 loop none',
      '11 call 11',
      '11 call 11',
      '13 call 13',
      '13 loop 13',
      '14 call none',
    ]);
    expect(loops(inner!)).toEqual(['7 call none']);
  });

  test('gives every pause an id of its function, its ordinal and its statement', () => {
    const [f] = planOf('// @compile\nconst f = () => { g(); g(); };');
    const [first, second] = f!.pauses.map((p) => p.id);
    expect(first).toMatch(/^f#0:[0-9a-z]{1,4}$/);
    expect(second).toBe(first!.replace('#0', '#1'));
    const [moved] = planOf('\n\n// @compile\n\nconst f = () => {\n   g();\n   g(); };');
    expect(moved!.pauses.map((p) => p.id)).toEqual([first, second]);
  });

  test.each([
    ['a comment and an import above', (text: string) => `import "a";\n// A comment.\n${text}`],
    ['another function above', (text: string) => `// @compile\nfunction first() { a(); b(() => c()); }\n${text}`],
    ['another function below', (text: string) => `${text}\n// @compile\nconst last = () => { while (a()) b(); };`],
    ['an edit in another function', (text: string) => text.replace('jump();', 'turn(); for (;;) spin();')],
    ['a statement that never waits, before it', (text: string) => text.replace('let n = 0;', 'let n = 0, m = 1; m++;')],
    ['an edit behind it', (text: string) => text.replace('rest();', 'rest(); sleep();')],
    ['an edit inside the block of its loop', (text: string) => text.replace('n++;', 'n += 2; log2 = n;')],
    ['another layout', (text: string) => text.replaceAll(/ (?=[{}])/g, '\n\n    ')],
    ['other white space inside a statement', (text: string) => text.replace('step(n, 1)', 'step(n,\n      1)')],
  ])('keeps the ids of pauses through %s', (_edit, change) => {
    const source = `// @compile
      const hero = { walk() { let n = 0; while (ready(n)) { this.step(n, 1); n++; } list.map((x) => go(x)); rest(); } };
      // @compile
      function other() { jump(); }`;
    const idsOf = (text: string): string[] =>
      planOf(text)
        .filter((one) => one.id.startsWith('hero.walk'))
        .flatMap((one) => one.pauses.map((pause) => pause.id));
    const ids = idsOf(source);
    expect(ids).toHaveLength(6);
    expect(source).not.toBe(change(source));
    expect(idsOf(change(source))).toEqual(expect.arrayContaining(ids));
  });

  test('lists functions in source order, with those made of calls that are handed over', () => {
    const source =
      '// @compile\nconst f = () => { all(g(h())); const k = () => m(); };\n// @compile\nfunction n() {} q(n);';
    expect(planOf(source).map((one) => `${one.kind} ${one.id} ${one.pauses.length}`)).toEqual([
      'arrow f 1',
      'deferred f>argument~g 2',
      'arrow f>k 1',
      'declaration n 0',
    ]);
  });
});
