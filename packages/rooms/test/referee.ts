/** Says whether a room went as one that never moved, and whether each input came once. */
import type { NumberedOutput } from '../src/entries.js';
import { Ledger } from '../src/ledger.js';
import { pulseOnce } from '../src/replay.js';
import { cutscene } from './cutscene.js';
import type { World } from './world.js';

const OPTIONS = { seatSeconds: 60, stepMs: 50, log: false };
/** So many pulses may be on their way to a client that is still in the room. */
const ON_THE_WAY = 40;
/** So many outputs are kept for a client that is away. */
const KEPT = 400;

export interface Verdict {
  readonly outputs: number;
  readonly inputs: number;
  /** By client: the number of its last input. */
  readonly applied: ReadonlyMap<string, number>;
  readonly pulses: number;
}

/** Throws for the first difference. */
export function judge(world: World, room: string): Verdict {
  const history = world.history.get(room)!;
  const last = world.lastPulse(room);
  const applied = new Map<string, number>();
  const lost = new Set(lostInputs(world, room));
  const ledger = new Ledger();
  const game = cutscene();
  const wanted: NumberedOutput[] = [];
  for (let pulse = 1; pulse <= last; pulse++) {
    const { entries } = history.get(pulse)!;
    for (const entry of entries) {
      if (entry.kind === 'join') applied.set(entry.client, entry.after);
      if (!('n' in entry)) continue;
      let before = applied.get(entry.client);
      while (before !== undefined && lost.has(`${entry.client} ${before + 1}`)) before++;
      if (entry.n !== (before ?? Number.NaN) + 1)
        throw new Error(`Input ${entry.n} of ${entry.client} comes behind ${before}.`);
      applied.set(entry.client, entry.n);
    }
    const { output } = ledger;
    pulseOnce({ name: room, game, ledger }, 0, entries, OPTIONS);
    for (const one of ledger.ring) if (one.n > output) wanted.push(one);
  }
  for (const client of world.clients) if (client.room === room) compare(client, wanted);
  return {
    outputs: wanted.length,
    inputs: [...applied.values()].reduce((sum, n) => sum + n, 0),
    pulses: last,
    applied,
  };
}

/** What the storage had lost, as the owner has told. */
const lostInputs = (world: World, room: string): string[] =>
  world
    .reported('inputs lost')
    .flatMap((report) =>
      report.kind === 'inputs lost' && report.room === room
        ? Array.from({ length: report.last - report.first + 1 }, (_, at) => `${report.client} ${report.first + at}`)
        : [],
    );

function compare({ id, outputs, news, code, link }: World['clients'][number], wanted: readonly NumberedOutput[]): void {
  // Who has left is not told what is taken back.
  const last = code === null ? Math.max(0, ...outputs.keys()) : link.sure;
  const first = Math.min(Infinity, ...outputs.keys());
  const heardUntil = wanted.findLast(({ n, to }) => n <= last && (to === null || to === id))?.pulse ?? 0;
  const behind = (wanted.findLast(({ to }) => to === null || to === id)?.pulse ?? 0) - heardUntil;
  if (code === null && behind > ON_THE_WAY) throw new Error(`${id} has heard nothing for ${behind} pulses.`);
  const missed = new Set<number>();
  let isRewound = false;
  for (const one of news) {
    isRewound ||= one.kind === 'rewound';
    if (one.kind !== 'missed') continue;
    const kept = (wanted.at(-1)?.n ?? 0) - one.last;
    // Who was rewound may have had no seat where the room went back to: it was not waited for.
    if (kept < KEPT && !isRewound)
      throw new Error(`${id} was told that it has missed output ${one.last}, ${kept} before the last.`);
    for (let n = one.first; n <= one.last; n++) missed.add(n);
  }
  for (const { n, to, pulse, body } of wanted) {
    if (n < first || n > last) continue;
    const got = outputs.get(n);
    const isForIt = to === null || to === id;
    if (got === undefined && (!isForIt || missed.has(n))) continue;
    if (got === undefined || got.body !== body || got.pulse !== pulse || !isForIt)
      throw new Error(`Output ${n} of ${id} is ${JSON.stringify(got)}, not ${JSON.stringify({ pulse, body })}.`);
  }
}
