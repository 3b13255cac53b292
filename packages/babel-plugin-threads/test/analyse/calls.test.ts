import { body, brief, compile } from '../compile.js';

const same = (statement: string): [string, string] => [statement, statement];

describe('yield stands before every call that may wait', () => {
  test.each([
    ['f();', 'yield f();'],
    ['x = f(1);', 'x = yield f(1);'],
    ['return f();', 'return yield f();'],
    ['this.walk();', 'yield this.walk();'],
    ['x = a.b();', 'x = yield a.b();'],
    ['x = a[k()]();', 'x = yield a[yield k()]();'],
    ['x = a?.b(c());', 'x = yield a?.b(yield c());'],
    ['x = a.b?.();', 'x = yield a.b?.();'],
    ['x = f()();', 'x = yield (yield f())();'],
    ['f().x = g();', '(yield f()).x = yield g();'],
    ['x += f();', 'x += yield f();'],
    ['x = f() + -g();', 'x = (yield f()) + -(yield g());'],
    ['x = tag`a${f()}`;', 'x = yield tag`a${yield f()}`;'],
    ['x = import("m");', 'x = yield import("m");'],
    ['import("m");', 'yield import("m");'],
    ['new Foo(f());', 'new Foo(yield f());'],
    ['new (f())();', 'new (yield f())();'],
    ['class C extends f() {}', 'class C extends (yield f()) {}'],
    [
      'class C { [f()]() {} x = g(); }',
      'let $key; class C { static { $thread.methods(this.prototype, { [$key]: "f>C.[computed](0) name=*" }); } [$key = $thread.key(yield f())]() {} x = $thread.place("the field x", () => g()); }',
    ],
    ['g(...f(), ...a);', 'yield g(...(yield f()), ...a);'],
    [
      'for (let i = f(); g(i); h(i));',
      'for (let i = yield f(); yield g(i); yield h(i)) { const $frame0 = clock.frame; yield waitUntil($frame0 + 1); }',
    ],
    ['for (const x of f());', 'for (const x of yield f());'],
    ['switch (f()) { case g(): }', 'switch (yield f()) { case yield g(): }'],
    ['throw f();', 'throw yield f();'],
    ['({ [f()]: g(), ...h() });', '({ [yield f()]: yield g(), ...(yield h()) });'],
    ['const { a = f(), [g()]: b } = c;', 'const { a = yield f(), [yield g()]: b } = c;'],
    ['x = `${f()}`;', 'x = `${yield f()}`;'],
    ['a?.b().c;', 'a == null ? void 0 : (yield a.b()).c;'],
    ['delete a?.b().c;', 'a == null ? true : delete (yield a.b()).c;'],
    ['a.x?.b().c;', 'let $r; ($r = a.x) == null ? void 0 : (yield $r.b()).c;'],
    ['this?.b().c;', 'this == null ? void 0 : (yield this.b()).c;'],
    ['f?.(x).c;', 'f == null ? void 0 : (yield f(x)).c;'],
    ['a[k]?.(x).c;', 'let $f, $r; ($f = ($r = a)[k]) == null ? void 0 : (yield $f.call($r, x)).c;'],
    ['a.b?.(x).c;', 'let $f; ($f = a.b) == null ? void 0 : (yield $f.call(a, x)).c;'],
  ])('%s', (source, expected) => {
    const sorted = (text: string): string =>
      text.replace(/^let [^;]*;/, (d) =>
        d
          .split(/, | |;/)
          .sort()
          .join(' '),
      );
    expect(sorted(body(source))).toBe(sorted(expected));
  });
});

describe('yield does not stand before what is known not to wait', () => {
  test.each([
    same('x = Math.max(1, 2);'),
    same('console.log("a");'),
    same('x = JSON.parse(a);'),
    same('x = Object.keys(a);'),
    same('x = parseInt(a);'),
    same('x = String(a);'),
    same('x = Date.now();'),
    same('x = Array.isArray(a);'),
    same('x = "a".padStart(3);'),
    same('x = [1, 2].includes(3);'),
    same('const m = new Map(); m.set(1, 2);'),
    same('const s = "a"; x = s.trim();'),
    same('signal("hit");'),
    same('x = random();'),
    same('x = currentThread();'),
    same('x = new Foo();'),
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));

  test.each([
    ['const Math = a; x = Math.max(1);', 'const Math = a; x = yield Math.max(1);'],
    ['let s = "a"; s = q; x = s.trim();', 'let s = "a"; s = q; x = yield s.trim();'],
    ['const l = [1]; l.map(f);', 'const l = [1]; yield beside(pausing("l.map", l.map, l, f));'],
    ['x = Array.from(a, f);', 'x = yield pausing("Array.from", Array.from, Array, a, f);'],
    ['x = JSON.parse(a, f);', 'x = yield JSON.parse(a, $thread.callback(f, "a callback of JSON.parse"));'],
    ['const random = a; x = random();', 'const random = a; x = yield random();'],
    ['x = Promise.resolve(1);', 'x = yield Promise.resolve(1);'],
  ])('but it does before what only looks like it: %s', (source, expected) => expect(body(source)).toBe(expected));
});

