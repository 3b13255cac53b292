/** Rooms that move on and on, with a fault at a random step of many moves. */
import type { Effect, Game, RoomOptions } from '../src/index.js';
import { cutscene } from './cutscene.js';
import { judge } from './referee.js';
import { type Fault, FAULTS, SHARD_FAULTS, STOPS } from './storm-faults.js';
import { type Client, type Process, World } from './world.js';

const CHECKPOINT_MS = 2000;

export interface StormKind {
  readonly rooms: readonly string[];
  readonly storages: number;
  readonly room: RoomOptions;
  readonly faults: readonly Fault[];
}

/** What rooms are like, and what goes wrong with them. */
export const KINDS = {
  log: { rooms: ['inn'], storages: 1, room: {}, faults: FAULTS },
  'no log': { rooms: ['inn'], storages: 1, room: { log: false, checkpointMs: CHECKPOINT_MS }, faults: FAULTS },
  stops: { rooms: ['inn', 'mill', 'barn'], storages: 1, room: {}, faults: [...FAULTS, ...STOPS, ...STOPS] },
  // The first lies in one of them, the others in the other one.
  shards: { rooms: ['mill', 'inn', 'barn'], storages: 2, room: {}, faults: [...FAULTS, ...SHARD_FAULTS] },
} satisfies Record<string, StormKind>;

export interface StormResult {
  readonly moves: number;
  readonly outputs: number;
  readonly inputs: number;
  readonly pulses: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly rewound: number;
  readonly claimed: number;
  readonly anew: number;
  /** Rooms that waited in the storage for a process. */
  readonly waited: number;
}

export interface StormOptions {
  readonly kind: keyof typeof KINDS;
  readonly seed: number;
  readonly moves: number;
  /** The part of the moves with a fault. */
  readonly faulty: number;
}

class Storm {
  readonly world: World;
  readonly #kind: StormKind;
  readonly #faults: Record<string, number> = {};
  readonly #players: Client[] = [];
  readonly #passers: Client[] = [];
  #isArmed = false;
  #stepsLeft = 0;
  /** A storage that has lost a room has it again when its owner has written it: until then nobody may die (`lost-rooms.test.ts`). */
  #calmUntilMs = 0;
  /** The room of who has died is in the storage alone until another has claimed it: until then the storage may not lose it. */
  #claimedMs = 0;
  /** No room can be saved before. */
  #unsavableUntilMs = 0;
  /** Who does not reach the storage for longer than its lease counts as dead: what the storage loses meanwhile may be made anew. */
  #apartMs = 0;
  /** No process begins before. */
  #startMs = 0;

