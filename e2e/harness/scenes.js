/** Bundles the stage of the playground for the page `scenes.html`, and compiles scenes for it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import esbuild from 'esbuild';
import { transform } from '../../packages/compiler/dist/index.js';
import spindle from '../../packages/unplugin/dist/esbuild.js';
import { built, root } from './stage.js';

export async function bundleStage() {
  await esbuild.build({
    entryPoints: [path.join(root, 'e2e/pages/scenes.js')],
    outfile: path.join(built, 'stage/scenes.js'),
    bundle: true,
    format: 'esm',
    alias: { '@spindle/runtime': path.join(root, 'packages/runtime') },
    plugins: [spindle()],
    logLevel: 'warning',
  });
}

export function compiledScene(id) {
  const source = readFileSync(path.join(root, `play/scenes/${id}.js`), 'utf8');
  return transform(source, { filename: `${id}.js`, runtime: { global: 'spindle' } }).code;
}
