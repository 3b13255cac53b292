/**
 * `import scene from './guard.js?runnable'` gives a scene compiled: a page shows its first picture before the compiler is
 * there.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { compile } from '../src/compile/compile.js';

const SUFFIX = '?runnable';

export function runnable(): Plugin {
  return {
    name: 'spindle-play-runnable',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const { scene } = compile(await readFile(id.slice(0, -SUFFIX.length), 'utf8'));
      return { code: `export default ${JSON.stringify(scene)};`, moduleType: 'js' };
    },
  };
}
