/**
 * Replays logs on the build, in a process of its own: each message `{ log, steps }` is answered with `{ lines }`, the trace, or with
 * `{ error }`, if the run differs from the log.
 */
import * as runtime from '../../dist/index.js';
import { replay } from '../../dist/replay.js';
import { makeWorld } from './replay-world.js';

process.on('message', (job) => process.send(playAgain(job)));

function playAgain({ log, steps }) {
  const worlds = [];
  const onError = (error) => worlds[0].lines.push(`uncaught: ${error.message}`);
  const program = (scheduler) => {
    worlds.push(makeWorld(runtime, scheduler));
    for (const step of steps) if (worlds[0].isInside(step)) worlds[0].play(step);
  };
  try {
    replay(log, program, { onError });
    return { lines: worlds[0].lines };
  } catch (error) {
    return { error: `${error.code} ${error.message}` };
  }
}
