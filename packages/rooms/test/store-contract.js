/** What holds for each storage of rooms: `memory-store.test.ts` asks it of memory, the lane `npm run rooms` of Redis. */
import fc from 'fast-check';

export const put = (given = {}) => ({
  kind: 'put',
  room: 'inn',
  owner: 'a',
  epoch: 1,
  seq: 1,
  leaseMs: 600,
  horizon: 0,
  snapshot: 'first',
  log: [],
  ...given,
});

export const commit = (given = {}) => ({
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
  ...given,
});

const claim = (given = {}) => ({
  kind: 'claim',
  room: 'inn',
  by: 'b',
  epoch: 1,
  leaseMs: 600,
  isOffer: false,
  ...given,
});
const end = (given = {}) => ({ kind: 'end', room: 'inn', owner: 'a', epoch: 1, ...given });
const read = { kind: 'read', room: 'inn' };
export const due = { kind: 'due', limit: 9 };
const to = (process) => ({ next: { to: process, isExact: true } });
const record = (pulse) => ({ pulse, entries: [{ input: 'clap' }], hash: '' });
const byB = { owner: 'b', epoch: 2, seq: 1 };

/** After the first row was put at 1 ms, unless it is an empty storage. Each step: a call, when, the kind of its answer, and fields of its row. */
export const CASES = [
  [
    'a snapshot takes the place of the log, and later records go behind it',
    [
      [commit({ records: [record(1)] }), 1, 'kept'],
      [commit({ seq: 3, records: [record(2), record(3)] }), 1, 'kept'],
      [read, 1, 'row', { snapshot: 'first', log: [record(1), record(2), record(3)], horizon: 9 }],
      [commit({ seq: 4, snapshot: 'second' }), 1, 'kept'],
      [read, 1, 'row', { snapshot: 'second', log: [] }],
      [commit({ seq: 5, records: [record(7)] }), 1, 'kept'],
      [read, 1, 'row', { snapshot: 'second', log: [record(7)] }],
      [commit({ seq: 6, snapshot: '', records: [record(8)] }), 1, 'kept'],
      [read, 1, 'row', { snapshot: '', log: [record(8)], seq: 6 }],
    ],
  ],
  [
    'what is written comes back as it was',
    [
      [end(), 1, 'kept'],
      [
        put({ snapshot: '{"é":"\\u0000🙂\\r\\n"}', horizon: 4_000_000_000, log: [record(1)] }),
        1_700_000_000_000,
        'kept',
      ],
      [
        read,
        1,
        'row',
        {
          snapshot: '{"é":"\\u0000🙂\\r\\n"}',
          horizon: 4_000_000_000,
          log: [record(1)],
          owner: 'a',
          epoch: 1,
          seq: 1,
          status: 'held',
          giver: null,
          giverSeq: 0,
          isExact: false,
          deaths: [],
          leaseUntilMs: 1_700_000_000_600,
        },
      ],
    ],
  ],
  [
    'a room is handed over: the row has the giver, and is as exact as was said until it is written',
    [
      [commit({ ...to('b'), snapshot: 'second' }), 1, 'kept'],
      [read, 1, 'row', { status: 'offered', owner: 'b', epoch: 2, seq: 0, giver: 'a', giverSeq: 2, isExact: true }],
      [commit(byB), 1, 'kept'],
      [read, 1, 'row', { status: 'held', owner: 'b', epoch: 2, seq: 1, giver: 'a', isExact: false }],
    ],
  ],
  [
    'only the write that has handed a room over is answered as before: not another number, owner or time, and not one that hands nothing over',
    [
      [commit(to('b')), 1, 'kept'],
      [commit(), 1, 'fenced'],
      [commit({ seq: 3, ...to('b') }), 1, 'fenced'],
      [commit({ owner: 'c', ...to('b') }), 1, 'fenced'],
      [commit(to('b')), 1, 'kept'],
      [commit({ ...byB, ...to('a') }), 1, 'kept'],
      [commit(to('b')), 1, 'fenced'],
      [commit({ epoch: 3, seq: 1 }), 1, 'kept'],
      [commit({ epoch: 3, ...to('b') }), 1, 'kept'],
      [commit(to('b')), 1, 'fenced'],
      [commit({ epoch: 3, ...to('b') }), 1, 'kept'],
    ],
  ],
  ['only a higher epoch fences: the own one', [[commit(), 1, 'kept']]],
  [
    'only a higher epoch fences: a higher one',
    [
      [commit(to('b')), 1, 'kept'],
      [commit({ seq: 3 }), 1, 'fenced'],
    ],
  ],
  ['only a higher epoch fences: a lower one, the storage has gone back', [[commit({ epoch: 2 }), 1, 'older']]],
  ['only a higher epoch fences: none, the storage has lost it', [[commit({ room: 'mill' }), 1, 'lost']]],
  [
    'none, where the room has ended in this epoch or a higher one: it is over, for a minute',
    [
      [end({ epoch: 2 }), 1, 'kept'],
      [end(), 1, 'kept'],
      [commit(), 1, 'fenced'],
      [put({ seq: 2 }), 1, 'fenced'],
      [commit({ epoch: 2 }), 60_000, 'fenced'],
      [commit({ epoch: 3 }), 60_000, 'lost'],
      [commit({ epoch: 2 }), 60_001, 'lost'],
    ],
  ],
  [
    'a new room has an epoch that none of its name has had: whoever still has that one is fenced',
    [
      [put({ owner: 'b', epoch: 0 }), 5000, 'fenced'],
      [end({ epoch: 9000 }), 5000, 'kept'],
      [put({ owner: 'b', epoch: 0 }), 5000, 'kept'],
      [put({ owner: 'b', epoch: 0 }), 5001, 'kept'],
      [read, 5001, 'row', { owner: 'b', epoch: 9001, seq: 1 }],
      [commit({ epoch: 9000 }), 5001, 'fenced'],
      [put({ epoch: 9000, seq: 3 }), 5001, 'fenced'],
      [put({ epoch: 0 }), 5001, 'fenced'],
      [commit({ owner: 'b', epoch: 9001 }), 5001, 'kept'],
      [end({ owner: 'b', epoch: 9001 }), 5001, 'kept'],
      [put({ epoch: 0 }), 70_000, 'kept'],
      [read, 70_000, 'row', { owner: 'a', epoch: 70_000 }],
      [commit({ ...to('b'), epoch: 70_000 }), 70_000, 'kept'],
      [put({ epoch: 0 }), 70_000, 'fenced'],
    ],
  ],
  [
    'a storage that has begun anew takes no new room for two seconds and two leases; who has, or had, a room does not make it anew',
    [
      [put({ room: 'mill', owner: 'b', epoch: 0 }), 1, 'young'],
      [put({ room: 'mill' }), 2, 'kept'],
      [commit({ room: 'mill' }), 3, 'kept'],
      [put({ room: 'mill', epoch: 0 }), 3, 'young'],
      [put({ room: 'mill', owner: 'b', epoch: 0 }), 3201, 'fenced'],
      [put({ room: 'mill', epoch: 0 }), 3201, 'fenced'],
      [put({ room: 'hall', epoch: 0 }), 3200, 'young'],
      [put({ room: 'hall', epoch: 0, leaseMs: 1000 }), 4000, 'young'],
      [put({ room: 'hall', epoch: 0 }), 3201, 'kept'],
    ],
  ],
  [
    'a storage that has begun anew takes a new room of a name that nobody can have had',
    [
      [put({ room: 'mill', epoch: -1 }), 1, 'kept'],
      [put({ room: 'mill', owner: 'b', epoch: -1 }), 2, 'fenced'],
      [put({ room: 'mill', epoch: 0 }), 3, 'young'],
      [put({ room: 'mill', epoch: -1 }), 4, 'kept'],
    ],
  ],
  ['the own epoch, without the last writes', [[commit({ seq: 5 }), 1, 'older']]],
  ['the own epoch, of another owner', [[commit({ owner: 'b' }), 1, 'fenced']]],
  [
    'a row is put over a lower epoch',
    [
      [put({ epoch: 2, owner: 'b' }), 1, 'kept'],
      [read, 1, 'row', { owner: 'b', epoch: 2 }],
    ],
  ],
  [
    'a row is not put over a higher epoch',
    [
      [commit(to('b')), 1, 'kept'],
      [put({ seq: 9 }), 1, 'fenced'],
    ],
  ],
  ['a row of another owner is not put over in the same epoch', [[put({ owner: 'b', seq: 9 }), 1, 'fenced']]],
  [
    'an old row is not put over a newer one of its own',
    [
      [put({ seq: 9, snapshot: 'newer' }), 1, 'kept'],
      [put({ seq: 8, snapshot: 'older' }), 1, 'kept'],
      [read, 1, 'row', { seq: 9, snapshot: 'newer' }],
    ],
  ],
  [
    'an end in a lower epoch',
    [
      [commit(to('b')), 1, 'kept'],
      [end(), 1, 'fenced'],
      [read, 1, 'row', { epoch: 2 }],
    ],
  ],
  [
    'an end leaves no log to the next room of this name',
    [
      [commit({ records: [record(1)] }), 1, 'kept'],
      [end(), 1, 'kept'],
      [put({ epoch: 0 }), 5000, 'kept'],
      [read, 5000, 'row', { log: [] }],
    ],
  ],
  ['a claim while the lease runs', [[claim(), 601, 'refused', { owner: 'a' }]]],
  [
    'a claim when the lease is over',
    [[claim(), 602, 'row', { owner: 'b', epoch: 602, seq: 0, status: 'held', deaths: [1], leaseUntilMs: 1202 }]],
  ],
  ['a claim of an epoch that was', [[claim({ epoch: 0 }), 602, 'refused']]],
  [
    'a claim of a room that waits',
    [
      [commit(to(null)), 1, 'kept'],
      [claim({ epoch: 2 }), 1, 'row', { deaths: [], epoch: 3 }],
    ],
  ],
  [
    'a claim of what was offered, by who offered it',
    [
      [commit(to('c')), 1, 'kept'],
      [claim({ epoch: 2, by: 'a', isOffer: true }), 1, 'row', { deaths: [] }],
    ],
  ],
  [
    'what was handed over is exact for the first who claims it; what that one has sent since may be taken back by the next',
    [
      [commit(to('c')), 1, 'kept'],
      [claim({ epoch: 2, by: 'a', isOffer: true }), 1, 'row', { isExact: true, epoch: 3 }],
      [claim({ epoch: 2, by: 'a', isOffer: true }), 1, 'row', { isExact: true, epoch: 3 }],
      [claim({ epoch: 3 }), 602, 'row', { isExact: false, epoch: 602 }],
      [commit({ ...byB, epoch: 602, ...to(null) }), 602, 'kept'],
      [claim({ epoch: 603, by: 'c' }), 602, 'row', { isExact: true, epoch: 604 }],
      [claim({ epoch: 604 }), 1203, 'row', { isExact: false, epoch: 1203 }],
      [commit({ ...byB, epoch: 1203, ...to('c') }), 1203, 'kept'],
      [claim({ epoch: 1204, by: 'd' }), 70_000, 'row', { isExact: false, epoch: 70_000 }],
    ],
  ],
  [
    'a claim of what the caller has offered takes nothing else',
    [
      [claim({ by: 'a', isOffer: true }), 700, 'refused'],
      [commit(to('c')), 700, 'kept'],
      [claim({ epoch: 2, isOffer: true }), 1400, 'refused'],
      [claim({ epoch: 2, by: 'a', isOffer: true }), 1400, 'row', { isExact: true, epoch: 3, deaths: [] }],
      [claim({ epoch: 2, by: 'a', isOffer: true }), 1400, 'row', { epoch: 3 }],
      [commit({ ...to(null), epoch: 3, seq: 1 }), 1400, 'kept'],
      [claim({ epoch: 4, by: 'a', isOffer: true }), 1400, 'refused'],
    ],
  ],
  [
    'a claim of what was offered, by a stranger',
    [
      [commit(to('c')), 1, 'kept'],
      [claim({ epoch: 2 }), 1, 'refused'],
    ],
  ],
  [
    'a claim of what was offered and taken',
    [
      [commit(to('c')), 1, 'kept'],
      [commit({ ...byB, owner: 'c' }), 1, 'kept'],
      [claim({ epoch: 2, by: 'a', isOffer: true }), 1, 'refused'],
    ],
  ],
  [
    'a claim of a room that is not there',
    [
      [claim({ room: 'none' }), 1, 'none'],
      [{ ...read, room: 'none' }, 1, 'none'],
    ],
  ],
  [
    'of two claims at once, one has it',
    [
      [claim(), 702, 'row'],
      [claim({ by: 'c' }), 702, 'refused'],
    ],
  ],
  [
    'each of a dead owner counts as a death, until one has lived for 3 s; none of a room that waited',
    [
      [claim(), 700, 'row', { deaths: [1] }],
      [commit({ ...byB, epoch: 700, ...to(null) }), 800, 'kept'],
      [claim({ epoch: 701 }), 9000, 'row', { deaths: [1] }],
      [commit({ ...byB, epoch: 9000 }), 12_000, 'kept'],
      [
        claim({ epoch: 9000 }),
        99_000,
        'row',
        {
          deaths: [1, 9000],
        },
      ],
      [commit({ ...byB, epoch: 99_000 }), 102_001, 'kept'],
      [claim({ epoch: 99_000 }), 103_000, 'row', { deaths: [99_000] }],
      [commit({ ...byB, epoch: 103_000 }), 107_000, 'kept'],
      [commit({ ...byB, epoch: 103_000, seq: 2, ...to(null) }), 107_000, 'kept'],
      [claim({ epoch: 103_001 }), 107_000, 'row', { deaths: [] }],
    ],
  ],
  [
    'an owner that turns out to be alive has not died: the others still count',
    [
      [claim(), 700, 'row'],
      [claim({ epoch: 700 }), 1400, 'row'],
      [commit(), 1500, 'fenced'],
      [commit(), 1500, 'fenced'],
      [read, 1500, 'row', { epoch: 1400, status: 'held', deaths: [700] }],
      [commit({ ...byB, epoch: 700 }), 1500, 'fenced'],
      [read, 1500, 'row', { deaths: [] }],
    ],
  ],
  [
    'a third death sets the room aside: nobody takes it',
    [
      [claim(), 700, 'row'],
      [claim(), 700, 'row'],
      [claim({ epoch: 700 }), 1400, 'row'],
      [due, 2100, 'due', [{ room: 'inn', epoch: 1400, isWaiting: false }]],
      [claim({ epoch: 1400 }), 2100, 'row', { status: 'aside' }],
      [claim({ epoch: 1400 }), 2100, 'row', { status: 'aside' }],
      [claim({ epoch: 1400, by: 'c' }), 2100, 'refused', { status: 'aside' }],
      [claim({ epoch: 2100 }), 2800, 'refused', { status: 'aside', epoch: 2100 }],
      [due, 2800, 'due', []],
    ],
  ],
  [
    'due is what waits, or whose lease is over',
    [
      [due, 601, 'due', []],
      [due, 602, 'due', [{ room: 'inn', epoch: 1, isWaiting: false }]],
      [commit(), 602, 'kept'],
      [due, 602, 'due', []],
      [commit({ seq: 3, ...to('b') }), 602, 'kept'],
      [due, 602, 'due', []],
      [due, 1203, 'due', [{ room: 'inn', epoch: 2, isWaiting: false }]],
      [commit({ ...byB, ...to(null) }), 1203, 'kept'],
      [due, 1203, 'due', [{ room: 'inn', epoch: 3, isWaiting: true }]],
      [end({ owner: 'b', epoch: 3 }), 1203, 'kept'],
      [due, 9999, 'due', []],
    ],
  ],
  [
    'no more are due than were asked for',
    [
      [put({ room: 'mill' }), 1, 'kept'],
      [{ ...due, limit: 1 }, 602, 'due', [{}]],
      [{ ...due, limit: 0 }, 602, 'due', []],
    ],
  ],
  [
    'a room that nobody has claimed for a day is due no more',
    [
      [due, 86_400_601, 'due', [{ room: 'inn' }]],
      [due, 86_400_602, 'due', []],
    ],
  ],
  [
    'nor is one that waits',
    [
      [commit(to(null)), 1, 'kept'],
      [due, 86_400_601, 'due', [{ room: 'inn', isWaiting: true }]],
      [due, 86_400_602, 'due', []],
    ],
  ],
  [
    'a call that is made again changes nothing, and is answered as before',
    [
      put(),
      commit({ records: [record(1)] }),
      commit({ seq: 3, snapshot: 'second', ...to('b') }),
      commit({ ...byB, records: [record(2)] }),
      commit({ ...byB, seq: 2, ...to(null) }),
    ]
      .flatMap((call) => [call, call].map((each) => [each, 1, 'kept']))
      .concat([
        [read, 1, 'row', { epoch: 3, log: [record(2)] }],
        [claim({ epoch: 3 }), 1, 'row', { epoch: 4 }],
        [claim({ epoch: 3 }), 1, 'row', { epoch: 4 }],
        [end({ owner: 'b', epoch: 4 }), 1, 'kept'],
        [end({ owner: 'b', epoch: 4 }), 1, 'kept'],
      ]),
  ],
].map(([title, steps]) => ({ title, steps }));

