import spindle from '@spindle/unplugin/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Scripts that can be saved in the middle: that is how a room moves.
  plugins: [spindle({ target: 'frames', saves: true })],
  build: { outDir: 'dist/page' },
  test: { globals: true },
});
