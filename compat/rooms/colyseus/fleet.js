/** Processes of Colyseus and clients of the SDK, for tests. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@colyseus/sdk';
import { joining } from '@spindle/colyseus/client';
import { findPort } from '../redis-server.js';

export class Process {
  messages = [];
  #child;
  #answers = new Map();
  #ids = 0;

  static async start(env = {}) {
    const made = new Process();
    made.port = await findPort();
    made.#child = fork(path.join(import.meta.dirname, 'process.js'), [String(made.port)], {
      env: { ...process.env, NODE_ENV: 'development', ...env },
    });
    made.#child.on('message', (message) => made.#hear(message));
    await made.told((message) => message.kind === 'listening');
    made.id = made.messages.find(({ kind }) => kind === 'listening').process;
    return made;
  }

  #hear(message) {
    if (message.id === undefined) return this.messages.push(message);
    const { resolve, reject } = this.#answers.get(message.id);
    return message.error === undefined ? resolve(message.answer) : reject(new Error(message.error));
  }

  ask(kind, given = {}) {
    const id = ++this.#ids;
    const answer = new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
    this.#child.send({ id, kind, ...given });
    return answer;
  }

  async told(is) {
    return until(() => this.messages.find(is), 'a process to tell something');
  }

  reports(kind) {
    return this.messages.flatMap(({ report }) => (report?.kind === kind ? [report] : []));
  }

  /** Gives the exit code. */
  async end(signal = 'SIGTERM') {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    const [code] = await ended;
    return code;
  }

  freeze(isFrozen) {
    this.#child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }
}

export async function until(is, what, ms = 15_000) {
  for (const endMs = performance.now() + ms; performance.now() < endMs; await sleep(10)) {
    const found = await is();
    if (found) return found;
  }
  throw new Error(`Waited ${ms} ms for ${what}.`);
}

/** A client that joins, and keeps all that it hears. */
export async function join(port, options = {}, { method = 'joinOrCreate', name = 'inn', ...rest } = {}) {
  const client = new Client(`ws://127.0.0.1:${port}`);
  const heard = [];
  const news = [];
  const states = [];
  const told = {
    seatMs: 10_000,
    onRewound: (one) => news.push({ kind: 'rewound', ...one }),
    onMissed: (one) => news.push({ kind: 'missed', ...one }),
    ...rest,
  };
  const room = await joining(() => client[method](name, options), told);
  room.onMessage('said', (words) => heard.push(words));
  room.onStateChange((state) => states.push(JSON.stringify(state)));
  room.onLeave((code) => news.push({ kind: 'left', code }));
  return { room, heard, news, states };
}

/** Throws for the first difference between what clients have seen and a room that never moved. */
export async function judge(processes, clients) {
  const { roomId } = clients[0].room;
  const told = processes.flatMap(({ messages }) => messages.filter((message) => message.roomId === roomId));
  const { snapshot } = told.find(({ kind }) => kind === 'made');
  const pulses = new Map();
  for (const one of told)
    if (one.kind === 'pulse' && one.epoch >= (pulses.get(one.pulse)?.epoch ?? 0)) pulses.set(one.pulse, one);
  const history = Array.from({ length: Math.max(...pulses.keys()) }, (_, i) => pulses.get(i + 1).entries);
  const { outputs, states } = await processes.at(-1).ask('play', { roomId, snapshot, history });
  for (const client of clients) compare(client, { history, outputs, states });
  return {
    outputs: outputs.length,
    pulses: history.length,
    states: clients.reduce((sum, one) => sum + one.states.length, 0),
  };
}

function compare({ room, heard, states: seen }, { history, outputs, states }) {
  const { sessionId } = room;
  const joined =
    1 + history.findIndex((entries) => entries.some((one) => one.kind === 'join' && one.client === sessionId));
  const wanted = outputs
    .filter(({ to, pulse }) => pulse >= joined && (to === null || to === sessionId))
    .map(({ body }) => body[1]);
  assert.deepEqual(heard, wanted.slice(0, heard.length), `what ${sessionId} hears`);
  // Also a state that is broadcast again is one of the room's, and not an older one.
  let pulse = 0;
  for (const state of seen) {
    const at = states.indexOf(state, pulse);
    assert.notEqual(
      at,
      -1,
      `The state ${state} of ${sessionId} is none behind pulse ${pulse}: ${states[pulse]}, ${states[pulse + 1]}.`,
    );
    pulse = at;
  }
}
