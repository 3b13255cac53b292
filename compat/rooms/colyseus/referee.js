/** Plays a room that never moved: what it sends, and its state behind each pulse. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { matchMaker } from '@colyseus/core';

const built = (file) => import(pathToFileURL(path.join(import.meta.dirname, '../../../packages/rooms/dist', file)));
const { Ledger } = await built('ledger.js');
const { runPulse, gameOf } = await built('replay.js');
const { RoomGame } = await import('./node_modules/@spindle/colyseus/dist/room-game.js');

const SEAT_PULSES = 60_000 / 50;

/** `history`: what came in at each pulse, from the first. */
export function play({ roomId, snapshot, history }) {
  const ledger = new Ledger();
  const game = new RoomGame({ roomId, room: null, stepMs: 50, onPulsed() {} });
  game.load(gameOf(snapshot));
  const outputs = [];
  const states = [JSON.stringify(game.room.state)];
  for (const entries of history) {
    const { output } = ledger;
    runPulse(game, ledger, entries, SEAT_PULSES);
    outputs.push(...ledger.ring.filter(({ n }) => n > output));
    states.push(JSON.stringify(game.room.state));
  }
  return { outputs, states, process: matchMaker.processId };
}
