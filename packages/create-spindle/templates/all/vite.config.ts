import spindle from '@spindle/unplugin/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ command }) => ({
  // While you develop, a scene that waits goes on in what you have edited. The output of a build is shorter.
  plugins: [spindle({ target: command === 'serve' ? 'frames' : 'generators' })],
  test: { globals: true },
}));
