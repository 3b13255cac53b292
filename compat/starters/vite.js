/** What `npm create vite` makes. */
import { gameIn, typedGameIn } from './game.js';

const CREATE_VITE = 'vite@9.3.0';
const LOCAL = ['--port', '0', '--host', '127.0.0.1'];
export const VITE = {
  dev: ['npx', 'vite', ...LOCAL],
  build: ['npm', 'run', 'build'],
  preview: ['npx', 'vite', 'preview', ...LOCAL],
};

/** `build` of the typed ones checks the types of all, except with Svelte. */
const created = (template, { game, enter, types }) => ({
  name: `create-vite, ${template}`,
  make: [CREATE_VITE, '--template', template, '--no-interactive'],
  game,
  enter,
  types,
  ...VITE,
});

export const viteStarters = [
  created('vanilla-ts', { game: typedGameIn('src/game'), enter: { 'src/main.ts': "import './game/main';" } }),
  created('react-ts', { game: typedGameIn('src/game'), enter: { 'src/main.tsx': "import './game/main';" } }),
  created('vue', { game: gameIn('src/game'), enter: { 'src/App.vue': "import './game/main.js';" } }),
  created('vue-ts', { game: typedGameIn('src/game'), enter: { 'src/App.vue': "import './game/main';" } }),
  created('svelte', { game: gameIn('src/game'), enter: { 'src/App.svelte': "import './game/main.js';" } }),
  created('svelte-ts', {
    game: typedGameIn('src/game'),
    enter: { 'src/App.svelte': "import './game/main';" },
    types: ['npm', 'run', 'check'],
  }),
];