describe('beside marks dropped calls whose owner is not known', () => {
  test.each([
    ['glitch.walk();', 'yield beside(glitch.walk());'],
    ['this.other.walk();', 'yield beside(this.other.walk());'],
    ['a?.b();', 'yield beside(a?.b());'],
    ['a && b.c();', 'a && (yield beside(b.c()));'],
    ['a.x() && b.c();', '(yield a.x()) && (yield beside(b.c()));'],
    ['a ? b.c() : d();', 'a ? yield beside(b.c()) : yield d();'],
    ['a.b(), c.d();', 'yield beside(a.b()), yield beside(c.d());'],
    ['x = (a.b(), c.d());', 'x = (yield beside(a.b()), yield c.d());'],
    [
      'for (a.b(); x; c.d()) {}',
      'for (yield beside(a.b()); x; yield beside(c.d())) { const $frame0 = clock.frame; yield waitUntil($frame0 + 1); }',
    ],
    [
      'xs.forEach((g) => g.walk());',
      'yield beside(pausing("xs.forEach", xs.forEach, xs, $thread.arrow(function* (g) { return yield beside(g.walk()); }, this)));',
    ],
    ['a.tag`x`;', 'yield beside(a.tag`x`);'],
    ['(function (g) { g.x(); })(this);', 'yield beside($thread.apart(function* (g) { yield beside(g.x()); })(this));'],
    [
      '(function (g) { g.x(); }).call(this);',
      'yield beside($thread(function* (g) { yield beside(g.x()); }).call(this));',
    ],
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));

  test.each([
    ['this.walk();', 'yield this.walk();'],
    ['walk();', 'yield walk();'],
    ['x = a.b();', 'x = yield a.b();'],
    ['wait(5);', 'yield wait(5);'],
    ['p.then(x);', 'yield p.then(handler(x));'],
    ['Promise.all(x);', 'yield Promise.all(x);'],
    ['(() => { g(); })();', 'yield $thread.arrow(function* () { yield g(); }, this)();'],
  ])('and no others: %s', (source, expected) => expect(body(source)).toBe(expected));

  test('a namespace and super own nothing', () => {
    const code = brief('import * as ns from "ns";\n// @compile\nclass A extends B { m() { ns.run(); super.m(); } }');
    expect(code).toContain('*m() { yield ns.run(); yield super.m(); }');
  });
});

describe('calls as from plain code', () => {
  test.each([
    ['f().then(x);', 'yield outside(() => f()).then(handler(x));'],
    ['y = f().then(x).catch(z);', 'y = yield outside(() => f()).then(handler(x)).catch(handler(z));'],
    ['y = p.then(x).finally(z);', 'y = yield p.then(handler(x)).finally(handler(z));'],
    ['void f();', 'void outside(() => f());'],
    ['Promise.all([this.a(), b, c()]);', 'yield Promise.all([outside(() => this.a()), b, outside(() => c())]);'],
    ['Promise.race([a()]).then(x);', 'yield Promise.race([outside(() => a())]).then(handler(x));'],
    ['Promise.resolve(1).then(x);', 'yield Promise.resolve(1).then(handler(x));'],
    ['this.load(yes()).then(x);', 'yield outside(this.load, this, [yield yes()]).then(handler(x));'],
    ['f(g()).then(x);', 'yield outside(f, undefined, [yield g()]).then(handler(x));'],
    ['o.f(g()).then(x);', 'yield outside(o.f, o, [yield g()]).then(handler(x));'],
    ['o?.f().then(x);', 'yield beside(o == null ? void 0 : outside(() => o.f()).then(handler(x)));'],
  ])('%s', (source, expected) => {
    expect(body(source).replace(/yield beside\((\(\$r = o\).*)\);$/, 'yield beside($1);')).toBe(
      source.startsWith('o?.') ? 'o == null ? void 0 : yield outside(() => o.f()).then(handler(x));' : expected,
    );
  });
});

