/** Rooms in real processes that move on and on; in each move something goes wrong. What it is comes from a seed; when exactly it happens, from the machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './fleet.js';
import { ACTIONS, STEPS } from './trap.js';

/** What goes wrong beside what `trap.js` does at a step. */
const BESIDE = {
  'two moves at once': ({ fleet, room, from, others }) => others.map((to) => fleet.move(room, from, to, ONCE)),
  'a move back at once': async ({ fleet, room, from, to, moved }) => {
    if ((await moved) === null) await fleet.move(room, to, from, ONCE);
  },
  'another process dies': ({ others, dice }) => pick(others, dice).child.kill('SIGKILL'),
  'clients come, go and are cut off': ({ storm, room, dice }) => storm.passBy(room, dice),
};
/** So many rooms move at once. The others play, and what happens to processes happens to all. */
const MOST_AT_ONCE = 4;
const ONCE = { mostTries: 0 };
/** A room whose process is dead then would be gone: nothing else goes wrong meanwhile. */
const ALONE = 'finds Redis empty';
/** By then all have written their rooms, also where Redis was away for longer than a lease. */
const WRITTEN_MS = 2500;
const FAULTS = [...Object.keys(ACTIONS), ...Object.keys(BESIDE)];
/** What a process may not tell, whatever goes wrong around it. */
const NEVER = ['untrue', 'inputs lost', 'aside', 'not made', 'unloaded', 'unsaved', 'ended'];

const pick = (list, dice) => list[Math.floor(dice() * list.length)];

export class Storm {
  fleet;
  /** All moves. */
  log = [];
  /** The first thing that is not as it should be. */
  wrong = null;
  #movesNow = 0;
  #guests = 0;
  /** The room that alone may move. */
  #alone = null;

  constructor(fleet) {
    this.fleet = fleet;
    for (const member of fleet.members) void this.#replace(member);
  }

  /** In place of a process that has ended another one begins, at its address. */
  async #replace(member) {
    const [code] = await member.exited;
    if (this.fleet.isClosed) return;
    if (code !== null && code !== 0) this.wrong ??= new Error(`${member.name} has ended with code ${code}.`);
    void this.#replace(await this.fleet.start({ port: member.port }));
  }

  /** Moves a room so many times. */
  async play(room, moves, dice) {
    for (let i = 0; i < moves && this.wrong === null; i++) {
      try {
        await sleep(50 + dice() * 250);
        if (!(await this.#move(room, dice))) i--;
      } catch (error) {
        this.fleet.suspect = room;
        this.wrong ??= error;
      }
    }
  }

  /** Returns whether what was to go wrong has happened. */
  async #move(room, dice) {
    const { fleet } = this;
    const fault = pick(FAULTS, dice);
    const [step, part] = [pick(Object.keys(STEPS), dice), dice()];
    // Others know it by then.
    const isKnown = ({ startedMs }) => performance.now() - startedMs > 1500;
    const others = () => fleet.running.filter((one) => one !== fleet.ownerOf(room) && isKnown(one));
    const mayMove = () => this.#isTurnOf(room, fault) && this.#isWell(room, 0) && others().length > 0;
    await until(mayMove, 60_000, `${room} is in one place`);
    this.#movesNow += 1;
    const from = fleet.ownerOf(room);
    const to = pick(others(), dice);
    const ms = Math.round(50 + part * (fault.startsWith('finds Redis') ? 700 : 2500));
    const victim = STEPS[step] === 'owner' ? from : to;
    const atMs = performance.now();
    const entry = { room, atMs, fault, step, ms, from, to, result: null, hasHappened: false, gapMs: 0 };
    this.log.push(entry);
    if (fault in ACTIONS) await fleet.arm(victim, { room, step, action: fault, ms });
    const moved = fleet.move(room, from, to, ONCE);
    const given = { storm: this, fleet, room, from, to, moved, dice, others: others() };
    const beside = Promise.all([BESIDE[fault]?.(given)].flat());
    // One that is frozen answers late, and who is told to stop may not answer.
    entry.result = await Promise.race([moved, sleep(4000, 'no answer')]);
    await beside;
    entry.hasHappened = fault in BESIDE || fleet.sprung.some((one) => one.room === room && one.atMs > atMs);
    if (!entry.hasHappened && victim.isRunning) await fleet.arm(victim, { room });
    if (fault === ALONE && entry.hasHappened) await this.#letWrite();
    const sinceMs = performance.now();
    await until(() => this.#isWell(room, sinceMs), 60_000, `${room} goes on`);
    if (fault === ALONE) this.#alone = null;
    entry.gapMs = Math.max(...this.#players(room).map((player) => player.longestGapMs(atMs))) - 50;
    this.#movesNow -= 1;
    return entry.hasHappened;
  }

  /** Others begin no move while one waits for its turn alone. */
  #isTurnOf(room, fault) {
    if (this.#alone !== null && this.#alone !== room) return false;
    if (fault !== ALONE) return this.#movesNow < MOST_AT_ONCE;
    this.#alone = room;
    return this.#movesNow === 0 && this.#areAllWell(performance.now() - 300);
  }

  async #letWrite() {
    await this.fleet.emptied;
    await sleep(WRITTEN_MS);
    const sinceMs = performance.now();
    await until(() => this.#areAllWell(sinceMs), 60_000, 'all rooms go on');
  }

  #areAllWell(sinceMs) {
    return [...new Set(this.fleet.players.map(({ room }) => room))].every((room) => this.#isWell(room, sinceMs));
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

  /** One comes or goes, and one loses its connection. */
  async passBy(room, dice) {
    const guests = this.#players(room).filter(({ token }) => token.includes('guest'));
    await sleep(dice() * 30);
    if (guests.length > 1) guests[0].leave();
    else this.fleet.join(room, `${room} guest ${(this.#guests += 1)}`);
    pick(this.#players(room), dice).cut();
  }

  /** Throws if something went otherwise than it may, whatever the referee says. */
  check() {
    const { fleet } = this;
    if (this.wrong !== null) throw this.wrong;
    const report = fleet.reports.find(({ kind }) => NEVER.includes(kind));
    if (report !== undefined)
      throw new Error(`${report.room}: ${JSON.stringify({ ...report, from: report.from.name })}`);
    const made = fleet.reported('here').filter(({ how }) => how === 'made');
    const twice = made.find(({ room }, at) => made.findIndex((one) => one.room === room) !== at);
    if (twice !== undefined) throw new Error(`${twice.room} was made twice.`);
    const out = fleet.players.find(({ code, isLeaving }) => code !== (isLeaving ? 4011 : null));
    if (out !== undefined) throw new Error(`${out.token} was told ${out.code}.`);
  }

  /** The last moves of the room that is suspected, or of all. */
  tell() {
    const at = (member) => this.fleet.members.indexOf(member);
    const moves = this.log.filter(({ room }) => room === (this.fleet.suspect ?? room)).slice(-12);
    for (const { from, to, atMs, ...rest } of moves)
      console.log(`  ${Math.round(atMs)} ms, ${at(from)} → ${at(to)}: ${JSON.stringify(rest)}`);
  }

  /** By what went wrong: how often it was drawn and has happened, and the gaps. */
  table() {
    return FAULTS.map((fault) => {
      const moves = this.log.filter((one) => one.fault === fault);
      const happened = moves.filter(({ hasHappened }) => hasHappened);
      const gaps = happened.map(({ gapMs }) => Math.round(gapMs)).toSorted((a, b) => a - b);
      return { fault, moves: moves.length, happened: happened.length, p50: gaps[gaps.length >> 1], max: gaps.at(-1) };
    });
  }
}
