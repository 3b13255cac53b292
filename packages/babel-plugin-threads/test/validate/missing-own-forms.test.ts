import { type CompileOptions, messagesOf, warned } from '../compile.js';

describe('a word of scripts that `Executor` has no method for', () => {
  const told = (source: string, options: CompileOptions = {}): string[] => warned(`"use compile";\n${source}`, options);
  const hero = (body: string): string => `class Hero extends Executor { go() { ${body}\n} }`;

  test('says how the owner is kept, and how not', () => {
    expect(messagesOf(`"use compile"; ${hero('this.tween(500, f);')}`)).toEqual([
      '`this.tween` is not a function: `Executor` has no method of that name. Write `this.hold(() => tween(…))`, or `tween(…)` to let others act meanwhile. [SPN619]',
    ]);
    expect(messagesOf(`"use compile"; ${hero('this.signal("a");')}`)).toEqual([
      '`this.signal` is not a function: `Executor` has no method of that name. Write `signal(…)`. [SPN619]',
    ]);
  });

  test.each(['every', 'tween', 'scope', 'withClock', 'skippable', 'signal', 'listen', 'start', 'attach', 'random'])(
    'this.%s()',
    (word) => expect(told(hero(`this.${word}(f);`))).toEqual(['SPN619:2']),
  );

  test.each([
    ['in an arrow', hero('list.forEach(() => this.every(50));')],
    ['in a class below one', `class A extends Executor {} class Hero extends A { go() { this.every(50); } }`],
    ['in an assigned method', 'class Hero extends Executor {} Hero.prototype.go = function () { this.every(50); };'],
    ['in a file that logs `this`', hero('log(this); this.every(50);')],
    ['beside a list that is written to', hero('list[i] = 1; this.every(50);')],
  ])('%s', (_what, source) => expect(told(source)).toEqual(['SPN619:2']));

  test.each([
    ['words with a form', hero('this.wait(1); this.all(f()); this.hold(() => f()); this.waitUntilTime(9);')],
    ['free words', hero('tween(1, f); every(50); signal("a");')],
    ['a method of that name', `class Hero extends Executor { go() { this.every(1); } every() {} }`],
    ['a field', `class Hero extends Executor { every = 1; go() { this.every(1); } }`],
    ['in the class above', `class A extends Executor { every() {} } class B extends A { go() { this.every(1); } }`],
    ['in a class below', `class A extends Executor { go() { this.every(1); } } class B extends A { every() {} }`],
    ['an assignment', `${hero('this.every(1);')} Hero.prototype.every = f;`],
    ['an assignment of any name', `${hero('this.every(1);')} Hero.prototype[name] = f;`],
    ['a member of any name', `class Hero extends Executor { [name]() {} go() { this.every(1); } }`],
    ['members of others', hero('Object.assign(this, more); this.every(1);')],
    ['members of a mixin', `${hero('this.every(1);')} mixin(Hero.prototype);`],
    ['a sprite, which may have it', 'class Hero extends asExecutor(Sprite) { go() { this.every(1); } }'],
    ['a class of another file', 'class Hero extends Actor { go() { this.every(1); } }'],
    ['no class', 'const hero = asExecutor({ ...more, go() { this.every(1); } });'],
    ['another name', hero('this.tweens(1);')],
    ['allowed', hero('this.every(1); // @allow SPN619')],
  ])('silent: %s', (_what, source) => expect(told(source)).toEqual([]));

  test('silent: decorators, and what types declare', () => {
    expect(told(`@mixed class Hero extends Executor { go() { this.every(1); } }`, { decorators: true })).toEqual([]);
    const typescript = { typescript: true };
    expect(told('class A extends Executor { declare every: any; go() { this.every(1); } }', typescript)).toEqual([]);
    expect(
      told(
        'class A extends Executor { constructor(private every: any) { super(); } go() { this.every(1); } }',
        typescript,
      ),
    ).toEqual([]);
    expect(
      told('abstract class A extends Executor { abstract every(): void; go() { this.every(1); } }', typescript),
    ).toEqual([]);
    expect(
      told('interface A { every(ms: number): void } class A extends Executor { go() { this.every(1); } }', typescript),
    ).toEqual([]);
  });
});
