import { body, brief } from '../../compile.js';

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
      'yield all($arrow(function* () { return yield this.walk(yield this.pick()); }, this));',
    ],
    [
      'all(f(arguments[0], g()));',
      'const $arguments = arguments; yield all($arrow(function* () { return yield f($arguments[0], yield g()); }, this));',
    ],
    [
      'all(a?.b().c());',
      'yield all($arrow(function* () { return a == null ? void 0 : yield (yield a.b()).c(); }, this));',
    ],
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));

  test('to tracks of the owner, as to the free word', () => {
    expect(body('this.tracks({ a: this.walk(), b: c });')).toBe('yield this.tracks({ a: () => this.walk(), b: c });');
  });

  test('not to a function of the file that has the same name', () => {
    expect(brief('const all = q;\n// @compile\nf = function () { all(g()); };')).toContain('yield all(yield g());');
  });

  test('also to a name imported from the runtime', () => {
    const code = brief('import { all as both } from "@spindle/runtime";\n// @compile\nf = function () { both(g()); };');
    expect(code).toContain('yield both(() => g());');
  });
});
