import spindle from '@spindle/unplugin/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [spindle()],
  // The inspector leads from a bar to its line.
  build: { sourcemap: true, chunkSizeWarningLimit: 2000 },
});
