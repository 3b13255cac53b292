/**
 * What runs in Redis: calls of the storage, one after the other. Each compares the epoch and writes, or does not. `MemoryStore` says the same in TypeScript.
 *
 * All keys of a room have one hash tag, so that they lie on one node of a cluster:
 *
 *     {spindle:0}:row:inn      hash: the row without its log
 *     {spindle:0}:log:inn      list: the records of each write since the snapshot, a JSON array of them in one element
 *     {spindle:0}:due          sorted set: room → when its lease ends; less than 0 for a room that waits
 *     {spindle:0}:epochs       hash: room → epoch, of the rooms in `due`; '' → the run of Redis that has them, and since when
 *     {spindle:0}:ended:inn    text: the epoch of a room that has ended in the last minute, and until when that counts
 *
 * Every key has a time to live, which each write renews: a day that nobody writes in leaves nothing of a room. `endedEpoch`: of a room of this name that has ended
 * in the last minute; else 0. `keep`: what each write says: when the room may be claimed, and how long its keys are kept; those of the shard are renewed once for all
 * calls. `age`: how long this run of Redis has had the shard; one that was started again, or a replica that took over, may have lost the last rooms.
 */
import { createHash } from 'node:crypto';
import { ENDED_MS, KEPT_MS, LIVED_MS, YOUNG_MS } from './calls.js';

/** What each call reads: itself, its keys, and of the row's fields the first eight, of which four are numbers. The time is given by tests only. */
const HEAD = `
local KEPT_MS, ENDED_MS = ${KEPT_MS}, ${ENDED_MS}
local ROW, LOG, DUE, EPOCHS, ENDED, room, call, nowMs, leaseMs

local FIELDS = { 'epoch', 'giverSeq', 'seq', 'leaseUntilMs', 'owner', 'status', 'giver', 'deaths', 'isExact', 'horizon', 'snapshot' }

local function readRow()
  local found, row = redis.call('HMGET', ROW, unpack(FIELDS, 1, 8)), {}
  if not found[1] then return nil end
  for i = 1, 8 do row[FIELDS[i]] = i < 5 and tonumber(found[i]) or found[i] end
  return row
end

local function answerRow(kind)
  return { kind, redis.call('HMGET', ROW, unpack(FIELDS)), redis.call('LRANGE', LOG, 0, -1) }
end

local function endedEpoch()
  local ended, untilMs = (redis.call('GET', ENDED) or ''):match('^(%S+) (%S+)$')
  return ended and nowMs < tonumber(untilMs) and tonumber(ended) or 0
end

local function drop(...)
  redis.call('ZREM', DUE, ...)
  redis.call('HDEL', EPOCHS, ...)
end

local function renew(...)
  for _, key in ipairs({ ... }) do redis.call('PEXPIRE', key, KEPT_MS + math.ceil(leaseMs)) end
end

local function keep(status, epoch, ...)
  local untilMs = nowMs + leaseMs
  redis.call('HSET', ROW, 'epoch', epoch, 'status', status, 'leaseUntilMs', untilMs, ...)
  renew(ROW, LOG)
  if status == 'aside' then return drop(room) end
  redis.call('ZADD', DUE, status == 'waiting' and -untilMs or untilMs, room)
  redis.call('HSET', EPOCHS, room, epoch)
end

local function age()
  local run = tostring(redis.pcall('INFO', 'server')):match('run_id:%w+') or ''
  local sinceMs = (redis.call('HGET', EPOCHS, '') or ''):match(run .. ' (.+)')
  if not sinceMs then
    sinceMs = nowMs
    redis.call('HSET', EPOCHS, '', run .. ' ' .. nowMs)
    redis.call('PEXPIRE', EPOCHS, KEPT_MS)
  end
  return nowMs - sinceMs
end

local calls = {}
`;

const PUT = `
function calls.put()
  local row, ended, epoch = readRow(), endedEpoch(), call.epoch
  if epoch == 0 and age() < ${YOUNG_MS} + 2 * call.leaseMs then return { 'young' } end
  if epoch < 1 then
    if row and row.owner == call.owner and row.seq == call.seq then return row.epoch end
    if row then return { 'fenced' } end
    epoch = math.max(ended + 1, nowMs)
  end
  local isMine = row and row.epoch == epoch and row.owner == call.owner
  if epoch <= ended or (row and row.epoch >= epoch and not isMine) then return { 'fenced' } end
  if isMine and row.seq >= call.seq then return epoch end
  redis.call('DEL', ROW, LOG)
  if call.records then redis.call('RPUSH', LOG, call.records) end
  keep('held', epoch, 'owner', call.owner, 'seq', call.seq, 'horizon', call.horizon, 'snapshot', call.snapshot, 'deaths', row and row.deaths or '')
  return epoch
end
`;

