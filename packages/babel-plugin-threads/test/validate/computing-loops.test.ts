import { messagesOf } from '../compile.js';

/** Tells which loops only compute: their author is asked if each iteration is to take a frame. */
const isTold = (statements: string): boolean =>
  messagesOf(
    `import { imported } from './other.js';\nconst LIMIT = 9;\n// @compile\nfunction f(list) {\n${statements}\n}`,
  ).some((message) => message.includes('SPN614'));

test.each([
  ['let i = 0; while (i < 9) i++;', true],
  ['for (let i = 0; i < 9; ) i++;', true],
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
  ['let i = 0; while (i < 9 && !door.isOpen) i++;', false],
  ['let at = door.x; while (at < 9) at = door.x;', false],
  ['let i = 0; while (i < list.length) i++;', false],
  ['let i = 0; const add = () => i++; while (i < 9) i++;', false],
  ['let i = 0; while (i < 9 && this.isAlive) i++;', false],
  ['let i = 0; while (i < imported) i++;', false],
  ['let i = 0; while (i < LIMIT) i++;', true],
  ['let t = "abc", i = 0; while (i < t.length) i++;', true],
  ['let i = 0; while (i < Number.MAX_SAFE_INTEGER) i++;', true],
  ['let i = 0;\n// @wait\nwhile (i < 9) i++;', false],
  ['let i = 0;\n// @fast\nwhile (i < 9) i++;', false],
  ['let i = 0;\n// @nowait\nwhile (i < 9) i++;', false],
  ['for (let i = 0; i < 9; i++) {}', false],
])('a loop that only computes is told: %s %s', (source, told) => {
  expect(isTold(source)).toBe(told);
});
