/** Processes of Colyseus and clients of the SDK, for tests. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPort, findRedis, RedisServer } from '../redis-server.js';
import { join } from './client.js';
import { Lines } from './lines.js';

export { join };

export class Process {
  messages = [];
  /** Is told each at once. */
  onMessage = () => {};
  child;
  /** By what it reaches Redis. */
  link;
  startedMs = Infinity;
  #answers = new Map();
  #ids = 0;
  #history;
  #pulses = new Map();

  /** `onForked` gets it before it is ready. */
  static async start({ PORT, ...env } = {}, onForked = () => {}) {
    const made = new Process();
    if (env.HISTORY !== undefined) made.#history = new Lines(env.HISTORY);
    made.port = PORT ?? (await findPort());
    made.child = fork(path.join(import.meta.dirname, 'process.js'), [String(made.port)], {
      env: { ...process.env, NODE_ENV: 'development', ...env },
    });
    made.exited = once(made.child, 'exit');
    onForked(made);
    made.child.on('message', (message) => made.#hear(message));
    await made.told((message) => message.kind === 'listening');
    made.id = made.messages.find(({ kind }) => kind === 'listening').process;
    made.startedMs = performance.now();
    return made;
  }

  #hear(message) {
    if (message.kind === 'sprung' && message.action === 'freezes') setTimeout(() => this.freeze(false), message.ms);
    if (message.id === undefined) {
      this.messages.push({ ...message, heardMs: performance.now() });
      return this.onMessage(this.messages.at(-1));
    }
    const { resolve, reject } = this.#answers.get(message.id);
    return message.error === undefined ? resolve(message.answer) : reject(new Error(message.error));
  }

  ask(kind, given = {}) {
    const id = ++this.#ids;
    const answer = new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
    this.child.send({ id, kind, ...given }, () => {});
    const dies = this.exited.then(() => Promise.reject(new Error('its process is dead')));
    return Promise.race([answer, dies]);
  }

  async told(is) {
    const find = () => {
      const found = this.messages.find(is);
      if (found === undefined && !this.isAlive) throw new Error('Its process is dead.');
      return found;
    };
    return until(find, 'a process to tell something', 60_000);
  }

  reports(kind) {
    return this.messages.flatMap((one) => (one.kind === 'report' && one.report.kind === kind ? [one.report] : []));
  }

  /** What it has told of the pulses of a room, also of those that count no more. */
  pulsesOf(roomId) {
    for (const line of this.#history?.read() ?? []) {
      const pulse = JSON.parse(line);
      if (!this.#pulses.has(pulse.roomId)) this.#pulses.set(pulse.roomId, []);
      this.#pulses.get(pulse.roomId).push(pulse);
    }
    return this.#pulses.get(roomId) ?? [];
  }

  get isAlive() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Gives the exit code. */
  async end(signal = 'SIGTERM') {
    if (!this.isAlive) return this.child.exitCode;
    this.child.kill(signal);
    const [code] = await this.exited;
    return code;
  }

  freeze(isFrozen) {
    this.child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }
}

const redis = findRedis();

/** So many processes, on a Redis of their own. `linkOf(server, at)`: by what a process reaches it. */
export async function start(t, count = 2, env = {}, linkOf = (server) => server) {
  const server = new RedisServer(redis);
  await server.start();
  const processes = [];
  const all = [];
  let links = 0;
  const add = async (more = {}) => {
    const at = links++;
    const HISTORY = path.join(server.folder, `history-${at}.jsonl`);
    const link = await linkOf(server, at);
    const given = { REDIS_SOCKET: link.socket, HISTORY, ...env, ...more };
    const made = await Process.start(given, (one) => all.push(one));
    made.link = link;
    processes.push(made);
    return made;
  };
  await Promise.all(Array.from({ length: count }, () => add()));
  t.after(async () => {
    for (const process of all) await process.end('SIGKILL');
    await server.stop();
  });
  for (const one of processes)
    await until(async () => (await one.ask('peers')).length === count - 1, 'processes to know each other');
  return { processes, add, server };
}

/** A room in the middle of its cutscene, with so many clients. */
export async function begin(t, { count = 3, processes: many = 2, env = {}, linkOf } = {}) {
  const { processes, add, server } = await start(t, many, env, linkOf);
  const clients = [];
  for (let i = 0; i < count; i++) clients.push(await join(processes[0].port, { name: `c${i}` }));
  const [{ room }] = clients;
  const { roomId } = room;
  await until(() => room.state.round >= 1, 'the first round');
  const owner = await ownerOf(processes, roomId);
  return { processes, add, server, clients, room, roomId, owner, other: processes.find((one) => one !== owner) };
}

