import type { Diagnostic } from '../../src/index.js';
import { diagnosticsOf, inside } from '../compile.js';

describe('a free wait in a loop with calls on `this`', () => {
  test.each([
    'while (true) { this.walk(); wait(10); }',
    'for (;;) { if (own) wait(); else super.walk(); }',
    'do waitFrames(3); while (this.more());',
    'for (const x of own) { wait(5); this.say(x); }',
    'while (own) { this.a(); while (obj) wait(); }',
  ])('%s', (source) => expect(inside(source)).toEqual(['SPN602']));

  const boss = (members: string, head = 'class Boss'): Diagnostic[] =>
    diagnosticsOf(`${head} {\n${members}\ngo() { while (true) { this.fire(); wait(50); } } }`);

  test.each([
    ['an instant method', 'class Boss', '// @instant\nfire() { this.x++; }', false],
    ['an instant function in a field', 'class Boss', '// @instant\nfire = () => { this.x++; };', false],
    ['an instant method of a base', 'class A {\n// @instant\nfire() {} }\nclass Boss extends A', '', false],
    [
      'an instant method that is overridden',
      'class A {\n// @instant\nfire() {} }\nclass Boss extends A',
      'fire() {}',
      true,
    ],
    [
      'an instant method and one that is not',
      'class Boss',
      '// @instant\nfire() { this.x++; } x = this.fire();',
      false,
    ],
    ['a method', 'class Boss', 'fire() { this.x++; }', true],
    ['a method of an unknown base', 'class Boss extends Enemy', '', true],
  ])('with %s', (_what, head, members, isWarned) =>
    expect(boss(members, `"use compile";\n${head}`).map(({ code }) => code)).toEqual(isWarned ? ['SPN602'] : []),
  );

  test('names what has to be done first, where there is no such wait yet', () => {
    const mend = (head: string): string =>
      boss(head.endsWith('=') ? 'fire() {},' : 'fire() {}', `"use compile";\n${head}`)[0]!.message;
    expect(mend('class Boss')).toContain('To keep it, let `Boss` extend `Executor` and write `this.wait(…)`');
    expect(mend('class Enemy {}\nclass Boss extends Enemy')).toContain('let `Enemy` extend `Executor`');
    expect(mend('class Boss extends Executor')).toContain('Write `this.wait(…)` to keep it');
    expect(mend('class Boss extends Enemy')).toContain('Write `this.wait(…)` to keep it');
    expect(mend('const boss =')).toContain('To keep it, give `boss` to `asExecutor` and write `this.wait(…)`');
  });

  test.each([
    'while (true) { this.walk(); this.wait(10); }',
    'while (true) { this.walk(); waitFor(this.alert); waitSignal("x"); every(5); }',
    'while (true) { obj.walk(); wait(10); }',
    'this.walk(); wait(10);',
    'while (true) { this.walk(); start(() => wait(10)); }',
    'while (true) { const f = () => this.walk(); wait(10); }',
    'while (true) { wait(10); this.hp--; }',
  ])('%s is none', (source) => expect(inside(source)).toEqual([]));
});
