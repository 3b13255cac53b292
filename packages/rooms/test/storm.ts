/** A room that moves on and on, with a fault at a random step of many moves. */
import type { Effect } from '../src/index.js';
import { cutscene } from './cutscene.js';
import { judge, type Verdict } from './referee.js';
import { type Client, type Process, World } from './world.js';

const ROOM = 'inn';

export interface StormResult extends Omit<Verdict, 'applied'> {
  readonly moves: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly rewound: number;
  readonly claimed: number;
  readonly anew: number;
}

export interface StormOptions {
  readonly seed: number;
  readonly moves: number;
  /** The part of the moves with a fault. */
  readonly faulty: number;
}

class Storm {
  readonly world: World;
  readonly #faults: Record<string, number> = {};
  readonly #players: Client[] = [];
  readonly #passers: Client[] = [];
  #isArmed = false;
  #stepsLeft = 0;
  /** A storage that has lost a room has it again when its owner has written it: until then nobody may die. */
  #calmUntilMs = 0;
  /** The room of who has died is in the storage alone until another has claimed it: until then the storage may not lose it. */
  #claimedMs = 0;
  /** Who does not reach the storage for longer than its lease counts as dead: what the storage loses meanwhile may be made anew. */
  #apartMs = 0;

  constructor(seed: number) {
    this.world = new World({ seed, game: () => cutscene(), mostDeaths: Infinity });
    this.world.watch = (process, effect) => this.#watch(process, effect);
    for (let i = 0; i < 3; i++) this.world.start();
    this.world.feed(this.world.alive[0]!, { kind: 'create', room: ROOM });
    this.world.run(20);
    for (let i = 0; i < 3; i++) this.#players.push(this.world.join(ROOM));
    this.world.run(300);
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
    const mayDie = world.nowMs > this.#calmUntilMs;
    // Of two that are alive and have acknowledged inputs, before and after a claim that the storage has lost, one has to give way.
    const claimed = world.reports.findLast((report) => report.kind === 'here' && report.how === 'claimed');
    const mayLose = world.nowMs > Math.max(this.#claimedMs, (claimed?.atMs ?? 0) + 2500);
    const name = this.#pick(FAULTS.filter((one) => (mayDie || !one.isDeadly) && (mayLose || one.losesRows !== true)));
    this.#faults[name.name] = (this.#faults[name.name] ?? 0) + 1;
    if (name.name.startsWith('storage')) this.#calmUntilMs = world.nowMs + 2500;
    if (name.losesRows && world.nowMs > this.#apartMs) this.#askForRoom();
    if (/freezes|cut off/.test(name.name)) this.#apartMs = world.nowMs + 5000;
    if (name.name.includes('dies')) this.#claimedMs = world.nowMs + 2500;
    return name.does({ world, process, others, random: world.random });
  }

  /** Who is new asks some process for the room, before, while or after its owner writes it anew. */
  #askForRoom(): void {
    const { world } = this;
    for (let i = 0; i < 3; i++)
      world.later(world.random() * 2500, () => world.feed(this.#pick(world.alive), { kind: 'create', room: ROOM }));
  }

  move(isFaulty: boolean): void {
    const { world } = this;
    while (world.alive.length < 3) world.start();
    const owner = world.ownerOf(ROOM);
    if (owner !== undefined && !owner.isDead) {
      const to = this.#pick(world.alive.filter((one) => one !== owner));
      if (isFaulty) {
        this.#isArmed = true;
        this.#stepsLeft = Math.floor(world.random() * 9);
      }
      world.feed(owner, { kind: 'move', room: ROOM, to: to.id });
    }
    for (const player of this.#players)
      if (world.random() < 0.6) world.input(player, this.#pick(['clap', 'clap', 'boo']));
    this.#passBy();
    world.run(isFaulty ? 100 + world.random() * 1500 : 30 + world.random() * 200);
    this.#isArmed = false;
  }

  /** Others come and go meanwhile. */
  #passBy(): void {
    const { world } = this;
    const chance = world.random();
    if (chance < 0.03 && this.#passers.length < 3) this.#passers.push(world.join(ROOM));
    else if (chance > 0.96 && this.#passers.length > 0) world.leave(this.#passers.shift()!);
  }

  end(): void {
    const { world } = this;
    for (const passer of this.#passers) world.leave(passer);
    const isDone = (client: Client): boolean => client.code !== null || client.link.unacknowledged === 0;
    world.until(() => world.clients.every(isDone), 20_000, 'all inputs are acknowledged');
    world.until(() => world.clients.slice(3).every(({ code }) => code !== null), 20_000, 'all who left are gone');
    // What is acknowledged is durable, and comes when the room goes on.
    const { size } = world.history.get(ROOM)!;
    world.until(() => world.history.get(ROOM)!.size > size + 20, 20_000, 'the room goes on');
    const bad = world.clients.find(({ code }) => code !== null && code !== 4011);
    if (bad !== undefined) throw new Error(`${bad.id} was thrown out with ${bad.code}.`);
  }

  result(moves: number): StormResult {
    const { world } = this;
    const rewound = world.clients.flatMap(({ news }) => news).filter(({ kind }) => kind === 'rewound').length;
    const claimed = world.reported('here').filter((report) => 'how' in report && report.how === 'claimed').length;
    const anew = world.reported('written anew').length;
    const verdict = judge(world, ROOM);
    for (const { id, inputs, code } of world.clients) {
      const sent = inputs + (code === null ? 0 : 1);
      const came = verdict.applied.get(id) ?? 0;
      if (came !== sent) throw new Error(`${id} has sent ${sent} inputs, ${came} came.`);
    }
    const [lost] = world.reported('inputs lost');
    if (lost !== undefined) throw new Error(`An owner was alive, and says: ${JSON.stringify(lost)}.`);
    const { outputs, inputs, pulses } = verdict;
    return { outputs, inputs, pulses, moves, faults: this.#faults, rewound, claimed, anew };
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

interface FaultOf {
  readonly world: World;
  readonly process: Process;
  readonly others: readonly Process[];
  readonly random: () => number;
}

interface Fault {
  readonly name: string;
  readonly isDeadly: boolean;
  /** Of the storage. */
  readonly losesRows?: boolean;
  /** Returns whether the message still goes. */
  readonly does: (given: FaultOf) => boolean;
}

const FAULTS: readonly Fault[] = [
  { name: 'dies before', isDeadly: true, does: ({ world, process }) => (world.kill(process), false) },
  {
    name: 'dies after',
    isDeadly: true,
    does: ({ world, process }) => (world.later(0, () => world.kill(process)), true),
  },
  {
    name: 'another dies',
    isDeadly: true,
    does: ({ world, others, random }) => (world.kill(others[Math.floor(random() * others.length)]!), true),
  },
  {
    name: 'freezes',
    isDeadly: true,
    does: ({ world, process, random }) => (world.later(0, () => world.freeze(process, 100 + random() * 3000)), true),
  },
  {
    name: 'another freezes',
    isDeadly: true,
    does: ({ world, others, random }) => (
      world.freeze(others[Math.floor(random() * others.length)]!, 100 + random() * 3000),
      true
    ),
  },
  {
    name: 'cut off',
    isDeadly: true,
    does: ({ world, process, random }) => ((process.cutOffUntilMs = world.nowMs + 100 + random() * 3000), false),
  },
  {
    name: 'another cut off',
    isDeadly: true,
    does: ({ world, others, random }) => {
      others[Math.floor(random() * others.length)]!.cutOffUntilMs = world.nowMs + 100 + random() * 3000;
      return true;
    },
  },
  { name: 'lost', isDeadly: false, does: () => false },
  { name: 'bad network', isDeadly: false, does: ({ world }) => (badNetwork(world), true) },
  { name: 'bad sockets', isDeadly: false, does: ({ world }) => (badSockets(world), true) },
  {
    name: 'storage slow',
    isDeadly: false,
    does({ world }) {
      world.weather.delayMs = 150;
      world.later(1500, () => void (world.weather.delayMs = 2));
      return true;
    },
  },
  {
    name: 'storage away',
    isDeadly: false,
    does: ({ world, random }) => ((world.storeAwayUntilMs = world.nowMs + 50 + random() * 1000), true),
  },
  {
    name: 'storage older',
    isDeadly: false,
    losesRows: true,
    // Everybody notices that it was away.
    does: ({ world, random }) => (world.goBack(random() * 1000, 600 + random() * 1000), true),
  },
  {
    name: 'storage empty',
    isDeadly: false,
    losesRows: true,
    does: ({ world, random }) => (world.empty(random() * 400), true),
  },
];

function badNetwork(world: World): void {
  Object.assign(world.weather, { lost: 0.2, doubled: 0.2 });
  world.later(1500, () => Object.assign(world.weather, { lost: 0, doubled: 0 }));
}

function badSockets(world: World): void {
  Object.assign(world.weather, { clientLost: 0.1, clientDoubled: 0.1, clientDelayMs: 40 });
  world.later(1500, () => Object.assign(world.weather, { clientLost: 0, clientDoubled: 0, clientDelayMs: 5 }));
}

/** Throws if anything goes otherwise than in a room that never moved. */
export function storm({ seed, moves, faulty }: StormOptions): StormResult {
  const run = new Storm(seed);
  for (let move = 0; move < moves; move++) run.move(run.world.random() < faulty);
  run.end();
  return run.result(moves);
}
