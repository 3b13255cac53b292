/**
 * Runs the compiled scenes and prints what happened: on virtual time, at once; with `--live` in real time, as it happens.
 * `npm run demo` compiles this folder first, then starts the compiled copy of this file.
 */
import { Scheduler } from '@spindle/runtime';
import { listeners, timeline } from './actors.js';
import { arrival } from './scenes/arrival.js';
import { opening } from './scenes/opening.js';
import { pressBoth } from './scenes/two-buttons.js';

const FRAME_MS = 1000 / 60;
const WHO_WIDTH = 8;

const scenes = [
  { title: 'Opening: tracks, signals, idle chatter', play: opening },
  { title: 'Arrival: walk to a point, and signal', play: arrival },
  { title: 'Two buttons and one player', play: pressBoth },
];

const [, , option] = process.argv;
if (option !== undefined && option !== '--live') {
  console.error(`demo: there is no option ${option}. Use --live, or none.`);
  process.exitCode = 1;
} else {
  for (const scene of scenes) await run(scene, option === '--live');
}

async function run({ title, play }, live) {
  const scheduler = new Scheduler({ seed: 7 });
  timeline.length = 0;
  console.log(`\n${title}\n`);
  console.log(row('frame', 'ms', 'who', 'what'));
  console.log(row('─────', '──────', '─'.repeat(WHO_WIDTH), '─'.repeat(40)));
  scheduler.enter(play);
  if (live) await playLive(scheduler);
  else playAtOnce(scheduler);
  const last = timeline.at(-1);
  console.log(`\n${timeline.length} lines, ${last.frame} frames, ${(last.ms / 1000).toFixed(1)} s of game time.`);
}

function playAtOnce(scheduler) {
  while (scheduler.threads.length > 0) scheduler.pulse(FRAME_MS);
  for (const line of timeline) print(line);
}

/** Rows that stand already are printed first; the others come while the driver pulses. */
async function playLive(scheduler) {
  for (const line of timeline) print(line);
  listeners.add(print);
  const stop = scheduler.start({ driver: 'interval', intervalMs: FRAME_MS });
  while (scheduler.threads.length > 0) await Promise.allSettled(scheduler.threads);
  stop();
  listeners.delete(print);
}

function print({ frame, ms, who, what }) {
  console.log(row(frame, ms, who, what));
}

function row(frame, ms, who, what) {
  return `${String(frame).padStart(5)}  ${String(ms).padStart(6)}  ${who.padEnd(WHO_WIDTH)}  ${what}`;
}
