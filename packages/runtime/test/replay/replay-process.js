/**
 * Replays logs on the build, in a process of its own: each message `{ log, steps }` is answered with `{ lines }`, the trace, or with
 * `{ error }`, if the run differs from the log.
 */
import * as abi from '../../dist/abi.js';
import * as host from '../../dist/host.js';
import * as words from '../../dist/index.js';
import { replay } from '../../dist/replay.js';
import * as scenes from '../../dist/scenes.js';
import { makeWorld } from './replay-world.js';

const runtime = { ...abi, ...words, ...scenes, ...host };

process.on('message', async (job) => process.send(await (job.rest === undefined ? playAgain(job) : goOn(job))));

/** Replays the steps, goes on with the rest of them live, and answers with the trace and the log. */
async function goOn({ log, steps, rest }) {
  const worlds = [];
  const onError = (error) => worlds[0].lines.push(`uncaught: ${error.message}`);
  const program = (scheduler) => {
    const world = makeWorld(runtime, scheduler);
    worlds.push(world);
    for (const step of steps) {
      if (world.isInside(step)) world.play(step);
      else world.remember(step);
    }
  };
  try {
    // oxlint-disable-next-line unicorn/no-thenable -- an option is called so
    const scheduler = replay(log, program, { onError, then: 'live' });
    for (const step of rest) {
      worlds[0].play(step);
      for (let i = 0; i < 4; i++) await Promise.resolve();
    }
    return { lines: worlds[0].lines, log: scheduler.record() };
  } catch (error) {
    return { error: `${error.code} ${error.message}` };
  }
}

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
