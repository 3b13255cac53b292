import { compile } from '../compile.js';

describe('META', () => {
  const metas = (source: string): string[] =>
    [...compile(`x;\n// @compile\n${source}`).matchAll(/"([^"\n]*\(\d+\)[^"\n]*)"/g)].map((m) =>
      m[1]!.replace(/:[a-z0-9]+(?= |$)/g, ''),
    );

  test.each([
    ['glitch.walk = function (d) { g(); };', ['glitch.walk(1) name= 3:29']],
    ['const f = (a, b = 1) => g();', ['f(1) 3:24']],
    [
      'ButtonC.onPress = function () { run(() => g()); };',
      ['ButtonC.onPress(0) name= 3:32', 'ButtonC.onPress>arrow~run(0) name= concise 3:42'],
    ],
    ['y = [() => g(), () => g()];', ['arrow~y(0) name= concise 3:11', 'arrow~y~2(0) name= concise 3:22']],
    ['y = { "a b>c": () => g() };', ['y.a%20b%3Ec(0) concise 3:21']],
    ['class A { #p() { g(); } s = () => g(); }', ['A.#p(0) 3:17', 'A.s(0) concise 3:34']],
    ['export default () => g();', ['default(0) concise 3:21']],
    ['y = function () { while (x) g(); };', ['y(0) 3:28 3:18']],
    ['y = function other() { g(); };', ['other(0) 3:23']],
    ['class A { m() { return this.x; } }', ['A.m(0) question']],
    ['y = function () { return this.x; };', ['y(0) question']],
    ['class A {\n// @instant\nm() { return this.x; } }', ['A.m(0) instant']],
  ])('%s', (source, expected) => expect(metas(source)).toEqual(expected));

  test.each(['(a) => g()', '() => (a, g())', '() => { g(); }', '() => g().x', 'function () { g(); }', '() => 1'])(
    '`concise` is only an arrow without parameters that is one call: not %s',
    (source) => expect(metas(`y = [${source}];`).join()).not.toContain('concise'),
  );

  test.each(['() => (g())', '() => a?.g()', '() => a.g(h())', '() => g`a`'])('such an arrow is %s', (source) =>
    expect(metas(`y = [${source}];`).join()).toContain('concise'),
  );

  test('says `question` before `sloppy`', () => {
    expect(compile('// @compile\ny = function () { return this.x; };', { sourceType: 'script' })).toContain(
      '"y(0) question sloppy"',
    );
  });

  test.each([
    ['door.on("open", () => g());', 'arrow~door.on:open'],
    ['door.on("a b", function () { g(); });', 'function~door.on:a%20b'],
    ['const speak = later(() => g());', 'arrow~speak=later'],
    ['this.list = [() => g()];', 'arrow~this.list'],
    ['y = { list: [() => g()] };', 'arrow~list'],
    ['class A { list = [() => g()] }', 'arrow~list'],
    ['a.b().then(() => g());', 'arrow~then'],
    ['new Button(() => g());', 'arrow~Button'],
    ['found = (() => g())();', 'arrow~found'],
    ['(() => g())();', 'arrow'],
    ['h(i(() => g()));', 'arrow~i'],
    ['h(() => () => g());', 'arrow~h>arrow'],
    ['a()(() => g());', 'arrow'],
  ])('an anonymous function is told from others by what it stands in: %s', (source, id) => {
    expect(metas(source).map((meta) => meta.replace(/\(.*/, ''))).toContain(id);
  });

  test('one more anonymous function above changes no id', () => {
    const source = 'f = () => { on("a", () => g()); x.on(() => g()); all(() => { g(); }); };';
    const ids = (text: string): string[] => metas(text).map((meta) => meta.replace(/\(.*/, ''));
    const before = ids(source);
    expect(before).toHaveLength(4);
    expect(ids(source.replace('{', '{ on("b", () => g());'))).toEqual([before[0], 'f>arrow~on:b', ...before.slice(1)]);
  });

  test('does not change where other statements do', () => {
    const hashOf = (extra: string): string =>
      /3:\d+:(\w+)"/.exec(
        compile(`// @compile\n\nf = function () { ${extra} g(1); };`).replace(/ \d+:\d+:\w+ /, ' '),
      )![1]!;
    expect(hashOf('h();')).toBe(hashOf('if (a) h(2);'));
  });
});