const COMMIT = `
function calls.commit()
  local row, epoch, seq, next = readRow(), call.epoch, call.seq, call.next
  if not row then return { epoch > endedEpoch() and 'lost' or 'fenced' } end
  if row.epoch > epoch then
    if next and row.epoch == epoch + 1 and row.giver == call.owner and row.giverSeq == seq then return epoch end
    redis.call('HSET', ROW, 'deaths', (row.deaths:gsub(',' .. epoch .. ':', '')))
    return { 'fenced' }
  end
  if row.epoch < epoch or seq > row.seq + 1 then return { 'older' } end
  if row.owner ~= call.owner then return { 'fenced' } end
  if seq ~= row.seq + 1 then return epoch end
  if call.snapshot then
    redis.call('HSET', ROW, 'snapshot', call.snapshot)
    redis.call('DEL', LOG)
  end
  if call.records then redis.call('RPUSH', LOG, call.records) end
  if not next then
    keep('held', epoch, 'horizon', call.horizon, 'seq', seq, 'isExact', 0)
  else
    keep(next.to and 'offered' or 'waiting', epoch + 1, 'horizon', call.horizon, 'giver', call.owner, 'giverSeq', seq, 'isExact', next.isExact and 1 or 0, 'seq', 0, 'owner', next.to or call.owner)
  end
  return epoch
end
`;

const CLAIM = `
function calls.claim()
  local row = readRow()
  if not row then
    drop(room)
    return { 'none' }
  end
  if row.epoch > call.epoch and row.owner == call.owner and row.seq == 0 and (row.status == 'held' or row.status == 'aside') then
    return answerRow('row')
  end
  local isFree = row.status == 'waiting' or (row.status ~= 'aside' and row.leaseUntilMs < nowMs)
  if call.isOffer then isFree = row.status == 'offered' and row.giver == call.owner end
  if row.epoch ~= call.epoch or not isFree then return answerRow('refused') end
  local died = (call.isOffer or row.status == 'waiting') and '' or ',' .. call.epoch .. ':'
  local deaths = (row.leaseUntilMs - call.leaseMs - row.epoch > ${LIVED_MS} and '' or row.deaths) .. died
  local _, count = deaths:gsub(',', '')
  local epoch = call.isOffer and call.epoch + 1 or math.max(call.epoch + 1, nowMs)
  if died ~= '' then redis.call('HSET', ROW, 'isExact', 0) end
  keep(count < tonumber(ARGV[1]) and 'held' or 'aside', epoch, 'owner', call.owner, 'seq', 0, 'deaths', deaths)
  return answerRow('row')
end
`;

const END = `
calls['end'] = function()
  local row, epoch = readRow(), call.epoch
  if row and (row.epoch > epoch or (row.epoch == epoch and row.owner ~= call.owner)) then return { 'fenced' } end
  redis.call('DEL', ROW, LOG)
  drop(room)
  redis.call('SET', ENDED, math.max(epoch, endedEpoch()) .. ' ' .. nowMs + ENDED_MS, 'PX', ENDED_MS)
  return epoch
end
`;

const READ = `
function calls.read()
  return readRow() and answerRow('row') or { 'none' }
end
`;

/** Rooms that nobody has claimed for a day have no row any more; here they leave the list, at most a thousand at a time. */
const DUE = `
function calls.due()
  age()
  local function forget(from, to)
    local rooms = redis.call('ZRANGEBYSCORE', DUE, from, to, 'LIMIT', 0, 1000)
    if #rooms > 0 then drop(unpack(rooms)) end
  end
  forget('(0', '(' .. nowMs - KEPT_MS)
  forget('(' .. KEPT_MS - nowMs, '(0')
  local rooms = {}
  local found = redis.call('ZRANGEBYSCORE', DUE, '-inf', '(' .. nowMs, 'WITHSCORES', 'LIMIT', 0, call.limit)
  for i = 1, #found, 2 do
    table.insert(rooms, { found[i], redis.call('HGET', EPOCHS, found[i]), found[i + 1] })
  end
  return { 'due', rooms }
end
`;

/**
 * KEYS: those of the shard, then three for each call. ARGV: how many deaths are the most, and the calls as JSON. A call that fails spoils no other; before Redis 7 its
 * error is a text, which has no `err`. What is kept is answered with a number, its epoch. Half of a character is no JSON to Redis, and fails all calls: only the name of a
 * process could have one. To read each call by itself takes Redis 5 % more time.
 */
const TAIL = `
local time = redis.call('TIME')
DUE, EPOCHS = unpack(KEYS)
local replies = cjson.decode(ARGV[2])
for i = 1, #replies do
  call = replies[i]
  leaseMs = call.leaseMs or leaseMs
  ROW, LOG, ENDED = unpack(KEYS, 3 * i, 3 * i + 2)
  room = ROW:match('}:row:(.*)')
  nowMs = call.nowMs or time[1] * 1000 + math.floor(time[2] / 1000)
  local isDone, reply = pcall(calls[call.kind])
  replies[i] = isDone and reply or { 'failed', reply.err or reply }
end
if leaseMs then renew(DUE, EPOCHS) end
return replies
`;

export const SCRIPT: string = HEAD + PUT + COMMIT + CLAIM + END + READ + DUE + TAIL;
export const SHA: string = createHash('sha1').update(SCRIPT).digest('hex');
