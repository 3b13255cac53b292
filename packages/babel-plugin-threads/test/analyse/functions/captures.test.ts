import { body, brief } from '../../compile.js';

describe('what arrows take from around them', () => {
  test.each([
    [
      'h(() => g(arguments));',
      'const $arguments = arguments; yield h($arrow(function* () { return yield g($arguments); }, this));',
    ],
    [
      'h(() => g(new.target));',
      'const $newTarget = $takeNewTarget(); yield h($arrow(function* () { return yield g($newTarget); }, this));',
    ],
    ['g(new.target);', 'const $newTarget = $takeNewTarget(); yield g($newTarget);'],
    ['h(() => arguments);', 'yield h(() => arguments);'],
    [
      'h(() => { return () => g(arguments); });',
      'const $arguments = arguments; yield h(() => { return $arrow(function* () { return yield g($arguments); }, this); });',
    ],
    ['h(() => g(this));', 'yield h($arrow(function* () { return yield g(this); }, this));'],
  ])('%s', (source, expected) => expect(body(source)).toBe(expected));

  test('a field has no new.target, and undefined cannot be deleted in strict code', () => {
    expect(brief('x;\n// @compile\nclass A { x = () => { delete new.target; g(); }; }')).toContain(
      'delete (0, undefined); yield g();',
    );
  });

  test('super is read in the method', () => {
    expect(brief('x;\n// @compile\nclass A extends B { m() { return () => super.m(g()); } }')).toContain(
      'const $superM = () => super.m; return $arrow(function* () { return yield $callOn($callable($superM(), "(intermediate value).m"), this, yield g()); }, this);',
    );
  });
});
