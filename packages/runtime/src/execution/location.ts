/** Where in its file a call waits, read from a native stack. */
import type { Site } from './call.js';
import { readStackLine } from './deep-calls.js';
import { layers } from './layers.js';

/** How an engine prints the call that resumes a generator. */
const NEXT = /^\s+at (?:.*\.)?(?:next|throw|return) \(<anonymous>\)$/;

/** Is it the line of what runs or resumes a body? The line before it belongs to the body. */
export const isStep = (line: string): boolean => NEXT.test(line) || layers.isStepper?.(readStackLine(line)[0]) === true;

/** `glitch.js:20:7`, of a frame object without a stack `20:7`; null if the location is unknown. */
export function locationOf(site: Site | null | undefined): string | null {
  if (site?.at !== undefined) return site.at;
  if (site == null || site.depth < 0) return null;
  const lines = (site.taken.stack ?? '').split('\n');
  const steps = lines.flatMap((line, index) => (isStep(line) ? [index] : []));
  const line = lines[(steps[site.depth] ?? 0) - 1];
  return /\(?([^\s()]+:\d+:\d+)\)?$/.exec(line ?? '')?.[1] ?? null;
}
