/** Says whether a room went as one that never moved, and whether each input came once. */
import { Ledger } from '../../packages/rooms/dist/ledger.js';
import { runPulse } from '../../packages/rooms/dist/replay.js';

const SEAT_PULSES = 60_000 / 50;

/** Throws for the first difference. Gives how much was compared. */
export function judge(fleet, room, makeGame) {
  const history = fleet.historyOf(room);
  const last = Math.max(...history.keys());
  const ledger = new Ledger();
  const game = makeGame(room);
  const wanted = [];
  const applied = new Map();
  for (let pulse = 1; pulse <= last; pulse++) {
    if (!history.has(pulse)) throw new Error(`${room} has no pulse ${pulse}.`);
    const { entries } = history.get(pulse);
    for (const entry of entries) count(applied, entry);
    const before = ledger.output;
    runPulse(game, ledger, entries, SEAT_PULSES);
    for (const one of ledger.ring) if (one.n > before) wanted.push(one);
  }
  const players = fleet.players.filter((one) => one.room === room);
  const outputs = players.reduce((sum, player) => sum + compare(player, wanted), 0);
  const inputs = [...applied.values()].reduce((sum, { last: n }) => sum + n, 0);
  const sent = players.reduce((sum, { inputs: n, code }) => sum + n + (code === 4011 ? 1 : 0), 0);
  if (inputs !== sent) throw new Error(`${sent} inputs of ${room} were sent, ${inputs} came.`);
  return { outputs, inputs, pulses: last };
}

function count(applied, { kind, client, n, after }) {
  if (kind === 'join') applied.set(client, { last: after });
  if (n === undefined) return;
  const before = applied.get(client);
  if (n !== before?.last + 1) throw new Error(`Input ${n} of ${client} comes behind ${before?.last}.`);
  before.last = n;
}

/** From its first output on. */
function compare({ token, outputs, name, doubled, code, connection }, wanted) {
  if (doubled > 0) throw new Error(`${token} was given ${doubled} outputs twice.`);
  const first = Math.min(...outputs.keys());
  const last = code === null ? Math.max(...outputs.keys()) : connection.sure;
  let compared = 0;
  for (const { n, to, pulse, body } of wanted) {
    if (n < first || n > last || !(to === null || to === name)) continue;
    const got = outputs.get(n);
    if (got?.body !== body || got.pulse !== pulse)
      throw new Error(`Output ${n} of ${token} is ${JSON.stringify(got)}, not ${JSON.stringify({ pulse, body })}.`);
    compared++;
  }
  return compared;
}
