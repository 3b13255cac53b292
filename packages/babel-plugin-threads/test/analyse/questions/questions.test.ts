import { analysisOf } from '../../plan-of.js';

/** `true`: the method `m` is a question. Else the text that alone makes it none, or `false`, where it may wait. */
function judged(source: string, options: Parameters<typeof analysisOf>[1] = {}): boolean | string {
  const { plan, facts } = analysisOf(source, options);
  const m = [...plan.functions.values()].find(({ id }) => /\bm$/.test(id))!;
  if (m.isQuestion) {
    expect(m.pauses).toEqual([]);
    return true;
  }
  const { start, end } = facts.nearQuestions.get(m) ?? {};
  return typeof start === 'number' ? source.slice(start, end!) : false;
}

const ofMethod = (text: string): boolean | string => judged(`// @compile\nclass Boss extends Executor {\n${text}\n}`);

describe('a method is a question by its text alone', () => {
  test.each<[string, boolean | string]>([
    // What it assigns.
    ['m() { return this.hp <= 0; }', true],
    ['m() {}', true],
    ['m(p) { this.seen = true; return p; }', 'this.seen = true'],
    ['m(p) { this.asked++; return p; }', 'this.asked++'],
    ['m(p) { p.hp -= 1; }', 'p.hp -= 1'],
    ['m() { delete this.hp; }', 'delete this.hp'],
    ['m() { shared = 1; }', 'shared = 1'],
    ['m() { [this.a, this.b] = [1, 2]; }', '[this.a, this.b] = [1, 2]'],
    ['m(n = 1) { n ??= 2; let k = n; k++; ({ k } = this); return k; }', true],
    ['m() { let best; for (const e of this.all) if (!best || e.hp > best.hp) best = e; return best; }', true],
    ['m() { for (this.i of this.all) return this.i; }', 'for (this.i of this.all) return this.i;'],
    ['m() { let n = 0; this.all.forEach((e) => { n += e.hp; }); return n; }', true],
    ['m() { return () => { this.hp = 1; }; }', 'this.hp = 1'],
    ['m() { if (this.hp < 0) throw new RangeError(`hp of ${this.name}`); }', true],
    // What it has made is its own.
    ['m() { const found = []; for (const e of this.all) found.push(e); return found; }', true],
    ['m() { const byKind = {}; for (const e of this.all) byKind[e.kind] = e; return byKind; }', true],
    ['m() { let l = []; l = this.all.slice(); l.sort((a, b) => a - b); return l; }', true],
    ['m() { return [...this.all].sort((a, b) => a.hp - b.hp)[0]; }', true],
    ['m() { const s = new Set(this.all); s.add(this); return s.size; }', true],
    ['m() { return Object.assign({}, this.stats, { hp: this.hp }); }', true],
    ['m() { const l = new Array(9).fill(0); l[0] = 1; const k = Array(3); k[0] = l; return k; }', true],
    ['m() { const copy = Object.assign({}, this.stats); copy.hp = 1; return copy; }', true],
    ['m() { const copy = structuredClone(this.stats); copy.hp = 1; return copy; }', true],
    ['m() { const own = Object.seal({ hp: 1 }); own.hp = this.hp; return own; }', true],
    ['m() { const own = Object.seal(this.stats); own.hp = 1; }', 'Object.seal(this.stats)'],
    ['m() { const own = Object.getOwnPropertySymbols(this.stats); own.pop(); return own; }', true],
    ['m() { const l = this.all.fill(0); l[0] = 1; }', 'this.all.fill(0)'],
    ['m() { const l = Object.assign(this.all, { n: 1 }); }', 'Object.assign(this.all, { n: 1 })'],
    ['m() { const l = this.all; l.push(1); }', 'l.push(1)'],
    ['m(l) { l.push(1); }', 'l.push(1)'],
    ['m() { let l = []; l = this.all; l[0] = 1; }', 'l[0] = 1'],
    ['m() { const o = {}; o.all = this.all; o.all.push(1); }', 'o.all.push(1)'],
    ['m() { const v = new Uint8Array(this.buffer); v[0] = 1; }', 'v[0] = 1'],
    ['m() { return Object.assign(this, { hp: 1 }); }', 'Object.assign(this, { hp: 1 })'],
    ['m() { return this.all.sort(); }', 'this.all.sort()'],
    // Loops.
    ['m() { for (let i = 0; i < 8; i++) if (this.all[i]) return i; return -1; }', true],
    ['m() { for (const k in this.all) return k; }', true],
    ['m() { let i = 0; while (i < 8) i++; return i; }', false],
    ['m() { let i = 0;\n// @nowait\nwhile (i < 8) i++; return i; }', true],
    ['m() { let i = 0;\n// @fast\nwhile (i < 8) i++; return i; }', false],
    ['m() {\n// @wait\nfor (const e of this.all) if (e) return e; }', false],
    // Builtins.
    ['m(p) { return this.items.includes(p); }', true],
    ['m(p) { return this.items?.find((i) => i.id === p)?.name.toUpperCase(); }', true],
    ['m(p) { console.log(Math.random(), Date.now(), JSON.stringify(p)); return Math.hypot(this.x - p.x, 1); }', true],
    ['m() { return this.all.filter(Boolean).map(Number).some((n) => n > 2); }', true],
    ['m(test) { return this.all.some(test); }', false],
    ['m() { return this.all.some((e) => e.isDead()); }', false],
    ['m() { return this.all.some((e) => { this.asked = e; }); }', 'this.asked = e'],
    ['m(k) { return this.map.get(k) ?? this.map.has(k); }', true],
    ['m(k) { this.map.get(k); }', false],
    ['m(k) { return this[k](); }', false],
    ['m(s) { return /^a/.test(s) && "ab".repeat(2); }', true],
    ['m(s) { return /a/g.test(s); }', false],
    ['m(v) { return v.normalize(); }', false],
    ['m() { return new Vector(1, 2); }', 'new Vector(1, 2)'],
    ['m() { return new Map(); }', true],
    ['m() { return structuredClone(this.stats); }', true],
    ['m() { return Promise.resolve(1); }', false],
    ['m() { return localStorage.getItem("hp"); }', false],
    ['m() { setTimeout(() => 1, 1); }', false],
    // Words of the runtime, and what is no call.
    ['m() { return random() < 0.5; }', 'random()'],
    ['m() { signal("asked"); return clock.now; }', 'signal("asked")'],
    ['m() { return clock.now > this.until; }', true],
    ['m() { wait(1); }', false],
    ['m() { this.wait(1); }', false],
    ['m() { return this.health; } get health() { this.asked = 1; }', true],
    ['m() { void this.n(); } n() {}', 'void this.n()'],
    ['m() { return import("./a.js"); }', false],
    ['m(t) { return t`a`; }', false],
    ['m() { return class { static { this.a = 1; } }; }', 'class { static { this.a = 1; } }'],
    // Methods of the class.
    ['m(p) { return this.dist(p) < 5; } dist(p) { return Math.abs(p.x - this.x); }', true],
    ['m(p) { return this.dist(p) < 5; } dist(p) { this.n++; }', 'this.n++'],
    ['m(p) { return this.dist(p) < 5; } dist(p) { log(p); }', false],
    ['m(p) { return this.#dist(p) < 5; } #dist(p) { return p.x; }', true],
    ['m(p) { return this.dist(p) < 5; } dist = (p) => p.x - this.x;', true],
    ['m(p) { return this.dist(p) < 5; } dist = make();', false],
    ['m() { return this[1](); } 1() { return this.hp; }', true],
    ['m(p) { return this.n(p); } n(p) { return p > 1 ? this.m(p - 1) : 0; }', true],
    ['m(p) { return this.dist(p) < 5; }', false],
    ['m(p) { return this.get(p); } get(p) { this.n = p; }', 'this.n = p'],
    ['m(p) { return this.bag.get(p); } get(p) { this.n = p; }', 'this.n = p'],
    ['m() { return super.m(); }', false],
    ['m = () => this.hp <= 0;', true],
    // How it is taken, its author has said, or it has no owner.
    ['// @instant\nm() { return this.hp; }', false],
    ['static m() { return this.hp; }', false],
    ['m = () => 1;', false],
  ])('%s', (text, expected) => expect(ofMethod(text)).toBe(expected));
});

