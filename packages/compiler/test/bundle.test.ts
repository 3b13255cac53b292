/** The file that is published: it needs nothing of Node, and nothing of its user's folder. */
import { existsSync, readFileSync } from 'node:fs';
import vm from 'node:vm';
import * as compiler from '@spindle/compiler';
import type { TransformOptions } from '@spindle/compiler';
import { findFixtures } from '../../../fixtures/folders.js';
import { isOneOfSome } from '../../../fixtures/lanes.js';

const file = new URL('../dist/bundle/compiler.js', import.meta.url);

let bundle: typeof import('@spindle/compiler');
beforeAll(async () => {
  if (!existsSync(file)) throw new Error('There is no bundle. Run `npm run build`.');
  const context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } });
  const module = new vm.SourceTextModule(readFileSync(file, 'utf8'), { context });
  await module.link((specifier) => {
    throw new Error(`It imports ${specifier}.`);
  });
  await module.evaluate();
  bundle = module.namespace as typeof import('@spindle/compiler');
});

test('it runs where there is nothing but the language', () => {
  const { transform } = bundle;
  const { code, map, report } = transform('// @compile\nfunction f(x: number) { wait(x); }', { filename: 'f.ts' })!;
  expect(code).toContain('yield wait(x)');
  expect(map!.sources).toEqual(['f.ts']);
  expect(report.functions[0]!.pauses[0]!.reason).toBe('waits: wait');
  expect(() => transform('// @compile\nfunction* f() {}')).toThrow('[SPN102]');
});

test('the parts of Babel that are left out change no output', () => {
  const fixtures = findFixtures().filter((_, index) => isOneOfSome(index));
  expect(fixtures.length).toBeGreaterThan(20);
  for (const { inputFile, options } of fixtures) {
    const source = readFileSync(inputFile, 'utf8');
    const { sourceType = 'module' } = options.babel as Pick<TransformOptions, 'sourceType'>;
    // The bundle runs as in a page, where nobody looks for a package.json.
    const given = { ...options.plugin, filename: inputFile, root: '/', sourceType } as TransformOptions;
    expect([inputFile, outputOf(bundle, source, given)]).toEqual([inputFile, outputOf(compiler, source, given)]);
  }
});

test('it prints each kind of type', () => {
  const source = `// @compile the whole file
    import type { A } from './a';
    interface Big<T = 1> extends Small, A.B<T> { readonly x?: number; <U>(u: U): T; new (): Big; [key: string]: unknown; y(): void; }
    type All<K extends string> = { -readonly [P in K as \`a\${P}\`]?: (typeof x)[P] } | [a: 1, ...b: 2[]] | (A extends infer B ? keyof B : never) | unique symbol;
    declare const x: { a: 1 };
    declare function over(this: void, a: number): asserts a is 1;
    enum Color { Red, Green = 'g' }
    abstract class Guard<T> extends Base<T> implements Small, A.C<T> {
      private readonly a!: bigint; declare b: string; static override c?: object; abstract d(): void;
      constructor(protected e: T, public f?: number) { super(); }
      walk<const U extends T>(to: U): asserts to is U { wait(1); return (to as unknown as U) satisfies U, to!; }
    }
    export default abstract class {}
    export type { All };`;
  const given = { filename: 'types.ts' };
  expect(outputOf(compiler, source, given)).toContain('implements Small, A.C<T>');
  expect(outputOf(bundle, source, given)).toBe(outputOf(compiler, source, given));
});

function outputOf({ transform }: typeof compiler, source: string, options: TransformOptions): string | undefined {
  try {
    return transform(source, options)?.code;
  } catch (error) {
    return (error as Error).message;
  }
}

test('the licences of what is in it stand beside it', () => {
  const licences = readFileSync(new URL('../dist/bundle/LICENSES.txt', import.meta.url), 'utf8');
  for (const name of ['parser', 'traverse', 'generator', 'types']) expect(licences).toContain(`@babel/${name} 7.`);
});

test('its types need no other package', () => {
  const folder = new URL('../dist/', import.meta.url);
  const { files } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    files: string[];
  };
  const types = files.filter((name) => name.endsWith('.d.ts'));
  expect(types.length).toBeGreaterThan(3);
  for (const name of types) {
    const text = readFileSync(new URL(name.replace(/^dist\//, ''), folder), 'utf8');
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from!);
    const known = types.map((one) => one.replace(/^dist\//, './').replace(/\.d\.ts$/, '.js'));
    expect(imported.filter((from) => !known.includes(from))).toEqual([]);
  }
});

test('the types of the plugin are copied', () => {
  const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  const types = read('babel-plugin-threads/dist/public.d.ts').replace(/\/\/# sourceMappingURL=.*\n?/, '');
  expect(types).toContain('interface SpindleReport');
  expect(read('compiler/dist/plugin.d.ts')).toBe(types);
});
