/** The scenes of the demo, and how one is played and written down: in the terminal, or in a page. */
import { Scheduler } from '@spindle/runtime';
import { drive } from '@spindle/runtime/host';
import { listeners, timeline } from './actors.js';
import { arrival } from './scenes/arrival.js';
import { arena } from './scenes/boss.js';
import { nightWatch } from './scenes/guard.js';
import { opening } from './scenes/opening.js';
import { level } from './scenes/tower.js';
import { pressBoth } from './scenes/two-buttons.js';

export const FRAME_MS = 1000 / 60;
const WHO_WIDTH = 8;

export const scenes = [
  { title: 'Opening: tracks, signals, idle chatter', start: opening },
  { title: 'Arrival: walk to a point, and signal', start: arrival },
  { title: 'Two buttons and one player', start: pressBoth },
  { title: 'A guard: he patrols, sees, hears, chases, gives up', start: nightWatch },
  { title: 'A tower that freezes: an effect beside the march', start: level },
  { title: 'A boss: phases, blows, questions', start: arena },
];

/** Plays a scene and hands each line to `print`: on virtual time, at once; with a `driver` in real time, as it happens. */
export async function play({ title, start }, { driver, print }) {
  const scheduler = new Scheduler({ seed: 7 });
  timeline.length = 0;
  print(`\n${title}\n`);
  print(row('frame', 'ms', 'who', 'what'));
  print(row('─────', '──────', '─'.repeat(WHO_WIDTH), '─'.repeat(40)));
  const printLine = ({ frame, ms, who, what }) => print(row(frame, ms, who, what));
  scheduler.enter(start);
  if (driver !== undefined) await playLive(scheduler, { driver, printLine });
  else playAtOnce(scheduler, printLine);
  const last = timeline.at(-1);
  print(`\n${timeline.length} lines, ${last.frame} frames, ${(last.ms / 1000).toFixed(1)} s of game time.`);
}

function playAtOnce(scheduler, printLine) {
  while (scheduler.threads.length > 0) scheduler.pulse(FRAME_MS);
  timeline.forEach(printLine);
}

/** Lines that stand already are printed first; the others come while the driver pulses. */
async function playLive(scheduler, { driver, printLine }) {
  timeline.forEach(printLine);
  listeners.add(printLine);
  const stop = drive(scheduler, driver);
  while (scheduler.threads.length > 0) await Promise.allSettled(scheduler.threads);
  stop();
  listeners.delete(printLine);
}

function row(frame, ms, who, what) {
  return `${String(frame).padStart(5)}  ${String(ms).padStart(6)}  ${who.padEnd(WHO_WIDTH)}  ${what}`;
}
