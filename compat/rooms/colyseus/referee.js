/** Plays a room that never moved: what it sends, and its state behind each pulse. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { matchMaker } from '@colyseus/core';

const built = (file) => import(pathToFileURL(path.join(import.meta.dirname, '../../../packages/rooms/dist', file)));
const { Ledger } = await built('ledger.js');
const { unpack } = await built('packed.js');
const { pulseOnce } = await built('replay.js');
const { RoomGame } = await import('./node_modules/@spindle/colyseus/dist/room-game.js');

const OPTIONS = { seatSeconds: 60, stepMs: 50, log: false };

/** `history`: what came in at each pulse, from the first. */
export function play({ roomId, snapshot, history }) {
  const ledger = new Ledger();
  const game = new RoomGame({ roomId, room: null, stepMs: 50, onPulsed() {} });
  const text = unpack(snapshot);
  game.load(text.slice(text.indexOf('\n') + 1));
  const outputs = [];
  const states = [JSON.stringify(game.room.state)];
  for (const entries of history) {
    const { output } = ledger;
    pulseOnce({ name: 'room', game, ledger }, 0, entries, OPTIONS);
    outputs.push(...ledger.ring.filter(({ n }) => n > output));
    states.push(JSON.stringify(game.room.state));
  }
  return { outputs, states, process: matchMaker.processId };
}
