/**
 * Runs the compiled scenes and prints what happened: on virtual time, at once; with `--live` in real time, as it happens. With `save` it saves a
 * cutscene in the middle of a sentence and loads it in another process. `npm run demo` compiles this folder first, then starts the compiled copy of this file.
 */
import { FRAME_MS, play, scenes } from './play.js';
import { demo as saveDemo } from './save/demo.js';

const [, , option] = process.argv;
if (option === 'save') process.exitCode = saveDemo() ? 0 : 1;
else if (option !== undefined && option !== '--live') {
  console.error(`demo: there is no option ${option}. Use --live, save, or none.`);
  process.exitCode = 1;
} else {
  const driver = option === '--live' ? { driver: 'interval', intervalMs: FRAME_MS } : undefined;
  for (const scene of scenes) await play(scene, { driver, print: console.log });
}
