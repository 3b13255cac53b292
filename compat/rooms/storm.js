/** Rooms in real processes that move on and on; in each move something goes wrong. What it is comes from a seed; when exactly it happens, from the machine. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDice, pick } from './dice.js';
import { until } from './fleet.js';
import { judgeTaken } from './referee.js';
import { ACTIONS, STEPS } from './trap.js';

/** What goes wrong beside what `trap.js` does at a step. Each gives whether it has. */
const BESIDE = {
  'two moves at once': async ({ fleet, room, from, others }) => {
    const answers = await Promise.all(others.map((to) => fleet.move(room, from, to, ONCE)));
    return answers.some((why) => why?.includes('it moves already'));
  },
  'a move back at once': async ({ fleet, room, from, to, moved }) =>
    (await moved) === null && (await fleet.move(room, to, from, ONCE)) === null,
  'another process dies': async ({ others, dice }) => {
    const another = pick(others, dice);
    another.child.kill('SIGKILL');
    await another.exited;
    return another.child.signalCode === 'SIGKILL';
  },
  'clients come, go and are cut off': ({ storm, room, dice }) => storm.passBy(room, dice),
};
/** So many rooms move at once. The others play, and what happens to processes happens to all. */
const MOST_AT_ONCE = 6;
/** So many that want to move alone are waited for: until no other moves takes as long as their moves. */
const ALONE_TOGETHER = 3;
const ONCE = { mostTries: 0 };
/** A room that does not go on by then is told of. */
const MOST_MS = 30_000;
/** A room whose process is dead then would be gone: nothing else goes wrong meanwhile. */
const ALONE = 'finds Redis empty';
/** By then all know of each other again. */
const KNOWN_MS = 600;
const FAULTS = [...Object.keys(ACTIONS), ...Object.keys(BESIDE)];
/** What all wait for is planned half as often. */
const PLANNED = [...FAULTS, ...FAULTS.filter((fault) => fault !== ALONE)];
/** What has not happened in so many moves never does. */
const MOST_TRIES = 100;
/** What a process may not tell, whatever goes wrong around it. */
const NEVER = ['untrue', 'inputs lost', 'aside', 'not made', 'unloaded', 'unsaved', 'ended'];

/** What goes wrong in so many moves: in as many as `PLANNED` has, all of it. */
function planFaults(moves, dice) {
  const plan = [];
  while (plan.length < moves) {
    const left = [...PLANNED];
    while (left.length > 0) plan.push(...left.splice(Math.floor(dice() * left.length), 1));
  }
  return plan.slice(0, moves);
}

export class Storm {
  fleet;
  /** The first thing that is not as it should be. */
  wrong = null;
  #stop;
  /** Is rejected then. */
  failed = new Promise((_, reject) => (this.#stop = reject));
  #plan = [];
  #movesNow = 0;
  #guests = 0;
  /** The rooms that want to move alone, one after the other. */
  #alone = [];
  /** No other begins until they have. */
  #isTheirTurn = false;

  constructor(fleet) {
    this.fleet = fleet;
    fleet.onReport = (report) => this.#hear(report);
    for (const member of fleet.members) void this.#replace(member);
  }

  /** In place of a process that has ended another one begins, at its address. */
  async #replace(member) {
    const [code] = await member.exited;
    if (this.fleet.isClosed) return;
    if (code !== null && code !== 0) this.#fail(null, `${member.name} has ended with code ${code}.`);
    void this.#replace(await this.fleet.start({ port: member.port }));
  }

  /** At once: what happens then is told from here on. */
  #hear({ kind, room, how, from, ...rest }) {
    const isTwice = () =>
      this.fleet.reported('here').filter((one) => one.room === room && one.how === 'made').length > 1;
    if (NEVER.includes(kind)) this.#fail(room, `${room}: ${JSON.stringify({ kind, ...rest, from: from.name })}`);
    if (how === 'made' && isTwice()) this.#fail(room, `${room} was made twice.`);
  }

