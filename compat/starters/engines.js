/** The shapes of the starters that game engines have in repositories. */
import { typedGameIn } from './game.js';

const LOCAL = ['--port', '0', '--host', '127.0.0.1'];

/** Two configurations, which the scripts name by `--config`: as in `template-vite-ts` of Phaser. */
const phaser = {
  name: 'Phaser on Vite',
  files: {
    'package.json': JSON.stringify({
      private: true,
      scripts: {
        dev: 'node log.js dev & vite --config vite/config.dev.mjs',
        build: 'node log.js build & vite build --config vite/config.prod.mjs',
        'dev-nolog': 'vite --config vite/config.dev.mjs',
        'build-nolog': 'vite build --config vite/config.prod.mjs',
      },
      devDependencies: { typescript: '~5.7.2', vite: '^6.3.1' },
      dependencies: { phaser: '^3.90.0', terser: '^5.39.0' },
    }),
    'log.js': 'console.log(process.argv[2]);\n',
    'vite/config.dev.mjs': `import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  server: { port: 8080 },
});
`,
    'vite/config.prod.mjs': `import { defineConfig } from 'vite';

const announce = () => ({ name: 'announce', buildStart: () => void process.stdout.write('Building\\n') });

export default defineConfig({
  base: './',
  logLevel: 'warning',
  build: { minify: 'terser', terserOptions: { compress: { passes: 2 }, mangle: true, format: { comments: false } } },
  plugins: [
    announce(),
  ],
});
`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2020',
        useDefineForClassFields: true,
        module: 'ESNext',
        lib: ['ES2020', 'DOM', 'DOM.Iterable'],
        skipLibCheck: true,
        moduleResolution: 'bundler',
        allowImportingTsExtensions: true,
        isolatedModules: true,
        moduleDetection: 'force',
        noEmit: true,
        strictPropertyInitialization: false,
        strict: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        noUncheckedSideEffectImports: true,
      },
      include: ['src'],
    }),
    'index.html': `<!doctype html>
<title>A game</title>
<div id="game"></div>
<script type="module" src="/src/main.ts"></script>
`,
    'src/main.ts': `import startGame from './game/main';

document.addEventListener('DOMContentLoaded', () => startGame('game'));
`,
    'src/game/main.ts': `import { AUTO, Game } from 'phaser';
import { Play } from './scenes/Play';

export default (parent: string): Game => new Game({ type: AUTO, width: 320, height: 240, parent, scene: [Play] });
`,
    'src/game/scenes/Play.ts': `import { Scene } from 'phaser';

export class Play extends Scene {
  constructor() {
    super('Play');
  }
}
`,
  },
  game: {
    ...typedGameIn('src/spindle'),
    'src/game/scenes/Play.ts': `import { attachSpindle } from '@spindle/engines/phaser';
import { start } from '@spindle/runtime';
import { Scene } from 'phaser';

export class Play extends Scene {
  constructor() {
    super('Play');
  }

  create(): void {
    attachSpindle(this);
    start(() => blink(this));
  }
}

// @compile
function blink(scene: Scene): void {
  wait(100);
  scene.cameras.main.flash(100);
  console.log('Phaser makes time pass');
}
`,
  },
  enter: { 'src/main.ts': "import './spindle/main';" },
  types: ['npx', 'tsc'],
  dev: ['npm', 'run', 'dev-nolog', '--', ...LOCAL],
  builds: [{ build: ['npm', 'run', 'build-nolog'], preview: ['npx', 'vite', 'preview', ...LOCAL] }],
  until: /Phaser makes time pass/,
};

export const engines = [phaser];
