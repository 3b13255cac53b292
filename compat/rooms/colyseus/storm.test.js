/** The storm of the plain core on servers of Colyseus: rooms move, in each move something goes wrong at a step of it, and what all clients hear and see is compared with rooms that never moved. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { RedisStore } from '@spindle/rooms/redis';
import { longestGapMs } from '../bounds.js';
import { readCalls } from '../calls.js';
import { CLIENTS } from '../clients.js';
import { makeDice, pick, SEED } from '../dice.js';
import { Storm } from '../storm.js';
import { join, judge, start, until } from './fleet.js';

const MOVES = Number(process.env.ROOM_FAULTY_MOVES ?? 23);
/** Moves of the same processes: a referee runs all of a room again. */
const EACH = 100;
const ROOMS = ['room-0', 'room-1', 'room-2', 'room-3'];
const PROCESSES = 3;

/** Somebody in a room, or on the way in. */
class Player {
  token;
  room;
  client = null;
  isLeaving = false;
  /** Joins that have failed. */
  refusals = 0;

  constructor(room, token) {
    this.room = room;
    this.token = token;
  }

  /** A process that is asked may be dead by then: another one is. */
  async join(fleet, how) {
    while (this.client === null && !fleet.isClosed) {
      const { port } = fleet.running[this.refusals % fleet.running.length];
      await join(port, { name: this.token, roomId: this.room }, how).then(
        (client) => (this.client = client),
        () => this.refusals++,
      );
    }
  }

  get connection() {
    return { isIn: this.client?.room.connection.isOpen === true };
  }

  get taken() {
    return this.client?.taken ?? [];
  }

  get beats() {
    return this.client?.beats ?? [];
  }

  get code() {
    return this.client?.news.find(({ kind }) => kind === 'left')?.code ?? null;
  }

  longestGapMs(sinceMs) {
    return longestGapMs(this.beats, sinceMs);
  }

  leave() {
    if (this.client === null) return;
    this.isLeaving = true;
    this.client.hasLeft = true;
    void this.client.room.leave();
  }

  cut() {
    const { isIn } = this.connection;
    this.client?.room.connection.transport.ws?.close();
    return isIn;
  }
}

/** What a storm asks of a fleet, with processes of Colyseus. */
class Fleet {
  members = [];
  players = [];
  reports = [];
  moves = [];
  sprung = [];
  emptied = Promise.resolve();
  isClosed = false;
  onReport = () => {};
  #stage;
  #redis;
  #starts = 0;

  static async begin(t) {
    const fleet = new Fleet();
    t.after(async () => {
      fleet.isClosed = true;
      for (const { client } of fleet.players) client?.away(true);
      (await fleet.#redis)?.close();
    });
    fleet.#stage = await start(t, 0, { MOST_DEATHS: '100' });
    fleet.#redis = CLIENTS.ioredis(fleet.#stage.server);
    for (let i = 0; i < PROCESSES; i++) await fleet.start();
    await until(
      async () => (await fleet.members[0].ask('peers')).length === PROCESSES - 1,
      'processes to know each other',
    );
    for (const room of ROOMS) {
      await fleet.join(room, `${room} ann`, { method: 'create' });
      await Promise.all(['ben', 'cat'].map((name) => fleet.join(room, `${room} ${name}`)));
    }
    return fleet;
  }

  async start({ port } = {}) {
    const calls = path.join(this.#stage.server.folder, `calls-${(this.#starts += 1)}`);
    writeFileSync(calls, '');
    const member = await this.#stage.add({ PORT: port, CALLS: calls }).catch((error) => {
      // All is over: nobody waits for it.
      if (this.isClosed) return new Promise(() => {});
      throw error;
    });
    Object.assign(member, { name: `${member.id}@127.0.0.1:${member.port}`, calls, isRunning: true, endedMs: null });
    void member.exited.then(() => Object.assign(member, { isRunning: false, endedMs: performance.now() }));
    member.onMessage = (message) => this.#hear(member, message);
    this.members.push(member);
    return member;
  }

