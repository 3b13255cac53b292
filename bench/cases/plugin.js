/** (f) The time that the plugin adds to Babel's own parsing and printing of a file. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, transformFromAstSync, transformSync } from '@babel/core';
import generateModule from '@babel/generator';
import { parse } from '@babel/parser';
import threads from 'babel-plugin-threads';

const root = path.join(import.meta.dirname, '../..');
const options = { babelrc: false, configFile: false, filename: path.join(root, 'script.js') };

/** Marked scripts of the benchmarks and examples, repeated several times, as one file. */
const marked = ['walkers', 'short', 'calls']
  .map((name) => readFileSync(path.join(import.meta.dirname, '../scripts', `${name}.js`), 'utf8'))
  .map((code, i) => Array.from({ length: 10 }, (_, copy) => inScope(code, `s${i}_${copy}`)).join('\n'))
  .join('\n');
const unmarked = marked.replaceAll('// @compile', '// compile');

function inScope(code, name) {
  return `export function ${name}() {\n${code.replaceAll(/^export /gm, '')}\n}`;
}

const generate = generateModule.default;
const parserAndPrinter = (code) => () => void generate(parse(code, { sourceType: 'module' }), {}, code);

/** The whole transform of Babel, which also loads options, looks for source maps, computes scopes and traverses the file. */
const wholePass = (code) => () => {
  const ast = parseSync(code, options);
  transformFromAstSync(ast, code, { ...options, cloneInputAst: false });
};

/** The cost of any plugin: Babel computes all scopes and traverses the file. */
const withIdlePlugin = (code) => () => {
  transformSync(code, { ...options, plugins: [() => ({ visitor: {} })] });
};

const withPlugin = (code) => () => {
  transformSync(code, { ...options, plugins: [threads] });
};

/** With another plugin after ours, so that Babel's scopes must be updated and all new nodes are traversed. */
const withPluginAndAnother = (code) => () => {
  transformSync(code, { ...options, plugins: [threads, () => ({ visitor: { Program() {} } })] });
};

/** Longer samples and warm-up: each run makes megabytes of garbage, and the engine needs hundreds of runs to optimize thousands of functions. */
const LONG = { minSampleMs: 100, warmUpMs: 3000 };
const WHOLE_PASS = 'Babel’s whole pass';
const PARSER_AND_PRINTER = 'Babel’s parser and printer alone';
const IDLE = 'with a plugin that does nothing';

export const rows = [
  {
    id: 'f-marked',
    title: `a marked file of ${marked.split('\n').length} lines, parsed and printed`,
    unit: 'file',
    ops: 1,
    ...LONG,
    targetsAdded: {
      'with the plugin': { limit: 1, of: PARSER_AND_PRINTER, to: WHOLE_PASS },
      'with the plugin and another': { limit: 1, of: PARSER_AND_PRINTER, to: IDLE },
    },
    contenders: () => [
      { name: WHOLE_PASS, run: wholePass(marked) },
      { name: PARSER_AND_PRINTER, run: parserAndPrinter(marked) },
      { name: IDLE, run: withIdlePlugin(marked) },
      { name: 'with the plugin', run: withPlugin(marked) },
      { name: 'with the plugin and another', run: withPluginAndAnother(marked) },
    ],
  },
  {
    id: 'f-unmarked',
    title: 'the same file without marks',
    unit: 'file',
    ops: 1,
    ...LONG,
    contenders: () => [
      { name: WHOLE_PASS, run: wholePass(unmarked) },
      { name: PARSER_AND_PRINTER, run: parserAndPrinter(unmarked) },
      { name: IDLE, run: withIdlePlugin(unmarked) },
      { name: 'with the plugin', run: withPlugin(unmarked) },
    ],
  },
];
