/** A world with a room in the middle of its cutscene. */
import type { Effect, Game, ProcessMessage, Report, RoomOptions } from '../src/index.js';
import { cutscene } from './cutscene.js';
import type { StoreCall } from '../src/store/calls.js';
import { judge, type Verdict } from './referee.js';
import { type Client, type Process, World } from './world.js';

export const ROOM = 'inn';

export interface StageOptions {
  readonly processes?: number;
  readonly clients?: number;
  readonly room?: RoomOptions;
  readonly seed?: number;
  readonly game?: (room: string) => Game;
}

export class Stage {
  readonly world: World;
  readonly processes: Process[];
  readonly clients: Client[];

  constructor({ processes = 2, clients = 3, room = {}, seed = 1, game = () => cutscene() }: StageOptions = {}) {
    this.world = new World({ seed, game, room });
    this.processes = Array.from({ length: processes }, () => this.world.start());
    this.world.feed(this.owner, { kind: 'create', room: ROOM });
    this.world.run(20);
    this.clients = Array.from({ length: clients }, () => this.world.join(ROOM));
    this.play(700);
  }

  /** The first process: it makes the room. */
  get owner(): Process {
    return this.processes[0]!;
  }

  get other(): Process {
    return this.processes[1]!;
  }

  /** Each client claps once, somewhere in this time. */
  play(ms: number): this {
    for (const client of this.clients)
      if (client.code === null) this.world.later(this.world.random() * ms, () => this.world.input(client, 'clap'));
    this.world.run(ms);
    return this;
  }

  move(from: Process = this.owner, to: Process = this.other): this {
    this.world.feed(from, { kind: 'move', room: ROOM, to: to.id });
    return this;
  }

  /** At the first step that is so, something happens before it goes; it goes if `does` returns true. */
  at(isStep: (effect: Effect, process: Process) => boolean, does: (process: Process) => boolean | void): this {
    let isOver = false;
    this.world.watch = (process, effect) => {
      if (isOver || !isStep(effect, process)) return true;
      isOver = true;
      return does(process) === true;
    };
    return this;
  }

  /** The first answer to such a call of the storage is lost. */
  loseAnswer(isCall: (call: StoreCall) => boolean): this {
    this.world.watchAnswer = (_, call) => {
      if (!isCall(call)) return true;
      this.world.watchAnswer = () => true;
      return false;
    };
    return this;
  }

  /** Where it is now. */
  get place(): string | undefined {
    return this.world.ownerOf(ROOM)?.id;
  }

  /** The longest time without an output that a client saw since. */
  last(kind: Report['kind']): Report | undefined {
    return this.world.reported(kind).at(-1);
  }

  /** What clients were told beside outputs. */
  get told(): string[] {
    return [...new Set(this.clients.flatMap(({ news }) => news.map(({ kind }) => kind)))]
      .filter((kind) => kind !== 'output')
      .sort();
  }

  /** All that was sent is acknowledged, came once, and all outputs are those of a room that never moved. */
  judge(): Verdict {
    const { world } = this;
    world.until(
      () => world.clients.every(({ link, code }) => code !== null || link.unacknowledged === 0),
      20_000,
      'all is acknowledged',
    );
    world.run(500);
    const verdict = judge(world, ROOM);
    const sent = world.clients.reduce(
      (sum, { room, inputs, code }) => sum + (room === ROOM ? inputs + (code === 4011 ? 1 : 0) : 0),
      0,
    );
    if (verdict.inputs !== sent) throw new Error(`${sent} inputs were sent, ${verdict.inputs} came.`);
    const isPromised = !['untrue', 'inputs lost'].some((kind) => world.reported(kind as Report['kind']).length > 0);
    const broken = world.clients.find((client) => client.broken.length > 0);
    if (isPromised && broken !== undefined) throw new Error(`${broken.id} was sure of what was taken back.`);
    return verdict;
  }
}

export const handsOver = (effect: Effect): boolean =>
  effect.to === 'store' && effect.call.kind === 'commit' && effect.call.next !== null;

export const says =
  (kind: ProcessMessage['kind']) =>
  (effect: Effect): boolean =>
    effect.to === 'process' && effect.message.kind === kind;

/** The first write of a process that has got a room. */
export const takes = (effect: Effect): boolean =>
  effect.to === 'store' && effect.call.kind === 'commit' && effect.call.seq === 1 && effect.call.epoch > 1;

export const tells = (effect: Effect): boolean => effect.to === 'client' && effect.message.kind === 'moved';
