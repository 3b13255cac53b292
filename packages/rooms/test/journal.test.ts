/** What is durable, and when. */
import { Journal } from '../src/journal.js';
import { DEFAULTS } from '../src/options.js';
import { Outbox } from '../src/outbox.js';
import type { LogRecord, StoreAnswer } from '../src/store/calls.js';

const record = (pulse: number) => ({
  pulse,
  hash: 0,
  entries: [{ kind: 'input', client: 'ann', n: pulse, name: 'clap', args: [] }],
});
const snapshot = (pulse: number) => ({ text: `at ${pulse}`, pulse, acks: [['ann', pulse]] as const, entries: pulse });

function made({ hasLog = true, log = [] as LogRecord[] } = {}) {
  const outbox = new Outbox(250);
  const options = { ...DEFAULTS, process: 'a', game: () => null!, random: () => 0, log: hasLog };
  const journal = new Journal({ name: 'inn', options, outbox }, { epoch: 1, snapshot: snapshot(0), log, horizon: 0 });
  const asked: number[] = [];
  const results: string[] = [];
  const write = (pulse: number, given: Parameters<Journal['write']>[1] = {}): void => {
    journal.write(pulse, given, (result) => void results.push(result));
    for (const effect of outbox.flush()) if (effect.to === 'store') asked.push(effect.id);
  };
  const answer = (one: StoreAnswer = { kind: 'kept', epoch: 1 }): void => outbox.answer(asked.shift()!, one);
  return { journal, outbox, write, answer, results };
}

test('a pulse is durable by its record, or by a horizon behind it', () => {
  const { journal, write, answer } = made();
  write(2);
  expect(journal.durablePulse).toBe(0);
  answer();
  expect(journal.durablePulse).toBe(10);
  journal.add(record(5));
  expect(journal.durablePulse).toBe(4);
  write(5);
  journal.add(record(6));
  expect([journal.durablePulse, journal.acked.get('ann')]).toEqual([4, 0]);
  answer();
  expect([journal.durablePulse, journal.acked.get('ann')]).toEqual([5, 5]);
});

test('while a snapshot is written, what it has is not durable yet', () => {
  const { journal, write, answer } = made();
  write(2);
  answer();
  journal.add(record(5));
  write(6, { snapshot: snapshot(6) });
  expect([journal.durablePulse, journal.acked.get('ann')]).toEqual([4, 0]);
  answer();
  expect([journal.durablePulse, journal.acked.get('ann')]).toEqual([14, 6]);
});

test('without a log nothing behind the last snapshot is durable', () => {
  const { journal, write, answer } = made({ hasLog: false });
  write(6);
  answer();
  expect([journal.durablePulse, journal.acked.get('ann')]).toEqual([0, 0]);
  write(7, { snapshot: snapshot(7) });
  answer();
  write(9);
  answer();
  expect([journal.durablePulse, journal.acked.get('ann')]).toEqual([7, 7]);
});

test('who takes a room with its log acknowledges what the log has', () => {
  expect(made({ log: [record(1), record(2)] }).journal.acked.get('ann')).toBe(2);
});

test('who leaves and comes again under the same name is acknowledged nothing of before', () => {
  const { journal, write, answer } = made();
  journal.add({ pulse: 5, hash: 0, entries: [{ kind: 'leave', client: 'ann', n: 5 }] });
  write(5);
  answer();
  expect(journal.acked.has('ann')).toBe(false);
  journal.add({ pulse: 6, hash: 0, entries: [{ kind: 'join', client: 'ann', data: null, after: 2 }] });
  write(6);
  answer();
  expect([journal.acked.has('ann'), journal.entries]).toEqual([false, 2]);
});

test('a storage that has lost the room gets all that is in memory', () => {
  const { journal, outbox, write, answer, results } = made();
  journal.add(record(1));
  write(1);
  answer({ kind: 'lost' });
  expect(results).toEqual(['lost']);
  journal.add(record(2));
  journal.put(2, () => {});
  const [put] = outbox.flush();
  expect(put).toMatchObject({
    call: { kind: 'put', snapshot: 'at 0', horizon: 10, log: [{ pulse: 1 }, { pulse: 2 }] },
  });
});

test('what comes in while a snapshot is written is in the next write alone, also if this one is sent again', () => {
  const { journal, outbox } = made();
  journal.add(record(5));
  journal.write(4, { snapshot: snapshot(4) }, () => {});
  const [first] = outbox.flush();
  journal.add(record(6));
  expect(first).toMatchObject({ call: { records: [{ pulse: 5 }] } });
  outbox.answer(1, { kind: 'kept', epoch: 1 });
  journal.write(6, {}, () => {});
  expect(outbox.flush()).toMatchObject([{ call: { records: [{ pulse: 6 }] } }]);
});

test('a write under way when the room is put under another epoch is heard no more', () => {
  const { journal, outbox, write, answer, results } = made();
  journal.add(record(1));
  write(1);
  journal.restart(3, 0);
  journal.put(1, (result) => void results.push(result));
  answer();
  expect([journal.epoch, journal.isWriting, journal.durablePulse, results]).toEqual([3, true, 0, []]);
  outbox.answer(2, { kind: 'kept', epoch: 3 });
  expect([journal.epoch, journal.isWriting, journal.durablePulse, results]).toEqual([3, false, 9, ['kept']]);
});

test('what a snapshot had whose write is heard no more is not durable while the next one is written', () => {
  const { journal, outbox, write, answer } = made();
  write(2);
  answer();
  journal.add(record(5));
  write(6, { snapshot: snapshot(6), next: { to: 'b', isExact: true } });
  journal.restart(3, 0);
  write(7, { snapshot: snapshot(7) });
  expect(journal.durablePulse).toBe(4);
  outbox.answer(3, { kind: 'kept', epoch: 3 });
  expect(journal.durablePulse).toBe(15);
});

test('a handover promises no pulse that has not been', () => {
  const { outbox, journal } = made();
  journal.write(4, { snapshot: snapshot(4), next: { to: 'b', isExact: true } }, () => {});
  expect(outbox.flush()).toMatchObject([{ call: { horizon: 4, seq: 1, next: { to: 'b' } } }]);
});
