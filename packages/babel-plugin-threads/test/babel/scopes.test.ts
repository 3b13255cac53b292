import { readFileSync } from 'node:fs';
import * as babel from '@babel/core';
import plugin from '../../src/index.js';
import { mustParse } from '../compile.js';

const source = '// @compile\nfunction walk() { wait(5); }\nwalk();';

type Program = babel.NodePath<babel.types.Program>;
type Look = (program: Program) => void;

const visiting =
  (look: Look): babel.PluginItem =>
  () => ({ visitor: { FunctionDeclaration: (path: babel.NodePath) => look(programOf(path)) } });
const posting =
  (look: Look): babel.PluginItem =>
  () => ({ visitor: {}, post: ({ path }: { path: Program }) => look(path) });

/** Ours, as Babel 7.26 calls it. */
const inOlder: babel.PluginItem = (api: typeof babel, options: object) =>
  plugin({ ...api, version: '7.26.10', assertVersion: () => undefined }, options);

/** Plugins that look at the tree after ours. */
const lookers: Record<string, (look: Look) => void> = {
  'a plugin with a visitor': (look) => compile({ plugins: [plugin, visiting(look)] }),
  'a plugin in Babel 7.26': (look) => compile({ plugins: [inOlder, visiting(look)] }),
  'a plugin that only has a `post`': (look) => compile({ plugins: [plugin, posting(look)] }),
  'one that stands before ours': (look) => compile({ plugins: [posting(look), plugin] }),
  'a preset in a pass of its own': (look) => {
    const options = { plugins: [plugin], presets: [() => ({ plugins: [visiting(look)] })], passPerPreset: true };
    compile(options);
  },
  'who wraps the visitors': (look) =>
    compile({
      plugins: [plugin],
      wrapPluginVisitorMethod: (_plugin, _kind, visit) =>
        function (this: unknown, path, state) {
          visit.call(this as never, path, state);
          if (path.isProgram()) look(path);
        },
    }),
  'who gets the tree': (look) => {
    const { ast } = compile({ plugins: [plugin], ast: true });
    babel.traverse(ast!, { Program: look });
  },
  'who gave the tree': (look) => {
    const ast = babel.parseSync(source, own)!;
    babel.transformFromAstSync(ast, source, { ...own, plugins: [plugin], cloneInputAst: false });
    babel.traverse(ast, { Program: look });
  },
};
const own = { babelrc: false, configFile: false };

const programOf = (path: babel.NodePath): Program => path.findParent((one) => one.isProgram()) as Program;

function compile(options: babel.TransformOptions): babel.BabelFileResult {
  const result = babel.transformSync(source, { ...own, ...options })!;
  mustParse(result.code!);
  return result;
}

test.each(Object.keys(lookers))('%s finds scopes that agree with the names of the output', (who) => {
  const seen: boolean[] = [];
  lookers[who]!(({ scope }) => {
    seen.push(['walk', '$walk', '$thread', 'wait'].every((name) => scope.hasOwnBinding(name)));
  });
  expect(seen.length).toBeGreaterThan(0);
  expect(new Set(seen)).toEqual(new Set([true]));
});

test('the oldest Babel that is taken is that inside Next 16, as the package says', () => {
  const file = new URL('../../package.json', import.meta.url);
  const { peerDependencies } = JSON.parse(readFileSync(file, 'utf8')) as { peerDependencies: Record<string, string> };
  const asked: string[] = [];
  plugin({ ...babel, assertVersion: (range) => void asked.push(range) });
  expect(asked).toEqual([peerDependencies['@babel/core']]);
  expect(asked[0]).toBe('^7.26.0 || ^8.0.0');
});
