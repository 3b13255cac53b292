import * as babel from '@babel/core';
import plugin, { type ThreadsApi } from '../src/index.js';

const files: Record<string, string> = {
  'no mark': 'import { f } from "./f";\nexport class Door { open() { f(); } }\nwait(5);',
  'the mark in a string': 'log("// @compile"); const f = () => g(`\n@compile`);',
  'the mark in a sentence of a comment': '// write @compile above a function\nf = () => g();',
  'the directive in a string': 'log("use compile"); const f = () => g("put \'use compile\' first");',
  'the directive in a comment': '// { "use compile" of an older one\nf = () => g();',
  'output of the plugin': '// @compiled\nf = $thread(function* () { yield g(); }, "f(0)");',
  'a mark with a slip': '// @compil\nf = () => g();',
};
const marked: Record<string, string> = {
  'a comment': 'x;\n// @compile\nf = () => g();',
  'a directive of the file': '"use compile";\nf = () => g();',
  'a directive of a function': 'function f() { "use compile"; g(); }',
  'a directive below comments and another':
    'function f() { /* a */ "use strict" // (b) \n// (c)\n \'use compile\'\n g(); }',
};
const options = { babelrc: false, configFile: false, filename: 'input.js' };
const quiet = { onDiagnostic: () => undefined };

/** What Babel compiles with; other plugins see nothing of the tree. */
const transform = (source: string, plugins: babel.PluginItem[]): string =>
  babel.transformSync(source, { ...options, plugins })!.code!;

interface Visitors {
  readonly visitor: { Program: { enter(program: object, state: object): void } };
}

/** Which fields of the program and the file our visitor reads, as `file.ast.comments`: not what stands below a list. */
function readsOf(source: string): string[] {
  const reads = new Set<string>();
  const noted = <T extends object>(of: T, name: string): T =>
    new Proxy(of, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        const place = `${name}.${String(key)}`;
        if (typeof value !== 'object' || value === null || Array.isArray(value)) reads.add(place);
        else return noted(value, place);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  transform(source, [
    (api: ThreadsApi): babel.PluginObj => {
      const { visitor } = plugin(api, quiet) as unknown as Visitors;
      const enter = (program: object, { file, key }: { file: object; key: unknown }): void =>
        visitor.Program.enter(noted(program, 'program'), { file: noted(file, 'file'), key });
      return { visitor: { Program: { enter } } };
    },
  ]);
  return [...reads].sort();
}

/** How many paths Babel makes or looks up when it has read the scopes: one for each node that it comes to. */
function countPaths(source: string, plugins: babel.PluginItem[]): number {
  let count = 0;
  let restore = (): void => undefined;
  const counter: babel.PluginItem = () => ({
    visitor: {},
    pre({ path }: { path: object }) {
      const NodePath = path.constructor as unknown as { get: Function };
      const { get } = NodePath;
      NodePath.get = (...args: unknown[]) => {
        count++;
        return get.apply(NodePath, args);
      };
      restore = () => void (NodePath.get = get);
    },
  });
  try {
    transform(source, [counter, ...plugins]);
  } finally {
    restore();
  }
  return count;
}

const idle: babel.PluginItem = () => ({ visitor: {} });
const other: babel.PluginItem = () => ({ visitor: { Program() {} } });

describe('a file without a mark is not traversed', () => {
  test('the visitor has nothing but the entry of the program', () => {
    const { visitor } = plugin({ ...babel, assertVersion: () => undefined });
    expect(Object.keys(visitor)).toEqual(['Program']);
    expect(Object.keys(visitor.Program!)).toEqual(['enter']);
  });

  test.each(Object.entries(files))(
    'of the tree only comments and directives of the file are read: %s',
    (_what, source) => {
      const reads = readsOf(source).filter((place) => !/^file\.(opts|metadata|code|buildCodeFrameError)\b/.test(place));
      expect(reads).toEqual(['file.ast.comments', 'program.node.directives', 'program.skip']);
    },
  );

  test.each(Object.entries(marked))('one with a mark is: %s', (_what, source) => {
    expect(readsOf(source)).toContain('program.node.body');
  });

  test.each(Object.entries(files))('Babel comes to no node below the program: %s', (_what, source) => {
    expect(countPaths(source, [idle])).toBeGreaterThan(4);
    // Babel 7 counts the program itself.
    expect(countPaths(source, [[plugin, quiet]])).toBeLessThanOrEqual(1);
  });

  test('beside a plugin that looks at it Babel comes to as many as without us', () => {
    for (const source of Object.values(files))
      expect(countPaths(source, [[plugin, quiet], other])).toBe(countPaths(source, [other]));
  });
});
