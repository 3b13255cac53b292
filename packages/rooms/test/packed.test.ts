/** The text of a snapshot is kept in a quarter of its size. */
import { pack, unpack } from '../src/packed.js';
import { ROOM, Stage } from './stage.js';

test.each(['', '{"pulse":1}\ngame', 'Ärger 火 \u{1F600} \u0000'])('what is packed comes back: %j', (text) => {
  expect(unpack(pack(text))).toBe(text);
});

test('the storage has the snapshot of a room packed', () => {
  const { world } = new Stage({ room: { checkpointMs: 500 } }).play(2000);
  const { snapshot } = world.store.rows.get(ROOM)!;
  expect(snapshot.length).toBeLessThan(unpack(snapshot).length / 2);
});
