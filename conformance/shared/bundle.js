/** Bundles the built runtime into one script that runs in the realm of the test, as it uses `instanceof Promise` and prototypes of that realm. */
import { buildSync } from 'esbuild';

/** The object of the option `runtime: { global }`, and internal exports that the test harness needs. */
const entry = `
export * from '../../packages/runtime/dist/index.js';
export * from '../../packages/runtime/dist/abi.js';
import { pausing, pausingMethod } from '../../packages/runtime/dist/natives.js';
export { setDefaultScheduler } from '../../packages/runtime/dist/scheduling/current-scheduler.js';
import { codeOf } from '../../packages/runtime/dist/execution/compiled-function.js';
import { $thread } from '../../packages/runtime/dist/dispatch/wrappers.js';
import { clock } from '../../packages/runtime/dist/words/clock-thread-random.js';
import { waitUntil } from '../../packages/runtime/dist/words/wait.js';
import { makeStress } from './stress.js';
export { pausing, pausingMethod };
export const stress = makeStress({ $thread, codeOf, clock, pausingMethod, waitUntil });
`;

export function bundleRuntime(globalName) {
  const { outputFiles } = buildSync({
    stdin: { contents: entry, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    globalName,
    target: 'esnext',
  });
  return outputFiles[0].text;
}