/** Gives what each step was answered, with the fields that it names, and what it should have been. `answer` is that of a storage which has begun at 1 ms. */
export async function playCase(answer, { steps }) {
  const answers = [];
  await answer(due, 1);
  await answer(put(), 1);
  for (const [call, nowMs, , fields] of steps) {
    const { kind, row, rooms } = await answer(call, nowMs);
    const one = (given, found) => Object.fromEntries(Object.keys(given).map((key) => [key, found?.[key]]));
    if (fields === undefined) answers.push({ kind });
    else if (kind === 'due') answers.push({ kind, fields: rooms.map((room, at) => one(fields[at] ?? room, room)) });
    else answers.push({ kind, fields: one(fields, row) });
  }
  const wanted = steps.map(([, , kind, fields]) => (fields === undefined ? { kind } : { kind, fields }));
  return { answers, wanted };
}

const rooms = fc.constantFrom('inn', 'mill');
const owners = fc.constantFrom('a', 'b');
const lease = fc.constantFrom(0, 300, 600);
const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const json = fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)));
const log = fc.array(fc.record({ pulse: fc.nat(99), entries: fc.array(json, { maxLength: 2 }), hash: text }), {
  maxLength: 3,
});
const near = fc.constantFrom(0, 0, 0, 0, -1, 1);
const nextSeq = fc.constantFrom(1, 1, 1, 1, 0, 2);

