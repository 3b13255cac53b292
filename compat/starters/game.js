/** The game of the packed projects as a folder beside the code of a starter, which imports its `main`. */
import { GAME, TYPED_GAME } from '../packed/game.js';

const within = (folder, files) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name.replace(/^src/, folder), text]));

export const gameIn = (folder) => within(folder, GAME);

/** A wrong call is an error only where the words have their types. */
export const typedGameIn = (folder) => ({
  ...within(folder, TYPED_GAME),
  [`${folder}/wrong.ts`]: `// @ts-expect-error -- milliseconds are a number
export const wrong = (): void => wait('soon');
`,
});
