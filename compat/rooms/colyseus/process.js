/** A process with a server of Colyseus: `node process.js <port>`. Its parent controls it by messages. */
import { openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineRoom, defineServer, matchMaker } from '@colyseus/core';
import { RedisDriver } from '@colyseus/redis-driver';
import { RedisPresence } from '@colyseus/redis-presence';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { moving, spindleDriver } from '@spindle/colyseus';
import { RedisStore } from '@spindle/rooms/redis';
import { wait } from '@spindle/runtime';
import { Redis } from 'ioredis';
import { noteCalls } from '../calls.js';
import { Trap } from '../trap.js';
import { Tally as KeptTally } from './build/tally.js';
import { Whole } from './build/whole.js';
import { Inn } from './inn.js';
import { Faulty } from './faulty.js';
import { play } from './referee.js';
import { Quick, River, Stepping, Ticking, Typed } from './refused.js';
import { Tally } from './tally.js';

const port = Number(process.argv[2]);
const { warn } = console;
console.warn = (text, ...more) => {
  process.send({ kind: 'warned', text: String(text) });
  warn(text, ...more);
};
const { REDIS_SOCKET, HISTORY, CALLS = null, MOST_DEATHS = '3', ROOM_OPTIONS = '{}' } = process.env;
const { SUBSCRIBE_MS = '0', ROW_MS = '0' } = process.env;
const link = { path: REDIS_SOCKET, socketTimeout: 1000 };
const redis = REDIS_SOCKET === undefined ? undefined : new Redis({ ...link, maxRetriesPerRequest: null });
const rows = redis && new Redis(link);
const shared = redis && {
  driver: spindleDriver(new RedisDriver(rows)),
  presence: new RedisPresence(link),
};
const commands = redis && { send: ([name, ...args]) => redis.call(name, ...args), cut: () => redis.disconnect(true) };
const trap = new Trap(commands, (sprung) => process.send({ kind: 'sprung', ...sprung }));
if (shared) {
  const sendCommand = rows.sendCommand.bind(rows);
  rows.sendCommand = (command, ...given) => {
    const isOfRow = ['hset', 'hdel', 'eval'].includes(command.name);
    if (isOfRow && !trap.writesRow(command.args.map(String))) return Promise.reject(new Error('lost'));
    return isOfRow && ROW_MS !== '0'
      ? sleep(Number(ROW_MS)).then(() => sendCommand(command, ...given))
      : sendCommand(command, ...given);
  };
  const { presence } = shared;
  const [subscribe, publish] = [presence.subscribe.bind(presence), presence.publish.bind(presence)];
  presence.subscribe = async (topic, hear) => {
    const isOfProcesses = topic.startsWith('~spindle:');
    await subscribe(topic, isOfProcesses ? (said) => hearProcess(said, hear) : hear);
    await sleep(Number(SUBSCRIBE_MS));
    if (topic.startsWith('$') && !trap.opensChannel(topic.slice(1))) throw new Error('lost');
  };
  presence.publish = async (topic, said) => {
    if (said?.kind !== 'process' || trap.sends(said.message)) await publish(topic, said);
  };
}

function hearProcess(said, hear) {
  if (said.kind === 'process') trap.hears(said.message);
  hear(said);
}

const transport = new WebSocketTransport();
transport.wss.on('connection', (socket) => {
  trap.hold(socket);
  const send = socket.send.bind(socket);
  socket.send = (data, ...given) => {
    send(data, ...given);
    if (data.includes?.('moved')) trap.hasTold();
  };
});

const server = defineServer({
  greet: false,
  transport,
  publicAddress: `127.0.0.1:${port}`,
  rooms: {
    inn: defineRoom(Inn),
    whole: defineRoom(Whole),
    tally: defineRoom(Tally),
    keptTally: defineRoom(KeptTally),
    faulty: defineRoom(Faulty),
    river: defineRoom(River),
    quick: defineRoom(Quick),
    typed: defineRoom(Typed),
    ticking: defineRoom(Ticking),
    stepping: defineRoom(Stepping),
  },
  driver: spindleDriver(),
  ...shared,
});
const inRedis = redis && new RedisStore(trap.send, { mostDeaths: Number(MOST_DEATHS) });
const store = inRedis && trap.store(noteCalls(inRedis, CALLS));
const history = HISTORY === undefined ? null : openSync(HISTORY, 'a');
/** The rooms that were made here. */
const made = new Set();
const host = moving(server, {
  ...(store && {
    store: {
      answer(call) {
        if (call.kind === 'put' && !made.has(call.room)) {
          made.add(call.room);
          process.send({ kind: 'made', roomId: call.room, snapshot: call.snapshot });
        }
        return store.answer(call);
      },
    },
  }),
  ...JSON.parse(ROOM_OPTIONS),
  // A write behind the effects would be missing after `kill -9`.
  onPulse(roomId, pulse, epoch, entries) {
    if (history !== null)
      writeSync(history, `${JSON.stringify({ roomId, pulse, epoch, entries, atMs: Date.now() })}\n`);
  },
  onReport: (report) => process.send({ kind: 'report', report }),
});

/** It may have come, and the matchmaker not have it yet. */
function moveRoom({ roomId, to }) {
  const room = matchMaker.getLocalRoomById(roomId);
  if (room === undefined) throw new Error(`The room ${roomId} is not here.`);
  return room.moveTo(to);
}

const COMMANDS = {
  arm: (armed) => trap.arm(armed),
  cutOff: ({ ms }) => trap.cutOff(ms),
  move: moveRoom,
  whyNot: ({ roomId }) => matchMaker.getLocalRoomById(roomId).whyNot(),
  disconnect: ({ roomId }) => void matchMaker.getLocalRoomById(roomId).disconnect(),
  lock: ({ roomId }) => matchMaker.getLocalRoomById(roomId).lock(),
  state: ({ roomId }) => matchMaker.getLocalRoomById(roomId).state.toJSON(),
  clients: ({ roomId }) => matchMaker.getLocalRoomById(roomId).clients.length,
  set: ({ roomId, updates }) => matchMaker.getLocalRoomById(roomId).setMatchmaking(updates),
  seats: ({ roomId }) => matchMaker.getLocalRoomById(roomId).players.map(({ sessionId }) => sessionId),
  // What plain code does that is not called in a pulse.
  change: ({ roomId }) => void matchMaker.getLocalRoomById(roomId).state.numbers.push(0),
  spawn: ({ roomId }) => matchMaker.getLocalRoomById(roomId).scheduler.spawn(() => wait(60_000)).id,
  timer: ({ roomId }) => void matchMaker.getLocalRoomById(roomId).clock.setTimeout(() => {}, 3_600_000),
  // What is kept of clients that the matchmaker of this process knows.
  known: ({ roomId }) =>
    matchMaker.getLocalRoomById(roomId).clients.map(({ sessionId, auth, userData }) => ({ sessionId, auth, userData })),
  create: async ({ name }) => (await matchMaker.createRoom(name, {})).roomId,
  row: ({ roomId }) => matchMaker.driver.findOne({ roomId }),
  stats: () => ({ ...matchMaker.stats.local }),
  // Of the others: as Redis has them.
  allStats: () => matchMaker.stats.fetchAll(),
  play,
  peers: () => host.peers,
};

process.on('message', async ({ id, kind, ...given }) => {
  try {
    process.send({ id, answer: (await COMMANDS[kind](given)) ?? null });
  } catch (error) {
    process.send({ id, error: error.message });
  }
});
process.on('disconnect', () => process.exit());
await server.listen(port);
process.send({ kind: 'listening', process: matchMaker.processId });