/** A call of one of two owners, whose epoch and number are near to those of the row: `from` gives the call of the row (or of none). */
const call = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.tuple(rooms, owners, fc.option(near, { freq: 2 }), nextSeq, lease, log, text).map(
      ([room, owner, de, ds, leaseMs, records, snapshot]) =>
        (row) =>
          put({
            room,
            owner,
            epoch: de === null ? 0 : (row?.epoch ?? 1) + de,
            seq: (row?.seq ?? 0) + ds,
            leaseMs,
            log: records,
            snapshot,
          }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.tuple(rooms, fc.option(owners), near, nextSeq, lease, log, fc.nat(9)),
        fc.option(text),
        fc.option(fc.record({ to: fc.option(owners), isExact: fc.boolean() }), { freq: 2 }),
      )
      .map(
        ([[room, owner, de, ds, leaseMs, records, horizon], snapshot, next]) =>
          (row) =>
            commit({
              room,
              owner: owner ?? row?.owner ?? 'a',
              epoch: (row?.epoch ?? 1) + de,
              seq: (row?.seq ?? 0) + ds,
              leaseMs,
              records,
              horizon,
              snapshot,
              next,
            }),
      ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(rooms, owners, near, lease, fc.boolean()).map(
      ([room, by, de, leaseMs, isOffer]) =>
        (row) =>
          claim({ room, by, epoch: (row?.epoch ?? 1) + de, leaseMs, isOffer }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(rooms, fc.option(owners), near).map(
      ([room, owner, de]) =>
        (row) =>
          end({ room, owner: owner ?? row?.owner ?? 'a', epoch: (row?.epoch ?? 1) + de }),
    ),
  },
  { weight: 1, arbitrary: rooms.map((room) => () => ({ kind: 'read', room })) },
  { weight: 1, arbitrary: fc.constant(() => due) },
);

/** Steps: how much later, which room's row the call is near to, the call, how often, and whether the storage has lost all before. */
export const histories = fc.array(
  fc.record({
    laterMs: fc.constantFrom(0, 0, 1, 301, 700, 3001, 61_000),
    room: rooms,
    callFor: call,
    times: fc.constantFrom(1, 1, 2, 3),
    isEmptied: fc.constantFrom(...Array.from({ length: 29 }, () => false), true),
  }),
  { minLength: 1, maxLength: 40 },
);
