/** A history: what a minute of it keeps, and how long it takes to show another frame. Only on demand. */
import { history } from '@spindle/runtime/saves';
import { processorMs, quantile } from '../measure.js';
import { world } from './saves.js';

const FRAME_MS = 1000 / 60;
const MINUTE = 3600;
/** As much again, so that the oldest marks have been dropped. */
const FRAMES = 2 * MINUTE;
const MB = 2 ** 20;

async function played(count, options) {
  const { game, scheduler } = await world(count, 'Scout');
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const past = history(game, options);
  for (let frame = 0; frame < FRAMES; frame++) scheduler.pulse(FRAME_MS);
  globalThis.gc();
  return { past, bytes: process.memoryUsage().heapUsed - before };
}

/** Back, frame by frame, as with a key that is held. */
function backMs(past) {
  const times = Array.from({ length: 600 }, () => {
    const startMs = processorMs();
    past.back();
    return processorMs() - startMs;
  });
  past.goTo(past.newest);
  return times;
}

const EACH = [
  { name: 'a mark each 30 frames', options: { everyFrames: 30 } },
  { name: 'each 10', options: { everyFrames: 10 } },
  { name: 'each 30, without contents', options: { everyFrames: 30, contents: false } },
];

export const rows = [100, 1000].flatMap((count) => [
  {
    id: `history-memory-${count / 1000}k`,
    title: `a minute of ${count} scripts`,
    unit: 'MB',
    async measure() {
      const results = [];
      for (const { name, options } of EACH) {
        const { bytes, past } = await played(count, options);
        results.push({ name, value: bytes / MB });
        past.end();
      }
      return results;
    },
  },
  {
    id: `history-back-${count / 1000}k`,
    title: `one frame back, of ${count} scripts`,
    unit: 'ms',
    async measure() {
      const results = [];
      for (const { name, options } of EACH) {
        const { past } = await played(count, options);
        backMs(past);
        const times = backMs(past);
        results.push({ name, value: quantile(times, 0.5) }, { name: `${name}, p95`, value: quantile(times, 0.95) });
        past.end();
      }
      return results;
    },
  },
]);
