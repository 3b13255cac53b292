import { body, brief } from '../../compile.js';

describe('loops', () => {
  const frame = (n = 0): string => `const $frame${n} = clock.frame;`;
  const wait = (n = 0): string => `yield waitUntil($frame${n} + 1);`;
  test.each([
    ['while (x) g;', 'while (x) { g; yield nextFrame; }'],
    ['do { f(); } while (x);', `do { ${frame()} yield f(); ${wait()} } while (x);`],
    [
      'for (;;) { if (a) continue; f(); }',
      `for (;;) { ${frame()} $iteration0: { if (a) break $iteration0; yield f(); } ${wait()} }`,
    ],
    ['for (const x of y) f();', 'for (const x of y) yield f();'],
    ['// @wait\nfor (const x of y) f();', `for (const x of y) { ${frame()} yield f(); ${wait()} }`],
    ['// @nowait\nwhile (x) f();', 'while (x) yield f();'],
    ['// @fast\nwhile (x) f();', 'while (x) { yield f(); if (overBudget(10000)) yield nextFrame; }'],
    [
      'a: while (x) { for (const y of z) continue a; }',
      'a: while (x) { $iteration0: { for (const y of z) break $iteration0; } yield nextFrame; }',
    ],
    ['while (x) { while (y) g; }', `while (x) { ${frame()} while (y) { g; yield nextFrame; } ${wait()} }`],
    ['let $frame0; while (x) f();', `let $frame0; while (x) { ${frame(1)} yield f(); ${wait(1)} }`],
    ['while (f()) g;', `while (yield f()) { ${frame()} g; ${wait()} }`],
    ['for (let i = f(); ; g()) h;', `for (let i = yield f();; yield g()) { ${frame()} h; ${wait()} }`],
    [
      'while (x) { const later = () => f(); }',
      'while (x) { const later = $arrow(function* () { return yield f(); }, this); yield nextFrame; }',
    ],
    [
      'while (x) { switch (y) { case 1: continue; default: break; } }',
      'while (x) { $iteration0: { switch (y) { case 1: break $iteration0; default: break; } } yield nextFrame; }',
    ],
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));

  const fast = 'overBudget(10000)';
  test('what `plain` names is no builtin: such a loop waits a frame', () => {
    expect(body('let i = 0; while (i < 9) { i++; d(i); }', { plain: ['d'] })).toContain('yield nextFrame');
  });

  test('@fast above a class is that of the loops in its methods', () => {
    expect(brief('x;\n// @compile\n// @fast\nclass A { m() { while (x) g(); } }')).toContain(fast);
  });

  test('@fast above a function is that of its loops', () => {
    expect(brief('x;\n// @compile\n// @fast\nfunction f() { while (x) g(); }')).toContain(fast);
  });
});
