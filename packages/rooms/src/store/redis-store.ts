/** The storage of many processes, on Redis. */
import type { DueRoom, LogRecord, Row, RowStatus, StoreAnswer, StoreCall } from './calls.js';
import { SCRIPTS } from './scripts.js';

/**
 * Sends one command to Redis and gives its answer. It is `EVALSHA` or `EVAL`, and its fourth text is a key: a cluster finds the node by it.
 *
 * - ioredis, with `enableAutoPipelining: true`: `([name, ...args]) => redis.call(name, ...args)`
 * - node-redis: `(command) => client.sendCommand(command)`
 * - node-redis, a cluster: `(command) => cluster.sendCommand(command[3], false, command)`
 */
export type RedisSend = (command: [name: string, ...args: string[]]) => Promise<unknown>;

export interface RedisStoreOptions {
  /** What the keys begin with; default "spindle". Whoever has the same one has the same rooms. */
  readonly prefix?: string;
  /**
   * The keys of rooms are dealt to so many hash tags, and so to the nodes of a cluster; default 1. It must be the same in all processes, always. Whoever asks
   * for rooms that are due asks each of them.
   */
  readonly shards?: number;
  /** See `MemoryStore`; default 3. */
  readonly mostDeaths?: number;
}

/** A script's answer: its kind, and what else there is. */
type Reply = readonly [kind: StoreAnswer['kind'], found?: unknown, log?: unknown];
type RowTexts = readonly [
  epoch: string,
  owner: string,
  status: RowStatus,
  giver: string | null,
  giverSeq: string,
  isExact: string,
  seq: string,
  leaseUntilMs: string,
  horizon: string,
  snapshot: string,
  deathsMs: string,
];

/**
 * Keeps the rows of rooms in Redis 5 or newer, with `maxmemory-policy noeviction`. Each call is one script, and may be made again when its answer is lost.
 * What the client throws goes through `answer`: make the call again later. Let the client not keep commands while Redis is away, as `RoomServer` asks anew.
 */
export class RedisStore {
  readonly #send: RedisSend;
  readonly #prefix: string;
  readonly #shards: number;
  readonly #mostDeaths: number;

  constructor(send: RedisSend, { prefix = 'spindle', shards = 1, mostDeaths = 3 }: RedisStoreOptions = {}) {
    this.#send = send;
    this.#prefix = prefix;
    this.#shards = shards;
    this.#mostDeaths = mostDeaths;
  }

  /** Without `nowMs`, which is for tests, the time is that of Redis. */
  async answer(call: StoreCall, nowMs?: number): Promise<StoreAnswer> {
    const args = [nowMs === undefined ? '' : String(nowMs), ...argumentsOf(call, this.#mostDeaths)];
    if (call.kind !== 'due') return answerOf(await this.#run(call.kind, shardOf(call.room, this.#shards), args));
    const shards = Array.from({ length: this.#shards }, (_, shard) => shard);
    const replies = await Promise.all(shards.map(async (shard) => this.#run('due', shard, args)));
    const rooms = replies.flatMap(([, found = []]) => found as DueTexts[]).map(dueRoomOf);
    return { kind: 'due', rooms: rooms.slice(0, call.limit) };
  }

  async #run(kind: StoreCall['kind'], shard: number, args: readonly string[]): Promise<Reply> {
    const { sha, text } = SCRIPTS[kind];
    const [, room = ''] = args;
    const tag = `{${this.#prefix}:${shard}}`;
    const keys = [`${tag}:row:${room}`, `${tag}:log:${room}`, `${tag}:due`, `${tag}:epochs`, `${tag}:ended:${room}`];
    const rest = [String(keys.length), ...keys, ...args];
    try {
      return (await this.#send(['EVALSHA', sha, ...rest])) as Reply;
    } catch (error) {
      // Redis was restarted, or sees the script for the first time. `EVAL` keeps it.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return (await this.#send(['EVAL', text, ...rest])) as Reply;
    }
  }
}

type DueTexts = readonly [room: string, epoch: string, status: string];

function dueRoomOf([room, epoch, status]: DueTexts): DueRoom {
  return { room, epoch: Number(epoch), isWaiting: status === 'waiting' };
}

/** From the room on, in the order in which the scripts read them. */
function argumentsOf(call: StoreCall, mostDeaths: number): string[] {
  switch (call.kind) {
    case 'put':
      return [...ownedArguments(call, call.log), call.snapshot];
    case 'commit': {
      const { records, snapshot, next } = call;
      const to =
        next === null ? ['', '', ''] : [next.to === null ? 'waiting' : 'offered', next.to ?? '', flag(next.isExact)];
      return [...ownedArguments(call, records), snapshot ?? '', flag(snapshot !== null), ...to];
    }
    case 'claim':
      return [call.room, String(call.leaseMs), call.by, String(call.epoch), String(mostDeaths), flag(call.isOffer)];
    case 'end':
      return [call.room, '0', call.owner, String(call.epoch)];
    case 'read':
      return [call.room];
    default:
      return ['', '0', '', '0', String(call.limit)];
  }
}

type Owned = Extract<StoreCall, { readonly seq: number }>;

function ownedArguments({ room, leaseMs, owner, epoch, seq, horizon }: Owned, log: readonly LogRecord[]): string[] {
  const records = log.length === 0 ? '' : JSON.stringify(log);
  return [room, String(leaseMs), owner, String(epoch), String(seq), String(horizon), records];
}

function flag(isSet: boolean): string {
  return isSet ? '1' : '0';
}

function answerOf([kind, found, log]: Reply): StoreAnswer {
  switch (kind) {
    case 'kept':
      return { kind, epoch: Number(found) };
    case 'row':
    case 'refused':
      return { kind, row: rowOf(found as RowTexts, log as string[]) };
    default:
      return { kind } as StoreAnswer;
  }
}

function rowOf(texts: RowTexts, log: readonly string[]): Row {
  const [epoch, owner, status, giver, giverSeq, isExact, seq, leaseUntilMs, horizon, snapshot, deaths] = texts;
  return {
    epoch: Number(epoch),
    owner,
    status,
    giver,
    giverSeq: Number(giverSeq),
    isExact: isExact === '1',
    seq: Number(seq),
    leaseUntilMs: Number(leaseUntilMs),
    horizon: Number(horizon),
    snapshot,
    log: log.flatMap((records) => JSON.parse(records) as LogRecord[]),
    deaths: deaths
      .split(',')
      .slice(1)
      .map((death) => death.split(':').map(Number) as [number, number]),
  };
}

/** FNV-1a. */
function shardOf(room: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (const char of room) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return (hash >>> 0) % shards;
}
