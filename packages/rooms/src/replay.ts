/** From a row of the storage to a room that goes on: its snapshot, and the pulses behind it run again. */
import type { Entry, Game, RoomEvent } from './entries.js';
import { Ledger, type LedgerState } from './ledger.js';
import type { Snapshot } from './journal.js';
import type { Row } from './store/calls.js';

export interface Revived {
  readonly game: Game;
  readonly ledger: Ledger;
  /** What the row has, as the journal keeps it. */
  readonly snapshot: Snapshot;
  /** How many pulses were run again. */
  readonly replayed: number;
  /** The replay went otherwise: the room is at its snapshot, and what the log has comes again. It has to be written at once. */
  readonly isUntrue: boolean;
}

/** The text of a snapshot: a line with the numbers, a line with the game. */
export function printSnapshot(ledger: LedgerState, game: string): string {
  return `${JSON.stringify(ledger)}\n${game}`;
}

function readSnapshot(text: string): { ledger: LedgerState; game: string } {
  const end = text.indexOf('\n');
  return { ledger: JSON.parse(text.slice(0, end)) as LedgerState, game: text.slice(end + 1) };
}

export const snapshotOf = (state: LedgerState, text: string): Snapshot => ({
  text,
  pulse: state.pulse,
  acks: acksOf(state),
  entries: state.entries,
});

/** The text of the game in a snapshot. */
export const gameOf = (snapshot: string): string => readSnapshot(snapshot).game;

/** What the seats of a snapshot have sent is in it: applied, or in its inbox. */
function acksOf({ seats }: LedgerState): Map<string, number> {
  return new Map(seats.map(([client, { received }]) => [client, received]));
}

export interface ReviveOptions {
  readonly makeGame: () => Game;
  readonly seatPulses: number;
  /** Each pulse that is run again. */
  readonly onPulse: (pulse: number, entries: readonly Entry[]) => void;
}

/** Throws what the game throws when the snapshot does not load. */
export function revive(row: Row, options: ReviveOptions): Revived {
  const { ledger: state, game: text } = readSnapshot(row.snapshot);
  const snapshot = snapshotOf(state, row.snapshot);
  const load = (): { game: Game; ledger: Ledger } => {
    const game = options.makeGame();
    game.load(text);
    return { game, ledger: Ledger.from(state) };
  };
  const { game, ledger } = load();
  if (replays(row, game, ledger, options))
    return { game, ledger, snapshot, replayed: ledger.pulse - state.pulse, isUntrue: false };
  const again = load();
  again.ledger.takeAgain(logOf(row, state.pulse).flatMap(({ entries }) => entries as Entry[]));
  return { ...again, snapshot, replayed: 0, isUntrue: true };
}

/** A snapshot may have been written without its log going: records that it has in it are skipped. */
const logOf = ({ log }: Row, pulse: number): Row['log'] => log.filter((record) => record.pulse > pulse);

/** Runs the pulses behind the snapshot again. Returns false if a record says that the game was in another state. */
function replays(row: Row, game: Game, ledger: Ledger, { seatPulses, onPulse }: ReviveOptions): boolean {
  const records = new Map(logOf(row, ledger.pulse).map((record) => [record.pulse, record]));
  const last = Math.max(row.horizon, ...records.keys());
  while (ledger.pulse < last) {
    const record = records.get(ledger.pulse + 1);
    if (record !== undefined && record.hash !== game.hash()) return false;
    // The first record has all that the inbox of the snapshot had.
    if (record !== undefined) ledger.inbox = [];
    const entries = (record?.entries ?? []) as readonly Entry[];
    onPulse(ledger.pulse + 1, entries);
    runPulse(game, ledger, entries, seatPulses);
  }
  return true;
}

/** One pulse of a room. */
export function runPulse(game: Game, ledger: Ledger, entries: readonly Entry[], seatPulses: number): void {
  const events: readonly RoomEvent[] = ledger.begin(entries, seatPulses);
  ledger.add(game.pulse(events));
}
