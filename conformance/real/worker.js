/** Plays one game natively and compiled, and compares what both print. */
import { parentPort, workerData } from 'node:worker_threads';
import { makePrograms } from './compile.js';
import { runCompiled, runNative } from './run.js';

const { file, seed, inputs: maxInputs, babel, target } = workerData;

send({ result: await play() });

async function play() {
  const { native, compiled, leftOut } = await makePrograms(file, { lane: babel, target });
  if (leftOut !== undefined) return { leftOut };
  send({ phase: 'plain' });
  const wanted = await runNative(native, { seed, maxInputs });
  if (wanted.inputs.length === 0) return { leftOut: `it takes no input (${wanted.said ?? wanted.end})` };
  send({ phase: 'compiled' });
  const got = await runCompiled(compiled, { seed, inputs: wanted.inputs });
  const difference = differenceOf(wanted, got);
  if (difference !== undefined) return { fault: `seed ${seed}: ${difference}` };
  const lines = wanted.text.split('\n').length - 1;
  return { lines, inputs: wanted.inputs.length, frames: got.frames, end: wanted.end };
}

function differenceOf(wanted, got) {
  // An endless program is stopped by the length of its text or by the number of its frames. In the second case it has printed less.
  if (wanted.end === 'threw TooLong' && got.isCutOff && wanted.text.startsWith(got.text)) return undefined;
  if (wanted.text !== got.text) {
    const [a, b] = [wanted.text.split('\n'), got.text.split('\n')];
    const at = a.findIndex((line, i) => line !== b[i]);
    return `line ${at + 1} of ${a.length}: ${JSON.stringify(a[at])} → ${JSON.stringify(b[at])}; ended: ${wanted.end} → ${got.end}`;
  }
  return wanted.end === got.end ? undefined : `ended: ${wanted.end} → ${got.end}`;
}

function send(message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a port of a worker, which has no origin
  parentPort.postMessage(message);
}
