/** Says whether a room went as one that never moved, and whether each input came once. */
import { Ledger } from '../../packages/rooms/dist/ledger.js';
import { pulseOnce } from '../../packages/rooms/dist/replay.js';

const OPTIONS = { seatSeconds: 60, stepMs: 50, log: false };

/** Throws for the first difference. Gives how much was compared. */
export function judge(fleet, room, history, makeGame) {
  // Who was cut off and does not know that another one has the room may be ahead.
  const newest = Math.max(...Array.from(history.values(), ({ epoch }) => epoch));
  const last = Math.max(...[...history].flatMap(([pulse, { epoch }]) => (epoch === newest ? pulse : [])));
  const ledger = new Ledger();
  const game = makeGame(room);
  const wanted = [];
  const applied = new Map();
  for (let pulse = 1; pulse <= last; pulse++) {
    if (!history.has(pulse)) throw new Error(`${room} has no pulse ${pulse}.`);
    const { entries } = history.get(pulse);
    const before = ledger.output;
    for (const entry of entries) count(applied, entry, before);
    pulseOnce({ name: room, game, ledger }, 0, entries, OPTIONS);
    for (const one of ledger.ring) if (one.n > before) wanted.push(one);
  }
  const players = fleet.players.filter((one) => one.room === room);
  const joined = new Map(Array.from(applied, ([client, { token, since }]) => [token, { client, since }]));
  const outputs = players.reduce((sum, player) => sum + compare(player, wanted, joined.get(player.token)), 0);
  const inputs = [...applied.values()].reduce((sum, { last: n }) => sum + n, 0);
  const sent = players.reduce((sum, { inputs: n, code }) => sum + n + (code === 4011 ? 1 : 0), 0);
  if (inputs !== sent) throw new Error(`${sent} inputs of ${room} were sent, ${inputs} came.`);
  return { outputs, inputs, pulses: last };
}

function count(applied, { kind, client, n, after, data }, output) {
  if (kind === 'join') applied.set(client, { last: after, token: data, since: applied.get(client)?.since ?? output });
  if (n === undefined) return;
  const before = applied.get(client);
  if (n !== before?.last + 1) throw new Error(`Input ${n} of ${client} comes behind ${before?.last}.`);
  before.last = n;
}

/** So many pulses may be on their way to a client that is still in the room. */
const ON_THE_WAY = 100;
/** The outputs of so long are kept for a client that is away, at the least. */
const KEPT_MS = 5000;

/** All that came since it joined: to one that has left up to where it could not be taken back, to any other nearly up to now. */
function compare({ token, outputs, doubled, taken, code, connection, missed }, wanted, { client, since }) {
  const broken = taken.find(({ wasSure }) => wasSure);
  if (broken !== undefined) throw new Error(`${token} was sure of output ${broken.n}, and it was taken back.`);
  if (doubled > 0) throw new Error(`${token} was given ${doubled} outputs twice.`);
  const mine = wanted.filter(({ n, to }) => n > since && (to === null || to === client));
  const last = code === null ? Math.max(...outputs.keys()) : connection.sure;
  const heard = mine.filter(({ n }) => n <= last);
  const behind = (mine.at(-1)?.pulse ?? 0) - (heard.at(-1)?.pulse ?? 0);
  if (code === null && behind > ON_THE_WAY) throw new Error(`${token} has heard nothing for ${behind} pulses.`);
  for (const { n, pulse, body } of heard) {
    const got = outputs.get(n);
    const isMissed = ({ first, last: end, awayMs }) => n >= first && n <= end && awayMs > KEPT_MS;
    if (got === undefined && missed.some(isMissed)) continue;
    if (got?.body !== body || got.pulse !== pulse)
      throw new Error(`Output ${n} of ${token} is ${JSON.stringify(got)}, not ${JSON.stringify({ pulse, body })}.`);
  }
  return heard.length;
}

/** `awayMs` of the rooms, and how much later than it was sent a write may be noted: where the process has little CPU, a step takes long. */
const [AWAY_MS, NOTED_MS] = [150, 60];
/** What goes out early is heard at once, and the clocks of two processes drift apart: by half a millisecond in 40 s, as measured. */
const DRIFT_MS = 5;

/**
 * With a log nothing is taken back but what was heard from a process that waited for Redis for longer than `awayMs`, and had played it by then. Throws for the first other one.
 * `processes`: what each asked of Redis for the room, when it played it, and when it ended.
 */
export function judgeTaken(players, processes) {
  const silences = new Map(processes.map((one) => [one.name, silencesOf(one)]));
  for (const { token, taken } of players)
    for (const { n, pulse, heardMs, process } of taken) {
      const { pulses } = processes.find(({ name }) => name === process);
      const playedMs = pulses.findLast((one) => one.pulse === pulse && one.atMs <= heardMs + DRIFT_MS)?.atMs;
      const isExcused = ({ atMs, fromMs, untilMs }) => heardMs > atMs && playedMs > fromMs && playedMs < untilMs;
      if (!silences.get(process).some(isExcused))
        throw new Error(
          `Output ${n} of ${token}, heard at ${Math.round(heardMs)} ms, was taken back. ${process} had played it at ${playedMs} ms.`,
        );
    }
}

/** When a process that had the room did not wait any more until Redis keeps what it writes: what it told then, and had played between `fromMs` and `untilMs`. */
function silencesOf({ calls, endedMs }) {
  const silences = [];
  /** When the last write that was kept was sent for the first time; null: it has not got the room. */
  let keptMs = null;
  let sentMs = null;
  let hasWaited = false;
  /** When it was to give the room away: what it had played by then is kept. */
  let givenMs = -Infinity;
  const add = (untilMs) => silences.push({ atMs: keptMs + AWAY_MS - NOTED_MS, fromMs: givenMs, untilMs });
  for (const { atMs, tookMs, call, answer } of calls.filter((one) => /^(writes|put) /.test(one.call))) {
    const isKept = call.startsWith('writes') && answer.startsWith('kept');
    const isFenced = answer.startsWith('fenced');
    const isGiven = isKept && call.includes('→');
    sentMs ??= atMs;
    if (isGiven) [givenMs, sentMs] = [sentMs, null];
    // Whoever asks again has not heard that it is given away, and goes on with it: a client goes back to what it is sure of.
    else givenMs = -Infinity;
    hasWaited ||= isGiven || !(isKept || isFenced) || tookMs > AWAY_MS - NOTED_MS;
    if (isGiven || !(isKept || isFenced)) continue;
    if (keptMs !== null && hasWaited) add(atMs + tookMs);
    keptMs = isFenced ? null : sentMs;
    [sentMs, hasWaited, givenMs] = [null, false, -Infinity];
  }
  // What is not answered is not noted.
  if (keptMs !== null) add(endedMs ?? Infinity);
  return silences;
}
