/** Real processes with rooms on one Redis, and real clients. What happens in them is judged by `referee.js`. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { RoomConnection } from '@spindle/rooms/ws-client';
import { RedisStore } from '@spindle/rooms/redis';
import { hearBeat, longestGapMs } from './bounds.js';
import { nowMs, readCalls, readLines } from './calls.js';
import { CLIENTS } from './clients.js';
import { makeDice, pick, SEED } from './dice.js';
import { RedisServer } from './redis-server.js';
import { compileScene, SCENE } from './scene.js';
import { tellStory } from './story.js';

const OWN_KIT = './scene.js';

export class Fleet {
  redis;
  members = [];
  players = [];
  reports = [];
  /** Is told each at once. */
  onReport = () => {};
  /** Moves with a fault in each. */
  moves = [];
  /** Moves that were asked for again. */
  refusals = 0;
  /** What a test draws. */
  dice;
  /** Traps that have sprung. */
  sprung = [];
  /** The room that is told of if it is not all well. */
  suspect = null;
  /** Redis is killed, and begins again with nothing in it. */
  emptied = Promise.resolve();
  emptyings = [];
  isClosed = false;
  /** Else it is told at the end what was the matter. */
  hasPassed = false;
  #mostDeaths;
  #options;
  #histories = [];
  #asked = 0;
  #client = null;

  constructor(redis, { mostDeaths = 100, seed = SEED, redisArgs = [], ...options } = {}) {
    this.dice = makeDice(seed);
    this.#mostDeaths = mostDeaths;
    this.redis = new RedisServer(redis, ...redisArgs);
    this.#options = options;
  }

  /**
   * Each with a name of its own, on a port of its own, as a rule. `kit`: the module whose `loadGame` makes the rooms of `scene`. `socket`: where it reaches Redis; `cluster`: the
   * port of a node of it.
   */
  async start({ kit = OWN_KIT, scene = SCENE, isRecorded = true, port = 0, socket = this.redis.socket, cluster } = {}) {
    const history = isRecorded ? path.join(this.redis.folder, `history-${this.#histories.length}.jsonl`) : null;
    const given = {
      kit,
      scene: kit === OWN_KIT ? await compileScene(scene) : scene,
      port,
      socket,
      cluster,
      history,
      calls: history && callsOf(history),
      mostDeaths: this.#mostDeaths,
      options: this.#options,
    };
    if (history !== null) {
      for (const file of [history, callsOf(history)]) writeFileSync(file, '');
      this.#histories.push(history);
    }
    const child = fork(path.join(import.meta.dirname, 'process.js'), [JSON.stringify(given)]);
    const exited = once(child, 'exit');
    const member = {
      child,
      name: '',
      port: 0,
      startedMs: Infinity,
      endedMs: null,
      answers: new Map(),
      exited,
      waiting: null,
      isRunning: true,
    };
    child.on('message', (message) => this.#hear(member, message));
    child.on('exit', () => Object.assign(member, { isRunning: false, endedMs: performance.now() }));
    this.members.push(member);
    await until(() => member.name !== '' || !member.isRunning, 60_000, 'a process has started');
    return member;
  }

  #hear(member, { name, report, id, answer, waiting, sprung }) {
    if (name !== undefined)
      Object.assign(member, { name, port: Number(/:(\d+)#/.exec(name)[1]), startedMs: performance.now() });
    if (report !== undefined) {
      this.reports.push({ ...report, from: member, atMs: performance.now() });
      this.onReport(this.reports.at(-1));
    }
    if (id !== undefined) member.answers.get(id)(answer);
    if (waiting !== undefined) member.waiting = waiting;
    if (sprung === undefined) return;
    this.sprung.push({ ...sprung, from: member, atMs: performance.now() });
    if (sprung.action === 'freezes') setTimeout(() => member.child.kill('SIGCONT'), sprung.ms);
    if (sprung.action === 'finds Redis empty') this.emptied = this.#emptyRedis(sprung.ms);
  }

  async #emptyRedis(awayMs) {
    const atMs = performance.now();
    await this.redis.comeBackEmpty(awayMs);
    this.emptyings.push({ atMs, backMs: performance.now() });
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

  pick(list) {
    return pick(list, this.dice);
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

  /** What came in at each pulse of each room. On a busy machine seconds go by while this reads: what is played meanwhile, no client can have heard. */
  readHistories() {
    const rooms = new Map();
    const untilMs = nowMs();
    for (const [, [room, pulse, epoch, entries, atMs]] of readLines(this.#histories)) {
      if (atMs > untilMs) continue;
      if (!rooms.has(room)) rooms.set(room, new Map());
      const pulses = rooms.get(room);
      if ((pulses.get(pulse)?.epoch ?? 0) <= epoch) pulses.set(pulse, { epoch, entries });
    }
    return rooms;
  }

  /** When each process played a room, by the clock of this one. */
  readPulses(room) {
    return readLines(this.#histories, room).map(([at, [, pulse, , , atMs]]) => ({
      at,
      pulse,
      atMs: atMs - performance.timeOrigin,
    }));
  }

  reported(kind) {
    return this.reports.filter((report) => report.kind === kind);
  }

  /** What Redis has of a room. */
  async readRow(room) {
    this.#client ??= CLIENTS.ioredis(this.redis);
    const { send } = await this.#client;
    const { row = null } = await new RedisStore(send).answer({ kind: 'read', room });
    return row;
  }

  readCalls(room) {
    return readCalls(this.#histories.map(callsOf), room);
  }

  /** All that has happened to a room; to that which is suspected, if there is one. */
  async tell(asked) {
    const room = this.suspect ?? asked;
    const row = await this.readRow(room).catch(String);
    for (const line of tellStory(this, room, row)) console.log(line);
  }

  async close() {
    this.isClosed = true;
    for (const { connection } of this.players) connection.close();
    for (const { child, isRunning } of this.members) if (isRunning) child.kill('SIGKILL');
    await Promise.all(this.members.map(({ exited }) => exited));
    await this.emptied;
    (await this.#client)?.close();
    await this.redis.stop();
    // Node keeps what a test had until all tests are over.
    for (const list of [this.players, this.reports, this.moves]) list.length = 0;
  }
}

const callsOf = (history) => `${history}.calls`;

/** A client, and all that it was told. */
export class Player {
  outputs = new Map();
  bodies = [];
  news = [];
  /** What it was told beside outputs, and when. */
  story = [];
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
  /** Outputs that were taken back. */
  taken = [];
  /** Outputs up to this number were told to be never taken back. */
  sure = 0;
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
      onProcess: (process) => {
        this.moves += 1;
        this.movedMs = performance.now();
        this.story.push({ kind: 'process', atMs: this.movedMs, process });
      },
      ...options,
    });
  }

  /** The connection is lost, without a word. Gives whether it had one. */
  cut() {
    const sockets = this.#sockets.splice(0);
    const hadOne = sockets.some(({ readyState }) => readyState === WebSocket.OPEN);
    for (const socket of sockets) socket.terminate();
    return hadOne;
  }

  #hear(news) {
    this.news.push(news.kind);
    if (news.kind !== 'output') this.story.push({ ...news, atMs: performance.now() });
    if (news.kind === 'left') this.code = news.code;
    if (news.kind === 'missed')
      this.missed.push({ ...news, awayMs: performance.now() - (this.beats.at(-1)?.atMs ?? -Infinity) });
    if (news.kind === 'rewound') this.#takeBack(news);
    this.sure = Math.max(this.sure, this.connection?.sure ?? 0);
    if (news.kind !== 'output') return;
    const { n, pulse, body } = news.output;
    if (this.outputs.has(n)) {
      this.doubled += 1;
      this.story.push({ kind: 'output again', n, pulse, body, atMs: performance.now() });
    }
    this.outputs.set(n, { pulse, body, heardMs: performance.now(), process: this.connection.process });
    this.bodies.push(body);
    if (body.startsWith('beat')) hearBeat(this.beats);
  }

  #takeBack({ fromPulse, toPulse, toOutput }) {
    this.rewoundMs.push((fromPulse - toPulse) * 50);
    for (const [n, output] of this.outputs) {
      if (n <= toOutput) continue;
      this.outputs.delete(n);
      this.taken.push({ n, wasSure: n <= this.sure, ...output });
    }
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
