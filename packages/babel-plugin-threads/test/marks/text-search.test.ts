import * as babel from '@babel/core';
import plugin, { mayConcern, type SpindleReport, type ThreadsApi } from '../../src/index.js';
import { mustParse } from '../compile.js';

const files: Record<string, string> = {
  'no mark': 'import { f } from "./f";\nexport class Door { open() { f(); } }\nwait(5);',
  'the mark in a string': 'log("// @compile"); const f = () => g(`\n@compile`);',
  'the mark in a sentence of a comment': '// write @compile above a function\nf = () => g();',
  'the directive in a string': 'log("use compile"); const f = () => g("put \'use compile\' first");',
  'the directive in a comment': '// { "use compile" of an older one\nf = () => g();',
  'output of the plugin': '// @compiled\nf = $thread(function* () { yield g(); }, "f(0)");',
  'a mark with a slip': '// @compil\nf = () => g();',
};
/** Files in which the text has nothing that could be a mark. */
const without: Record<string, string> = {
  'no mark': files['no mark']!,
  'tags of others': '/**\n * @param n a number\n * @constant\n */\nconst f = (n) => g(n); // @todo',
  'directives of others': '"use client";\nfunction f() { "use strict"; g(); }',
  'output of the plugin': files['output of the plugin']!,
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

/** The options of Babel. No other plugin looks at the tree. */
function transform(source: string, plugins: babel.PluginItem[]): string {
  const code = babel.transformSync(source, { ...options, plugins })!.code!;
  mustParse(code);
  return code;
}

interface Visitors {
  readonly visitor: { Program: { enter(program: object, state: object): void } };
}

/** The fields of the program and of the file that our visitor reads, such as `file.ast.comments`. Fields of list elements are not included. */
function readsOf(source: string): string[] {
  const reads = new Set<string>();
  const noted = <T extends object>(of: T, name: string): T =>
    new Proxy(of, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        const property = `${name}.${String(key)}`;
        if (typeof value !== 'object' || value === null || Array.isArray(value)) reads.add(property);
        else return noted(value, property);
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

/** The number of paths that Babel creates or looks up after it has computed the scopes: one for each node that it visits. */
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

/** How often the whole text is searched, by a regular expression or for another text. */
function countScans(source: string, plugins: babel.PluginItem[]): number {
  let count = 0;
  const before = SEARCHES.map(([holder, name]) => [holder, name, holder[name]!] as const);
  for (const [holder, name, search] of before)
    holder[name] = function (this: unknown, ...args: unknown[]): unknown {
      if (this === source || args[0] === source) count++;
      return search.apply(this, args);
    };
  try {
    transform(source, plugins);
  } finally {
    for (const [holder, name, search] of before) holder[name] = search;
  }
  return count;
}
type Searches = Record<PropertyKey, Function>;
const SEARCHES: readonly (readonly [Searches, PropertyKey])[] = [
  [RegExp.prototype as unknown as Searches, 'test'],
  [RegExp.prototype as unknown as Searches, Symbol.matchAll],
  [RegExp.prototype as unknown as Searches, Symbol.match],
  [RegExp.prototype as unknown as Searches, Symbol.search],
  [RegExp.prototype as unknown as Searches, Symbol.replace],
  [RegExp.prototype as unknown as Searches, Symbol.split],
  [String.prototype as unknown as Searches, 'includes'],
  [String.prototype as unknown as Searches, 'indexOf'],
];

const idle: babel.PluginItem = () => ({ visitor: {} });
const other: babel.PluginItem = () => ({ visitor: { Program() {} } });

describe('a file without a mark is not traversed', () => {
  test('the visitor has nothing but the entry of the program', () => {
    const { visitor } = plugin({ ...babel, assertVersion: () => undefined });
    expect(Object.keys(visitor)).toEqual(['Program']);
    expect(Object.keys(visitor.Program!)).toEqual(['enter']);
  });

  test.each(Object.entries(files).filter(([what]) => !(what in without)))(
    'of the tree only comments and directives of the file are read: %s',
    (_what, source) => {
      const reads = readsOf(source).filter(
        (property) => !/^file\.(opts|metadata|code|buildCodeFrameError)\b/.test(property),
      );
      expect(reads).toEqual(['file.ast.comments', 'program.node.directives', 'program.skip']);
    },
  );

  test.each(Object.entries(without))('only the text is read where it has nothing like a mark: %s', (_what, source) => {
    const reads = readsOf(source).filter((property) => !property.startsWith('file.opts'));
    expect(reads).toEqual(['file.code', 'program.skip']);
  });

  test.each(Object.entries(without))('that text is scanned once: %s', (_what, source) => {
    // In output of the plugin, a second scan finds the calls of the runtime.
    const most = source === without['output of the plugin'] ? 2 : 1;
    expect(countScans(source, [[plugin, quiet], other]) - countScans(source, [other])).toBe(most);
  });

  test('no node is asked about, and no scope', () => {
    const asked: string[] = [];
    const noting = <T extends object>(of: T): T =>
      new Proxy(of, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key);
          if (typeof value !== 'function') return value;
          return (...args: unknown[]): unknown => {
            asked.push(String(key));
            return value.apply(target, args);
          };
        },
      });
    const api = { ...babel, types: noting({ ...babel.types }), assertVersion: () => undefined };
    const cache = { scope: noting(new WeakMap()) };
    const { visitor } = plugin({ ...api, traverse: { cache } }, quiet);
    for (const source of Object.values(without)) transform(source, [() => ({ visitor })]);
    expect(asked).toEqual([]);
  });

  test.each(Object.entries(marked))('one with a mark is: %s', (_what, source) => {
    expect(readsOf(source)).toContain('program.node.body');
  });

  test.each(Object.entries(files))('Babel comes to no node below the program: %s', (_what, source) => {
    expect(countPaths(source, [idle])).toBeGreaterThan(4);
    // In Babel 7, the program itself is one of them.
    expect(countPaths(source, [[plugin, quiet]])).toBeLessThanOrEqual(1);
  });

  test('beside a plugin that looks at it Babel comes to as many as without us', () => {
    for (const source of Object.values(files))
      expect(countPaths(source, [[plugin, quiet], other])).toBe(countPaths(source, [other]));
  });
});

