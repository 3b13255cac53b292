import { body, brief } from '../../compile.js';

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
      'let $key; class C { static { $methods(this.prototype, { [$key]: $meta(1) }); } [$key = $propertyKey(yield f())]() {} x = $sync("the field x", () => g()); }',
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
    ['a?.b().c;', 'if (a != null) (yield a.b()).c;'],
    ['delete a?.b().c;', 'if (a != null) delete (yield a.b()).c;'],
    ['a.x?.b().c;', 'let $r; if (($r = a.x) != null) (yield $r.b()).c;'],
    ['this?.b().c;', 'if (this != null) (yield this.b()).c;'],
    ['f?.(x).c;', 'if (f != null) (yield f(x)).c;'],
    ['a[k]?.(x).c;', 'let $fn, $r; if (($fn = ($r = a)[k]) != null) (yield $callOn($callable($fn, "a[k]"), $r, x)).c;'],
    ['a.b?.(x).c;', 'let $fn; if (($fn = a.b) != null) (yield $callOn($callable($fn, "a.b"), a, x)).c;'],
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
      'yield beside(pausing(xs, "forEach", $arrow(function* (g) { return yield beside(g.walk()); }, this)));',
    ],
    ['a.tag`x`;', 'yield beside(a.tag`x`);'],
    ['(function (g) { g.x(); })(this);', 'yield beside($detached(function* (g) { yield beside(g.x()); })(this));'],
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
    ['p.then(x);', 'yield p.then(reaction(x));'],
    ['Promise.all(x);', 'yield Promise.all(x);'],
    ['(() => { g(); })();', 'yield $arrow(function* () { yield g(); }, this)();'],
  ])('and no others: %s', (source, expected) => expect(body(source)).toBe(expected));

  test('a namespace and super own nothing', () => {
    const code = brief('import * as ns from "ns";\n// @compile\nclass A extends B { m() { ns.run(); super.m(); } }');
    expect(code).toContain('*m() { yield ns.run(); yield super.m(); }');
  });
});

describe('calls as from plain code', () => {
  test.each([
    ['f().then(x);', 'yield promised(() => f()).then(reaction(x));'],
    ['y = f().then(x).catch(z);', 'y = yield promised(() => f()).then(reaction(x)).catch(reaction(z));'],
    ['y = p.then(x).finally(z);', 'y = yield p.then(reaction(x)).finally(reaction(z));'],
    ['void f();', 'void outside(() => f());'],
    ['void f().then(x).catch(z);', 'void outside(() => promised(() => f()).then(handler(x)).catch(handler(z)));'],
    [
      'void f(g()).then(x);',
      'let $r; void outside(($r = promised(f, undefined, [yield g()])).then, $r, [handler(x)]);',
    ],
    ['import(f()).then(x);', 'yield promised($a => import($a), undefined, [yield f()]).then(reaction(x));'],
    ['Promise.all([this.a(), b, c()]);', 'yield Promise.all([promised(() => this.a()), b, promised(() => c())]);'],
    ['Promise.race([a()]).then(x);', 'yield Promise.race([promised(() => a())]).then(reaction(x));'],
    ['Promise.resolve(1).then(x);', 'yield Promise.resolve(1).then(reaction(x));'],
    ['this.load(yes()).then(x);', 'yield promised(this.load, this, [yield yes()]).then(reaction(x));'],
    ['f(g()).then(x);', 'yield promised(f, undefined, [yield g()]).then(reaction(x));'],
    ['o.f(g()).then(x);', 'yield promised(o.f, o, [yield g()]).then(reaction(x));'],
    ['o?.f().then(x);', 'yield beside(o == null ? void 0 : promised(() => o.f()).then(reaction(x)));'],
  ])('%s', (source, expected) => {
    expect(body(source).replace(/yield beside\((\(\$r = o\).*)\);$/, 'yield beside($1);')).toBe(
      source.startsWith('o?.') ? 'if (o != null) yield promised(() => o.f()).then(reaction(x));' : expected,
    );
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
