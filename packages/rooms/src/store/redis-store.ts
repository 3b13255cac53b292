/** The storage of many processes, on Redis. */
import type {
  ClaimCall,
  CommitCall,
  DueCall,
  DueRoom,
  LogRecord,
  PutCall,
  Row,
  RowStatus,
  StoreAnswer,
  StoreCall,
} from './calls.js';
import { SCRIPT, SHA } from './scripts.js';

/**
 * Sends one command to Redis and gives its answer. It is `EVALSHA` or `EVAL`, and its fourth text is a key: a cluster finds the node by it.
 *
 * - ioredis: `([name, ...args]) => redis.call(name, ...args)`
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

/** Calls that go together. Redis does nothing else meanwhile, so they are not more than a hundred. */
interface Batch {
  readonly keys: string[];
  readonly calls: ScriptCall[];
  readonly replies: Promise<readonly Reply[]>;
}
const MOST = 100;

/** What a call is answered: the epoch in which it is kept, or its kind and what else there is. */
type Reply = string | number | readonly [kind: StoreAnswer['kind'] | 'failed', found?: unknown, log?: unknown];
type RowTexts = readonly [
  epoch: string,
  giverSeq: string,
  seq: string,
  leaseUntilMs: string,
  owner: string,
  status: RowStatus,
  giver: string | null,
  deaths: string,
  isExact: string,
  horizon: string,
  snapshot: string,
];

/**
 * Keeps the rows of rooms in Redis 5 or newer, with `maxmemory-policy noeviction`. Calls of one moment, as when the rooms of a process beat, go together as one
 * script. Each may be made again when its answer is lost.
 * What the client throws goes through `answer`: make the call again later. Let the client not keep commands while Redis is away, as `RoomServer` asks anew.
 */
export class RedisStore {
  readonly #send: RedisSend;
  readonly #prefix: string;
  readonly #shards: number;
  readonly #mostDeaths: number;
  /** Of each shard: the calls that go next. */
  readonly #batches: (Batch | undefined)[] = [];

  constructor(send: RedisSend, { prefix = 'spindle', shards = 1, mostDeaths = 3 }: RedisStoreOptions = {}) {
    this.#send = send;
    this.#prefix = prefix;
    this.#shards = shards;
    this.#mostDeaths = mostDeaths;
  }

  /** Without `nowMs`, which is for tests, the time is that of Redis. */
  answer(call: StoreCall, nowMs?: number): Promise<StoreAnswer> {
    const given = scriptCallOf(call, nowMs);
    return call.kind === 'due'
      ? this.#due(given, call.limit)
      : this.#run(shardOf(call.room, this.#shards), given, call.room);
  }

  async #due(call: ScriptCall, limit: number): Promise<StoreAnswer> {
    const answers = await Promise.all(Array.from({ length: this.#shards }, async (_, shard) => this.#run(shard, call)));
    return { kind: 'due', rooms: answers.flatMap((answer) => (answer as DueAnswer).rooms).slice(0, limit) };
  }

  #run(shard: number, call: ScriptCall, room = ''): Promise<StoreAnswer> {
    const tag = `{${this.#prefix}:${shard}}`;
    let batch = this.#batches[shard];
    if (!batch || batch.calls.length === MOST) {
      const opened: Batch = {
        keys: [`${tag}:due`, `${tag}:epochs`],
        calls: [],
        replies: Promise.resolve().then(() => this.#eval(shard, opened)),
      };
      batch = this.#batches[shard] = opened;
    }
    batch.keys.push(`${tag}:row:${room}`, `${tag}:log:${room}`, `${tag}:ended:${room}`);
    const at = batch.calls.push(call) - 1;
    return batch.replies.then((replies) => answerOf(replies[at]!));
  }

  async #eval(shard: number, { keys, calls }: Batch): Batch['replies'] {
    this.#batches[shard] = undefined;
    const texts = [String(keys.length), ...keys, String(this.#mostDeaths), JSON.stringify(calls)];
    try {
      return (await this.#send(['EVALSHA', SHA, ...texts])) as readonly Reply[];
    } catch (error) {
      // Redis was restarted, or sees the script for the first time. `EVAL` keeps it.
      if (!/NOSCRIPT/.test(String(error))) throw error;
      return (await this.#send(['EVAL', SCRIPT, ...texts])) as readonly Reply[];
    }
  }
}

type DueAnswer = Extract<StoreAnswer, { readonly kind: 'due' }>;
/** The list has a room that waits with a time less than 0. */
type DueTexts = readonly [room: string, epoch: string, leaseUntilMs: string];

function dueRoomOf([room, epoch, leaseUntilMs]: DueTexts): DueRoom {
  return { room, epoch: Number(epoch), isWaiting: Number(leaseUntilMs) < 0 };
}

type AllCalls = Omit<PutCall, 'kind'> & Omit<CommitCall, 'kind'> & Omit<ClaimCall, 'kind'> & Omit<DueCall, 'kind'>;
type ScriptCall = Record<string, unknown>;

/** As the script reads it: its keys say the room, who claims is its owner, the records of the log are a text, and what is null is left out. A literal is written several times as fast as a copy. */
function scriptCallOf(call: StoreCall, nowMs: number | undefined): ScriptCall {
  const given = call as StoreCall & Partial<AllCalls>;
  const {
    kind,
    by,
    owner = by,
    isOffer,
    epoch,
    seq,
    leaseMs,
    horizon,
    limit,
    snapshot,
    log,
    records = log,
    next,
  } = given;
  return {
    kind,
    owner,
    isOffer,
    epoch,
    seq,
    leaseMs,
    horizon,
    limit,
    snapshot: snapshot ?? undefined,
    records: records?.[0] && JSON.stringify(records),
    next: next ? { ...next, to: next.to ?? undefined } : undefined,
    nowMs,
  };
}

function answerOf(reply: Reply): StoreAnswer {
  // A client may give it as a text.
  if (!Array.isArray(reply)) return { kind: 'kept', epoch: Number(reply) };
  const [kind, found, log] = reply;
  if (kind === 'failed') throw new Error(found);
  if (kind === 'due') return { kind, rooms: (found as DueTexts[]).map(dueRoomOf) };
  return log ? { kind, row: rowOf(found as RowTexts, log as string[]) } : { kind };
}

function rowOf(texts: RowTexts, log: readonly string[]): Row {
  const [epoch, giverSeq, seq, leaseUntilMs, owner, status, giver, deaths, isExact, horizon, snapshot] = texts;
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
      .map((death) => Number.parseInt(death)),
  };
}

/** FNV-1a. */
function shardOf(room: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (const char of room) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return (hash >>> 0) % shards;
}
