import path from 'node:path';
import { defineConfig } from 'vite';
import { bundled } from './tools/bundled.js';
import { runnable } from './tools/runnable.js';

const here = import.meta.dirname;

export default defineConfig({
  root: here,
  // So that the files of `dist` work from any path.
  base: './',
  plugins: [bundled(), runnable()],
  resolve: { conditions: ['browser', 'module', 'import', 'default'] },
  worker: { format: 'es' },
  // The dev server would find it late, in the compiler's worker, and load the page anew.
  optimizeDeps: { include: ['sucrase'] },
  server: { fs: { allow: [path.join(here, '..')] } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Those that know `light-dark()`. What would stand for it in older ones needs a page that knows of it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { index: path.join(here, 'index.html'), element: path.join(here, 'src/element.ts') },
      preserveEntrySignatures: 'allow-extension',
      // `element.js` has a name that pages can write down.
      output: { entryFileNames: ({ name }) => (name === 'element' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
  },
});
