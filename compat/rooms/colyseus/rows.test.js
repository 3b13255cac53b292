/** The matchmaker's rows on Redis: a process stops at each of its commands, another one takes the room, and then the first goes on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initializeRoomCache, LocalDriver, LocalPresence, matchMaker } from '@colyseus/core';
import { RedisDriver } from '@colyseus/redis-driver';
import { spindleDriver } from '@spindle/colyseus';
import { Redis } from 'ioredis';
import { findRedis, RedisServer } from '../redis-server.js';

const ROOM = 'inn';
await matchMaker.setup(new LocalPresence(), new LocalDriver());
const HERE = matchMaker.processId;

const rowOf = (processId, more = {}) => initializeRoomCache({ name: 'inn', roomId: ROOM, processId, ...more });

/** The driver of a process that has the room in an epoch. Its commands wait behind so many. */
function driverOf(socket, epoch) {
  const redis = new Redis({ path: socket });
  const send = redis.sendCommand.bind(redis);
  const driver = spindleDriver(new RedisDriver(redis));
  driver.epochOf = () => epoch;
  let left = Infinity;
  const held = [];
  let onHeld = () => {};
  redis.sendCommand = (command, ...given) => {
    if (--left >= 0) return send(command, ...given);
    held.push(() => send(command, ...given));
    onHeld();
    return command.promise;
  };
  return {
    driver,
    redis,
    /** Resolves when one waits. */
    stopBehind(commands) {
      left = commands;
      return new Promise((resolve) => (onHeld = resolve));
    },
    goOn() {
      left = Infinity;
      for (const next of held.splice(0)) next();
    },
  };
}

async function begin(t) {
  const server = new RedisServer(findRedis());
  await server.start();
  const [old, next] = [1, 2].map((epoch) => driverOf(server.socket, epoch));
  t.after(async () => {
    for (const { redis } of [old, next]) redis.disconnect();
    await server.stop();
  });
  return { old, next };
}

const WRITES = {
  insert: (driver) => driver.insert(rowOf(HERE)),
  update: (driver, row) => driver.update(row, { $set: { locked: true }, $inc: { clients: 1 } }),
  persist: (driver, row) => driver.persist(row),
  'persist anew': (driver, row) => driver.persist(row, true),
  remove: (driver) => driver.remove(ROOM),
  cleanup: (driver) => driver.cleanup(HERE),
  assert: (driver, row) => driver.assert([row]),
};

test('who stops before any of its commands changes nothing of a row that another one has written meanwhile', async (t) => {
  const { old, next } = await begin(t);
  for (const [name, write] of Object.entries(WRITES))
    for (let commands = 0, isOver = false; !isOver; commands++) {
      await old.redis.flushall();
      const row = rowOf(HERE);
      await old.driver.insert(row);
      const stopped = old.stopBehind(commands);
      const written = write(old.driver, row);
      isOver = (await Promise.race([stopped, written.then(() => 'over')])) === 'over';
      assert.ok(!isOver || commands > 0, `${name} sends nothing`);
      assert.equal(await next.driver.insert(rowOf('other', { clients: 7 })), true);
      old.goOn();
      await written;
      const { processId, clients, locked } = await next.driver.findOne({ roomId: ROOM });
      assert.deepEqual([processId, clients, locked], ['other', 7, false], `${name}, behind ${commands} commands`);
    }
});

test('a row is written where there is none, over one of its own, and over one of a lower epoch', async (t) => {
  const { old, next } = await begin(t);
  const row = rowOf('other');
  assert.equal(await old.driver.insert(rowOf(HERE)), true);
  assert.equal(await next.driver.insert(row), true);
  assert.equal(await next.driver.update(row, { $inc: { clients: 2 } }), true);
  assert.equal((await old.driver.findOne({ roomId: ROOM })).clients, 2);
  assert.equal(await next.driver.remove(ROOM), false);
  await next.driver.cleanup('other');
  assert.equal(await next.driver.has(ROOM), false);
  assert.equal(await old.driver.persist(rowOf(HERE), true), true);
  assert.equal(await old.driver.remove(ROOM), true);
});

test('who has a room gets it, also if its row is written and the answer is lost, and the command sent again, or nothing is written', async (t) => {
  const { old } = await begin(t);
  const row = rowOf(HERE);
  assert.equal(await old.driver.insert(row), true);
  assert.equal(await old.driver.insert(row), true);
  await old.redis.flushall();
  old.redis.disconnect();
  assert.equal(await old.driver.insert(row), true);
  await old.redis.connect();
  assert.equal(await old.driver.has(ROOM), false);
  await old.driver.assert([row]);
  assert.equal(await old.driver.has(ROOM), true);
});

test('a room without scripts is made once, and written as before', async (t) => {
  const { old, next } = await begin(t);
  for (const { driver } of [old, next]) driver.epochOf = () => 0;
  const row = rowOf(HERE);
  assert.equal(await old.driver.insert(row), true);
  assert.equal(await next.driver.insert(rowOf('other')), false);
  assert.equal(await old.driver.update(row, { $set: { locked: true } }), true);
  assert.deepEqual(JSON.parse(await old.redis.hget('roomcaches', ROOM)), JSON.parse(JSON.stringify(row)));
});
