/** From a row of the storage to a room that goes on: its snapshot, and the pulses behind it run again. */
import type { LoadReport } from '@spindle/runtime/saves';
import type { Entry, Game } from './entries.js';
import { Ledger, type LedgerState } from './ledger.js';
import type { Snapshot } from './journal.js';
import { type AllOptions, seatPulsesOf } from './options.js';
import { pack, unpack } from './packed.js';
import type { LogRecord, Row } from './store/calls.js';

export interface Revived {
  readonly game: Game;
  readonly ledger: Ledger;
  /** What the load has done. */
  readonly loaded: LoadReport | null;
  /** What the row has, as the journal keeps it. */
  readonly snapshot: Snapshot;
  /** Behind the snapshot. */
  readonly log: Row['log'];
  /** How many pulses were run again. */
  readonly replayed: number;
  /** The replay went otherwise: the room is at its snapshot, and what the log has comes again. It has to be written at once. */
  readonly isUntrue: boolean;
}

const snapshotOf = ({ pulse, entries, seats }: Ledger, text: string): Snapshot => ({
  text,
  pulse,
  // What its seats have sent is in it: applied, or in its inbox.
  acks: [...seats].map(([client, { received }]) => [client, received]),
  entries,
});

/** Its text, packed: a line with the numbers, then the game. */
export const takeSnapshot = (ledger: Ledger, game: string): Snapshot =>
  snapshotOf(ledger, pack(`${JSON.stringify(ledger.state())}\n${game}`));

/** Throws what the game throws when the snapshot does not load. */
export function revive(name: string, row: Row, options: AllOptions): Revived {
  const text = unpack(row.snapshot);
  const load = (): Pick<Revived, 'game' | 'ledger' | 'loaded'> => {
    const end = text.indexOf('\n');
    const ledger = Ledger.from(JSON.parse(text.slice(0, end)) as LedgerState);
    const game = options.game(name);
    return { game, loaded: game.load(text.slice(end + 1)) ?? null, ledger };
  };
  const first = load();
  const snapshot = snapshotOf(first.ledger, row.snapshot);
  // A snapshot may have been written without its log going, and a record twice: a write of the whole room that was given up was done all the same.
  let last = snapshot.pulse;
  const log = row.log.filter(({ pulse }) => pulse > last && (last = pulse));
  const isUntrue = !replays(name, { ...row, log }, { ...first, options });
  const now = isUntrue ? load() : first;
  if (isUntrue) now.ledger.takeAgain(log.flatMap(({ entries }) => entries as Entry[]));
  return { ...now, snapshot, log, replayed: now.ledger.pulse - snapshot.pulse, isUntrue };
}

/** Runs the pulses behind the snapshot again. Returns false if a record says that the game was in another state. */
function replays(
  name: string,
  row: Row,
  { game, ledger, options }: { readonly game: Game; readonly ledger: Ledger; readonly options: AllOptions },
): boolean {
  // Who has written the records has a log.
  const runOne = (entries: LogRecord['entries']): void =>
    pulseOnce({ name, game, ledger }, row.epoch, entries as readonly Entry[], { ...options, log: true });
  const runTo = (last: number): void => {
    while (ledger.pulse < last) runOne([]);
  };
  for (const { pulse, entries, hash } of row.log) {
    runTo(pulse - 1);
    if (hash !== ledger.hash(game)) return false;
    // The first record has all that the inbox of the snapshot had.
    ledger.inbox = [];
    runOne(entries);
  }
  runTo(row.horizon);
  return true;
}

/** One pulse of a room, which is told. */
export function pulseOnce(
  { name, game, ledger }: { readonly name: string; readonly game: Game; readonly ledger: Ledger },
  epoch: number,
  entries: readonly Entry[],
  options: Pick<AllOptions, 'seatSeconds' | 'stepMs' | 'log' | 'onPulse'>,
): void {
  options.onPulse?.(name, ledger.pulse + 1, epoch, entries);
  ledger.add(game.pulse(ledger.begin(entries, seatPulsesOf(options))), options);
}
