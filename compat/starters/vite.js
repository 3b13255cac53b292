/** What `npm create vite` makes. */
import { gameIn, typedGameIn } from './game.js';

const CREATE_VITE = 'vite@9.3.0';
const LOCAL = ['--port', '0', '--host', '127.0.0.1'];
export const VITE = {
  dev: ['npx', 'vite', ...LOCAL],
  builds: [{ build: ['npm', 'run', 'build'], preview: ['npx', 'vite', 'preview', ...LOCAL] }],
};

/** `build` of the typed ones checks the types of all, except with Svelte. */
export const created = (template, { game, enter, types, until }) => ({
  name: `create-vite, ${template}`,
  make: [CREATE_VITE, '--template', template, '--no-interactive'],
  game,
  enter,
  types,
  until,
  ...VITE,
});

/** A component with a script in it, beside the game. */
const walk = (counter, { type = '' }) => `// @compile
function walk()${type} {
  while (${counter} < 2) {
    wait(10);
    ${counter}++;
  }
  console.log('the component walked');
}

function play()${type} {
  start(() => walk());
  for (let i = 0; i < 5; i++) scheduler.pulse(16);
}
`;

const withComponent = ({ game, entry }, file, component, show) => ({
  game: { ...game, [`src/game/${file}`]: component, [entry.replace('main', 'game/show')]: show },
  enter: {
    [entry]: `import './game/main${entry.endsWith('.js') ? '.js' : ''}';\nimport './game/show${entry.endsWith('.js') ? '.js' : ''}';`,
  },
  until: /the component walked/,
});

const PLACE = "document.body.appendChild(document.createElement('div'))";

const vue = (made) =>
  withComponent(
    made,
    'Hero.vue',
    `<script setup${made.lang ?? ''}>
import { scheduler, start } from '@spindle/runtime';
import { onMounted, ref } from 'vue';

const steps = ref(0);

${walk('steps.value', made)}
onMounted(play);
</script>

<template>
  <p>{{ steps }}</p>
</template>
`,
    `import { createApp } from 'vue';
import Hero from './Hero.vue';

createApp(Hero).mount(${PLACE});
`,
  );

const svelte = (made) =>
  withComponent(
    made,
    'Hero.svelte',
    `<script${made.lang ?? ''}>
import { scheduler, start } from '@spindle/runtime';
import { onMount } from 'svelte';

let steps = $state(0);

${walk('steps', made)}
onMount(play);
</script>

<p>{steps}</p>
`,
    `import { mount } from 'svelte';
import Hero from './Hero.svelte';

mount(Hero, { target: ${PLACE} });
`,
  );

export const viteStarters = [
  created('vanilla-ts', { game: typedGameIn('src/game'), enter: { 'src/main.ts': "import './game/main';" } }),
  created('react-ts', { game: typedGameIn('src/game'), enter: { 'src/main.tsx': "import './game/main';" } }),
  created('vue', vue({ game: gameIn('src/game'), entry: 'src/main.js' })),
  created('vue-ts', vue({ game: typedGameIn('src/game'), entry: 'src/main.ts', lang: ' lang="ts"', type: ': void' })),
  created('svelte', svelte({ game: gameIn('src/game'), entry: 'src/main.js' })),
  created('svelte-ts', {
    ...svelte({ game: typedGameIn('src/game'), entry: 'src/main.ts', lang: ' lang="ts"', type: ': void' }),
    types: ['npm', 'run', 'check'],
  }),
];