describe('a look at the text alone', () => {
  const told = {
    ...marked,
    'a word that does nothing alone': 'f = () => g(); // @instant',
    'a slip below other tags': '/**\n * @param {number} n\n * @complie\n */\nf = () => g();',
    'a slip behind code': 'f = () => g(); /* @nowiat */',
    'a slip in a directive': '"use complie";\nf = () => g();',
    'the mark in a string': files['the mark in a string']!,
    'a mark without its sign': 'f();\n// compile\nfunction g() {}',
    'a mark with a gap': 'f();\n/* @ compile */\nfunction g() {}',
    'a mark that only the plugin writes': '"use compiled";\nfunction g() { wait(1); }',
  };
  const others = {
    'tags of others': '/**\n * @param {number} n\n * @constant\n */\nf = () => g();',
    'a decorator': '@Complie()\nclass A {}',
    'a directive of others': '"use client";\n"use strict";\nf = () => g();',
    'output of the plugin': files['output of the plugin']!,
    'lines without end': '\n'.repeat(1_000_000) + '*'.repeat(1_000_000),
  };

  test.each(Object.entries(told))('the plugin may have something to do or to say: %s', (_what, source) => {
    expect(mayConcern(source)).toBe(true);
  });

  test.each(Object.entries(others))('it has not: %s', (_what, source) => {
    expect(mayConcern(source)).toBe(false);
  });
});

test.each([
  ['one with a mark', marked['a comment']!, true],
  ['one without', files['no mark']!, undefined],
  ['one with a slip', files['a mark with a slip']!, false],
  ['one that was compiled before', files['output of the plugin']!, undefined],
])('the metadata say whether a file was compiled: %s', (_what, source, compiled) => {
  const { metadata } = babel.transformSync(source, { ...options, plugins: [[plugin, quiet]] })!;
  expect((metadata as unknown as { spindle?: SpindleReport }).spindle?.compiled).toBe(compiled);
});
