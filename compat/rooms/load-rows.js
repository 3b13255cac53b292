/** What rooms take of a process, as rows: each is measured in a process of its own, on a Redis of its own, and judged beside the same scripts as `async` functions. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync, inflateSync } from 'node:zlib';
import { RedisStore } from '@spindle/rooms/redis';
import { CLIENTS } from './clients.js';
import { findRedis, RedisServer } from './redis-server.js';

/** In each room. */
export const SCRIPTS = 20;
const WARM_MS = 8000;
/** Each room writes one checkpoint in it. */
const MEASURED_MS = 10_000;
/** The scripts go in step, `async` functions a bit late: the heap is looked at so often, each time at another moment of their turn, by the golden section. */
const LOOKS = 24;
const TURN_MS = 300;
const LOOK_MS = TURN_MS * 0.618;
/** CPU, and heap of a room more, times `async`. */
const WANTED_TIMES = 1.5;
/** The rooms of the target, and so many more that what one takes is seen. */
const [FEW, MANY] = [200, 400];
/** Bytes of a snapshot for each script. */
const MOST = { bytes: 600, gzipped: 100 };

export const namesOf = (count, pid = process.pid) => Array.from({ length: count }, (_, i) => `${pid} ${i}`);

/** The script of `scene/lives.js` as an `async` function. */
export async function live(guard) {
  for (;;) {
    guard.turns++;
    await sleep(50);
    await sleep(100);
    await Promise.race([sleep(100), new Promise(() => {})]);
    await sleep(50);
  }
}

/** Of this process, with so many rooms. `begin` makes them, puts what counts the turns of their scripts into the list that it gets, and gives the reports of who has them. */
export async function measure(count, begin) {
  const guards = [];
  globalThis.gc();
  const heap = process.memoryUsage().heapUsed;
  const reports = await begin(guards);
  await sleep(WARM_MS);
  const turns = () => guards.reduce((sum, one) => sum + one.turns, 0);
  const [before, turnsBefore] = [process.cpuUsage(), turns()];
  const startMs = performance.now();
  await sleep(MEASURED_MS);
  const ms = performance.now() - startMs;
  const { user, system } = process.cpuUsage(before);
  const made = turns() - turnsBefore;
  const bytes = ((await meanHeap()) - heap) / count;
  const told = (wanted) => reports.filter(({ kind }) => kind === wanted).length;
  return {
    cpu: (user + system) / 1000 / ms,
    bytes,
    rate: made / (ms / TURN_MS) / (count * SCRIPTS),
    slow: told('too slow'),
    taken: told('fenced'),
  };
}

async function meanHeap() {
  const beganMs = performance.now();
  let sum = 0;
  for (let look = 0; look < LOOKS; look++) {
    await sleep(Math.max(0, beganMs + look * LOOK_MS - performance.now()));
    globalThis.gc();
    sum += process.memoryUsage().heapUsed;
  }
  return sum / LOOKS;
}

/** The rows of a file that measures one of them where it is started with its name. */
export class Load {
  #file;
  #told;
  #mostTimes;
  /** By row, the rooms and the heap of all of them, of each time that it was measured. */
  #heaps = new Map();
  #wrong = [];

  /** `told`: what is in each row. `mostTimes`: by row, CPU and heap, times `async`. */
  constructor(file, { told, mostTimes }) {
    this.#file = file;
    this.#told = told;
    this.#mostTimes = mostTimes;
  }

  /** Measures and prints a row. `rival`: beside what. */
  async row(name, rooms, { rival, isJudged = false, processes = 1 } = {}) {
    const results = await this.#inProcesses(name, rooms, processes);
    const what = `${rooms} ${this.#told[name]}`;
    for (const result of results)
      this.#print(processes > 1 ? `${what}, one of ${processes} processes` : what, result, rival);
    if (isJudged) this.#judgeTimes(name, ratiosOf(results[0], rival));
    this.#heaps.set(name, [...(this.#heaps.get(name) ?? []), { rooms, bytes: rooms * results[0].bytes }]);
    return results[0];
  }

