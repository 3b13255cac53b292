/** More of (g), on demand by `npm run bench -- many`: each kind of wait, with each way to end it or to list the waiting scripts. */
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
