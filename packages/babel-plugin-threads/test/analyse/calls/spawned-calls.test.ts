import { brief, compile, errorOf, reprint } from '../../compile.js';

/** The output for a call in `scheduler.spawn(…)`, in a function with a parameter `own` and the variables `a` and `b`, which change. */
function spawned(call: string, options: Parameters<typeof brief>[1] = {}): string {
  const source = `import * as moved from "x";\nimport { step } from "y";\n// @compile\no = { m(own) { let a, b; a = b = 1; scheduler.spawn(${call}); } };`;
  const code = brief(source, options);
  const text = /scheduler\.spawn\((.*)\)\); \}/.exec(code)?.[1];
  if (text === undefined) throw new Error(`no spawn found in: ${code}`);
  return text;
}

describe('a call that is given to `spawn` stays as it is', () => {
  test.each([
    ['without arguments', 'walk()', '() => walk()'],
    ['of an import', 'step()', '() => step()'],
    ['of a module', 'moved.walk(1)', '() => moved.walk(1)'],
    ['on `this`, with a number', 'this.walk(2)', '() => this.walk(2)'],
    ['with what is never set again', 'own.walk(own)', '() => own.walk(own)'],
    [
      'with fixed values',
      'walk(-1, "a", null, undefined, `b`, /c/, 1n)',
      '() => walk(-1, "a", null, undefined, `b`, /c/, 1n)',
    ],
    ['with values made of those', 'walk([1, own], { k: 2 })', '() => walk([1, own], { k: 2 })'],
    ['of a method of the parent', 'super.walk(1)', '() => super.walk(1)'],
    ['with a fixed key', 'own["walk"](1)', '() => own["walk"](1)'],
  ])('%s', (_what, source, expected) => expect(spawned(source)).toBe(expected));
});

describe('of a call that is given to `spawn` all that may change is worked out at once', () => {
  test.each([
    ['an argument', 'walk(a)', '($a => () => walk($a))(a)'],
    ['several, in order', 'walk(a, 1, b)', '(($a, $a1) => () => walk($a, 1, $a1))(a, b)'],
    ['an imported name', 'walk(step)', '($a => () => walk($a))(step)'],
    ['a property', 'walk(own.x)', '($a => () => walk($a))(own.x)'],
    ['a spread', 'walk(...a, b)', '(($a, $a1) => () => walk(...$a, $a1))([...a], b)'],
    ['a receiver', 'own.door.open()', '($o => () => $o.open())(own.door)'],
    ['a variable that is a receiver', 'a.walk(b)', '(($o, $a) => () => $o.walk($a))(a, b)'],
    ['a key', 'own[a](b)', '(($k, $a) => () => own[$k]($a))(a, b)'],
    ['a function that is set again', 'a(b)', '(($callee, $a) => () => $callee($a))(a, b)'],
    [
      'a value with something that changes in it',
      'walk([a], { k: b })',
      '(($a, $a1) => () => walk($a, $a1))([a], { k: b })',
    ],
    ['what waits', 'walk(next())', '($a => () => walk($a))(yield next())'],
    ['a receiver that waits', 'find(a).walk()', '($o => () => $o.walk())(yield find(a))'],
    ['of the parent', 'super.walk(a)', '($a => () => super.walk($a))(a)'],
    ['of a tag', 'own.tag`x${a}y${b}`', '(($a, $a1) => () => own.tag`x${$a}y${$a1}`)(a, b)'],
    ['of import()', 'import(a)', '($a => () => import($a))(a)'],
    ['of what is waited for', 'waitFor(own.open)', '(($a, $a1) => () => waitFor($a, $a1))(own.open, own)'],
    ['of an optional call', 'a?.walk(b)', 'a == null ? () => {} : (($o, $a) => () => $o.walk($a))(a, b)'],
    [
      'of an optional method',
      'own.walk?.(b)',
      '($fn = own.walk) == null ? () => {} : (($a, $a1, $a2) => () => $callOn($a, $a1, $a2))($callable($fn, "own.walk"), own, b)',
    ],
  ])('%s', (_what, source, expected) => expect(spawned(source)).toBe(expected));

  test('a `var` of a loop or of another function', () => {
    const inLoop = brief('// @compile\nfunction f() { for (var i of x) scheduler.spawn(walk(i)); }');
    expect(inLoop).toContain('scheduler.spawn(($a => () => walk($a))(i))');
    const outer = brief('var v = 1;\n// @compile\nfunction f() { scheduler.spawn(walk(v)); }');
    expect(outer).toContain('($a => () => walk($a))(v)');
    const inBody = brief('// @compile\nfunction f() { for (;;) { var i = g(); scheduler.spawn(walk(i)); } }');
    expect(inBody).toContain('($a => () => walk($a))(i)');
    expect(brief('// @compile\nfunction f() { var i = g(); scheduler.spawn(walk(i)); }')).toContain('() => walk(i)');
  });

  test('the options stand beside it, and what waits in them waits before', () => {
    expect(brief('// @compile\nfunction f(x) { scheduler.spawn(walk(x.y), { priority: p() }); }')).toContain(
      'scheduler.spawn(($a => () => walk($a))(x.y), { priority: yield p() })',
    );
  });

  test('the function that spawns it waits for what its arguments wait for', () => {
    const source =
      '"use compile";\nfunction next() { wait(1); return 1; }\nfunction f() { scheduler.spawn(walk(next())); }\nfunction g() { f(); }';
    expect(brief(source)).toContain('yield f()');
  });

  test('a name of the source is not taken', () => {
    const source = '// @compile\nfunction f($a) { scheduler.spawn(walk($a.b, $a)); }';
    expect(brief(source)).toContain('(($a1) => () => walk($a1, $a))($a.b)'.replace('($a1)', '$a1'));
  });

  test('other things that are called spawn are theirs', () => {
    expect(brief('// @compile\nfunction f(x) { world.spawn(walk(x.y)); }')).toContain('world.spawn(yield walk(x.y))');
  });

  test.each([
    ['frames', { target: 'frames' as const }],
    ['a global', { runtime: { global: 'CK.code' } }],
    ['types', { typescript: true }],
  ])('with %s it parses and stays', (_what, options) => {
    const source =
      '// @compile\nfunction f(x) { for (var i of x) scheduler.spawn(x.y?.walk(i, next(x.z))); scheduler.spawn(x.list.map((a) => g(a))); }';
    const code = compile(source, options);
    expect(compile(code, options)).toBe('typescript' in options ? code : reprint(code));
  });

  test('a parenthesised chain that waits inside stays an error', () => {
    expect(errorOf('// @compile\nfunction f(a) { scheduler.spawn((a?.b(g()).c)(a.d)); }')).toContain('[SPN208]');
  });
});