/** All clap, one of them so often, until it is told to end. */
export function clap(clients, everyMs = 40) {
  let n = 0;
  const timer = setInterval(() => clients[Math.floor(Math.random() * clients.length)].room.send('clap', n++), everyMs);
  // A test that fails does not end it.
  timer.unref();
  return () => clearInterval(timer);
}

/** Three rounds more, and all as in a room that never moved. */
export async function goesOn({ processes, clients, room }) {
  const { round } = room.state;
  const words = (one) => `${one.room.sessionId} claps on ${round}`;
  for (const { room: one } of clients) one.send('clap', `on ${round}`);
  await until(() => room.state.round > round + 2, 'three rounds');
  const claps = (one) => clients[0].heard.filter((said) => said === words(one)).length;
  await until(() => clients.every((one) => claps(one) > 0), 'all claps');
  assert.deepEqual(
    clients.map(claps),
    clients.map(() => 1),
  );
  console.log(await judge(processes, clients));
}

export const leave = (clients) => Promise.all(clients.map(({ room }) => room.leave()));

/** Moves a room, as soon as it is there. A machine that does much else may take longer than a process waits for another one: then it is tried again. */
export async function move(from, to, roomId) {
  await until(
    () =>
      from.ask('move', { roomId, to: to.id }).then(
        () => true,
        (error) => {
          if (!/does not answer|is not here/.test(error.message)) throw error;
        },
      ),
    'a move',
    30_000,
  );
}

/** What Redis says of the rooms and clients of a process, as another one reads it. */
export async function countsOf(process, reader) {
  const found = (await reader.ask('allStats')).find(({ processId }) => processId === process.id);
  return found && { roomCount: found.roomCount, ccu: found.ccu };
}

/** The process that has got a room last. */
export async function ownerOf(processes, roomId) {
  const row = await until(async () => processes.find((one) => one.isAlive)?.ask('row', { roomId }), 'a row');
  return processes.find(({ id }) => id === row.processId);
}

export async function until(is, what, ms = 15_000) {
  for (const endMs = performance.now() + ms; performance.now() < endMs; await sleep(10)) {
    const found = await is();
    if (found) return found;
  }
  throw new Error(`Waited ${ms} ms for ${what}.`);
}

/** A client that comes back gets the state as it is then: it may not see that of the pulse up to which it is compared. So many pulses are tried. */
const MOST_TRIES = 3;

/**
 * Waits until clients have all that processes have told of by now. Throws for the first difference between what they have heard and seen, and a room that never moved,
 * and for an input that has not come, or twice.
 */
export async function judge(processes, clients, { waitMs = 15_000 } = {}) {
  const { roomId } = clients[0].room;
  const readHistory = () => historyOf(processes.flatMap((one) => one.pulsesOf(roomId)));
  const all = clients.map(({ sent }) => [...sent]);
  const haveCome = () => {
    const history = readHistory();
    return clients.every(({ room }, i) => inputsOf(history, room).length >= all[i].length);
  };
  await until(haveCome, 'all inputs', waitMs).catch(() => {});
  const soFar = readHistory();
  const inputs = clients.map(({ room }) => inputsOf(soFar, room));
  for (const [i, { room }] of clients.entries()) assert.deepEqual(inputs[i], all[i], `what ${room.sessionId} has sent`);
  const isMade = (message) => message.kind === 'made' && message.roomId === roomId;
  // Who has it when Redis comes back empty writes it, too.
  const [{ snapshot }] = processes
    .flatMap(({ messages }) => messages.filter(isMade))
    .toSorted((one, other) => one.heardMs - other.heardMs);
  // Who has the room would stand still for long.
  const owner = await ownerOf(processes, roomId);
  const judge = processes.find((one) => one.isAlive && one !== owner) ?? owner;
  let history, played, wanted;
  const hasAll = ({ hasLeft }, i) =>
    hasLeft ||
    (wanted[i].got.heard.length >= wanted[i].heard.length && wanted[i].got.states.includes(wanted[i].states.at(-1)));
  for (let i = 0; i < MOST_TRIES && !(wanted !== undefined && clients.every(hasAll)); i++) {
    history = readHistory();
    played = await judge.ask('play', { roomId, snapshot, history: history.map(({ entries }) => entries) });
    const haveAll = () => {
      wanted = clients.map((client) => wantedOf(client, history, played));
      return clients.every(hasAll);
    };
    await until(haveAll, 'all outputs', waitMs / 2).catch(() => {});
  }
  for (const [i, client] of clients.entries()) compare(client, wanted[i]);
  const gapsMs = history.slice(1).map(({ atMs }, i) => atMs - history[i].atMs);
  const at = (part) => gapsMs.sort((a, b) => a - b)[Math.floor(part * (gapsMs.length - 1))];
  const gaps = `p50 ${at(0.5)}, p95 ${at(0.95)}, worst ${at(1)} ms between pulses`;
  const states = clients.reduce((sum, one) => sum + one.states.length, 0);
  return { outputs: played.outputs.length, inputs: all.flat().length, pulses: history.length, states, gaps };
}

