import { brief } from '../../compile.js';

const ofClass = (member: string): string => brief(`x;\n// @compile\nclass A { ${member} }`);

test.each([
  [
    'constructor(n) { this.n = n; this.open(); }',
    'this.n = n; $sync("the constructor of A", () => beside(this.open()));',
  ],
  ['get a() { o.f(); return 1; }', '$sync("the getter a", () => beside(o.f())); return 1;'],
  ['set a(v) { if (v) o.f(); }', 'if (v) $sync("the setter a", () => beside(o.f()));'],
])('one call whose value is dropped is told by itself: %s', (member, expected) => {
  expect(ofClass(member)).toContain(expected);
});

test('of several calls the region as a whole is told', () => {
  expect(ofClass('constructor() { this.open(); this.close(); }')).toContain(
    '$sync("the constructor of A", () => { beside(this.open()); beside(this.close()); });',
  );
});
