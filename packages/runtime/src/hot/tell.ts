/** What is told of an update. */
import { showNote } from '../overlay/show-errors.js';
import { leftText, mappedText } from '../saves/edits/describe.js';
import { isMapped } from '../saves/edits/map-pauses.js';
import type { EditedCall } from './go-on.js';
import type { Update } from './put-in-place.js';

interface Host {
  readonly console: { info(text: string): void };
}

/** In the console of the page, and on the page itself what goes on in the old code though it might have gone on in the new one. */
export function tell(file: string, { mapped, left, doubts }: Update): void {
  const surprising = mapped.flatMap(({ thread, standing }) =>
    isMapped(standing!.found) && standing!.found.surprises.length > 0 ? mappedText(thread, standing!) : [],
  );
  const { console } = globalThis as unknown as Host;
  console.info(
    [
      `Spindle: new calls run the new code of ${file}.`,
      ...paragraph('These calls go on in it:', [...surprising, ...doubts]),
      ...paragraph('These threads go on in the old code to its end:', left.map(textOf)),
    ].join(' '),
  );
  const refused = left.filter(({ frame, standing }) => standing && !shown.has(frame));
  for (const { frame } of refused) shown.add(frame);
  for (const text of paragraph('These threads go on in the old code to its end:', refused.map(textOf)))
    showNote(file, text);
}

/** Each once: it may stay through many edits. */
const shown = new WeakSet<object>();

const textOf = ({ thread, standing }: EditedCall): string =>
  standing === undefined ? String(thread) : leftText(thread, standing);

/** Empty without lines. */
function paragraph(head: string, given: readonly string[]): string[] {
  const lines = [...new Set(given)];
  if (lines.length === 0) return [];
  const more = lines.length > 10 ? [`and ${lines.length - 10} more`] : [];
  return [[head, ...lines.slice(0, 10), ...more].join('\n  ')];
}
