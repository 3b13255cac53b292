/** From a row to a room that goes on. */
import type { Entry, Game, RoomEvent } from '../src/entries.js';
import { Ledger } from '../src/ledger.js';
import { DEFAULTS } from '../src/options.js';
import { revive, takeSnapshot } from '../src/replay.js';
import type { Row } from '../src/store/calls.js';

const input = (n: number): Entry => ({ kind: 'input', client: 'ann', n, name: 'clap', args: [] });
/** Of a room that has sent these bodies in the pulses behind the snapshot. */
function recordOf(pulse: number, bodies: readonly unknown[], hash: string, ...entries: Entry[]): Row['log'][number] {
  const ledger = new Ledger();
  for (const [at, body] of bodies.entries())
    Object.assign(ledger, { pulse: 6 + at, output: 5 + at }).add([{ to: null, body }], { log: true });
  return { pulse, hash: ledger.hash({ hash: () => hash } as Game), entries };
}
/** What is behind the snapshot shows its pulse. */
const record = (pulse: number, hash: string, ...entries: Entry[]): Row['log'][number] =>
  recordOf(pulse, [6, 7, 8].slice(0, Math.max(0, pulse - 6)), hash, ...entries);

/** Keeps what it was told, by pulse; its digest is how often it was told something. */
function listener(): Game & { heard: [pulse: number, events: readonly RoomEvent[]][] } {
  let pulse = 0;
  let count = 0;
  const heard: [number, readonly RoomEvent[]][] = [];
  return {
    heard,
    pulse(events) {
      pulse++;
      count += events.length;
      if (events.length > 0) heard.push([pulse, events]);
      return [{ to: null, body: pulse }];
    },
    save: () => JSON.stringify([pulse, count]),
    load: (text) => void ([pulse, count] = JSON.parse(text) as [number, number]),
    whyNot: () => [],
    hash: () => String(count),
  };
}

/** A snapshot at pulse 5, after one event, with what its inbox has. */
function row(given: Partial<Row>, ...inbox: Entry[]): Row {
  const ledger = new Ledger();
  ledger.begin([{ kind: 'join', client: 'ann', data: null, after: 0 }], 9);
  Object.assign(ledger, { pulse: 5, output: 5, inbox });
  const snapshot = takeSnapshot(ledger, '[5,1]').text;
  const held = {
    status: 'held',
    giver: null,
    giverSeq: 0,
    isExact: false,
    seq: 3,
    leaseUntilMs: 0,
    deaths: [],
  } as const;
  return { ...held, epoch: 2, owner: 'b', horizon: 5, log: [], snapshot, ...given };
}

function revived(from: Row): { game: ReturnType<typeof listener>; ledger: Ledger; isUntrue: boolean } {
  const { game, ledger, isUntrue } = revive('inn', from, {
    ...DEFAULTS,
    process: 'a',
    game: listener,
    random: () => 0,
  });
  return { game: game as ReturnType<typeof listener>, ledger, isUntrue };
}

test('records run again at their pulses, and pulses up to the horizon without any', () => {
  const { game, ledger } = revived(row({ horizon: 9, log: [record(6, '1', input(1)), record(8, '2', input(2))] }));
  expect(game.heard.map(([pulse]) => pulse)).toEqual([6, 8]);
  expect([ledger.pulse, ledger.output, ledger.seats.get('ann')?.received]).toEqual([9, 9, 2]);
});

test('records that the snapshot has already are skipped', () => {
  const { game } = revived(row({ horizon: 6, log: [record(4, '0', input(1)), record(6, '1', input(2))] }));
  expect(game.heard.map(([pulse]) => pulse)).toEqual([6]);
});

test('what was in the inbox of the snapshot comes once: with the first record, or behind the replay', () => {
  const first = revived(row({ log: [record(6, '1', input(1), input(2))] }, input(1)));
  expect([first.game.heard, first.ledger.inbox]).toEqual([[[6, [input(1), input(2)]]], []]);
  const none = revived(row({ horizon: 7 }, input(1)));
  expect([none.game.heard, none.ledger.inbox]).toEqual([[], [input(1)]]);
});

test('what shows something else is another run, though the digest of the game is the same', () => {
  const isUntrue = (...bodies: unknown[]): boolean =>
    revived(row({ log: [record(6, '1', input(1)), recordOf(8, bodies, '2', input(2))] })).isUntrue;
  expect([isUntrue(6, 7), isUntrue(6, 8), isUntrue(7, 6), isUntrue(6, '7')]).toEqual([false, true, true, true]);
});

test('a replay that differs stays at the snapshot, and the log comes again, without what the snapshot has', () => {
  const log = [record(4, '0', input(1)), record(6, '1', input(2)), record(7, 'other', input(3))];
  const { game, ledger, isUntrue } = revived(row({ horizon: 9, log }, input(2)));
  expect([isUntrue, game.heard, ledger.pulse, ledger.output]).toEqual([true, [], 5, 5]);
  expect([ledger.inbox, ledger.seats.get('ann')?.received]).toEqual([[input(2), input(3)], 3]);
});
