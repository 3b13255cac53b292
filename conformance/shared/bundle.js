/** Bundles the built runtime into one script that runs in the realm of the test, as it uses `instanceof Promise` and prototypes of that realm. */
import { buildSync } from 'esbuild';

/** The object of the option `runtime: { global }`, `stressed` for code with forced pauses, and internal exports that the test harness needs. */
const entry = `
export * from '../../packages/runtime/dist/index.js';
export * from '../../packages/runtime/dist/abi.js';
export { setDefaultScheduler } from '../../packages/runtime/dist/scheduling/current-scheduler.js';
import { codeOf } from '../../packages/runtime/dist/execution/compiled-function.js';
import * as words from '../../packages/runtime/dist/index.js';
import * as abi from '../../packages/runtime/dist/abi.js';
import { clock } from '../../packages/runtime/dist/words/clock-thread-random.js';
import { waitUntil } from '../../packages/runtime/dist/words/wait.js';
import { makeStress } from './stress.js';
const stress = makeStress({ abi, codeOf, clock, waitUntil, isProxy: globalThis.isProxy });
export const stressed = { ...words, ...abi, ...stress.helpers, stress };
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
