import { runInNewContext } from 'node:vm';
import { STANDARD_NAMES } from '../../../src/language/globals.js';
import { body, brief, compile, type CompileOptions, errorOf } from '../../compile.js';

const named: CompileOptions = {
  globals: { Position: 'CK.api.Position', spawn: 'CK.api.spawn', Phaser: true },
  constants: { NORTH: 'Direction(0)', Icon: 'CK.ui.Icon', two: '1 + 1' },
};

describe('globals and constants', () => {
  test.each([
    ['Position.at(1);', 'yield beside(CK.api.Position.at(1));'],
    ['new Position(NORTH);', 'new CK.api.Position(Direction(0));'],
    ['new NORTH.Thing();', 'new (Direction(0).Thing)();'],
    ['Position?.at?.(1);', 'yield beside(CK.api.Position?.at?.(1));'],
    ['spawn(NORTH);', 'yield (0, CK.api.spawn)(Direction(0));'],
    ['spawn`x`;', 'yield (0, CK.api.spawn)`x`;'],
    ['spawn?.();', 'yield (0, CK.api.spawn)?.();'],
    ['void spawn();', 'void outside(() => (0, CK.api.spawn)());'],
    ['all(spawn(), spawn);', 'yield all(() => (0, CK.api.spawn)(), CK.api.spawn);'],
    ['waitFor(Position.open);', 'let $r; yield waitFor(($r = CK.api.Position).open, $r);'],
    ['return two * two ** two;', 'return (1 + 1) * (1 + 1) ** (1 + 1);'],
    ['return { NORTH, Position };', 'return { NORTH: Direction(0), Position: CK.api.Position };'],
    [
      'return { Position: 1, a: Position, [NORTH]: 2 };',
      'return { Position: 1, a: CK.api.Position, [Direction(0)]: 2 };',
    ],
    ['return typeof Position + typeof NORTH;', 'return typeof CK.api.Position + typeof Direction(0);'],
    ['({ Position, ...spawn } = o);', '({ Position: CK.api.Position, ...CK.api.spawn } = o);'],
    ['({ Position = 1 } = o);', '({ Position: CK.api.Position = 1 } = o);'],
    ['Position = 1; Position++;', 'CK.api.Position = 1; CK.api.Position++;'],
    ['for (Position of o) g();', 'for (CK.api.Position of o) yield g();'],
    ['NORTH.x = 1; delete NORTH.x;', 'Direction(0).x = 1; delete Direction(0).x;'],
    ['Phaser.start();', 'yield beside(Phaser.start());'],
    ['a.Position; a.NORTH = 1; Position: for (;;) break Position;', undefined],
    ['const Position = 1, NORTH = 2; Position + NORTH;', undefined],
  ])('%s', (source, expected) => {
    const withoutFrameWaits = { frameWait: { for: false } };
    expect(body(source, { ...named, ...withoutFrameWaits })).toBe(expected ?? body(source, withoutFrameWaits));
  });

  test('hold in the whole file, and in no file without a mark', () => {
    expect(compile('// @compile\nconst f = () => g();\nexport default Position;', named)).toContain(
      'export default CK.api.Position;',
    );
    expect(compile('Position;', named)).toBe('Position;');
  });

  test('a name that the file binds is left alone where it is bound', () => {
    const code = brief('import { Position } from "p";\n// @compile\nconst f = (NORTH) => g(NORTH, Position);', named);
    expect(code).toContain('yield g(NORTH, Position)');
  });

  test('are names of tags', () => {
    const code = compile('// @compile\nconst f = () => <Icon a={NORTH}><Position.Dot /><phaser /></Icon>;', {
      ...named,
      jsx: true,
    });
    expect(code).toContain('<CK.ui.Icon a={Direction(0)}><CK.api.Position.Dot /><phaser /></CK.ui.Icon>');
    expect(errorOf('// @compile\nconst f = () => <NORTH />;', { ...named, jsx: true })).toContain('[SPN217]');
  });

  test('types are left alone, and what is only declared is mapped', () => {
    const source =
      'declare const Position: any;\nenum spawn { A }\nfunction over(NORTH: number): void;\nfunction over(n: any) {}\n' +
      '// @compile\nclass A implements Position { p: Position; m() { let x: typeof NORTH; return g(Position as Position, spawn.A, NORTH!); } }';
    const code = compile(source, { ...named, typescript: true });
    expect(code).toContain('yield g(CK.api.Position as Position, spawn.A, Direction(0)!)');
    expect(code).toContain('function over(NORTH: number): void;');
    expect(code).toContain('class A implements Position');
    expect(code).toContain('let x: typeof NORTH;');
  });

  test('replace names in each other, but never in themselves', () => {
    const options = {
      globals: { Math: 'Math.own', api: 'CK.api', Position: 'api.Position' },
      constants: { HERE: 'Position.at(spot)', spot: '[HERE]' },
    };
    expect(body('HERE; Math.max(1);', options)).toBe('CK.api.Position.at([HERE]); yield beside(Math.own.max(1));');
  });

  test('say more than the vocabulary and the builtins do', () => {
    const code = brief('// @compile\nf = function () { start(g()); wait(console.log(1)); };', {
      globals: { start: 'CK.start', console: 'CK.console', wait: true },
    });
    expect(code).toContain('yield (0, CK.start)(yield g()); yield wait(yield CK.console.log(1));');
    expect(compile('// @compile\nf = () => wait(1);', { globals: { wait: true } })).not.toMatch(/import.*\bwait\b/);
  });

  test('words of the runtime in a constant are brought in', () => {
    const constants = { now: 'clock.now' };
    expect(compile('// @compile\nf = () => g(now);', { constants })).toMatch(/import \{[^}]*\bclock\b/);
    expect(compile('// @compile\nf = () => g(now);', { constants, runtime: { global: 'CK' } })).toContain(
      'CK.clock.now',
    );
    const own = 'import { clock } from "@spindle/runtime";\n// @compile\nf = () => g(now);';
    expect(compile(own, { constants })).toContain('yield g(clock.now)');
  });

  test('a word in a constant that is not used changes nothing', () => {
    const source = '// @compile\nf = () => { while (x) g(); };';
    expect(compile(source, { constants: { now: 'clock.now' } })).toBe(compile(source));
  });

  test('names that the plugin gives do not hide those in a constant', () => {
    expect(body('while (x) g.h(first);', { constants: { first: '[beside, $frame0]' } })).toBe(
      'while (x) { const $frame1 = clock.frame; yield $beside(g.h([beside, $frame0])); yield waitUntil($frame1 + 1); }',
    );
  });

  test.each([
    'NORTH = 1',
    'NORTH++',
    '[NORTH] = o',
    '({ a: NORTH = 1 } = o)',
    'for (NORTH in o);',
    '[...NORTH] = o',
    '(NORTH) = 1',
    'delete NORTH',
  ])('a constant cannot be assigned: %s', (source) =>
    expect(errorOf(`// @compile\nf = () => { ${source} };`, { ...named, sourceType: 'script' })).toContain('[SPN214]'),
  );

  test.each([
    ['const CK = 1; Position;', 'CK'],
    ['for (const Direction of o) g(NORTH);', 'Direction'],
  ])('what they stand for cannot be hidden: %s', (source, name) => {
    expect(errorOf(`// @compile\nf = () => { ${source} };`, named)).toContain(
      `\`${name}\` is declared here, but the options replace`,
    );
  });

  test('a copy is put into each place', () => {
    expect(body('return [NORTH, NORTH];', named)).toBe('return [Direction(0), Direction(0)];');
  });
});

