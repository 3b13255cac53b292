/**
 * What runs in Redis: each call of the storage is one script, which compares the epoch and writes, or does not. `MemoryStore` says the same in TypeScript.
 *
 * All keys of a room have one hash tag, so that they lie on one node of a cluster:
 *
 *     {spindle:0}:row:inn      hash: the row without its log
 *     {spindle:0}:log:inn      list: the records of each write since the snapshot, a JSON array of them in one element
 *     {spindle:0}:due          sorted set: room → when its lease ends; less than 0 for a room that waits
 *     {spindle:0}:epochs       hash: room → epoch, of the rooms in `due`
 *     {spindle:0}:ended:inn    text: the epoch of a room that has ended in the last minute, and until when that counts
 *
 * Every key has a time to live, which each write renews: a day that nobody writes in leaves nothing of a room. `endedEpoch`: of a room of this name that has ended
 * in the last minute; else 0. `keep`: what a write leaves beside the row: when the room may be claimed, and how long all of it is kept.
 */
import { createHash } from 'node:crypto';
import { DEATHS_COUNT_MS, ENDED_MS, KEPT_MS, type StoreCall } from './calls.js';

/** `Keys` and `Arguments` in order. The time is given by tests only. */
const HEAD = `
local ROW, LOG, DUE, EPOCHS, ENDED = unpack(KEYS)
local KEPT_MS, ENDED_MS = ${KEPT_MS}, ${ENDED_MS}
local nowMs = tonumber(ARGV[1])
if not nowMs then
  local time = redis.call('TIME')
  nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
end
local room, leaseMs, owner, epoch = ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])

local function readRow()
  local row = redis.call('HMGET', ROW, 'epoch', 'owner', 'status', 'giver', 'giverSeq', 'seq', 'leaseUntilMs', 'deaths')
  if not row[1] then return nil end
  return {
    epoch = tonumber(row[1]), owner = row[2], status = row[3], giver = row[4], giverSeq = tonumber(row[5]),
    seq = tonumber(row[6]), leaseUntilMs = tonumber(row[7]), deaths = row[8],
  }
end

local function answerRow(kind)
  local row = redis.call('HMGET', ROW, 'epoch', 'owner', 'status', 'giver', 'giverSeq', 'isExact', 'seq', 'leaseUntilMs', 'horizon', 'snapshot', 'deaths')
  return { kind, row, redis.call('LRANGE', LOG, 0, -1) }
end

local function endedEpoch()
  local ended, untilMs = string.match(redis.call('GET', ENDED) or '', '^(%S+) (%S+)$')
  return ended and nowMs < tonumber(untilMs) and tonumber(ended) or 0
end

local function drop()
  redis.call('ZREM', DUE, room)
  redis.call('HDEL', EPOCHS, room)
end

local function keep(status, ofEpoch)
  local untilMs = nowMs + leaseMs
  if status == 'aside' then
    drop()
  else
    redis.call('ZADD', DUE, status == 'waiting' and -untilMs or untilMs, room)
    redis.call('HSET', EPOCHS, room, ofEpoch)
  end
  local ttlMs = KEPT_MS + math.ceil(leaseMs)
  for _, key in ipairs({ ROW, LOG }) do redis.call('PEXPIRE', key, ttlMs) end
  for _, key in ipairs({ DUE, EPOCHS }) do redis.call('PEXPIRE', key, ttlMs + KEPT_MS) end
end
`;

const PUT = `
local seq, horizon, records, snapshot = tonumber(ARGV[6]), ARGV[7], ARGV[8], ARGV[9]
local row, ended = readRow(), endedEpoch()
if epoch == 0 then
  if row and row.owner == owner and row.status == 'held' then return { 'kept', row.epoch } end
  if row then return { 'fenced' } end
  epoch = math.max(ended + 1, math.floor(nowMs))
end
local isMine = row and row.epoch == epoch and row.owner == owner
if epoch <= ended or (row and row.epoch >= epoch and not isMine) then return { 'fenced' } end
if isMine and row.seq >= seq then return { 'kept', epoch } end
redis.call('DEL', ROW, LOG)
redis.call('HSET', ROW, 'epoch', epoch, 'owner', owner, 'status', 'held', 'giverSeq', 0, 'isExact', 0, 'seq', seq,
  'leaseUntilMs', nowMs + leaseMs, 'horizon', horizon, 'snapshot', snapshot, 'deaths', row and row.deaths or '')
if records ~= '' then redis.call('RPUSH', LOG, records) end
keep('held', epoch)
return { 'kept', epoch }
`;

