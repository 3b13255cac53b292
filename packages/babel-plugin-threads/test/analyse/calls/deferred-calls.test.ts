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

  test.each([
    ['all([f(), g, ...h()]);', 'yield all([() => f(), g, ...(yield h())]);'],
    ['all({ a: f(), [k()]: b, ...h() });', 'yield all({ a: () => f(), [yield k()]: b, ...(yield h()) });'],
    ['this.race([f()]);', 'yield this.race([() => f()]);'],
    ['this.race({ a: f() });', 'yield this.race({ a: () => f() });'],
    // One list, or calls one by one.
    ['all([f()], g());', 'yield all([yield f()], () => g());'],
    ['all({ a: f() }, g());', 'yield all({ a: yield f() }, () => g());'],
    ['withTimeout(5, [f()]);', 'yield withTimeout(5, [yield f()]);'],
    ['tracks([f()]);', 'yield tracks([yield f()]);'],
    ['glitch.all([f()]);', 'yield beside(glitch.all([yield f()]));'],
    ['all([[f()]]);', 'yield all([[yield f()]]);'],
  ])('in an array or an object: %s', (source, expected) => expect(body(source)).toBe(expected));

  test.each([
    ['all(list.map((one) => one.walk()));', 'yield all(yield list.map(one => () => one.walk()));'],
    ['all((list.map(((one) => (one.walk())))));', 'yield all(yield list.map(one => () => one.walk()));'],
    ['this.race(list.map((one) => f(one)));', 'yield this.race(yield list.map(one => () => f(one)));'],
    ['all(...list.map((one) => f(one)), g());', 'yield all(...(yield list.map(one => () => f(one))), () => g());'],
    ['race([...list.map((one) => f(one))]);', 'yield race([...(yield list.map(one => () => f(one)))]);'],
    ['Promise.all(list.map((one) => f(one)));', 'yield Promise.all(yield list.map(one => promised(() => f(one))));'],
    [
      'Promise.any([1, ...list.map((one) => f(one))]);',
      'yield Promise.any([1, ...(yield list.map(one => promised(() => f(one))))]);',
    ],
    // What is no call is what the list holds.
    ['all(list.map((one) => one.thread));', 'yield all(yield list.map(one => one.thread));'],
    ['all(list.map((one) => () => f(one)));', 'yield all(yield list.map(one => () => f(one)));'],
    ['all(list.map(async (one) => f(one)));', 'yield all(yield list.map(async one => f(one)));'],
    // Not the idiom: such a call is one of the calls.
    ['all(list.map(f), g());', 'yield all(() => pausingMethod("list.map", list.map, list, f), () => g());'],
    ['all(list.flatMap((one) => f));', 'yield all(() => list.flatMap(one => f));'],
    [
      'Promise.resolve(list.map((one) => f(one)));',
      'yield Promise.resolve(yield pausing(list, "map", $arrow(function* (one) { return yield f(one); }, this)));',
    ],
  ])('by an arrow given to map: %s', (source, expected) => expect(body(source)).toBe(expected));

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