describe('strictGlobals', () => {
  const strict = (source: string, options: CompileOptions = {}): string[] => {
    try {
      compile(source, { strictGlobals: true, ...options });
    } catch (error) {
      const { diagnostics } = error as { diagnostics?: { message: string; severity: string }[] };
      if (!diagnostics) throw error;
      expect(diagnostics.map(({ severity }) => severity)).toEqual(diagnostics.map(() => 'error'));
      return diagnostics.map(({ message }) => message.replace(/ \[SPN216\]$/, ''));
    }
    return [];
  };
  const inside = (statements: string, options?: CompileOptions): string[] =>
    strict(`// @compile\nfunction f(own) { ${statements} }`, options);

  test.each([
    'wait(Math.max(own, NaN)); f(undefined, console, arguments);',
    'typeof nothing; ({ a: own.b, c() {} }).c; lab: for (;;) break lab; new.target; import.meta;',
    'Phaser.x(NORTH, Position, spawn);',
    'class A { m() { return A; } } try { new A(); } catch (e) { throw e; }',
  ])('knows %s', (source) => expect(inside(source, named)).toEqual([]));

  test('names every other, each where it stands', () => {
    expect(inside('playr.x(a1 = 1); [b1] = o1; c1++; CK.api;', named)).toEqual(
      ['playr', 'a1', 'b1', 'o1', 'c1', 'CK'].map(
        (name) =>
          `\`${name}\` is not known (option \`strictGlobals\`). Declare it, import it, or name it in the option \`globals\`.`,
      ),
    );
  });

  test.each([
    ['wiat(5);', 'wait'],
    ['wiatFor(own);', 'waitFor'],
    ['Positon.x;', 'Position'],
    ['NORHT;', 'NORTH'],
    ['ownn;', 'own'],
    ['Mathh.max(1);', 'Math'],
    ['consol.log();', 'console'],
  ])('%s: did you mean `%s`?', (source, name) => {
    expect(inside(source, named)[0]).toContain(`Did you mean \`${name}\`?`);
  });

  test('looks only at code that a mark covers', () => {
    expect(strict('x1;\n// @compile\nfunction f() {}\nfunction h() { x2; }')).toEqual([]);
    expect(strict('x1;\n// @compile\nfunction f() {\n// @native\nfunction h() { x2; } }')).toEqual([]);
    expect(strict('"use compile";\nx1;\nfunction f() {}')).toHaveLength(1);
    expect(strict('// @compile\nclass A { x = x1; get y() { return y1; } async z() { z1; } }')).toHaveLength(3);
  });

  test('knows what scripts and TypeScript have besides', () => {
    expect(strict('// @compile\nfunction f() { return require(module.exports); }', { sourceType: 'script' })).toEqual(
      [],
    );
    const source =
      'declare const a: any; declare function b(): void; declare class C {} enum D { X } namespace E { export const x = 1 }\n' +
      '// @compile\nfunction f<T>(x: T & Unknown): asserts x is T { a; b(); C; D.X; E.x; const y = x as Other; y!; }';
    expect(strict(source, { typescript: true })).toEqual([]);
  });

  test('knows what is declared for everybody', () => {
    const source =
      'declare global { var hero: any; function boo(): void; }\ndeclare namespace N { const inner: 1 }\n' +
      '// @compile\nfunction f() { hero; boo(); N.inner; hreo; (hero as any) = 1; }';
    expect(strict(source, { typescript: true })).toEqual([
      '`hreo` is not known (option `strictGlobals`). Did you mean `hero`?',
    ]);
    expect(compile(source, { typescript: true, globals: { hero: 'CK.hero' } })).toContain('(CK.hero as any) = 1;');
    expect(errorOf(source, { typescript: true, constants: { hero: '1' } })).toContain('[SPN214]');
  });

  test('knows the root of a global runtime, and a closing tag is not named again', () => {
    expect(inside('CK.code.wait(1);', { runtime: { global: 'CK.code' } })).toEqual([]);
    expect(inside('return <Box1><b>1</b></Box1>;', { jsx: true })).toHaveLength(1);
  });

  test('knows every name of the language', () => {
    const realm = runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[];
    expect(realm.filter((name) => !STANDARD_NAMES.has(name) && name !== 'WebAssembly')).toEqual([]);
  });
});
