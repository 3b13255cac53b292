import { stripTypes } from '../../src/compile/strip-types.js';

const strip = (code: string, file = 'a.ts'): string =>
  stripTypes(
    { code, map: null },
    { file: `/game/${file}`, name: file, cwd: '/game', sourceMaps: false, sourceType: 'module' },
  ).code;

test('types go, and what is more than a type becomes JavaScript', () => {
  const code = strip(
    "import type { Door } from './door.js';\nimport { wall } from './wall.ts';\nimport { far } from './far.tsx';\nenum Mood { Tired = 20 }\nexport class A { constructor(public door: Door) { far(wall, Mood.Tired as number); } }\n",
  );
  expect(code).not.toMatch(/door\.js|Door|as number/);
  expect(code).toContain('Mood[Mood["Tired"] = 20] = "Tired"');
  expect(code).toContain('this.door = door;');
  expect(code).toMatch(/from ['"]\.\/far\.jsx['"]/);
  expect(code).toMatch(/from ['"]\.\/wall\.js['"]/);
});

test('decorators and JSX stay', () => {
  expect(strip('@dec class A {}\n')).toMatch(/@dec\s+class A/);
  expect(strip('class A { constructor(@dec name: string) {} }\n')).toMatch(/@dec\s+name/);
  expect(strip('export const a = (b: string) => <p>{b}</p>;\n', 'a.tsx')).toContain('<p>{b}</p>');
});

test('a syntax error has its place', () => {
  expect(() => strip('let a: = 1;\n')).toThrow(
    expect.objectContaining({
      list: [expect.objectContaining({ finding: expect.objectContaining({ code: 'SPN422', file: 'a.ts', line: 1 }) })],
    }),
  );
});