describe('with other code of its file', () => {
  test.each<[string, boolean | string]>([
    ['const far = (a, b) => Math.hypot(a.x - b.x) > 9;\n// @compile\nclass A { m(b) { return far(this, b); } }', true],
    ['let n = 0; function next() { return n++; }\n// @compile\nclass A { m() { return next(); } }', 'n++'],
    ['// @compile\nclass A { m() { return this.n(); } n() { return super.n(); } }\nclass B { n() {} }', false],
    ['let far = () => 1; far = log;\n// @compile\nclass A { m() { return far(); } }', false],
    ['import { far } from "./far.js";\n// @compile\nclass A { m() { return far(); } }', false],
    ['async function far() {}\n// @compile\nclass A { m() { return far(); } }', false],
    ['const isBig = (e) => e.hp > 9;\n// @compile\nclass A { m() { return this.all.some(isBig); } }', true],
    [
      '// @compile\nclass A { n() { return 1; } }\n// @compile\nclass B extends A { m() { return this.n() + super.n(); } }',
      true,
    ],
    [
      '// @compile\nclass A { m() { return this.n(); } n() {} }\nclass B extends A { n() { this.a = 1; } }',
      'this.a = 1',
    ],
    [
      '// @compile\nclass A { m() { return this.n(); } n() {} }\nclass B extends A {}\nclass C extends B { n() { log(); } }',
      false,
    ],
    ['// @compile\nclass A { m() { return this.n(); } n() {} }\nA.prototype.n = function () { log(); };', false],
    ['// @compile\nclass A { static n() { return 1; } m() { return A.n(); } }', true],
    ['const rules = { far(a) { return a > 1; } };\n// @compile\nclass A { m(a) { return rules.far(a); } }', true],
    ['// @compile\nconst boss = { m() { return this.n(); }, n: function () { return this.hp; } };', true],
    ['// @compile\nconst boss = { m() { return this.n(); } };\nboss.n = function () { this.a = 1; };', 'this.a = 1'],
    ['// @compile\nglitch.m = function () { return this.n(); };\nglitch.n = function () { return 1; };', true],
    ['// @compile\nglitch.m = function () { return this.n(); };\nother.n = function () { return 1; };', false],
    [
      '// @compile\nA.prototype.m = function () { return this.n(); };\nA.prototype.n = function () { return this.hp; };',
      true,
    ],
    ['// @compile\nclass A {}\n// @compile\nA.m = function () { return 1; };', false],
    ['// @compile\nfunction m() { return this.hp; }', true],
    ['// @compile\nfunction m() { return 1; }', false],
    ['// @compile\nconst m = () => this.hp;', false],
    ['// @compile\nfunction m(db, k) { return db.get(k); }', false],
    ['// @compile\nclass A { m() { return eval("1"); } }', false],
  ])('%s', (source, expected) => expect(judged(source)).toBe(expected));

  test.each<[string, boolean]>([
    [
      '// @compile\nclass A { n(a: number): number; n(a: any) { return a as number; } m() { return this.n(1)!; } }',
      true,
    ],
    ['// @compile\nabstract class A { abstract n(): number; m() { return this.n(); } }', false],
    [
      'abstract class A { abstract n(): number; }\n// @compile\nclass B extends A { m() { return super.n(); } n() { return 1; } }',
      false,
    ],
    [
      '// @compile\nabstract class A { abstract n(): number; m() { return this.n(); } }\nclass B extends A { n() { return 1; } }',
      true,
    ],
  ])('in TypeScript: %s', (source, expected) => expect(judged(source, { typescript: true })).toBe(expected));
});

test('a chain of 4,000 questions is none of 4,000 calls on the stack', () => {
  const link = (i: number): string => `m${i}() { return this.m${i + 1}() + 1; }`;
  const links = Array.from({ length: 4000 }, (_, i) => link(i)).join('\n');
  expect(ofMethod(`m() { return this.m0(); }\n${links}\nm4000() { return this.hp; }`)).toBe(true);
});

test('what is proven besides changes nothing: option `plain` makes no question', () => {
  const source = '// @compile\nclass A { m(b) { return distance(this, b); } }';
  expect(judged(source, { plain: ['distance'] })).toBe(false);
});
