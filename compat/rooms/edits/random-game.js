/** A room of the lane of random edits: `told` also tells where its calls stand. */
import { readFileSync } from 'node:fs';
import { loadScripts, makeGame } from './game.js';
import { PLACES } from './generator.js';

export async function loadGame(file) {
  const gameOf = await loadRandom(JSON.parse(readFileSync(file, 'utf8')));
  return (room) => gameOf(room);
}

/** Of the scripts of some rooms. */
export async function loadRandom(given) {
  const { positionsIn } = await import(PLACES);
  const scripts = await loadScripts(given);
  return (room) => makeGame(scripts[room], (scheduler) => positionsIn(scheduler).map(asData));
}

/** A variable that has no value is to be seen in JSON. */
const asData = ({ locals, ...rest }) => ({
  ...rest,
  locals: Object.fromEntries(Object.entries(locals).map(([name, value]) => [name, value ?? null])),
});
