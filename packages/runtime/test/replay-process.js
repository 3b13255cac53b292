/** Replays a log on the build, in a process of its own: `{ log, steps }` comes in on stdin, the trace goes out on stdout. */
import { text } from 'node:stream/consumers';
import * as runtime from '../dist/index.js';
import { replay } from '../dist/replay.js';
import { makeWorld } from './replay-world.js';

const { log, steps } = JSON.parse(await text(process.stdin));
const worlds = [];
const onError = (error) => worlds[0].lines.push(`uncaught: ${error.message}`);
replay(
  log,
  (scheduler) => {
    worlds.push(makeWorld(runtime, scheduler));
    for (const step of steps) if (worlds[0].isInside(step)) worlds[0].play(step);
  },
  { onError },
);
process.stdout.write(JSON.stringify(worlds[0].lines));