  /**
   * Only what has a target. What takes more CPU than ever before is measured twice more, and the middle one counts: rooms that do so little take half as much again when
   * something else wakes the machine.
   */
  async judgeTarget(name, rival, mostEach) {
    const ratios = [];
    do {
      const beside = await this.row(rival, FEW);
      const own = await this.row(name, FEW, { rival: beside });
      ratios.push(ratiosOf(own, beside));
    } while (ratios[0].cpu > this.#mostTimes[name][0] && ratios.length < 3);
    const middle = ratios.toSorted((a, b) => a.cpu - b.cpu)[ratios.length >> 1];
    this.#judgeTimes(name, middle);
    // Others on the machine add nothing to a heap.
    await Promise.all([rival, name].map((one) => this.row(one, MANY)));
    this.judgeEach(name, rival, mostEach);
  }

  /** What a room takes beside what a process has once: the difference between the most rooms and the fewest. */
  judgeEach(name, rival, most) {
    const [own, other] = [name, rival].map((one) => this.#eachOf(one));
    const times = own / other;
    const [ownText, otherText] = [own, other].map((bytes) => (bytes / 1000).toFixed(1));
    console.log(`  One room more takes ${ownText} kB ${this.#told[name]}, ${otherText} kB ${this.#told[rival]}`);
    tellWanted('heap of a room more', times);
    if (times > most)
      this.#wrong.push(`one room more ${this.#told[name]} takes ${times.toFixed(2)} × async, at most ${most} before`);
  }

  #eachOf(name) {
    const [few, many] = [this.#heaps.get(name)[0], this.#heaps.get(name).at(-1)];
    return (many.bytes - few.bytes) / (many.rooms - few.rooms);
  }

  /** Says what is wrong; then the process ends with 1. */
  end() {
    for (const text of this.#wrong) console.error(`  WRONG: ${text}`);
    process.exitCode = this.#wrong.length > 0 ? 1 : 0;
  }

  #judgeTimes(name, { cpu, bytes }) {
    if (name === 'spindle') tellWanted('CPU', cpu);
    const [mostCpu, mostBytes] = this.#mostTimes[name] ?? [cpu, bytes];
    if (cpu > mostCpu || bytes > mostBytes)
      this.#wrong.push(
        `rooms ${this.#told[name]} take ${cpu.toFixed(2)} and ${bytes.toFixed(2)} × async, at most ${mostCpu} and ${mostBytes} before`,
      );
  }

  #print(what, { cpu, bytes, rate, slow, taken, snapshot }, rival) {
    const ratios = rival && ratiosOf({ cpu, bytes }, rival);
    const times = ratios ? ` (${ratios.cpu.toFixed(2)}, ${ratios.bytes.toFixed(2)} × async)` : '';
    const kept = rate === 0 ? '' : `; ${Math.round(rate * 100)} % of the turns in time`;
    const told = slow + taken > 0 ? `; ${slow} times too slow, ${taken} rooms taken` : '';
    console.log(`  ${what}: ${(cpu * 100).toFixed(1)} %, ${(bytes / 1000).toFixed(1)} kB${times}${kept}${told}`);
    if (taken > 0) this.#wrong.push(`${what}: ${taken} rooms were taken from a process that lives`);
    if (snapshot === undefined) return;
    console.log(
      `    a snapshot: ${snapshot.bytes} bytes a script, ${snapshot.gzipped} gzipped, ${snapshot.kept} in Redis`,
    );
    for (const [name, most] of Object.entries(MOST))
      if (snapshot[name] > most)
        this.#wrong.push(`${what}: a snapshot has ${snapshot[name]} ${name} a script, at most ${most}`);
  }

  /** Measured with the runtime that a server has in production. */
  async #inProcesses(name, rooms, processes) {
    const server = new RedisServer(findRedis());
    await server.start();
    const rival = this.#begin('rival', 0, server);
    const results = await Promise.all(
      Array.from({ length: processes }, async () => {
        const child = this.#begin(name, rooms, server);
        const [result] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])]);
        if (result === undefined) throw new Error('The process of the rooms has died.');
        return name === 'spindle'
          ? { ...result, snapshot: await snapshotIn(server, namesOf(rooms, child.pid)) }
          : result;
      }),
    );
    rival.kill('SIGKILL');
    await server.stop();
    return results;
  }

  #begin(name, rooms, { socket }) {
    return fork(this.#file, [name, rooms, socket], {
      execArgv: ['--expose-gc', '--conditions=production', '--max-semi-space-size=32'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
  }
}

/** Of all rooms: a race that is under way takes more than a wait. */
async function snapshotIn(server, rooms) {
  const { send, close } = await CLIENTS.ioredis(server);
  const store = new RedisStore(send);
  const rows = await Promise.all(rooms.map(async (room) => store.answer({ kind: 'read', room })));
  close();
  const missing = rooms.filter((_, at) => rows[at].kind !== 'row');
  if (missing.length > 0) throw new Error(`Redis has no row of ${missing.join(', ')}.`);
  const texts = rows.map(({ row }) => inflateSync(Buffer.from(row.snapshot, 'base64')));
  const each = (things) => Math.round(things.reduce((sum, { length }) => sum + length, 0) / rooms.length / SCRIPTS);
  return {
    bytes: each(texts),
    gzipped: each(texts.map((text) => gzipSync(text))),
    kept: each(rows.map(({ row }) => row.snapshot)),
  };
}

/** CPU and heap, times those of the rival. */
function ratiosOf(own, rival) {
  return { cpu: own.cpu / rival.cpu, bytes: own.bytes / rival.bytes };
}

function tellWanted(what, times) {
  const verdict = times <= WANTED_TIMES ? 'met' : 'MISSED';
  console.log(`  ${what}: ${times.toFixed(2)} × async, ${WANTED_TIMES} is wanted: ${verdict}`);
}