/** Of each pulse what counts: that of the highest epoch. Who does not know that another one has the room may be ahead. */
function historyOf(told) {
  const pulses = new Map();
  for (const one of told) if (one.epoch >= (pulses.get(one.pulse)?.epoch ?? 0)) pulses.set(one.pulse, one);
  const newest = Math.max(...[...pulses.values()].map(({ epoch }) => epoch));
  const last = Math.max(0, ...[...pulses.values()].map(({ pulse, epoch }) => (epoch === newest ? pulse : 0)));
  return Array.from({ length: last }, (_, i) => pulses.get(i + 1));
}

const inputsOf = (history, { sessionId }) =>
  history
    .flatMap(({ entries }) => entries)
    .filter(({ kind, client }) => kind === 'input' && client === sessionId)
    .map(({ name, args }) => [name, args[0] ?? null]);

/** Who leaves may have been away just before: so many pulses at the most. */
const MOST_MISSED = 100;

/** What a client has to hear, and to see, of a room that never moved. `heard`, `states`: what it has and what was not taken back. */
function wantedOf({ room: { sessionId }, heard, states, rewinds, hasLeft, sure }, history, played) {
  const isJoin = (one) => one.kind === 'join' && one.client === sessionId;
  const joined = 1 + history.findIndex(({ entries }) => entries.some(isJoin));
  const mine = played.outputs.filter(({ to, pulse }) => pulse >= joined && (to === null || to === sessionId));
  const isLeave = (one) => one.kind === 'leave' && one.client === sessionId;
  const left = 1 + history.findLastIndex(({ entries }) => entries.some(isLeave));
  const kept = [];
  let from = 0;
  for (const { at, toOutput } of rewinds) {
    kept.push(...heard.slice(from, at));
    kept.length = Math.min(kept.length, mine.filter(({ n }) => n <= toOutput).length);
    from = at;
  }
  // Who has left hears of nothing that is taken back behind it.
  const surely = hasLeft ? sure : { output: Infinity, states: Infinity };
  kept.push(...heard.slice(from));
  kept.length = Math.min(kept.length, mine.filter(({ n }) => n <= surely.output).length);
  // What is in a map or a set keeps the place at which it was seen first, also if that was taken back.
  const texts = rewinds.length === 0 ? (all) => all : (all) => all.map(inOrder);
  return {
    heard: mine.map(({ body }) => body[1]),
    heardBeforeLeft: mine.filter(({ pulse }) => pulse < left - MOST_MISSED).length,
    states: texts(played.states.map((state) => asSeen(state, sessionId))),
    got: { heard: kept, states: texts(states.slice(rewinds.at(-1)?.seen ?? 0, surely.states)) },
  };
}

function inOrder(text) {
  const state = JSON.parse(text);
  const sort = (map = {}) => Object.fromEntries(Object.entries(map).sort());
  const { heroes, hands, tags } = state;
  return JSON.stringify({ ...sort(state), heroes: sort(heroes), hands: sort(hands), tags: tags?.sort() });
}

function compare({ room: { sessionId }, hasLeft, taken, ...client }, { heard, heardBeforeLeft, states, got }) {
  assert.equal(
    taken.find(({ wasSure }) => wasSure)?.n,
    undefined,
    `${sessionId} was sure of it, and it was taken back`,
  );
  const least = Math.min(heard.length, client.heard.length, client.states.length);
  assert.notEqual(least, 0, `${sessionId} hears or sees nothing`);
  const wanted = hasLeft ? heard.slice(0, Math.max(heardBeforeLeft, got.heard.length)) : heard;
  assert.deepEqual(got.heard.slice(0, wanted.length), wanted, `what ${sessionId} hears`);
  // What it has seen are states of the room, each behind the one before, up to the last one.
  const last = hasLeft ? got.states.length : got.states.lastIndexOf(states.at(-1));
  assert.notEqual(last, -1, `${sessionId} has not seen ${states.at(-1)}`);
  let pulse = 0;
  for (const state of got.states.slice(0, last + 1)) {
    const at = states.indexOf(state, pulse);
    const expected = states[pulse];
    assert.notEqual(at, -1, `${sessionId} sees ${state}, which is no state behind pulse ${pulse}: ${expected}.`);
    pulse = at;
  }
}

/** Only who holds a card sees its face. */
export function asSeen(text, sessionId) {
  const state = JSON.parse(text);
  for (const [name, card] of Object.entries(state.hands)) if (name !== sessionId) delete card.face;
  return JSON.stringify(state);
}
