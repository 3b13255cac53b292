/** What runs sources without a bundler: TypeScript in Node, Deno, Bun, and the transformers of Jest that are not Babel; and Vitest in a page. */
import { findChromium } from '../../e2e/harness/chromium.js';
import { TESTED_GAME, TYPED_GAME } from './game.js';

const UNPLUGIN = ['@spindle/runtime', '@spindle/unplugin'];
const REGISTER = '@spindle/unplugin/register';
const IGNORE = "transformIgnorePatterns: ['/node_modules/(?!@spindle/)']";

/** A test in TypeScript, and the scene too. */
const TYPED_TEST = {
  'src/scene.ts': TYPED_GAME['src/scene.ts'],
  'src/scene.test.ts': TESTED_GAME['src/scene.test.js']
    .replace("'./scene.js'", "'./scene'")
    .replace('const said = [];', 'const said: string[] = [];'),
};

const jest = (name, { tools, transformer }) => ({
  name,
  install: [...UNPLUGIN, 'jest@30.5.2', '@types/jest@30.0.0', 'typescript@5.9.3', ...tools],
  manifest: { type: 'commonjs' },
  files: {
    ...TYPED_TEST,
    'tsconfig.json':
      '{ "compilerOptions": { "target": "es2022", "module": "commonjs", "isolatedModules": true, "allowJs": true, "sourceMap": true } }',
    'jest.config.js': `module.exports = { ${IGNORE}, transform: { '\\\\.[jt]sx?$': ['@spindle/unplugin/jest', { transformer: ${transformer} }] } };`,
  },
  without: {
    'jest.config.js': `module.exports = { ${IGNORE}, transform: { '\\\\.[jt]sx?$': ${transformer} } };`,
  },
  start: ['npx', 'jest'],
});

const bun = 'node_modules/@oven/bun-linux-x64/bin/bun';

export const runners = [
  jest('@swc/jest', {
    tools: ['@swc/jest@0.2.39', '@swc/core@1.16.22'],
    transformer: "['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }]",
  }),
  jest('ts-jest', { tools: ['ts-jest@29.4.15'], transformer: "['ts-jest', { diagnostics: false }]" }),
  {
    name: 'tsx, Spindle first',
    install: [...UNPLUGIN, 'tsx@4.23.15'],
    files: TYPED_GAME,
    start: ['node', '--import', REGISTER, '--import', 'tsx', 'src/main.ts'],
    // It drops the marks.
    startWithout: ['npx', 'tsx', '--import', REGISTER, 'src/main.ts'],
  },
  {
    name: 'tsx, which drops the marks',
    install: [...UNPLUGIN, 'tsx@4.23.15'],
    files: {
      ...TYPED_GAME,
      'src/scene.ts': TYPED_GAME['src/scene.ts'].replaceAll('// @compile\n', '').replace(/^/, "'use compile';"),
    },
    start: ['npx', 'tsx', '--import', REGISTER, 'src/main.ts'],
    place: /scene\.ts:\d+/,
    startWithout: ['node', '--import', 'tsx', 'src/main.ts'],
  },
  {
    name: 'Deno',
    install: [...UNPLUGIN, 'deno@2.9.6'],
    files: { ...TYPED_GAME, 'src/main.ts': TYPED_GAME['src/main.ts'].replace("'./scene'", "'./scene.ts'") },
    start: ['npx', 'deno', 'run', '-A', '--import', `npm:${REGISTER}`, 'src/main.ts'],
    startWithout: ['npx', 'deno', 'run', '-A', 'src/main.ts'],
  },
  {
    name: 'Bun',
    install: [...UNPLUGIN, '@oven/bun-linux-x64@1.4.5'],
    files: TYPED_GAME,
    start: [bun, '--preload', REGISTER, 'src/main.ts'],
    // Bun reads no source maps of plugins.
    place: /scene\.ts:\d+/,
    startWithout: [bun, 'src/main.ts'],
  },
  ...vitestInPage(),
];

/** Undefined without a browser: the lane says what was not seen. */
function vitestInPage() {
  const executablePath = findChromium();
  if (executablePath === undefined) return [];
  const config = (imports, plugins) => `${imports}
import { playwright } from '@vitest/browser-playwright';

const provider = playwright({ launchOptions: { executablePath: '${executablePath}', args: ['--no-sandbox'] } });
export default {
  ${plugins}
  test: { globals: true, browser: { enabled: true, headless: true, provider, instances: [{ browser: 'chromium' }] } },
};`;
  return [
    {
      name: 'Vitest, browser mode',
      install: [...UNPLUGIN, 'vitest@4.1.12', '@vitest/browser-playwright@4.1.12', 'playwright@1.65.1', 'vite@8.3.8'],
      files: {
        ...TESTED_GAME,
        'vitest.config.js': config("import spindle from '@spindle/unplugin/vite';", 'plugins: [spindle()],'),
      },
      without: { 'vitest.config.js': config('', '') },
      start: ['npx', 'vitest', 'run'],
    },
  ];
}
