/** Redis falls silent: no connection closes, and nothing comes through. Those of before stay silent for ever. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Way } from '../way.js';
import { begin, clap, goesOn, join, leave, move, ownerOf, until } from './fleet.js';

const SILENT_MS = 3000;

/** A room whose processes have a way of their own to Redis. */
const beginApart = (t, given) =>
  begin(t, {
    ...given,
    linkOf: ({ folder, socket }, at) => Way.make(t, path.join(folder, `way-${at}.sock`), socket),
  });

const knowEachOther = (processes) =>
  until(
    async () => (await Promise.all(processes.map((one) => one.ask('peers')))).every((peers) => peers.length === 1),
    'processes to know each other',
  );

test('Redis is silent for all: they play on, nothing is lost, and the room moves when it speaks again', async (t) => {
  const stage = await beginApart(t, { env: { ROOM_OPTIONS: '{"leaseMs":1200}' } });
  const { processes, clients, room, roomId, owner, other } = stage;
  const end = clap(clients);
  for (const { link } of processes) link.silence();
  const { round } = room.state;
  await sleep(SILENT_MS);
  assert.ok(room.state.round > round, 'a round without Redis');
  for (const { link } of processes) link.speak({ isLost: true });
  await knowEachOther(processes);
  end();
  await move(owner, other, roomId);
  const late = await join(owner.port, { name: 'late' }, { method: 'joinById', name: roomId });
  await goesOn({ ...stage, clients: [...clients, late] });
  for (const { news } of clients) assert.deepEqual(news, []);
  await leave([...clients, late]);
});

test('Redis is silent for who has a room: another one takes it, and the first one takes it back when it is reached again', async (t) => {
  const stage = await beginApart(t);
  const { processes, clients, roomId, owner, other } = stage;
  const end = clap(clients);
  owner.link.silence();
  await until(() => other.reports('here').length === 1, 'the other to take it');
  await sleep(SILENT_MS);
  owner.link.speak({ isLost: true });
  await until(() => owner.reports('fenced').length === 1, 'it to be fenced');
  end();
  await goesOn(stage);
  assert.equal(await ownerOf(processes, roomId), other);
  await knowEachOther(processes);
  await move(other, owner, roomId);
  await goesOn(stage);
  for (const { news } of clients) assert.deepEqual([...new Set(news.map(({ kind }) => kind))], ['rewound']);
  await leave(clients);
});