  #fail(room, why) {
    this.wrong ??= Object.assign(new Error(why), { room });
    this.#stop(this.wrong);
  }

  /** Throws as soon as something is wrong. */
  async #until(isSo, what, mostMs = MOST_MS) {
    const isOver = () => {
      this.check();
      return isSo();
    };
    await until(isOver, mostMs, what);
  }

  /** Moves rooms at the same time, until what is planned for so many moves has happened. */
  async move(rooms, moves, seed) {
    this.#plan = planFaults(moves, makeDice(seed));
    const plays = rooms.map((room, at) => {
      const faults = this.#plan.filter((_, index) => index % rooms.length === at);
      return this.#play(room, faults, makeDice(seed * rooms.length + at));
    });
    await Promise.race([Promise.all(plays), this.failed]);
  }

  /** Moves a room until each of these has happened in a move. */
  async #play(room, faults, dice) {
    try {
      for (const fault of faults)
        for (let tries = 1; this.wrong === null; tries++) {
          await sleep(50 + dice() * 250);
          if (await this.#tryToMove(room, fault, dice)) break;
          if (tries === MOST_TRIES) throw new Error(`In ${tries} moves of ${room} this has not happened: ${fault}.`);
        }
    } catch (error) {
      this.#fail(room, error.message);
    }
  }

  /** Returns whether what was to go wrong has happened. */
  async #tryToMove(room, fault, dice) {
    const { fleet } = this;
    const [step, part] = [pick(Object.keys(STEPS), dice), dice()];
    // Others know it by then.
    const isKnown = ({ startedMs }) => performance.now() - startedMs > 1500;
    const others = () => fleet.running.filter((one) => one !== fleet.ownerOf(room) && isKnown(one));
    const canMove = () => this.#isWell(room, 0) && others().length > 0;
    await this.#until(canMove, `${room} is in one place`);
    await this.#until(() => this.#isTurnOf(room, fault) && canMove(), `it is the turn of ${room}`, 10 * MOST_MS);
    this.#movesNow += 1;
    const from = fleet.ownerOf(room);
    const to = pick(others(), dice);
    const ms = Math.round(50 + part * (fault.startsWith('finds Redis') ? 700 : 2500));
    const victim = STEPS[step] === 'owner' ? from : to;
    const atMs = performance.now();
    const entry = { room, atMs, fault, step, ms, from, to, result: null, hasHappened: false, gapMs: 0 };
    fleet.moves.push(entry);
    if (fault in ACTIONS) await fleet.arm(victim, { room, step, action: fault, ms });
    const moved = fleet.move(room, from, to, ONCE);
    const given = { storm: this, fleet, room, from, to, moved, dice, others: others() };
    const beside = BESIDE[fault]?.(given);
    // One that is frozen answers late, and who is told to stop may not answer.
    entry.result = await Promise.race([moved, sleep(4000, 'no answer')]);
    const isSprung = () => fleet.sprung.some((one) => one.room === room && one.atMs > atMs);
    entry.hasHappened = beside === undefined ? isSprung() : await beside;
    if (!entry.hasHappened && victim.isRunning) await fleet.arm(victim, { room });
    if (fault === ALONE && entry.hasHappened) await this.#letWrite();
    const sinceMs = performance.now();
    await this.#until(() => this.#isWell(room, sinceMs), `${room} goes on`);
    if (fault === ALONE) {
      this.#alone.shift();
      this.#isTheirTurn = this.#alone.length > 0;
    }
    entry.gapMs = Math.max(...this.#players(room).map((player) => player.longestGapMs(atMs))) - 50;
    this.#movesNow -= 1;
    return entry.hasHappened;
  }

  #isTurnOf(room, fault) {
    if (fault !== ALONE) return !this.#isTheirTurn && this.#movesNow < MOST_AT_ONCE;
    if (!this.#alone.includes(room)) this.#alone.push(room);
    // The last ones are less.
    this.#isTheirTurn ||= this.#alone.length >= ALONE_TOGETHER || this.#movesNow === 0;
    return this.#alone[0] === room && this.#movesNow === 0 && this.#areAllWell(performance.now() - 300);
  }

  async #letWrite() {
    await this.fleet.emptied;
    await sleep(KNOWN_MS);
    let areWritten = false;
    for (const untilMs = performance.now() + MOST_MS; !areWritten && performance.now() < untilMs; await sleep(20))
      areWritten = (await Promise.all(this.#rooms.map((room) => this.#isWritten(room)))).every(Boolean);
    if (!areWritten) throw new Error('Redis still lacks a room.');
    const sinceMs = performance.now();
    await this.#until(() => this.#areAllWell(sinceMs), 'all rooms go on');
  }

  /** Does Redis have it, and of whom its clients think that he has it? */
  async #isWritten(room) {
    const row = await this.fleet.readRow(room).catch(() => null);
    return row?.status === 'held' && row.owner === this.fleet.ownerOf(room)?.name;
  }

  get #rooms() {
    return [...new Set(this.fleet.players.map(({ room }) => room))];
  }

  #areAllWell(sinceMs) {
    return this.#rooms.every((room) => this.#isWell(room, sinceMs));
  }

  /** Those who are to be in. */
  #players(room) {
    return this.fleet.players.filter((one) => one.room === room && !one.isLeaving);
  }

  /** Are all in, and has each heard something since? */
  #isWell(room, sinceMs) {
    const isIn = ({ connection, beats }) => connection.isIn && beats.length > 0 && beats.at(-1).atMs > sinceMs;
    return this.fleet.ownerOf(room)?.isRunning === true && this.#players(room).every(isIn);
  }

  /** One comes or goes, and one loses its connection: has it? */
  async passBy(room, dice) {
    const guests = this.#players(room).filter(({ token }) => token.includes('guest'));
    await sleep(dice() * 30);
    if (guests.length > 1) guests[0].leave();
    else this.fleet.join(room, `${room} guest ${(this.#guests += 1)}`);
    return pick(this.#players(room), dice).cut();
  }

  /** Throws unless all has happened that was planned, and all is as it should be. */
  checkAll() {
    const happened = this.fleet.moves.flatMap(({ fault, hasHappened }) => (hasHappened ? fault : []));
    assert.deepEqual(happened.toSorted(), this.#plan.toSorted());
    this.#rooms.forEach((room) => this.#checkTaken(room));
    this.check();
  }

  #checkTaken(room) {
    const players = this.fleet.players.filter((one) => one.room === room);
    if (players.every(({ taken }) => taken.length === 0)) return;
    const [calls, pulses] = [this.fleet.readCalls(room), this.fleet.readPulses(room)];
    const of = (list, index) => list.filter(({ at }) => at === index);
    const processes = this.fleet.members.map(({ name, endedMs }, at) => ({
      name,
      endedMs,
      calls: of(calls, at),
      pulses: of(pulses, at),
    }));
    try {
      judgeTaken(players, processes);
    } catch ({ message }) {
      this.#fail(room, message);
    }
  }

  /** Throws if something went otherwise than it may, whatever the referee says. */
  check() {
    const out = this.fleet.players.find(({ code, isLeaving }) => code !== null && (!isLeaving || code !== 4011));
    if (out !== undefined) this.#fail(out.room, `${out.token} was told ${out.code}.`);
    const twice = this.fleet.players.find(({ doubled }) => doubled > 0);
    if (twice !== undefined) this.#fail(twice.room, `${twice.token} was given an output twice.`);
    if (this.wrong !== null) throw this.wrong;
  }

  /** By what went wrong: how often it was tried and has happened, and the gaps. */
  table() {
    return FAULTS.map((fault) => {
      const moves = this.fleet.moves.filter((one) => one.fault === fault);
      const happened = moves.filter(({ hasHappened }) => hasHappened);
      const gaps = happened.map(({ gapMs }) => Math.round(gapMs)).toSorted((a, b) => a - b);
      return { fault, moves: moves.length, happened: happened.length, p50: gaps[gaps.length >> 1], max: gaps.at(-1) };
    });
  }
}