describe('functions that a native calls', () => {
  test.each([
    [
      'y = Object.groupBy(l, this.kind);',
      'y = yield Object.groupBy(l, $thread.callback(this.kind, "a callback of Object.groupBy"));',
    ],
    ['y = Map.groupBy(l, kind);', 'y = yield Map.groupBy(l, $thread.callback(kind, "a callback of Map.groupBy"));'],
    ['y = new Promise(run);', 'y = new Promise($thread.callback(run, "a callback of new Promise"));'],
    ['y = JSON.parse(t, revive);', 'y = yield JSON.parse(t, $thread.callback(revive, "a callback of JSON.parse"));'],
    ['y = JSON.stringify(t, null, 2);', 'y = yield JSON.stringify(t, null, 2);'],
    ['y = new Promise((done) => { x = done; });', 'y = new Promise(done => { x = done; });'],
    ['y = Promise.try(load);', 'y = yield Promise.try(handler(load));'],
    ['const JSON = q; y = JSON.parse(t, revive);', 'const JSON = q; y = yield JSON.parse(t, revive);'],
  ])('%s → %s', (source, expected) => {
    expect(body(source)).toBe(expected);
  });
});

describe('calls handed over', () => {
  test.each([
    ['all(this.walk(N), g.jump(), fn);', 'yield all(() => this.walk(N), () => g.jump(), fn);'],
    ['withTimeout(ms(), this.walk());', 'yield withTimeout(yield ms(), () => this.walk());'],
    ['this.race(a(), wait(5));', 'yield this.race(() => a(), () => wait(5));'],
    ['this.hold(a.b());', 'yield this.hold(() => a.b());'],
    ['start(f());', 'start(() => f());'],
    ['x = attach(f());', 'x = attach(() => f());'],
    ['scheduler.spawn(f(), { priority: p() });', 'yield beside(scheduler.spawn(() => f(), { priority: yield p() }));'],
    ['all(race(a(), b()), c());', 'yield all(() => race(() => a(), () => b()), () => c());'],
    ['tracks({ a: this.walk(), b: c });', 'yield tracks({ a: () => this.walk(), b: c });'],
    [
      'all(this.walk(this.pick()));',
      'yield all($thread.arrow(function* () { return yield this.walk(yield this.pick()); }, this));',
    ],
    [
      'all(f(arguments[0], g()));',
      'const $arguments = arguments; yield all($thread.arrow(function* () { return yield f($arguments[0], yield g()); }, this));',
    ],
    [
      'all(a?.b().c());',
      'yield all($thread.arrow(function* () { return a == null ? void 0 : yield (yield a.b()).c(); }, this));',
    ],
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));

  test('not to a function of the file that has the same name', () => {
    expect(brief('const all = q;\n// @compile\nf = function () { all(g()); };')).toContain('yield all(yield g());');
  });

  test('also to a name imported from the runtime', () => {
    const code = brief('import { all as both } from "@spindle/runtime";\n// @compile\nf = function () { both(g()); };');
    expect(code).toContain('yield both(() => g());');
  });
});

