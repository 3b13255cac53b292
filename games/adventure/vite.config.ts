import spindle from '@spindle/unplugin/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  // So that the game can be saved in the middle of its scripts.
  plugins: [spindle({ target: 'frames', saves: true })],
  // The inspector leads from a bar to its line.
  build: { sourcemap: true, chunkSizeWarningLimit: 2000 },
});
