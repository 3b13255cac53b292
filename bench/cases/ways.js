/** More of (g), on demand: `npm run bench -- many` for each kind of wait and each way to end it, or to list who waits. */
import { cancelEach, KINDS, manyRow } from './many.js';

const WAYS = [
  { id: 'last-to-first', what: 'cancel, last to first,', end: (threads) => cancelEach(threads.toReversed()) },
  { id: 'cancel-all', what: '`cancelAll` of', end: (_threads, scheduler) => scheduler.cancelAll() },
  {
    id: 'dump',
    what: '`dump()` of',
    end: (_threads, scheduler) => scheduler.dump(),
    isOver: (scheduler, count) => scheduler.live.size >= count,
  },
];

export const rows = KINDS.flatMap(({ id, what, start }) =>
  WAYS.map((way) => manyRow(`many-${id}-${way.id}`, `${way.what} scripts that wait ${what}`, { ...way, start })),
);
