import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bundleBabel } from './scripts/jest/bundle-babel.js';
import { writeTogether } from './scripts/jest/together.js';

// BABEL=8 runs the same tests on the Babel of compat/babel8; BABEL=7,8,short runs these lanes at once.
const lanes = (process.env.BABEL ?? '7').split(',');

function packagesOf(lane) {
  const packages =
    'core parser traverse generator preset-typescript preset-env preset-react plugin-proposal-decorators'.split(' ');
  return lane === '7' ? [...packages, 'types', 'template'] : packages;
}

const builtPlugin = hashFiles(new URL('packages/babel-plugin-threads/dist/', import.meta.url));

// BABEL=short runs them on Babel 7 and the runtime with the short internal names of production (`scripts/production.js`), and only the tests below.
const onShortNames = {
  '^@spindle/runtime$': '<rootDir>/build/short/index.js',
  '^@spindle/runtime/(.+)$': '<rootDir>/build/short/$1.js',
  '/packages/runtime/src/(.+)\\.js$': '<rootDir>/build/short/$1.js',
};
const ofShortNames =
  process.env.ALL_CASES === '1'
    ? [
        '<rootDir>/fixtures/{fixtures,run,frames,both-targets,global-runtime}.test.ts',
        '<rootDir>/examples/**/*.test.ts',
        '<rootDir>/scripts/docs/guide.test.ts',
      ]
    : ['<rootDir>/fixtures/global-runtime.test.ts'];

const ofAll = [
  '<rootDir>/packages/*/test/**/*.test.ts',
  '<rootDir>/fixtures/*.test.ts',
  '<rootDir>/examples/**/*.test.ts',
  '<rootDir>/play/{stage,scenes,test}/**/*.test.ts',
  '<rootDir>/scripts/**/*.test.ts',
  '<rootDir>/conformance/test262/*.test.js',
  '<rootDir>/conformance/{edits,programs,saves,shared}/*.test.ts',
];

// Nothing there is compiled by Babel, or only to be run: what holds in one lane holds in all.
const withoutBabel = [
  '/packages/runtime/test/(?!globals-guard)',
  // They are bundled with the Babel of the root, or written as the plugin emits.
  '/packages/(colyseus|compiler|create-spindle|engines|eslint-plugin|inspector|language-server|rooms|unplugin)/test/',
  '/scripts/(check-structure|emitted-names|internal-names|issue-template|mutations|packages|production|why|rules/|types/|docs/(blocks|docs|docstrings|guide|site)\\.)',
  // The scenes are compiled by @spindle/compiler.
  '/play/(stage|scenes|test)/',
  // They are compiled to be played, one of them by @spindle/compiler.
  '/examples/(duel\\.|pieces/)',
  // @spindle/compiler writes its messages.
  '/fixtures/own-language',
  // The command compiles with @spindle/compiler, which has a Babel of its own.
  '/packages/cli/test/(?!compile/strip-types)',
  // It makes texts small, whatever compiles them.
  '/fixtures/minimize',
  // They run code that is written out, or compiled only to be run.
  '/fixtures/(run|depth|saves)\\.',
  // They compare the plugin with itself, and bytes with bytes.
  '/conformance/(edits|programs/liveness|saves)',
  '/babel-plugin-threads/test/lower/size',
];
// These run in this lane each night, and where it runs alone: what the plugin finds and tells, which all fixtures, those of errors and diagnostics among them, ask in both
// lanes; and what hardly depends on the version of Babel: the harness of test262, other ways to compile the same fixtures, and that nothing is there for saves without them.
const ofNight =
  lanes.length === 1 || process.env.ALL_CASES === '1'
    ? []
    : [
        '/babel-plugin-threads/test/(analyse|marks|validate)/',
        '/conformance/test262/judge',
        '/fixtures/(saves-off|variants)\\.',
      ];
