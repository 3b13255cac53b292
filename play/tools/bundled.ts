/**
 * `import text from './worker.ts?bundled'` gives the module with all that it imports as the text of one classic script.
 * The page hands it to the sandboxed frame, which has no network to load it by.
 */
import spindle from '@spindle/unplugin/vite';
import { build, type Plugin, type Rollup } from 'vite';

const SUFFIX = '?bundled';

export function bundled(): Plugin {
  return {
    name: 'spindle-play-bundled',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const { code, files } = await textOf(id.slice(0, -SUFFIX.length));
      for (const file of files) this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(code)};`, moduleType: 'js' };
    },
  };
}

async function textOf(entry: string): Promise<{ code: string; files: string[] }> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    // Figures of the stage are scripts. They go back with the scene.
    plugins: [spindle({ target: 'frames', saves: true }) as Plugin],
    // Not `production`: scripts are being written here, so messages are whole.
    resolve: { conditions: ['browser', 'module', 'import', 'default'] },
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: 'oxc',
      target: 'es2022',
      modulePreload: false,
      // The name of an error is that of its class.
      rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'bundled.js', keepNames: true } },
    },
  });
  const [{ output: chunks }] = [output].flat() as Rollup.RollupOutput[] as [Rollup.RollupOutput];
  const [{ code, moduleIds }] = chunks;
  return { code, files: moduleIds.filter((id) => !id.startsWith('\0')) };
}
