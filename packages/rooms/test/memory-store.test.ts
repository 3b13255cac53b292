/** The calls of the storage, one by one, in random order, and made again. */
import fc from 'fast-check';
import { MemoryStore } from '../src/index.js';
import type { StoreCall } from '../src/store/calls.js';
import { CASES, commit, histories, playCase } from './store-contract.js';

test.each(CASES)('$title', async (given) => {
  const store = Object.assign(new MemoryStore(), { sinceMs: 1 });
  const { answers, wanted } = await playCase((call: StoreCall, nowMs: number) => store.answer(call, nowMs), given);
  expect(answers).toEqual(wanted);
});

test('a storage that came back empty has lost the row', () => {
  expect(new MemoryStore().answer(commit() as StoreCall, 1)).toEqual({ kind: 'lost' });
});

test('whatever happens, a call that is made again at once changes nothing, and is answered as before', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const store = Object.assign(new MemoryStore(), { sinceMs: 1 });
      let nowMs = 1;
      for (const { laterMs, room, callFor } of steps) {
        nowMs += laterMs;
        const call = callFor(store.rows.get(room)) as StoreCall;
        const answer = store.answer(call, nowMs);
        const rows = [...store.rows];
        expect(store.answer(call, nowMs)).toEqual(answer);
        expect([...store.rows]).toEqual(rows);
      }
    }),
  );
});
