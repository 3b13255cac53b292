/**
 * Runs the compiled scenes and prints what happened: on virtual time, at once; with `--live` in real time, as it happens.
 * `npm run demo` compiles this folder first, then starts the compiled copy of this file.
 */
import { FRAME_MS, play, scenes } from './play.js';

const [, , option] = process.argv;
if (option !== undefined && option !== '--live') {
  console.error(`demo: there is no option ${option}. Use --live, or none.`);
  process.exitCode = 1;
} else {
  const driver = option === '--live' ? { driver: 'interval', intervalMs: FRAME_MS } : undefined;
  for (const scene of scenes) await play(scene, { driver, print: console.log });
}
