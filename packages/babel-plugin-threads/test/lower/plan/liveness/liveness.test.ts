import { compile } from '../../../compile.js';

/** What each pause of a function keeps, in the order of the text: `a, b`, where `-` is a place that is emptied. */
function kept(statements: string, parameters = ''): string[] {
  const code = compile(`let o;\n// @compile\nfunction script(${parameters}) {\n${statements}\n}`, {
    target: 'frames',
    frameWait: { while: false, doWhile: false, for: false },
  });
  return Array.from(code.matchAll(/\$(?:keep|next)\w+\(\$f, \$c, \$this, \d+(?:, \[?([^\])]*)\]?)?\)/g), ([, list]) =>
    (list ?? '').replaceAll('void 0', '-'),
  );
}

test.each([
  ['what is read behind a pause', 'let a = 1, b = 2; o.p(); use(b);', ['b', '']],
  ['nothing that is assigned before it is read', 'let a = 1; o.p(); a = 2; o.q(a);', ['', '']],
  ['nothing that is read before only', 'let a = o; use.x = a; o.p();', ['']],
  ['what one branch reads', 'let a = 1; o.p(); if (o.x) use.x = a;', ['a']],
  ['what one of two branches leaves', 'let a = 1; o.p(); if (o.x) a = 2; use.x = a;', ['a']],
  ['nothing that both branches assign', 'let a = 1; o.p(); if (o.x) a = 2; else a = 3; use.x = a;', ['']],
  ['what the right side of && leaves', 'let a = 1; o.p(); o.x && (a = 2); use.x = a;', ['a']],
  ['what the next iteration reads', 'let a = 1; for (;;) { use.x = a; o.p(); a += 1; }', ['a']],
  ['nothing that each iteration has anew', 'for (;;) { let a = o.x; use.x = a; o.p(); }', ['']],
  ['what a loop reads that may be left', 'let a = 1; while (o.x) { o.p(); if (o.y) break; a = 2; } use.x = a;', ['a']],
  ['what `continue` leads to', 'let a = 1; do { o.p(); if (o.y) continue; a = 2; } while (o.z(a));', ['a', 'a']],
  ['what a labelled break leads to', 'let a = 1; out: for (;;) { for (;;) { o.p(); break out; } } use.x = a;', ['a']],
  ['what a case reads', 'let a = 1; o.p(); switch (o.x) { case 1: use.x = a; break; default: a = 2; }', ['a']],
  ['what a `catch` reads', 'let a = 1; try { o.p(); a = 2; } catch { use.x = a; }', ['a']],
  ['what a `finally` reads', 'let a = 1; try { o.p(); a = 2; o.q(); return 1; } finally { use.x = a; }', ['a', 'a']],
  [
    'nothing for a `catch` behind which it is assigned',
    'let a = 1; try { o.p(); } catch { a = 2; } a = 3; use.x = a;',
    [''],
  ],
  [
    'what is read behind a loop that a `finally` is left by',
    'let a = 1; for (;;) { try { o.p(); break; } finally { use.x = 1; } } use.x = a;',
    ['a'],
  ],
  ['what a function uses', 'let a = o.x; const g = () => a; o.p(); use.x = g;', ['g']],
  ['the box of what changes', 'let a = o.x; const g = () => a++; o.p(); use.x = g; a = 2;', ['a, g']],
  ['in a pattern, what a default reads', 'let a = 1, b; o.p(); [b = a] = o.x; use.x = b;', ['a']],
  ['what a class uses', 'let a = o.x; o.p(); use.x = class { a = a; };', ['a']],
  [
    'what an inner variable of the same name does not end',
    'let a = 1; o.p(); { let a = 2; use.x = a; } use.y = a;',
    ['a'],
  ],
  ['a temporary up to its use', 'let n = o.x + o.p() + o.q(); o.r();', ['$t0', '$t1', '']],
])('keeps %s', (_, statements, expected) => {
  expect(kept(statements)).toEqual(expected);
});

test('variables that are never live together share a place, and a place is emptied where it holds nothing', () => {
  const script = 'let a = o.x, b = o.y; o.p(); use.x = a; o.q(); use.y = b; let c = o.z; o.r(); use.z = c; o.s();';
  expect(kept(script)).toEqual(['a, b', '-, b', 'c', '']);
});

test('parameters stay for traces, and what is assigned to one has a place of its own', () => {
  expect(kept('o.p(); n = n + 1; o.q(n); o.r(n);', 'n, m')).toEqual(['n0, m, n', 'n0, m, n', 'n0, m']);
});

test('a parameter that nobody reads is read back where it is written again', () => {
  const head = (statements: string): boolean =>
    compile(`let o;\n// @compile\nfunction script(n) { ${statements} }`, { target: 'frames' }).includes('n = $f.l0;');
  expect(['o.p();', 'o.p(); o.q();', 'for (;;) o.x++;'].map(head)).toEqual([false, true, false]);
});
