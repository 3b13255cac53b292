import { kinds } from './program.js';

const list = (text: string): string[] => text.trim().split(/\s*[,\n]\s*/);

const statements = list(`
  call used, call beside, call outside, call plain, call concise, ask used, ask outside, waitOn used, waitOn beside
  promise call, promise free, promise held, start start, start attach, start spawn
  clock pause, clock resume, clock scale
  pause pause, pause resume
  group all, group race, group tracks, group withTimeout, group hold
  wait of the scheduler, waitUntil of the scheduler, waitSignal of the scheduler
`);
/** Those that come in these forms only. */
const inForms = list('call, ask, waitOn, promise, start, clock, pause, group');

const joins = list('thread, entity, all, race, withTimeout');
const happenings = list('time, frame, predicate, signal, call, event, promise');

const rules = list(`
  R5 queues, R5 queues at the front, R5b has its owner back as its join begins, of several who hold or lost an owner the last is waited for, R5c stands behind its own calls, R5b a family holds together, R5b leaves the queue, R5b leaves the queue while the arms begin
  a finally block ends before the unwinding, what is left of finally blocks is left out
  cancelOthers spares who waits for it, cancelOthers waits for who runs
  R5b a call names its owner, R5b siblings hold together
  R5b the rest of all never begin, R5b the rest of race never begin, R5b the rest of tracks never begin
  R6 lost to a thread of its own turn, R6 falls back, R7 granted, R9 refused, R10 refused
  a scope waits for what began in it
  a closed scheduler refuses, a cancel is passed on
  a clock that follows stands or jumps
  orders pass to who has waited, an order in a queue never begins
  a stopped thread comes up, a stopped thread goes on
  a call gives a Promise, step 6 once in a pulse
  the time of event runs out, the time of withTimeout runs out
  R5d dropped, R5d interrupts one, R5d interrupts one that has interrupted, R5d the end of its wait queues
  R5d an interruption queues at the front, R5d beside who holds
  what is sticky is given, what was kept is given
`);

/**
 * What the random programs have to reach, by the share of programs that do, at the least. The shares that were measured are twice
 * as high or more; a construct that falls below has been lost, or is drowned by others.
 */
const floors: readonly (readonly [percent: number, what: readonly string[]])[] = [
  [2, [...kinds.filter((kind) => !inForms.includes(kind)), ...statements]],
  [1, [...happenings, ...joins, 'queue', 'yield'].map((wait) => `waits: ${wait}`)],
  [1, [...happenings, ...joins, 'hold', 'blocked'].map((wait) => `waits: ${wait} (held)`)],
  [0.5, rules.map((rule) => `rule: ${rule}`)],
  [0.2, ['waits: orders (held)']],
  [
    0.2,
    ['an order that was promised its owner never begins', 'an awaited order ends with its giver'].map(
      (what) => `rule: ${what}`,
    ),
  ],
  [
    0.05,
    ['an order stays for who waits for it', 'orders that it stood behind end, too'].map((what) => `rule: ${what}`),
  ],
  [0.1, ['in the queue', 'of who holds', 'at once'].map((where) => `rule: R5d takes the place ${where}`)],
  [
    0.15,
    ['R5b siblings come in together', 'R9 who gets it back lets it in', 'next() gives at once'].map(
      (what) => `rule: ${what}`,
    ),
  ],
  [
    0.05,
    [
      'rule: an error ends a scope',
      'rule: what an attached thread begins ends with the scope',
      'rule: who stands in a queue is passed over',
      'rule: R5b a family parts',
    ],
  ],
  [
    0.02,
    ['interrupts a family', 'a family gets it back together', 'every leaves out turns'].map(
      (what) => `rule: R5d ${what}`,
    ),
  ],
  [0.1, [...happenings, ...joins, 'hold', 'queue', 'ready', 'blocked'].map((wait) => `cancelled: ${wait}`)],
];

/** What too few of the programs have reached. */
export function missing(reached: ReadonlyMap<string, number>, programs: number): string[] {
  return floors.flatMap(([percent, what]) =>
    what
      .map((each) => ({ each, share: ((reached.get(each) ?? 0) / programs) * 100 }))
      .filter(({ share }) => share < percent)
      .map(({ each, share }) => `${each}: ${share.toFixed(1)} % of the programs, not ${percent} %`),
  );
}
