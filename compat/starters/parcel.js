/** The shape of the samples that Excalibur has in repositories: Parcel, and the resolution of modules that TypeScript calls `node`. */
import path from 'node:path';
import { typedGameIn } from './game.js';

const SCENE = `import { Engine, Scene } from 'excalibur';
`;

export const excalibur = {
  name: 'Excalibur on Parcel',
  files: {
    'package.json': JSON.stringify({
      private: true,
      scripts: {
        start: 'parcel serve index.html',
        build: 'parcel build ./index.html --dist-dir ./dist --public-url ./',
        typecheck: 'tsc -p . --noEmit',
      },
      devDependencies: { parcel: '2.16.4', typescript: '5.9.3' },
      dependencies: { excalibur: '0.32.0' },
    }),
    'tsconfig.json': JSON.stringify({
      include: ['src/**/*'],
      compilerOptions: {
        target: 'es2015',
        module: 'es2015',
        lib: ['dom', 'es2015'],
        strict: true,
        // The types of Excalibur itself do not hold without it.
        skipLibCheck: true,
        moduleResolution: 'node',
        baseUrl: './src',
        esModuleInterop: true,
        forceConsistentCasingInFileNames: true,
      },
    }),
    'index.html': `<!doctype html>
<html>
  <head><title>A game</title></head>
  <body>
    <script type="module" src="./src/main.ts"></script>
  </body>
</html>
`,
    'src/main.ts': `import { Engine } from 'excalibur';
import { Play } from './play';

const engine = new Engine({ width: 320, height: 240, suppressPlayButton: true });
engine.add('play', new Play());
void engine.start().then(() => engine.goToScene('play'));
`,
    'src/play.ts': `${SCENE}
export class Play extends Scene {
  onInitialize(engine: Engine): void {
    engine.backgroundColor.a = 1;
  }
}
`,
  },
  game: {
    ...typedGameIn('src/game'),
    'src/play.ts': `import { attachSpindle } from '@spindle/engines/excalibur';
import { start } from '@spindle/runtime';
${SCENE}
export class Play extends Scene {
  onInitialize(engine: Engine): void {
    attachSpindle(this);
    start(() => fade(engine));
  }
}

// @compile
function fade(engine: Engine): void {
  wait(100);
  engine.backgroundColor.a = 1;
  console.log('Excalibur makes time pass');
}
`,
  },
  enter: { 'src/main.ts': "import './game/main';" },
  types: ['npm', 'run', 'typecheck'],
  // It takes no 0 for a free port.
  dev: ['npx', 'parcel', 'serve', 'index.html', '--host', '127.0.0.1', '--port', 'PORT'],
  builds: [{ build: ['npm', 'run', 'build'], preview: ['node', path.join(import.meta.dirname, 'serve.js'), 'dist'] }],
  until: /Excalibur makes time pass/,
};
