import js from '@eslint/js';
import spindle from '@spindle/eslint-plugin';
import { defineConfig } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig([
  { ignores: ['dist', 'dev.js'] },
  js.configs.recommended,
  typescript.configs.recommended,
  spindle.configs.recommended,
  // What stands at the top of a file belongs to the process, not to a room.
  { rules: { 'spindle/no-shared-variable': 'warn' } },
]);
