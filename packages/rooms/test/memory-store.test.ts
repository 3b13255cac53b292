/** The calls of the storage, one by one, and made again. */
import type { CommitCall, PutCall, StoreAnswer, StoreCall } from '../src/store/calls.js';
import { MemoryStore } from '../src/index.js';

const put = (given: Partial<PutCall> = {}): PutCall => ({
  kind: 'put',
  room: 'inn',
  owner: 'a',
  epoch: 1,
  seq: 1,
  leaseMs: 600,
  horizon: 0,
  snapshot: 'first',
  log: [],
  generation: 'g',
  ...given,
});

const commit = (given: Partial<CommitCall> = {}): CommitCall => ({
  kind: 'commit',
  room: 'inn',
  owner: 'a',
  epoch: 1,
  seq: 2,
  leaseMs: 600,
  horizon: 9,
  records: [],
  snapshot: null,
  next: null,
  generation: 'g',
  ...given,
});

const claim = { kind: 'claim', room: 'inn', by: 'b', epoch: 1, leaseMs: 600 } as const;
const to = (process: string | null) => ({ next: { to: process, isExact: true } });
const record = (pulse: number) => ({ pulse, entries: [], hash: '' });

function made(...calls: readonly StoreCall[]): MemoryStore {
  const store = new MemoryStore();
  for (const call of [put(), ...calls]) store.answer(call, 0);
  return store;
}

const kindOf = (answer: StoreAnswer): string => answer.kind;

test('a call that is made again changes nothing, and is answered as before', () => {
  const calls: StoreCall[] = [
    put(),
    commit({ records: [record(1)] }),
    commit({ seq: 3, snapshot: 'second', ...to('b') }),
    commit({ owner: 'b', epoch: 2, seq: 1 }),
    { kind: 'end', room: 'inn', owner: 'b', epoch: 2 },
  ];
  const store = new MemoryStore();
  for (const call of calls) {
    const answer = store.answer(call, 0);
    const row = store.rows.get('inn');
    expect(answer.kind).toBe('kept');
    expect(store.answer(call, 0)).toEqual(answer);
    expect(store.rows.get('inn')).toEqual(row);
  }
  const claimed = made();
  const first = claimed.answer(claim, 700);
  expect(claimed.answer(claim, 700)).toEqual(first);
});

test('a snapshot takes the place of the log, and later records go behind it', () => {
  const store = made(commit({ records: [record(1)] }), commit({ seq: 3, records: [record(2)] }));
  expect(store.rows.get('inn')?.log.map(({ pulse }) => pulse)).toEqual([1, 2]);
  store.answer(commit({ seq: 4, snapshot: 'second' }), 0);
  store.answer(commit({ seq: 5, records: [record(7)] }), 0);
  expect(store.rows.get('inn')).toMatchObject({ snapshot: 'second', log: [{ pulse: 7 }] });
});

describe('only a higher epoch fences', () => {
  test.each<readonly [string, MemoryStore, StoreCall, string]>([
    ['the own one', made(), commit(), 'kept'],
    ['a higher one', made(commit(to('b'))), commit({ seq: 3 }), 'fenced'],
    ['a lower one: the storage has gone back', made(), commit({ epoch: 2 }), 'lost'],
    ['none: the storage came back empty', new MemoryStore(), commit(), 'lost'],
    [
      'none, where the room was: it is over',
      made({ kind: 'end', room: 'inn', owner: 'a', epoch: 1 }),
      commit(),
      'fenced',
    ],
    ['the own one, without the last writes', made(), commit({ seq: 5 }), 'lost'],
    ['the own one, of another owner', made(), commit({ owner: 'b' }), 'fenced'],
    ['a row is put over a lower epoch', made(), put({ epoch: 2, owner: 'b' }), 'kept'],
    ['a row is put over a higher epoch', made(commit(to('b'))), put({ seq: 9 }), 'fenced'],
    ['a row of another owner in the same epoch', made(), put({ owner: 'b', seq: 9 }), 'fenced'],
    ['an end in a lower epoch', made(commit(to('b'))), { kind: 'end', room: 'inn', owner: 'a', epoch: 1 }, 'fenced'],
  ])('%s', (_, store, call, kind) => {
    expect(kindOf(store.answer(call, 0))).toBe(kind);
  });
});

describe('a claim', () => {
  test.each<readonly [string, MemoryStore, number, object, string]>([
    ['while the lease runs', made(), 600, {}, 'refused'],
    ['when it is over', made(), 601, {}, 'row'],
    ['of an epoch that was', made(), 601, { epoch: 0 }, 'refused'],
    ['of a room that waits', made(commit(to(null))), 0, { epoch: 2 }, 'row'],
    ['of what was offered to somebody, by who offered it', made(commit(to('c'))), 0, { epoch: 2, by: 'a' }, 'row'],
    ['of what was offered, by a stranger', made(commit(to('c'))), 0, { epoch: 2 }, 'refused'],
    [
      'of what was offered and taken',
      made(commit(to('c')), commit({ owner: 'c', epoch: 2, seq: 1 })),
      0,
      { epoch: 2, by: 'a' },
      'refused',
    ],
    ['of a room that is not there', new MemoryStore(), 0, {}, 'none'],
  ])('%s', (_, store, nowMs, given, kind) => {
    expect(kindOf(store.answer({ ...claim, ...given }, nowMs))).toBe(kind);
  });

  test('of two at once, one has it', () => {
    const store = made();
    const answers = ['b', 'c'].map((by) => kindOf(store.answer({ ...claim, by }, 700)));
    expect(answers).toEqual(['row', 'refused']);
  });

  test('each of a dead owner counts as a death, none of a room that waited', () => {
    const store = made();
    store.answer(claim, 700);
    expect(store.rows.get('inn')?.deathsMs).toEqual([700]);
    store.answer(commit({ owner: 'b', epoch: 2, seq: 1, ...to(null) }), 800);
    store.answer({ ...claim, epoch: 3 }, 900);
    expect(store.rows.get('inn')?.deathsMs).toEqual([700]);
  });
});
