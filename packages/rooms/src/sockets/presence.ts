/** Which processes there are, and where they listen. */
import type { RedisSend } from '../store/redis-store.js';

export interface ProcessEntry {
  readonly name: string;
  /** Where other processes reach it. */
  readonly url: string;
  /** Whoever knows it may speak to the process as another process. */
  readonly key: string;
  /** How many rooms it has. */
  readonly rooms: number;
  readonly isStopping: boolean;
}

export interface Presence {
  /** Writes that a process is there (null: no more), and gives all that are. Who has not said so for a while is not. */
  beat(name: string, entry: ProcessEntry | null): Promise<readonly ProcessEntry[]>;
}

/** Of one process, without Redis. */
export const ALONE: Presence = { beat: async () => [] };

const KEPT_MS = 1000;

/** A hash: name → until when by the clock of Redis, and the entry. */
const BEAT = `
local key, time = KEYS[1], redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[2] == '' then redis.call('HDEL', key, ARGV[1])
else redis.call('HSET', key, ARGV[1], nowMs + ${KEPT_MS} .. ' ' .. ARGV[2]) end
redis.call('EXPIRE', key, 86400)
local entries, all = {}, redis.call('HGETALL', key)
for i = 1, #all, 2 do
  local untilMs, entry = string.match(all[i + 1], '^(%d+) (.*)')
  if tonumber(untilMs) < nowMs then redis.call('HDEL', key, all[i])
  else table.insert(entries, entry) end
end
return entries
`;

/** The processes that share a Redis, and a prefix. */
export class RedisPresence implements Presence {
  readonly #send: RedisSend;
  readonly #key: string;

  constructor(send: RedisSend, { prefix = 'spindle' }: { readonly prefix?: string } = {}) {
    this.#send = send;
    this.#key = `{${prefix}}:processes`;
  }

  async beat(name: string, entry: ProcessEntry | null): Promise<readonly ProcessEntry[]> {
    const text = entry === null ? '' : JSON.stringify(entry);
    const entries = await this.#send(['EVAL', BEAT, '1', this.#key, name, text]);
    return (entries as string[]).map((one) => JSON.parse(one) as ProcessEntry);
  }
}
