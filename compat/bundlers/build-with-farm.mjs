import { build } from '@farmfe/core';
import spindle from '@spindle/unplugin/farm';

const [folder, given] = process.argv.slice(2);
const { noPlugin, options } = JSON.parse(given);
await build({
  root: folder,
  configFile: `${folder}/none.ts`,
  compilation: {
    input: { out: './src/main.ts' },
    output: {
      path: 'dist',
      format: 'esm',
      targetEnv: 'node',
      filename: '[entryName].js',
      entryFilename: '[entryName].js',
    },
    mode: 'production',
    minify: false,
    sourcemap: true,
    presetEnv: false,
    persistentCache: false,
    partialBundling: { enforceResources: [{ name: 'all', test: ['.+'] }] },
  },
  plugins: noPlugin ? [] : [spindle(options)],
});
