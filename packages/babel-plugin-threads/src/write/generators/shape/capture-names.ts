/** What captures are called. */
import type { Capture } from '../../../plan.js';
import type { Shaper } from './shaper.js';

/** In the order of their first uses. Gives `captureNames`. */
export function nameCaptures({ analysis, captureNames, names }: Shaper): void {
  for (const capture of analysis.plan.captured.values())
    if (capture !== 'undefined' && !captureNames.has(capture))
      captureNames.set(capture, names.unique(nameFor(capture)));
}

function nameFor({ what, property }: Capture): string {
  if (what === 'arguments') return '$arguments';
  if (what === 'new.target') return '$newTarget';
  return property === undefined ? '$super' : `$super${property[0]!.toUpperCase()}${property.slice(1)}`;
}
