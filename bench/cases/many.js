/** (g) Very many scripts that are cancelled one by one, or found by their ids: the time per script for 100,000 scripts compared to 10,000. */
import { Scheduler } from '@spindle/runtime';
import { resume } from '@spindle/runtime/host';
import { compileScript } from '../compile.js';
import { processorMs, quantile } from '../measure.js';

const scripts = await compileScript('many');
const { walk } = await compileScript('walkers');

const FEW = 10_000;
const MANY = 100_000;
const ROUNDS = 3;

const times = (count, call) => Array.from({ length: count }, call);
export const cancelEach = (threads) => threads.forEach((thread) => thread.cancel());

/** Kinds of scripts that wait. `start` gives the scripts to cancel, in order of start. */
export const KINDS = [
  {
    id: 'frame',
    what: 'in a loop, for the next frame',
    start: (count) => times(count, () => walk({ x: 0, speed: 1 })),
  },
  { id: 'signal', what: 'for one signal', start: (count) => times(count, () => scripts.hear()) },
  { id: 'queue', what: 'in the queue of one owner', start: startQueue },
  { id: 'joiners', what: 'for the end of one script', start: startJoiners },
  { id: 'all', what: 'as the parts of one `all`', start: startAll },
];

function startQueue(count) {
  const door = new scripts.Door();
  door.open();
  return times(count, () => door.open());
}

function startJoiners(count) {
  const joined = scripts.sleep();
  return times(count, () => scripts.join(joined));
}

function startAll(count, scheduler) {
  const waits = scripts.joinAll(count);
  return scheduler.threads.filter((thread) => thread !== waits);
}

/** The first script of a chain in which each one waits for the value of a call to the next. */
function startChain(count, scheduler) {
  let link = null;
  for (let i = 0; i < count; i++) link = new scripts.Link(link);
  const first = link.call();
  while (scheduler.live.size < count) scheduler.pulse(16);
  return [first];
}

/** The median of the time per script in ns. */
function measureKind(kind) {
  const rounds = times(ROUNDS, () => [once(FEW, kind), once(MANY, kind)]);
  const [few, many, ratio] = [
    rounds.map(([ns]) => ns),
    rounds.map(([, ns]) => ns),
    rounds.map(([fewNs, manyNs]) => manyNs / fewNs),
  ].map((values) => quantile(values, 0.5));
  return [
    { name: 'spindle, 10,000', ns: few, rounds: ROUNDS, ratio: 1 },
    { name: 'spindle, 100,000', ns: many, rounds: ROUNDS, ratio },
  ];
}

/** As many schedulers with `count` scripts each as give the same total as the largest case. So the garbage collector has the same work in each case. */
function once(count, { start, end = cancelEach, isOver = hasEnded }) {
  const worlds = times(MANY / count, () => fill(count, start));
  globalThis.gc();
  const startMs = processorMs();
  worlds.forEach(({ threads, scheduler }) => end(threads, scheduler));
  const ms = processorMs() - startMs;
  if (!worlds.every(({ scheduler }) => isOver(scheduler, count))) throw new Error('not all of them have ended');
  return (ms * 1e6) / MANY;
}

/** One script may be left: the one that they waited for, or that waited for them. */
function hasEnded(scheduler) {
  return scheduler.live.size <= 1;
}

function fill(count, start) {
  const scheduler = new Scheduler();
  const threads = scheduler.enter(() => start(count, scheduler));
  if (scheduler.live.size < count) throw new Error('not all of them wait');
  return { scheduler, threads };
}

export const manyRow = (id, title, kind) => ({ id, title, unit: 'script', measure: () => measureKind(kind) });

function resumeEach(threads, scheduler) {
  threads.forEach(({ id }) => resume(scheduler, id));
  scheduler.pulse(16);
}

export const rows = [
  ...KINDS.map((kind) => manyRow(`g-cancel-${kind.id}`, `cancel scripts that wait ${kind.what}, first to last`, kind)),
  manyRow('g-cancel-chain', 'cancel the first of scripts that wait for each other’s values in a row', {
    start: startChain,
  }),
  manyRow('g-resume', 'resume scripts by their ids', {
    start: (count) => times(count, () => scripts.hear()),
    end: resumeEach,
  }),
];
