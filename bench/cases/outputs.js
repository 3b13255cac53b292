/** (j) How long the output is, with both targets, and with the option `saves`: minified by esbuild and gzipped, all files of a kind as one, as a bundle has them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { transformSync } from '@babel/core';
import react from '@babel/preset-react';
import typescript from '@babel/preset-typescript';
import threads from 'babel-plugin-threads';
import esbuild from 'esbuild';

const root = path.join(import.meta.dirname, '../..');
const KB = 1000;
const FRAMES = 'spindle, target frames';
const SAVES = 'spindle, target frames, saves';

/** All files below a folder of the repository. */
function filesOf(folder) {
  const all = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return all.filter((file) => !/node_modules|\bdist\b/.test(file)).map((file) => path.join(root, folder, file));
}

const isMarked = (file) => /@compile|use compile/.test(readFileSync(file, 'utf8'));

/** Inputs of fixtures that compile, with their options. */
const KINDS = {
  fixtures: () =>
    filesOf('fixtures').filter(
      (file) => /[\\/]input\.[jt]sx?$/.test(file) && existsSync(path.join(path.dirname(file), 'output.js')),
    ),
  examples: () => filesOf('examples').filter((file) => file.endsWith('.js') && isMarked(file)),
  games: () => filesOf('games').filter((file) => file.endsWith('.ts') && isMarked(file)),
};

/** The options of a fixture: those of its options.json and of the folders above it. */
function optionsOf(folder) {
  if (!folder.startsWith(root) || folder === root) return { plugin: {}, babel: {} };
  const outer = optionsOf(path.dirname(folder));
  const file = path.join(folder, 'options.json');
  if (!existsSync(file)) return outer;
  const own = JSON.parse(readFileSync(file, 'utf8'));
  return { plugin: { ...outer.plugin, ...own.plugin }, babel: { ...outer.babel, ...own.babel } };
}

function minified(file, options) {
  const { plugin, babel } = optionsOf(path.dirname(file));
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    babelrc: false,
    configFile: false,
    sourceType: 'module',
    presets: [
      ...(file.endsWith('x') ? [[react, { runtime: 'classic', pragma: 'h', useSpread: true }]] : []),
      ...(/\.tsx?$/.test(file) ? [[typescript, { allowDeclareFields: true }]] : []),
    ],
    ...babel,
    plugins: [[threads, { onDiagnostic() {}, ...plugin, ...options }]],
  });
  try {
    return esbuild.transformSync(code, { minify: true, loader: 'tsx', logLevel: 'silent' }).code;
  } catch {
    // What only sloppy code allows, which esbuild refuses.
    return null;
  }
}

/** The second is compared with the first. */
function weigh(files, [first, second]) {
  const both = files
    .map((file) => [first, second].map(({ options }) => minified(file, options)))
    .filter((codes) => !codes.includes(null));
  if (both.length < 0.98 * files.length) throw new Error('esbuild refuses too many of the files');
  const [before, after] = [0, 1].map((i) => gzipSync(both.map((codes) => codes[i]).join('')).length / KB);
  return [
    { name: first.name, value: before, ratio: 1 },
    { name: second.name, value: after, ratio: after / before },
  ];
}

const GENERATORS_WAY = { name: 'spindle, target generators', options: { target: 'generators' } };
const FRAMES_WAY = { name: FRAMES, options: { target: 'frames' } };
const SAVES_WAY = { name: SAVES, options: { target: 'frames', saves: true, root } };

const rowsOf = (id, titleOf, ways, limit) =>
  Object.entries(KINDS).map(([kind, find]) => ({
    id: `${id}-${kind}`,
    title: titleOf(kind),
    unit: 'kB',
    isExact: true,
    targets: { [ways[1].name]: limit },
    measure: () => weigh(find(), ways),
  }));

export const rows = [
  ...rowsOf(
    'frames-size',
    (kind) => `the output of all ${kind}, minified and gzipped`,
    [GENERATORS_WAY, FRAMES_WAY],
    4.5,
  ),
  ...rowsOf('saves-size', (kind) => `output of ${kind}, with \`saves\``, [FRAMES_WAY, SAVES_WAY], 1.15),
];
