/** What happens in a process, and what it does for it. */
import type { Effect, ServerEvent } from '@spindle/rooms';
import { Batches } from '../src/batches.js';

const closing = (room: string): ServerEvent => ({ kind: 'closed', room, link: '' });
const ended = (room: string): Effect => ({ to: 'host', report: { kind: 'ended', room } });
const roomOf = (effect: Effect): string => (effect as unknown as { report: { room: string } }).report.room;

/** Each event is of a room, which ends by it. */
function batchesWhere({ throws, onDo = () => {} }: { throws: string; onDo?: (room: string, all: Batches) => void }) {
  const log: string[] = [];
  const note = (what: string, room: string): void => {
    log.push(`${what} ${room}`);
    if (`${what} ${room}` === throws) throw new Error(throws);
  };
  const batches = new Batches({
    take(event) {
      const { room } = event as { readonly room: string };
      note('take', room);
      return [ended(room)];
    },
    onTaken: () => note('taken', 'all'),
    does(effect) {
      note('do', roomOf(effect));
      onDo(roomOf(effect), batches);
    },
    onDone: () => note('done', 'all'),
  });
  return { batches, log };
}

test('what comes while effects are done is taken behind them', () => {
  const onDo = (room: string, all: Batches): void => {
    if (room !== 'inn') return;
    all.add(closing('late'));
    all.take();
  };
  const { batches, log } = batchesWhere({ throws: '', onDo });
  expect(batches.add(closing('inn'))).toBe(1);
  expect(batches.add(closing('mill'))).toBe(2);
  batches.take();
  const first = ['take inn', 'take mill', 'taken all', 'do inn', 'do mill'];
  expect(log).toEqual([...first, 'take late', 'taken all', 'do late', 'done all']);
});

test.each(['take inn', 'taken all', 'do inn', 'done all'])(
  '%s throws: all others are taken and done, then it is thrown, and what comes later is taken',
  (throws) => {
    const { batches, log } = batchesWhere({ throws });
    batches.add(closing('mill'), closing('inn'), closing('barn'));
    expect(() => batches.take()).toThrow(throws);
    const all = ['take mill', 'take inn', 'take barn', 'taken all', 'do mill', 'do inn', 'do barn', 'done all'];
    expect(log).toEqual(all.filter((one) => throws !== 'take inn' || one !== 'do inn'));
    batches.add(closing('late'));
    if (throws.endsWith('all')) expect(() => batches.take()).toThrow(throws);
    else batches.take();
    expect(log).toContain('do late');
  },
);
