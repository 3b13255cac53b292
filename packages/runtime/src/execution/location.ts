/** Where in its file a call waits, read from a native stack. */
import type { Site } from './call.js';

/** How an engine prints the call that resumes a generator. The line before it belongs to the generator. */
export const STEP: RegExp = /^\s+at (?:.*\.)?(?:next|throw|return) \(<anonymous>\)$/;

/** `glitch.js:20:7`, or null if the location is unknown. */
export function locationOf(site: Site | null | undefined): string | null {
  if (site == null || site.depth < 0) return null;
  const lines = (site.taken.stack ?? '').split('\n');
  const steps = lines.flatMap((line, index) => (STEP.test(line) ? [index] : []));
  const line = lines[(steps[site.depth] ?? 0) - 1];
  return /\(?([^\s()]+:\d+:\d+)\)?$/.exec(line ?? '')?.[1] ?? null;
}
