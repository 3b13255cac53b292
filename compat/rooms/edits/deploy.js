/** Rooms that play scripts, and a deploy of these with edits. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Fleet, until } from '../fleet.js';
import { findRedis } from '../redis-server.js';

const MOST_MS = 120_000;

/** Ends with the test, and says what was the matter with a room if it has failed. */
export async function startFleet(t, room) {
  const fleet = new Fleet(findRedis());
  t.after(async () => {
    if (!fleet.hasPassed) await fleet.tell(room).catch(console.error);
    await fleet.close();
  });
  await fleet.redis.start();
  return fleet;
}

/**
 * Each room of `{ name, old, new, inputs, isMoved }` plays its old script as far as `inputs` lead. Those with `isMoved` are moved to a process with the new ones, the
 * others go as the old process ends. Where the new one refuses a room that was moved, it has `why`. What stays goes to a process with the old scripts.
 */
export async function deploy(fleet, kit, rooms) {
  const started = async (text) => {
    const scene = path.join(fleet.redis.folder, `${text}.json`);
    writeFileSync(scene, JSON.stringify(Object.fromEntries(rooms.map((room) => [room.name, room[text]]))));
    return fleet.start({ kit, scene, isRecorded: false });
  };
  const from = await started('old');
  for (const room of rooms) room.player = fleet.join(room.name, room.name);
  // A Redis that has just begun takes no new rooms for a while. Then the first process has them all.
  await until(() => rooms.every(({ player }) => player.connection.isIn), MOST_MS, 'all are in');
  const to = await started('new');
  await play(rooms, ({ inputs }) => inputs);

  const isAt = (owner) => (room) => fleet.ownerOf(room.name) === owner;
  const moving = rooms.filter(({ isMoved }) => isMoved);
  await inTurn(moving, async (room) => {
    room.why = await fleet.move(room.name, from, to);
    if (room.why !== null) assert.ok(isAt(from)(room), `${room.name} has left`);
  });
  assert.equal(await fleet.stop(from), 0);
  // Who has the new text takes what it can, also what came too late on a busy machine; then who has the old one takes the rest.
  const hasTried = (name) =>
    fleet.reports.some(({ kind, room, from: by }) => by === to && room === name && /^(?:here|unloaded)$/.test(kind));
  await until(() => from.waiting.every(hasTried), MOST_MS, 'who has the new text has tried all');
  const last = await started('old');
  const isBack = (room) => room.player.connection.isIn && [to, last].some((owner) => isAt(owner)(room));
  await until(() => rooms.every(isBack), MOST_MS, 'all have followed');
  for (const room of rooms) room.isInNew = isAt(to)(room);
}

/** All do their inputs, the last of which asks; gives when each has heard the answer. */
export async function play(rooms, inputsOf) {
  for (const room of rooms) for (const name of inputsOf(room)) room.player.input(name);
  const answersIn = ({ player }) => player.bodies.filter(isAnswer).length;
  const wanted = rooms.map((room) => answersIn(room) + 1);
  const isOver = (room, at) => room.player.connection.unacknowledged === 0 && answersIn(room) === wanted[at];
  await until(() => rooms.every(isOver), MOST_MS, 'all have answered');
}

export const isAnswer = (body) => body === '<>' || body.startsWith('?');

/** Some at a time. */
async function inTurn(rooms, does) {
  const left = rooms.slice();
  const next = async () => {
    for (let room = left.shift(); room !== undefined; room = left.shift()) await does(room);
  };
  await Promise.all(Array.from({ length: 4 }, next));
}