  constructor({ kind, seed }: StormOptions) {
    const { rooms, storages, room } = (this.#kind = KINDS[kind]);
    this.world = new World({ seed, game: () => this.#game(), mostDeaths: Infinity, storages, room });
    this.world.watch = (process, effect) => this.#watch(process, effect);
    for (let i = 0; i < 3; i++) this.world.start();
    for (const name of rooms) this.world.feed(this.#pick(this.world.alive), { kind: 'create', room: name });
    this.world.run(20);
    for (let i = 0; i < 3; i++) this.#players.push(this.world.join(rooms[i % rooms.length]!));
    this.world.run(300);
  }

  #game(): Game {
    const game = cutscene();
    const save = (): string => {
      if (this.world.nowMs < this.#unsavableUntilMs) throw new Error('refused');
      return game.save();
    };
    return { ...game, save };
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.world.random() * from.length)]!;
  }

  /** A step of a move is about to be sent: is it the one at which something goes wrong? */
  #watch(process: Process, effect: Effect): boolean {
    if (!this.#isArmed || !isStep(effect) || this.#stepsLeft-- > 0) return true;
    this.#isArmed = false;
    const { world } = this;
    const others = world.alive.filter((one) => one !== process);
    const isCalm = world.nowMs <= this.#calmUntilMs;
    const mayDie = !isCalm && others.length > 0;
    const may = ({ isDeadly, losesRows = false, isUnsavable = false }: Fault): boolean =>
      (mayDie || !isDeadly) && (this.#mayLoseRows || !losesRows) && !(isCalm && isUnsavable);
    const fault = this.#pick(this.#kind.faults.filter(may));
    const { name, losesRows, isUnsavable } = fault;
    this.#faults[name] = (this.#faults[name] ?? 0) + 1;
    if (isUnsavable) this.#unsavableUntilMs = world.nowMs + world.random() * 3000;
    if (name.startsWith('storage')) {
      // Away, then as long as an owner waits at the most, and a bit.
      const lostMs = name === 'storage empty for long' ? 7500 : 4500;
      const writtenMs = Math.max(world.nowMs, this.#unsavableUntilMs) + (losesRows ? lostMs : 2500);
      this.#calmUntilMs = Math.max(this.#calmUntilMs, writtenMs);
    }
    if (losesRows && world.nowMs > this.#apartMs) this.#askForRoom();
    if (/freezes|cut off/.test(name)) this.#apartMs = world.nowMs + 5000;
    if (name.includes('dies')) this.#claimedMs = world.nowMs + 2500;
    if (name.startsWith('all')) this.#startMs = world.nowMs + world.random() * 8000;
    return fault.does({ world, process, others, random: world.random, pick: (from) => this.#pick(from) });
  }

  /** Of two that are alive and have acknowledged inputs, before and after a claim that the storage has lost, one has to give way. */
  get #mayLoseRows(): boolean {
    const { world } = this;
    const claimed = world.reports.findLast((report) => report.kind === 'here' && report.how === 'claimed');
    // Where it does not reach the storage, what it has written last would be lost as with one that is dead.
    const isWell = (one: Process | undefined): boolean =>
      one !== undefined && !one.isDead && one.backlog === null && one.cutOffUntilMs <= world.nowMs;
    const isKept = this.#kind.rooms.every((room) => {
      const row = world.storages.of(room).store.rows.get(room);
      // One that has just been claimed has not written yet, or does not know that it has.
      return (row?.status === 'offered' || (row?.status === 'held' && row.seq > 1)) && isWell(world.ownerOf(room));
    });
    return isKept && world.nowMs > Math.max(this.#claimedMs, (claimed?.atMs ?? 0) + 2500);
  }

  /** Who is new asks some process for a room, before, while or after its owner writes it anew. */
  #askForRoom(): void {
    const { world } = this;
    for (let i = 0; i < 3; i++) {
      const room = this.#pick(this.#kind.rooms);
      world.later(world.random() * 2500, () => {
        if (world.alive.length > 0) world.feed(this.#pick(world.alive), { kind: 'create', room });
      });
    }
  }

  move(isFaulty: boolean): void {
    const { world } = this;
    world.run(Math.max(0, this.#startMs - world.nowMs));
    while (this.#stayers().length < 3) world.start();
    const room = this.#pick(this.#kind.rooms);
    const owner = world.ownerOf(room);
    if (owner !== undefined && !owner.isDead) {
      const to = this.#pick(this.#stayers().filter((one) => one !== owner));
      if (isFaulty) {
        this.#isArmed = true;
        this.#stepsLeft = Math.floor(world.random() * 9);
      }
      world.feed(owner, { kind: 'move', room, to: to.id });
    }
    for (const player of this.#players)
      if (world.random() < 0.6) world.input(player, this.#pick(['clap', 'clap', 'boo']));
    this.#passBy();
    world.run(isFaulty ? 100 + world.random() * 1500 : 30 + world.random() * 200);
    this.#isArmed = false;
  }

  #stayers(): Process[] {
    return this.world.alive.filter(({ id }) => !this.world.stopping.has(id));
  }

  /** Others come and go meanwhile. */
  #passBy(): void {
    const { world } = this;
    const chance = world.random();
    if (chance < 0.03 && this.#passers.length < 3) this.#passers.push(world.join(this.#pick(this.#kind.rooms)));
    else if (chance > 0.96 && this.#passers.length > 0) world.leave(this.#passers.shift()!);
  }

  end(): void {
    const { world } = this;
    world.run(Math.max(0, this.#startMs - world.nowMs));
    while (this.#stayers().length < 2) world.start();
    for (const passer of this.#passers) world.leave(passer);
    const isDone = (client: Client): boolean => client.code !== null || client.link.unacknowledged === 0;
    world.until(() => world.clients.every(isDone), 20_000, 'all inputs are acknowledged');
    world.until(() => world.clients.slice(3).every(({ code }) => code !== null), 20_000, 'all who left are gone');
    world.until(() => world.alive.length === this.#stayers().length, 20_000, 'all who were told to stop have ended');
    // What is acknowledged is durable, and comes when the room goes on.
    for (const room of this.#kind.rooms) {
      const last = world.lastPulse(room);
      world.until(() => world.lastPulse(room) > last + 20, 20_000, `\`${room}\` goes on`);
    }
    const bad = world.clients.find(({ code }) => code !== null && code !== 4011);
    if (bad !== undefined) throw new Error(`${bad.id} was thrown out with ${bad.code}.`);
  }

  result(moves: number): StormResult {
    const { world } = this;
    const claimed = world.reported('here').filter((report) => 'how' in report && report.how === 'claimed').length;
    const anew = world.reported('written anew').length;
    const verdicts = this.#kind.rooms.map((room) => judge(world, room));
    for (const client of world.clients) this.#check(client, verdicts[this.#kind.rooms.indexOf(client.room)]!.applied);
    const [lost] = world.reported('inputs lost');
    if (lost !== undefined) throw new Error(`An owner was alive, and says: ${JSON.stringify(lost)}.`);
    const sum = (of: 'outputs' | 'inputs' | 'pulses'): number => verdicts.reduce((all, one) => all + one[of], 0);
    const [outputs, inputs, pulses] = [sum('outputs'), sum('inputs'), sum('pulses')];
    const rewound = world.clients.flatMap(({ news }) => news).filter(({ kind }) => kind === 'rewound').length;
    const waited = world
      .reported('stopped')
      .reduce((all, report) => all + ('waiting' in report ? report.waiting.length : 0), 0);
    return { moves, outputs, inputs, pulses, faults: this.#faults, rewound, claimed, anew, waited };
  }

  /** All that it has sent came, and what it was promised was kept. */
  #check({ id, inputs, code, broken }: Client, applied: ReadonlyMap<string, number>): void {
    const sent = inputs + (code === null ? 0 : 1);
    const came = applied.get(id) ?? 0;
    if (came !== sent) throw new Error(`${id} has sent ${sent} inputs, ${came} came.`);
    if (broken.length > 0) throw new Error(`${id} was rewound to ${broken[0]}, behind which it was sure.`);
  }
}

/** The steps of ROOMS: what a move sends to the storage and to the other process. */
function isStep(effect: Effect): boolean {
  if (effect.to === 'process') return true;
  if (effect.to === 'client') return effect.message.kind === 'moved';
  return (
    effect.to === 'store' &&
    effect.call.kind !== 'due' &&
    (effect.call.kind !== 'commit' || effect.call.next !== null || effect.call.seq === 1)
  );
}

/** Throws if anything goes otherwise than in rooms that never moved. */
export function storm(options: StormOptions): StormResult {
  const run = new Storm(options);
  const { moves, faulty } = options;
  for (let move = 0; move < moves; move++) run.move(run.world.random() < faulty);
  run.end();
  return run.result(moves);
}
