import spindle from '@spindle/unplugin/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [spindle()],
  test: { globals: true },
});
