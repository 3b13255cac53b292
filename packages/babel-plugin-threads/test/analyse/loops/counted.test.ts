import { body } from '../../compile.js';

const takesFrames = (source: string): boolean => body(source).includes('$frame');
const isGuarded = (source: string): boolean => body(source).includes('countIteration(');

describe('a `for` that counts takes no time', () => {
  test.each([
    'for (let i = 0; i < 8; i++) go(i);',
    'for (let i = 0; i < list.length; i += 2) go(i);',
    'for (let i = 0; 8 > i; ++i) go(i);',
    'for (let i = 8; i > 0; i -= 1) go(i);',
    'for (let i = 0; i !== 8; i = i + 1) go(i);',
    'for (let m = 1; m < 99; m *= 2) go(m);',
    'const step = 3; for (let i = 0; i < 9; i += step) go(i);',
    'for (let n = head; n; n = n.next) go(n);',
    'for (let n = head; n !== null; n = n.tail.next) go(n);',
    'for (let n = head; n; n = n?.next) go(n);',
    'let i; for (i = 0; i < 3; i++) go(i);',
    'for (var i = 0; i < 3; i++) go(i); for (var i = 0; i < 3; i++) go(i);',
    'for (let i = 0; i < 3; i++) for (let i = 0; i < 3; i++) go(i);',
    'for (let i = 0, end = f(); i < end; i++) go(i);',
    'for (let low = 0, high = 9; low < high; low++, high--) go(low);',
    'for (let i = 0; i < 3; log(i), i++) go(i);',
    'let i = 9; i = 4; for (i = 0; i < 3; i++) go(i);',
  ])('%s', (source) => expect(takesFrames(source)).toBe(false));
});

describe('every other `for` takes a frame for each iteration', () => {
  test.each([
    'for (;;) go();',
    'for (let i = 0; ; i++) go(i);',
    'for (let i = 0; i < 8; ) go(i++);',
    'for (; i < 8; i++) go(i);',
    'for (i = 0; i < 8; i++) go(i);',
    'for (let i = 9; i--; ) go(i);',
    'for (let i = 0; i < 8; i++) if (x()) i = 0;',
    'for (let i = 0; i < 8; i++) [i] = x();',
    'for (let i = 0; i < 8; i++) later(() => i--);',
    'for (let i = 0; i < 8; i++) for (i of list) go(i);',
    'for (let i = 0; i < 8 && !door.isOpen; i++) go(i);',
    'for (let i = 0; !door.isOpen; i++) go(i);',
    'for (let t = 0; t < 1000; t += clock.delta) go(t);',
    'for (let i = 0; i < 8; i = next(i)) go(i);',
    'let step = 3; step = 1; for (let i = 0; i < 9; i += step) go(i);',
    'for (let n = head; n; n = n[key]) go(n);',
    'for (let n = head; n; n = m.next) go(n);',
    'for (let [i] = list; i < 8; i++) go(i);',
    'for (let i = 0; (i++) < 8; i++) go(i);',
  ])('%s', (source) => expect(takesFrames(source)).toBe(true));
});

describe('its iterations are counted where it may not end by itself', () => {
  test.each([
    ['for (let i = 0; i < 8; i++) x;', false],
    ['for (let i = 8; i >= 0; i -= 2) x;', false],
    ['for (let i = 0; 8 > i; i++) x;', false],
    ['for (let i = 0; i < 8; i--) x;', true],
    ['for (let i = 0; i !== 8; i++) x;', true],
    ['for (let i = 0; i < 8; i += 0) x;', true],
    ['for (let i = 0; i < 8; i *= 2) x;', true],
    ['for (let n = head; n; n = n.next) x;', true],
    ['for (let i = 0; i < 1000000; i++) x;', false],
    ['for (let i = 0; i < 1e12; i++) x;', true],
    ['for (let i = 0; i < Infinity; i++) x;', true],
    ['let n = 9; for (let i = 0; i < n; i++) m++;', false],
    ['let n = 9; for (let i = 0; i < n; i++) n++;', true],
    ['for (let i = 0; i < a.size; i++) a.size += 2;', true],
    ['const list = []; for (let i = 0; i < list.length; i++) x;', false],
    ['const list = []; for (let i = 0; list.length > i; i++) list.push(i);', true],
    ['const list = []; for (let i = 0; i < 9; i++) list.push(i);', false],
    ['const list = [1]; for (const one of list) x;', false],
    ['const list = [1]; for (const one of list) list.push(one);', true],
    ['const list = [1], other = []; for (const one of list) other.push(one);', false],
    ['for (const one of this.list) if (x) this.list.push(one);', true],
    ['const names = new Set(); for (const one of names) names?.add(one + 1);', true],
    ['for (const key in list) x;', false],
  ])('%s %s', (source, guarded) => expect(isGuarded(source)).toBe(guarded));
});

test.each([
  ['uncounted', false, true],
  [true, true, true],
  [false, false, false],
] as const)('option `frameWait.for`: %s', (option, counted, other) => {
  const waits = (source: string): boolean => body(source, { frameWait: { for: option } }).includes('$frame');
  expect([waits('for (let i = 0; i < 8; i++) go(i);'), waits('for (;;) go();')]).toEqual([counted, other]);
});

test('a counted `for` in a `@fast` function takes no time either', () => {
  expect(body('// @fast\nconst f = () => { for (let i = 0; i < 8; i++) go(i); };')).not.toContain('overBudget');
});
