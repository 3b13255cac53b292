/** The types of the plugin fit those of a configuration of ESLint 9 and 10. Only checked, never run. */
import spindle, { globals } from '@spindle/eslint-plugin';
import type { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import type { Linter as Linter9 } from 'eslint9';
import { defineConfig as defineConfig9 } from 'eslint9/config';

export const mine: Linter.Config[] = [spindle.configs.recommended, { languageOptions: { globals } }];
export const mine9: Linter9.Config[] = [spindle.configs.recommended, { languageOptions: { globals } }];

export default [
  defineConfig([spindle.configs.recommended, { plugins: { spindle }, extends: ['spindle/recommended'] }]),
  defineConfig9([spindle.configs.recommended, { plugins: { spindle }, extends: ['spindle/recommended'] }]),
];
