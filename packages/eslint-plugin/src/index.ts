import { readFileSync } from 'node:fs';
import { COMPILE, RULE_TABLE } from './rule-table.js';
import { type Rule, rules } from './rules.js';
import { globals } from './vocabulary.js';

export { globals };
export type { Rule, RuleContext } from './rules.js';

/** A configuration of ESLint's flat format. */
export interface SpindleConfig {
  name: string;
  ignores: string[];
  plugins: { spindle: SpindlePlugin };
  languageOptions: { globals: Record<string, 'readonly'> };
  rules: Record<string, 'error' | 'warn'>;
}

export interface SpindlePlugin {
  meta: { name: string; version: string; namespace: string };
  rules: Readonly<Record<string, Rule>>;
  configs: { recommended: SpindleConfig };
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The plugin of ESLint and Oxlint: `export default [spindle.configs.recommended]`. */
const spindle: SpindlePlugin = {
  meta: { name: '@spindle/eslint-plugin', version, namespace: 'spindle' },
  rules,
  configs: {
    get recommended() {
      return recommended;
    },
  },
};

const recommended: SpindleConfig = {
  name: 'spindle/recommended',
  // Not `files`, which would make ESLint lint files that the project does not lint. Other languages than JavaScript
  // know no globals.
  ignores: ['**/*', '!**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx,vue,svelte,astro}'],
  plugins: { spindle },
  languageOptions: { globals: { ...globals } },
  // What does not compile is an error; all else compiles, and is told as the compiler tells it.
  rules: Object.fromEntries(
    RULE_TABLE.filter(({ isOptional }) => isOptional !== true).map(({ name }) => [
      `spindle/${name}`,
      name === COMPILE ? 'error' : 'warn',
    ]),
  ),
};

export default spindle;
