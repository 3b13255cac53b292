/** (f) The time that the plugin adds to Babel's whole pass through a file: options, parsing, scopes, presets, printing. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from '@babel/core';
import env from '@babel/preset-env';
import typescript from '@babel/preset-typescript';
import threads from 'babel-plugin-threads';

const root = path.join(import.meta.dirname, '../..');
const COPIES = 10;

/** As users have them: beside a bundler, which keeps the modules. */
const PRESETS = [
  { name: 'preset-typescript', extension: 'ts', presets: [typescript] },
  { name: 'preset-env', extension: 'js', presets: [[env, { targets: 'defaults', modules: false }]] },
];

/** Files of the repository, several times over, as one file: each copy in a function of its own. */
function copiesOf(folder, names) {
  const codes = names.map((name) => readFileSync(path.join(root, folder, `${name}.js`), 'utf8'));
  const copies = codes.map((code, i) =>
    Array.from({ length: COPIES }, (_, copy) => inScope(code, `s${i}_${copy}`)).join('\n'),
  );
  return copies.join('\n');
}

function inScope(code, name) {
  return `export function ${name}() {\n${code.replaceAll(/^import .*\n/gm, '').replaceAll(/^export /gm, '')}\n}`;
}

/** All functions of the scripts are marked, and most have three lines. Those of the examples are as a game has them. */
const scripts = copiesOf('bench/scripts', ['walkers', 'short', 'calls']);
const examples = copiesOf('examples', ['actors', 'scenes/boss', 'scenes/guard', 'scenes/opening', 'scenes/tower']);
const withoutMarks = (code) => code.replaceAll(/^ *\/\/ @.*\n/gm, '');

const WHOLE_PASS = 'Babel’s whole pass';
const WITH_PLUGIN = 'with the plugin';

/** Longer samples and warm-up: each run makes megabytes of garbage, and the engine needs hundreds of runs to optimize thousands of functions. */
const LONG = { minSampleMs: 100, warmUpMs: 3000 };

function passRow(id, what, code, { extension, presets, plugin = threads }) {
  const options = { babelrc: false, configFile: false, filename: path.join(root, `script.${extension}`), presets };
  const pass = (name, plugins) => ({
    name,
    run() {
      transformSync(code, { ...options, plugins });
    },
  });
  return {
    id,
    title: `${what}, ${code.split('\n').length} lines`,
    unit: 'file',
    ops: 1,
    ...LONG,
    contenders: () => [pass(WHOLE_PASS, []), pass(WITH_PLUGIN, [plugin])],
  };
}

const added = (limit) => ({ [WITH_PLUGIN]: { limit, of: WHOLE_PASS, to: WHOLE_PASS } });

const generatorRows = PRESETS.flatMap((preset) => {
  const row = (kind, what, code) => passRow(`f-${preset.extension}-${kind}`, `${preset.name}: ${what}`, code, preset);
  return [
    { ...row('scripts', 'a file of short marked functions', scripts), targetsAdded: added(0.3) },
    { ...row('examples', 'a file of the examples', examples), targetsAdded: added(0.3) },
    row('unmarked', 'a file of the examples without marks', withoutMarks(examples)),
  ];
});

const framesRows = PRESETS.flatMap((preset) => {
  const frames = { ...preset, plugin: [threads, { target: 'frames' }] };
  const row = (kind, what, code) => ({
    ...passRow(`frames-plugin-${preset.extension}-${kind}`, `${preset.name}, target frames: ${what}`, code, frames),
    targetsAdded: added(1),
  });
  return [
    row('scripts', 'a file of short marked functions', scripts),
    row('examples', 'a file of the examples', examples),
  ];
});

export const rows = [...generatorRows, ...framesRows];
