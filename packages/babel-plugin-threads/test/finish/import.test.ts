import * as babel from '@babel/core';
import presetTypescript from '@babel/preset-typescript';
import plugin from '../../src/index.js';
import { compile, mustParse } from '../compile.js';

const SCRIPT = '// @compile\nexport function f() { wait(16); }';
const importsOf = (source: string): string[] =>
  compile(`${source}\n${SCRIPT}`, { typescript: true })
    .split('\n')
    .filter((line) => /^import .*runtime"/.test(line));

test.each([
  ['import { Scheduler } from "@spindle/runtime";', 'import { Scheduler, wait } from "@spindle/runtime";'],
  ['import { type Thread } from "@spindle/runtime";', 'import { type Thread, wait } from "@spindle/runtime";'],
])('what a script needs joins %s', (source, expected) => {
  expect(importsOf(source)).toEqual([expected]);
});

test.each([
  'import type { Thread } from "@spindle/runtime";',
  'import * as runtime from "@spindle/runtime";',
  'import { Scheduler } from "@spindle/runtime" with { type: "script" };',
  'import "@spindle/runtime";',
])('%s stays as it is', (source) => {
  expect(importsOf(source)).toEqual(['import { wait } from "@spindle/runtime";', source]);
});

test('comments stay where they are', () => {
  const code = compile(
    `// The file.\n\n// Its import.\nimport { Scheduler } from "@spindle/runtime"; // behind\n${SCRIPT}`,
  );
  expect(code).toMatch(
    /^\/\/ The file\.\n+import \{ \$thread \} from "@spindle\/runtime\/abi";\n\/\/ Its import\.\nimport \{ Scheduler, wait \} from "@spindle\/runtime"; \/\/ behind\n/,
  );
});

test('a name that is only a type is taken out without it', () => {
  const source = `import { Thread } from "@spindle/runtime";\nlet thread: Thread;\n${SCRIPT}`;
  // Babel 8 removes only `import type` unless it is told otherwise.
  const presets = [[presetTypescript, { onlyRemoveTypeImports: false }]] as babel.PluginItem[];
  const settings = { babelrc: false, configFile: false, filename: 'f.ts', presets };
  const { code } = babel.transformSync(source, { ...settings, plugins: [plugin] })!;
  mustParse(code!);
  expect(code).toContain('import { wait } from "@spindle/runtime";');
});
