/** The game that each project has, in JavaScript and in TypeScript, and what is expected of it. */

const main = (sceneFile, textType) => `import '@spindle/runtime/globals-guard';
import { scheduler } from '@spindle/runtime';
import { scene } from '${sceneFile}';

scene((text${textType}) => console.log(text));
for (let i = 0; i < 10; i++) scheduler.pulse(16);
`;

/** `types` are the annotations: both games have the same lines. */
const scene = (types) => `// @compile
export function scene(say${types.say})${types.nothing} {
  say('begins');
  wait(10);
  const begun${types.number} = clock.now;
  wait(50);
  say('ends after ' + (clock.now - begun)${types.text});
  hitAWall();
}

// @compile
export function hitAWall()${types.nothing} {
  wait(10);
  throw new Error('a wall');
}
`;

export const GAME = {
  'src/main.js': main('./scene.js', ''),
  'src/scene.js': scene({ say: '', nothing: '', number: '', text: '' }),
};

export const TYPED_GAME = {
  'src/main.ts': main('./scene', ': string'),
  'src/scene.ts': scene({ say: ': (text: string) => void', nothing: ': void', number: ': number', text: ' as string' }),
};

const compilerOptions = {
  composite: true,
  rootDir: 'src',
  outDir: 'dist',
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom'],
  strict: true,
  types: ['@spindle/runtime/globals'],
};
const packageOf = (name, references, exports) => ({
  [`packages/${name}/package.json`]: JSON.stringify({
    name: `@game/${name}`,
    version: '1.0.0',
    type: 'module',
    exports,
  }),
  [`packages/${name}/tsconfig.json`]: JSON.stringify({ compilerOptions, include: ['src'], references }),
});

/** The same in two packages, of which one refers to the other. */
export const MONOREPO = {
  'tsconfig.json': JSON.stringify({ files: [], references: [{ path: 'packages/game' }] }),
  ...packageOf('scripts', [], { types: './dist/scene.d.ts', default: './src/scene.ts' }),
  ...packageOf('game', [{ path: '../scripts' }]),
  'packages/scripts/src/scene.ts': TYPED_GAME['src/scene.ts'],
  'packages/game/src/main.ts': TYPED_GAME['src/main.ts'].replace("'./scene'", "'@game/scripts'"),
};

/** What each prints, and where the error comes from: on which line of the source a source map says that it was thrown. */
export const EXPECTED = { lines: ['begins', 'ends after 64'], error: 'a wall', place: /scene\.[jt]s:14/ };

/** How a tool says that the plugin is missing. */
export const MISSING = /SPN423|SPN504|SPN532|was not compiled/;

/** The game as a test of Jest and Vitest. */
export const TESTED_GAME = {
  ...GAME,
  'src/scene.test.js': `import '@spindle/runtime/globals-guard';
import { start } from '@spindle/runtime';
import { scriptTest } from '@spindle/runtime/testing';
import { scene } from './scene.js';
// @compile
scriptTest('a scene', () => {
  const said = [];
  start(() => scene((text) => said.push(text)));
  wait(75);
  console.log(said.join('\\n'));
  expect(said).toEqual(['begins', 'ends after 64']);
  waitFor(scene(() => {}));
});
`,
};
