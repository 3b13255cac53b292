import { body, brief } from '../../compile.js';

describe('loops', () => {
  const frame = (n = 0): string => `const $frame${n} = clock.frame;`;
  const wait = (n = 0): string => `yield waitUntil($frame${n} + 1);`;
  test.each([
    ['while (x) g;', `while (x) { ${frame()} g; ${wait()} }`],
    ['do { f(); } while (x);', `do { ${frame()} yield f(); ${wait()} } while (x);`],
    [
      'for (;;) { if (a) continue; f(); }',
      `for (;;) { ${frame()} $iteration0: { if (a) break $iteration0; yield f(); } ${wait()} }`,
    ],
    ['for (const x of y) f();', 'for (const x of y) yield f();'],
    ['// @wait\nfor (const x of y) f();', `for (const x of y) { ${frame()} yield f(); ${wait()} }`],
    ['// @nowait\nwhile (x) f();', 'while (x) yield f();'],
    ['// @fast\nwhile (x) f();', 'while (x) { yield f(); if (overBudget(10000)) yield waitUntil(clock.frame + 1); }'],
    [
      'a: while (x) { for (const y of z) continue a; }',
      `a: while (x) { ${frame()} $iteration0: { for (const y of z) break $iteration0; } ${wait()} }`,
    ],
    ['while (x) { while (y) g; }', `while (x) { ${frame()} while (y) { ${frame(1)} g; ${wait(1)} } ${wait()} }`],
    ['let $frame0; while (x) g;', `let $frame0; while (x) { ${frame(1)} g; ${wait(1)} }`],
    [
      'while (x) { switch (y) { case 1: continue; default: break; } }',
      `while (x) { ${frame()} $iteration0: { switch (y) { case 1: break $iteration0; default: break; } } ${wait()} }`,
    ],
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));

  const fast = 'overBudget(10000)';
  test.each([
    ['let i = 0; while (i < 9) i++;', true],
    ['for (let i = 0; i < 9; i++) {}', true],
    ['const l = []; let i = 0; while (i < 9) { l[i] = Math.max(i, 2); i++; }', true],
    ['let a = 0, b = 1; do { [a, b] = [b, a + b]; } while (b < 99);', true],
    ['const l = new Array(9).fill(0); let i = 0; while (i < 9) l[i++] = i;', true],
    ['const l = Array.from({ length: 9 }); let i = 0; while (i < 9) l[i++] = i;', true],
    ['const l = Array.from({ length: 9 }, () => 0); let i = 0; while (i < 9) l[i++] = i;', true],
    ['const l = Array(9); let i = 0; while (i < 9) l[i++] = i;', true],
    ['const l = Array.of(1, 2); let i = 0; while (i < 9) l[i++] = i;', true],
    ['const l = [1, 2].concat(a).slice(1); let i = 0; while (i < 9) l[i++] = i;', true],
    ['const k = [1], l = k.slice(); let i = 0; while (i < 9) l[i++] = i;', true],
    ['const l = new Uint8Array(9).fill(1); let i = 0; while (i < 9) l[i++] = i;', true],
    ['const l = new Float64Array(9); let i = 0; while (i < 9) l[i++] = i;', true],
    ['let l = new BigUint64Array(9); let i = 0; while (i < 9) l[i++] = 1n;', true],
    ['let l = new Array(9); l = q; let i = 0; while (i < 9) l[i++] = i;', false],
    ['const [l] = [q]; let i = 0; while (i < 9) l[i++] = i;', false],
    ['const l = q.slice(); let i = 0; while (i < 9) l[i++] = i;', false],
    ['const l = q.fill(0); let i = 0; while (i < 9) l[i++] = i;', false],
    ['const l = new Uint8Array(buffer, 4); let i = 0; while (i < 9) l[i++] = i;', false],
    ['let i = 0; while (x) i++;', false],
    ['let i = 0; while (i < 9) { i++; this.x = i; }', false],
    ['let i = 0; while (i < 9) { i++; outer = i; }', false],
    ['let i = 0; while (i < 9) { i++; console.log(i); }', false],
    ['let i = 0; while (i < 9) { i++; f(i); }', false],
    ['let l = q; let i = 0; while (i < 9) { l[i] = i; i++; }', false],
    ['let i = 0; while (i < 9) { i++; new Foo(); }', false],
    ['let i = 0; while (i < 9) { i++; const g = () => i; }', false],
  ])('plain computation is @fast by itself: %s %s', (source, isFast) => {
    expect(body(source).includes(fast)).toBe(isFast);
  });

  test('what `plain` names is no builtin: such a loop waits a frame', () => {
    expect(body('let i = 0; while (i < 9) { i++; d(i); }', { plain: ['d'] })).toContain('$frame0');
  });

  test('@fast above a class is that of the loops in its methods', () => {
    expect(brief('x;\n// @compile\n// @fast\nclass A { m() { while (x) g(); } }')).toContain(fast);
  });

  test('@fast above a function is that of its loops', () => {
    expect(brief('x;\n// @compile\n// @fast\nfunction f() { while (x) g(); }')).toContain(fast);
  });
});