describe('waitFor is passed the receiver of a member', () => {
  test.each([
    ['waitFor(door.open);', 'yield waitFor(door.open, door);'],
    ['waitFor(this.alert);', 'yield waitFor(this.alert, this);'],
    ['this.waitFor(door.open);', 'yield this.waitFor(door.open, door);'],
    ['waitFor(a().b.open);', 'let $r; yield waitFor(($r = (yield a()).b).open, $r);'],
    ['waitFor(door[next()]);', 'let $r; yield waitFor(($r = door)[yield next()], $r);'],
    ['waitFor(door["open"]);', 'yield waitFor(door["open"], door);'],
    ['waitFor(door);', 'yield waitFor(door);'],
    ['waitFor(door.open());', 'yield waitFor(given(yield door.open()));'],
    ['this.waitFor((door?.open()));', 'yield this.waitFor(given(yield door?.open()));'],
    ['waitFor(start(next()));', 'yield waitFor(start(() => next()));'],
    ['waitFor(next(), door);', 'yield waitFor(given(yield next()), door);'],
    ['all(waitFor(Math.max(1)));', 'yield all(() => waitFor(given(Math.max(1))));'],
    ['other.waitFor(door.open());', 'yield beside(other.waitFor(yield door.open()));'],
    ['waitFor(door.open, other);', 'yield waitFor(door.open, other);'],
    ['waitFor(door?.open);', 'yield waitFor(door?.open, door);'],
    ['waitFor(this?.["open"]);', 'yield waitFor(this?.["open"], this);'],
    ['waitFor(a.b?.open);', 'let $r; yield waitFor(($r = a.b)?.open, $r);'],
    ['waitFor(a?.b?.open);', 'let $r; yield waitFor(($r = a?.b)?.open, $r);'],
    ['waitFor(a?.b.open);', 'let $r; yield waitFor(a == null ? void 0 : ($r = a.b).open, $r);'],
    ['waitFor(a?.b().open);', 'let $r; yield waitFor(a == null ? void 0 : ($r = yield a.b()).open, $r);'],
    [
      'waitFor(a?.b()?.open);',
      'let $r; yield waitFor(a == null ? void 0 : ($r = yield a.b()) == null ? void 0 : $r.open, $r);',
    ],
    [
      'all(waitFor(a?.b.open), waitFor(door?.open));',
      'let $r; yield all(() => waitFor(a == null ? void 0 : ($r = a.b).open, $r), () => waitFor(door?.open, door));',
    ],
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));
});

describe('loops', () => {
  const frame = (n = 0): string => `const $frame${n} = clock.frame;`;
  const wait = (n = 0): string => `yield waitUntil($frame${n} + 1);`;
  test.each([
    ['while (x) g;', `while (x) { ${frame()} g; ${wait()} }`],
    ['do { f(); } while (x);', `do { ${frame()} yield f(); ${wait()} } while (x);`],
    [
      'for (;;) { if (a) continue; f(); }',
      `for (;;) { ${frame()} $turn0: { if (a) break $turn0; yield f(); } ${wait()} }`,
    ],
    ['for (const x of y) f();', 'for (const x of y) yield f();'],
    ['// @wait\nfor (const x of y) f();', `for (const x of y) { ${frame()} yield f(); ${wait()} }`],
    ['// @nowait\nwhile (x) f();', 'while (x) yield f();'],
    ['// @fast\nwhile (x) f();', 'while (x) { yield f(); if (overBudget(10000)) yield waitUntil(clock.frame + 1); }'],
    [
      'a: while (x) { for (const y of z) continue a; }',
      `a: while (x) { ${frame()} $turn0: { for (const y of z) break $turn0; } ${wait()} }`,
    ],
    ['while (x) { while (y) g; }', `while (x) { ${frame()} while (y) { ${frame(1)} g; ${wait(1)} } ${wait()} }`],
    ['let $frame0; while (x) g;', `let $frame0; while (x) { ${frame(1)} g; ${wait(1)} }`],
    [
      'while (x) { switch (y) { case 1: continue; default: break; } }',
      `while (x) { ${frame()} $turn0: { switch (y) { case 1: break $turn0; default: break; } } ${wait()} }`,
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

describe('the option plain says nothing of what the file itself makes', () => {
  const plain = ['distance', 'ui.*'];
  test.each([
    ['free', '', 'distance(); ui.show();'],
    ['imported', "import { distance } from './a.js'; import * as ui from './ui.js';", 'distance(); ui.show();'],
    ['required', "const { distance } = require('./a.js'), ui = require('./ui.js').ui;", 'distance(); ui.show();'],
  ])('%s names are what the option says', (_, head, calls) => {
    expect(compile(`${head}\n// @compile\nfunction f() { ${calls} }`, { plain })).not.toContain('yield');
  });

  test.each([
    ['a function of the function', '', 'const distance = () => unknown(); distance();'],
    ['a parameter', '', '((distance) => { distance(); })(unknown);'],
    ['a variable of the file', 'const ui = make();', 'ui.show();'],
    ['a `require` of its own', 'function require() {} const ui = require();', 'ui.show();'],
  ])('%s is judged by itself', (_, head, calls) => {
    expect(compile(`${head}\n// @compile\nfunction f() { ${calls} }`, { plain })).toMatch(
      /yield (beside\()?(distance|ui\.show)\(\)/,
    );
  });
});
