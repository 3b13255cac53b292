/**
 * What one resume costs: 10,000 scripts that each wait a frame, against a bare loop over as many native generators.
 * Both run in turns in one process; the median of 60 rounds of 10 frames. `npm run build && npm run bench`.
 */
import { $thread, clock, Scheduler, waitUntil } from '@spindle/runtime';

const SCRIPTS = 10_000;
const ROUNDS = 60;
const FRAMES = 10;

const scheduler = new Scheduler();
const script = $thread(function* () {
  for (;;) {
    const frame = clock.frame;
    yield waitUntil(frame + 1);
  }
}, 'script(0)');
scheduler.enter(() => {
  for (let i = 0; i < SCRIPTS; i++) script();
});

function* bare() {
  for (;;) yield;
}
const generators = Array.from({ length: SCRIPTS }, bare);

const ours = [];
const theirs = [];
for (let round = 0; round < ROUNDS; round++) {
  ours.push(time(() => scheduler.pulse(16)));
  theirs.push(
    time(() => {
      for (const generator of generators) generator.next();
    }),
  );
}
const [a, b] = [median(ours), median(theirs)];
console.log(
  `10,000 scripts: ${a.toFixed(2)} ms a frame; bare generators ${b.toFixed(2)} ms; ratio ${(a / b).toFixed(1)}`,
);

function time(frame) {
  const startMs = performance.now();
  for (let i = 0; i < FRAMES; i++) frame();
  return (performance.now() - startMs) / FRAMES;
}

function median(values) {
  return values.sort((x, y) => x - y)[values.length >> 1];
}