const COMMIT = `
local seq, horizon, records, snapshot, hasSnapshot = tonumber(ARGV[6]), ARGV[7], ARGV[8], ARGV[9], ARGV[10] == '1'
local next, to, isExact = ARGV[11], ARGV[12], ARGV[13]
local row = readRow()
if not row then return { epoch > endedEpoch() and 'lost' or 'fenced' } end
if row.epoch > epoch then
  if next ~= '' and row.epoch == epoch + 1 and row.giver == owner and row.giverSeq == seq then return { 'kept', epoch } end
  redis.call('HSET', ROW, 'deaths', (string.gsub(row.deaths, ',' .. ARGV[5] .. ':[^,]+', '')))
  return { 'fenced' }
end
if row.epoch < epoch or seq > row.seq + 1 then return { 'older' } end
if row.owner ~= owner then return { 'fenced' } end
if seq ~= row.seq + 1 then return { 'kept', epoch } end
if hasSnapshot then
  redis.call('HSET', ROW, 'snapshot', snapshot)
  redis.call('DEL', LOG)
end
if records ~= '' then redis.call('RPUSH', LOG, records) end
redis.call('HSET', ROW, 'leaseUntilMs', nowMs + leaseMs, 'horizon', horizon)
if next == '' then
  redis.call('HSET', ROW, 'status', 'held', 'seq', seq, 'isExact', 0)
  keep('held', epoch)
else
  redis.call('HSET', ROW, 'epoch', epoch + 1, 'giver', owner, 'giverSeq', seq, 'isExact', isExact, 'seq', 0, 'status', next)
  if next == 'offered' then redis.call('HSET', ROW, 'owner', to) end
  keep(next, epoch + 1)
end
return { 'kept', epoch }
`;

const CLAIM = `
local mostDeaths, isOffer = tonumber(ARGV[6]), ARGV[7] == '1'
local row = readRow()
if not row then
  drop()
  return { 'none' }
end
if row.epoch > epoch and row.owner == owner and row.seq == 0 and (row.status == 'held' or row.status == 'aside') then
  return answerRow('row')
end
local isFree = row.status == 'waiting' or (row.status ~= 'aside' and row.leaseUntilMs < nowMs)
if isOffer then isFree = row.status == 'offered' and row.giver == owner end
if row.epoch ~= epoch or not isFree then return answerRow('refused') end
local died = (isOffer or row.status == 'waiting') and '' or string.format(',%s:%.17g', ARGV[5], nowMs)
local deaths, count = '', 0
for death, atMs in string.gmatch(row.deaths .. died, '(,[^:]+:([^,]+))') do
  if nowMs - tonumber(atMs) < ${DEATHS_COUNT_MS} then deaths, count = deaths .. death, count + 1 end
end
local nextEpoch = isOffer and epoch + 1 or math.max(epoch + 1, math.floor(nowMs))
local status = count < mostDeaths and 'held' or 'aside'
if died ~= '' then redis.call('HSET', ROW, 'isExact', 0) end
redis.call('HSET', ROW, 'epoch', nextEpoch, 'owner', owner, 'status', status, 'seq', 0, 'leaseUntilMs', nowMs + leaseMs,
  'deaths', deaths)
keep(status, nextEpoch)
return answerRow('row')
`;

const END = `
local row = readRow()
if row and (row.epoch > epoch or (row.epoch == epoch and row.owner ~= owner)) then return { 'fenced' } end
redis.call('DEL', ROW, LOG)
drop()
redis.call('SET', ENDED, string.format('%d %.17g', math.max(epoch, endedEpoch()), nowMs + ENDED_MS), 'PX', ENDED_MS)
return { 'kept', epoch }
`;

const READ = `
if redis.call('EXISTS', ROW) == 0 then return { 'none' } end
return answerRow('row')
`;

/** Rooms that nobody has claimed for a day have no row any more; here they leave the list, at most a thousand at a time. */
const DUE = `
local limit = tonumber(ARGV[6])
local function drop(from, to)
  local rooms = redis.call('ZRANGEBYSCORE', DUE, from, to, 'LIMIT', 0, 1000)
  if #rooms == 0 then return end
  redis.call('ZREM', DUE, unpack(rooms))
  redis.call('HDEL', EPOCHS, unpack(rooms))
end
drop('(0', string.format('(%.17g', nowMs - KEPT_MS))
drop(string.format('(%.17g', KEPT_MS - nowMs), '(0')
local rooms = {}
local found = redis.call('ZRANGEBYSCORE', DUE, '-inf', string.format('(%.17g', nowMs), 'WITHSCORES', 'LIMIT', 0, limit)
for i = 1, #found, 2 do
  table.insert(rooms, { found[i], redis.call('HGET', EPOCHS, found[i]), string.sub(found[i + 1], 1, 1) == '-' and 'waiting' or 'held' })
end
return { 'due', rooms }
`;

export interface Script {
  readonly text: string;
  readonly sha: string;
}

export const SCRIPTS: Readonly<Record<StoreCall['kind'], Script>> = {
  put: makeScript(PUT),
  commit: makeScript(COMMIT),
  claim: makeScript(CLAIM),
  end: makeScript(END),
  read: makeScript(READ),
  due: makeScript(DUE),
};

function makeScript(body: string): Script {
  const text = HEAD + body;
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}
