/** Real processes with rooms on one Redis, and real clients. What happens in them is judged by `referee.js`. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { RoomConnection } from '@spindle/rooms/ws-client';
import { RedisStore } from '@spindle/rooms/redis';
import { hearBeat, longestGapMs } from './bounds.js';
import { CLIENTS } from './clients.js';
import { RedisServer } from './redis-server.js';
import { SCENE } from './scene.js';

export class Fleet {
  redis;
  members = [];
  players = [];
  reports = [];
  /** Moves that were asked for again. */
  refusals = 0;
  /** Traps that have sprung. */
  sprung = [];
  /** The room that is told of if it is not all well. */
  suspect = null;
  /** Redis is killed, and begins again with nothing in it. */
  emptied = Promise.resolve();
  isClosed = false;
  /** Else it is told at the end what was the matter. */
  hasPassed = false;
  #mostDeaths;
  #options;
  #histories = [];
  #asked = 0;

  constructor(redis, { mostDeaths = 100, ...options } = {}) {
    this.#mostDeaths = mostDeaths;
    this.redis = new RedisServer(redis);
    this.#options = options;
  }

  /** Each with a name of its own, on a port of its own, as a rule. `kit`: the module whose `loadGame` makes the rooms of `scene`. */
  async start({ kit = './scene.js', scene = SCENE, isRecorded = true, port = 0 } = {}) {
    const history = isRecorded ? path.join(this.redis.folder, `history-${this.#histories.length}.jsonl`) : null;
    const given = {
      kit,
      scene,
      port,
      socket: this.redis.socket,
      history,
      mostDeaths: this.#mostDeaths,
      options: this.#options,
    };
    if (history !== null) {
      writeFileSync(history, '');
      this.#histories.push(history);
    }
    const child = fork(path.join(import.meta.dirname, 'process.js'), [JSON.stringify(given)]);
    const exited = once(child, 'exit');
    const member = {
      child,
      name: '',
      port: 0,
      startedMs: Infinity,
      answers: new Map(),
      exited,
      waiting: null,
      isRunning: true,
    };
    child.on('message', (message) => this.#hear(member, message));
    child.on('exit', () => (member.isRunning = false));
    this.members.push(member);
    await until(() => member.name !== '' || !member.isRunning, 60_000, 'a process has started');
    return member;
  }

  #hear(member, { name, report, id, answer, waiting, sprung }) {
    if (name !== undefined)
      Object.assign(member, { name, port: Number(/:(\d+)#/.exec(name)[1]), startedMs: performance.now() });
    if (report !== undefined) this.reports.push({ ...report, from: member, atMs: performance.now() });
    if (id !== undefined) member.answers.get(id)(answer);
    if (waiting !== undefined) member.waiting = waiting;
    if (sprung === undefined) return;
    this.sprung.push({ ...sprung, from: member, atMs: performance.now() });
    if (sprung.action === 'freezes') setTimeout(() => member.child.kill('SIGCONT'), sprung.ms);
    if (sprung.action === 'finds Redis empty') this.emptied = this.#emptyRedis(sprung.ms);
  }

  async #emptyRedis(awayMs) {
    await this.redis.kill();
    await sleep(awayMs);
    await this.redis.start();
  }

  async #ask(member, question) {
    const id = (this.#asked += 1);
    const answered = new Promise((resolve) => member.answers.set(id, resolve));
    member.child.send({ id, ...question }, () => {});
    return Promise.race([answered, member.exited.then(() => 'its process is dead')]);
  }

  /** Gives why the room is still there; null: it has moved. On a machine that is busy a process does not answer in time, and is asked again. */
  async move(room, from, to, { mostTries = 20 } = {}) {
    for (let tries = 0; ; tries++) {
      const reason = await this.#ask(from, { move: room, to: to.name });
      if (tries === mostTries || !to.isRunning || !reason?.endsWith('does not answer')) return reason;
      this.refusals += 1;
    }
  }

  /** At a step of the next move of a room something happens in one of the processes (`trap.js`). */
  async arm(member, armed) {
    return this.#ask(member, { armed });
  }

  async usage(member) {
    return this.#ask(member, {});
  }

  /** SIGTERM; gives the exit code. */
  async stop(member) {
    member.child.kill('SIGTERM');
    const [code] = await member.exited;
    return code;
  }

  async kill(member) {
    member.child.kill('SIGKILL');
    await member.exited;
  }

  /** Those that have said their names. */
  get running() {
    return this.members.filter(({ isRunning, name }) => isRunning && name !== '');
  }

  /** Where the room is, as the clients in it see it. */
  ownerOf(room) {
    const names = this.players
      .filter((one) => one.room === room && one.code === null)
      .map(({ connection }) => connection.process);
    return this.members.find(({ name }) => name === names[0] && names.every((one) => one === name));
  }

  join(room, token, options = {}) {
    const urls = this.running.map(({ name }) => name.replace(/#.*/, ''));
    const player = new Player(room, token, urls, options);
    this.players.push(player);
    return player;
  }

  /** What came in at each pulse of each room. */
  readHistories() {
    const rooms = new Map();
    for (const file of this.#histories)
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        if (line === '') continue;
        const [room, pulse, epoch, entries] = JSON.parse(line);
        if (!rooms.has(room)) rooms.set(room, new Map());
        const pulses = rooms.get(room);
        if ((pulses.get(pulse)?.epoch ?? 0) <= epoch) pulses.set(pulse, { epoch, entries });
      }
    return rooms;
  }

  reported(kind) {
    return this.reports.filter((report) => report.kind === kind);
  }

  /** Of a room; of that which is suspected, if there is one. */
  async tell(asked) {
    const room = this.suspect ?? asked;
    const at = new Map(this.members.map((member, index) => [member, index]));
    const { send, close } = await CLIENTS.ioredis(this.redis);
    const { row } = await new RedisStore(send).answer({ kind: 'read', room });
    close();
    const { snapshot, log, ...rest } = row ?? {};
    console.log(`row ${JSON.stringify(rest)}, log ${log?.length}, snapshot ${snapshot?.length}`);
    for (const { name, isRunning } of this.members) console.log(`  ${name} ${isRunning ? 'runs' : 'is dead'}`);
    for (const { from, atMs, ...report } of this.reports.slice(-20))
      console.log(`  ${Math.round(atMs)} ms, ${at.get(from)}: ${JSON.stringify(report)}`);
    for (const { token, connection, news, beats } of this.players.filter((one) => one.room === room))
      console.log(
        `  ${token} ${connection.isIn ? 'in' : 'out'} ${connection.process} ${connection.unacknowledged} ${news.filter((kind) => kind !== 'output')} last beat ${Math.round(beats.at(-1)?.atMs)}`,
      );
    console.log(`  now ${Math.round(performance.now())}`);
  }

  async close() {
    this.isClosed = true;
    for (const { connection } of this.players) connection.close();
    for (const { child, isRunning } of this.members) if (isRunning) child.kill('SIGKILL');
    await Promise.all(this.members.map(({ exited }) => exited));
    await this.redis.stop();
  }
}

/** A client, and all that it was told. */
export class Player {
  outputs = new Map();
  bodies = [];
  news = [];
  /** `{ atMs, gapMs }` of the beats, one in each pulse. */
  beats = [];
  inputs = 0;
  code = null;
  moves = 0;
  /** When it was told of the process that has the room now. */
  movedMs = 0;
  doubled = 0;
  isLeaving = false;
  rewoundMs = [];
  /** Outputs that it was told it has missed, and for how long it had heard nothing. */
  missed = [];
  #sockets = [];

  constructor(room, token, url, options) {
    this.room = room;
    this.token = token;
    const player = this;
    // Its sockets, so that a test can cut them.
    class Wire extends WebSocket {
      constructor(address) {
        super(address);
        player.#sockets.push(this);
      }
    }
    this.connection = new RoomConnection({
      url,
      room,
      data: token,
      WebSocket: Wire,
      on: (news) => this.#hear(news),
      onProcess: () => {
        this.moves += 1;
        this.movedMs = performance.now();
      },
      ...options,
    });
  }

  /** The connection is lost, without a word. */
  cut() {
    for (const socket of this.#sockets.splice(0)) socket.terminate();
  }

  #hear(news) {
    this.news.push(news.kind);
    if (news.kind === 'left') this.code = news.code;
    if (news.kind === 'missed')
      this.missed.push({ ...news, awayMs: performance.now() - (this.beats.at(-1)?.atMs ?? -Infinity) });
    if (news.kind === 'rewound') this.rewoundMs.push((news.fromPulse - news.toPulse) * 50);
    if (news.kind === 'rewound') for (const n of this.outputs.keys()) if (n > news.toOutput) this.outputs.delete(n);
    if (news.kind !== 'output') return;
    const { n, pulse, body } = news.output;
    if (this.outputs.has(n)) this.doubled += 1;
    this.outputs.set(n, { pulse, body });
    this.bodies.push(body);
    if (body.startsWith('beat')) hearBeat(this.beats);
  }

  longestGapMs(sinceMs) {
    return longestGapMs(this.beats, sinceMs);
  }

  leave() {
    this.isLeaving = true;
    this.connection.leave();
  }

  input(name) {
    if (this.isLeaving) return;
    this.inputs += 1;
    this.connection.input(name);
  }
}

export async function until(isSo, mostMs, what) {
  const untilMs = performance.now() + mostMs;
  while (!isSo()) {
    if (performance.now() > untilMs) throw new Error(`After ${mostMs} ms still not: ${what}.`);
    await sleep(10);
  }
}
