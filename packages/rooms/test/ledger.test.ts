/** Seats, inputs and outputs by their numbers. */
import type { Entry, Input } from '../src/entries.js';
import { Ledger } from '../src/ledger.js';

const clap = (n: number) => ({ n, name: 'clap', args: [] });
const join = (client: string): Entry => ({ kind: 'join', client, data: null, after: 0 });

/** One client has a seat. */
function entered(): Ledger {
  const ledger = new Ledger();
  ledger.begin([join('ann')], 10);
  return ledger;
}

test('inputs are taken by their numbers: each once, and none before the one in front of it', () => {
  const ledger = entered();
  ledger.receive('ann', [clap(2), clap(1), clap(1), clap(3)]);
  ledger.receive('ann', [clap(1), clap(2), clap(3)]);
  expect(ledger.inbox.map((entry) => 'n' in entry && entry.n)).toEqual([1, 2, 3]);
});

test('an input is of who has sent it, and has nothing else in it', () => {
  const ledger = entered();
  ledger.begin([join('ben')], 10);
  ledger.receive('ann', [{ ...clap(1), client: 'ben', kind: 'leave', more: 1 } as Input]);
  expect(ledger.inbox).toEqual([{ kind: 'input', client: 'ann', n: 1, name: 'clap', args: [] }]);
});

test('who asks twice has one seat, and who has none sends nothing', () => {
  const ledger = entered();
  for (let i = 0; i < 2; i++) for (const client of ['ann', 'ben']) ledger.join(client, null, 0);
  ledger.receive('ben', [clap(1)]);
  expect(ledger.inbox).toEqual([join('ben')]);
});

test('a seat is kept for so many pulses; who comes back in time keeps it', () => {
  const ledger = entered();
  ledger.begin([join('ben')], 3);
  ledger.begin(
    [
      { kind: 'drop', client: 'ann' },
      { kind: 'drop', client: 'ben' },
    ],
    3,
  );
  ledger.begin([{ kind: 'back', client: 'ben' }], 3);
  expect(ledger.begin([], 3)).toEqual([]);
  expect(ledger.begin([], 3)).toEqual([{ kind: 'expired', client: 'ann' }]);
  expect([...ledger.seats.keys()]).toEqual(['ben']);
});

test('the last 400 outputs are kept, but for those that everybody has', () => {
  const ledger = entered();
  for (let i = 0; i < 500; i++) ledger.add([{ to: i % 2 === 0 ? null : 'ben', body: i }], { log: true });
  expect([ledger.ring.length, ledger.dropped, ledger.output]).toEqual([400, 100, 500]);
  expect(ledger.outputsFor('ann', 100, 105).map(({ n }) => n)).toEqual([101, 103, 105]);
  ledger.forget(490);
  expect([ledger.ring.length, ledger.dropped]).toEqual([10, 490]);
});

test('what was sent shows in the hash, with its pulse', () => {
  const hashOf = (...pulses: number[]): number => {
    const ledger = entered();
    for (const pulse of pulses) Object.assign(ledger, { pulse }).add([{ to: null, body: 'hello' }], { log: true });
    return ledger.shown;
  };
  expect(hashOf(3, 5)).toBe(hashOf(3, 5));
  expect(new Set([hashOf(), hashOf(3), hashOf(4), hashOf(3, 5), hashOf(3, 6)]).size).toBe(5);
});

describe('a client that knows of another epoch', () => {
  const back = (ledger: Ledger, given: object): number =>
    ledger.rewound({ epoch: 0, seen: 90, sure: 70, entries: 0, ...given });

  test('goes on behind what was certain, in each epoch since', () => {
    const ledger = entered();
    for (const [epoch, output] of [
      [4, 50],
      [6, 80],
    ] as const)
      Object.assign(ledger, { output }).branch(epoch, false, 0);
    expect([6, 5, 3].map((epoch) => back(ledger, { epoch }))).toEqual([90, 70, 50]);
    // A replay that was not true went back behind the first.
    Object.assign(ledger, { output: 40 }).branch(7, false, 0);
    expect(back(ledger, { epoch: 6 })).toBe(40);
  });

  test('has nothing taken back where the room goes on from where it was, but what the storage has lost', () => {
    const ledger = entered();
    ledger.add([{ to: null, body: 'known' }], { log: true });
    ledger.begin([], 9);
    ledger.add([{ to: null, body: 'not known' }], { log: true });
    ledger.branch(4, true, 1);
    expect([1, 2].map((entries) => back(ledger, { epoch: 3, entries }))).toEqual([90, 1]);
  });
});