  #hear(from, { kind, report, heardMs: atMs, ...rest }) {
    if (kind === 'report') {
      this.reports.push({ ...report, from, atMs });
      this.onReport(this.reports.at(-1));
    }
    if (kind !== 'sprung') return;
    this.sprung.push({ ...rest, from, atMs });
    if (rest.action === 'finds Redis empty') this.emptied = this.#stage.server.comeBackEmpty(rest.ms);
  }

  get running() {
    return this.members.filter(({ isRunning }) => isRunning);
  }

  reported(kind) {
    return this.reports.filter((report) => report.kind === kind);
  }

  /** Where the room is, as the clients in it see it. */
  ownerOf(room) {
    const inIt = this.players.filter((one) => one.room === room && one.client !== null && one.code === null);
    const [first] = inIt;
    const isSame = ({ client }) => client.processId === first.client.processId;
    return inIt.every(isSame) ? this.members.find(({ id }) => id === first?.client.processId) : undefined;
  }

  join(room, token, how = { method: 'joinById', name: room }) {
    const player = new Player(room, token);
    this.players.push(player);
    return player.join(this, how);
  }

  arm(member, armed) {
    return member.ask('arm', armed).catch(() => {});
  }

  async move(roomId, from, to) {
    return from.ask('move', { roomId, to: to.id }).catch(({ message }) => message);
  }

  async readRow(room) {
    const { send } = await this.#redis;
    const { row = null } = await new RedisStore(send).answer({ kind: 'read', room });
    return row;
  }

  readCalls(room) {
    return readCalls(
      this.members.map(({ calls }) => calls),
      room,
    );
  }

  readPulses(room) {
    return this.members.flatMap((member, at) =>
      member.pulsesOf(room).map(({ pulse, atMs }) => ({ at, pulse, atMs: atMs - performance.timeOrigin })),
    );
  }
}

/** All clap, one of them so often, until it is told to end. */
function clap({ players }, everyMs, dice) {
  let n = 0;
  const timer = setInterval(() => {
    const inIt = players.filter(({ client, isLeaving }) => client !== null && !isLeaving);
    pick(inIt, dice)?.client.room.send('clap', n++);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function play(storm, seed, moves) {
  const { fleet } = storm;
  const end = clap(fleet, 15, makeDice(seed));
  await storm.move(ROOMS, moves, seed);
  end();
  const hasEnded = ({ client, isLeaving, code }) => client !== null && (!isLeaving || code !== null);
  await until(() => fleet.players.every(hasEnded), 'all to have come, or left', 20_000);
  storm.checkAll();
  const found = { outputs: 0, inputs: 0, pulses: 0, states: 0 };
  for (const room of ROOMS) {
    const clients = fleet.players.filter((one) => one.room === room).map(({ client }) => client);
    const one = await judge(fleet.members, clients).catch((error) => {
      throw Object.assign(error, { room });
    });
    for (const what of Object.keys(found)) found[what] += one[what];
  }
  return found;
}

for (let done = 0; done < MOVES; done += EACH) {
  const [seed, moves] = [SEED + done, Math.min(EACH, MOVES - done)];
  const what = `ROOM_SEED=${seed} ROOM_FAULTY_MOVES=${moves}`;
  test(`${moves} moves of ${ROOMS.length} rooms, a fault in each (${what})`, async (t) => {
    const fleet = await Fleet.begin(t);
    const storm = new Storm(fleet);
    try {
      console.log(await play(storm, seed, moves));
    } catch (error) {
      console.log(`${what}: red, ${error.room ?? 'no room'}: ${error.message}`);
      tell(fleet, error.room);
      throw error;
    }
    console.table(storm.table());
    const news = fleet.players.flatMap(({ client }) => client.news);
    const told = (kind) => news.filter((one) => one.kind === kind).length;
    const claims = fleet.reported('here').filter(({ how }) => how === 'claimed').length;
    const refusals = fleet.players.reduce((sum, one) => sum + one.refusals, 0);
    console.log(`${what}: ${claims} claims, rewound ${told('rewound')}, ${refusals} joins tried again`);
    const missed = fleet.players.filter(({ client }) => client.news.some(({ kind }) => kind === 'missed'));
    assert.deepEqual(
      missed.map(({ token, client }) => [token, client.news]),
      [],
    );
  });
}

/** What has happened to a room, and where its clients are. */
function tell({ members, moves, sprung, reports, players }, room) {
  const at = (member) => members.indexOf(member);
  const all = [
    ...moves.map(({ from, to, ...move }) => ({ ...move, what: `${at(from)} → ${at(to)}` })),
    ...sprung.map(({ from, ...one }) => ({ ...one, what: `a trap of ${at(from)}` })),
    ...reports.map(({ from, loaded, ...one }) => ({ ...one, what: `${at(from)} tells` })),
  ].filter((one) => room === undefined || (one.room ?? room) === room);
  for (const { atMs, what, ...rest } of all.toSorted((one, other) => one.atMs - other.atMs).slice(-60))
    console.log(`  ${Math.round(atMs)} ms ${what}: ${JSON.stringify(rest)}`);
  for (const { token, client, connection, room: its, beats, code } of players)
    if (room === undefined || its === room)
      console.log(
        `  ${token} ${client?.room.sessionId} ${connection.isIn ? 'in' : 'out'}, ${members.findIndex(({ id }) => id === client?.processId)}, code ${code}, last beat ${Math.round(beats.at(-1)?.atMs)}, ${JSON.stringify(client?.news)}`,
      );
  console.log(`  now ${Math.round(performance.now())}`);
}