// All of it stands in one lane, that of short names.
const onGlobalRuntime = '/fixtures/global-runtime';
const skipped = {
  7: [onGlobalRuntime],
  8: [...withoutBabel, ...ofNight, onGlobalRuntime],
};

async function projectOf(lane) {
  const hasShortNames = lane === 'short';
  const version = hasShortNames ? '7' : lane;
  const packages = packagesOf(version);
  const folder = version === '7' ? '' : `compat/babel${version}`;
  const babel = await bundleBabel(path.join(import.meta.dirname, folder), packages);
  const testMatch = hasShortNames ? ofShortNames : ofAll;
  return {
    testMatch: process.env.TOGETHER === undefined ? testMatch : writeTogether(lane, testMatch, skipped[lane] ?? []),
    extensionsToTreatAsEsm: ['.ts'],
    // The examples and the stage of the playground are compiled with the plugin (`babel.config.js`). All else that is JavaScript runs as it is.
    transform: { '/(examples|play/stage)/': 'babel-jest', '\\.ts$': '<rootDir>/scripts/jest/strip-types.js' },
    moduleNameMapper: {
      '^@spindle/runtime$': '<rootDir>/packages/runtime/src/index.ts',
      '^@spindle/runtime/(.+)$': '<rootDir>/packages/runtime/src/$1.ts',
      '/babel-plugin-threads/dist/(.+)\\.js$': '<rootDir>/packages/babel-plugin-threads/src/$1.ts',
      '^@spindle/unplugin/(.+)$': '<rootDir>/packages/unplugin/src/$1.ts',
      '^@spindle/cli/config$': '<rootDir>/packages/cli/src/config.ts',
      '^@spindle/cli/explain$': '<rootDir>/packages/cli/src/explain/explain.ts',
      '^@spindle/eslint-plugin$': '<rootDir>/packages/eslint-plugin/src/index.ts',
      '^@spindle/compiler$': '<rootDir>/packages/compiler/src/index.ts',
      '^@spindle/rooms$': '<rootDir>/packages/rooms/src/index.ts',
      '^@spindle/rooms/client$': '<rootDir>/packages/rooms/src/client.ts',
      '^babel-plugin-threads/(printable|suggestions)$': '<rootDir>/packages/babel-plugin-threads/src/messages/$1.ts',
      '^babel-plugin-threads$': '<rootDir>/packages/babel-plugin-threads/src/index.ts',
      '^(\\.{1,2}/(?!.*/node_modules/).*)\\.js$': '$1',
      [`^@babel/(${packages.join('|')})$`]: babel.modules,
      ...(hasShortNames && onShortNames),
    },
    testEnvironment: '<rootDir>/scripts/jest/environment.js',
    testEnvironmentOptions: { babelScript: babel.script, lane },
    testPathIgnorePatterns: skipped[lane] ?? [],
    modulePathIgnorePatterns: ['<rootDir>/compat/', '/dist/'],
    // Part of the cache's key: examples are compiled with the built plugin, so a new build compiles them again.
    globals: { builtPlugin },
    displayName: hasShortNames ? 'short names' : `babel ${lane}`,
  };
}

const projects = await Promise.all(lanes.map(projectOf));

export default {
  ...(projects.length === 1 ? projects[0] : { projects }),
  testSequencer: '<rootDir>/scripts/jest/longest-first.js',
  reporters: ['default', ...(process.env.COUNT_FILE ? ['<rootDir>/scripts/jest/count-reporter.js'] : [])],
  // The five seconds of jest are too few where other work goes on beside the tests.
  testTimeout: 60_000,
  // Jest leaves one core free for a person who works beside it.
  maxWorkers: '100%',
  watchman: false,
};

function hashFiles(folder) {
  const hash = createHash('sha256');
  for (const name of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : []) {
    if (name.endsWith('.js')) hash.update(readFileSync(new URL(name, folder)));
  }
  return hash.digest('hex');
}
