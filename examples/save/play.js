/**
 * The game, one process: `node play.js new slot.save` plays the cutscene, saves it in the middle of a sentence and ends; `node play.js load slot.save`
 * goes on from there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Scheduler } from '@spindle/runtime';
import { headOf, saves } from '@spindle/runtime/saves';
import { cutscene } from './cutscene.js';
import { page } from './page.js';

const FRAME_MS = 20;
/** When the player saves, in the middle of a sentence. */
const SAVED_AT_MS = 2600;

const [, , how, slot] = process.argv;
const scheduler = new Scheduler();
const game = saves(scheduler, { state: { save: () => page.save(), load: (data) => page.load(data) } });

if (how === 'new') {
  scheduler.enter(cutscene);
  while (scheduler.clock.now < SAVED_AT_MS) scheduler.pulse(FRAME_MS);
  scheduler.enter(() => page.show());
  writeFileSync(slot, game.save({ title: 'On the jetty' }));
  console.log(`\n  Saved into ${slot}.`);
} else {
  const text = readFileSync(slot, 'utf8');
  const { mapped, dropped } = game.load(text);
  console.log(`  Loaded: ${String(headOf(text).title)}.\n`);
  for (const what of mapped) console.log(`  Mind: ${what}.`);
  for (const what of dropped) console.log(`  Not in this build: ${what}.`);
  scheduler.enter(() => page.show());
  while (scheduler.threads.length > 0) scheduler.pulse(FRAME_MS);
}
