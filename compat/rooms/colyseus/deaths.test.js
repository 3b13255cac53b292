/** Processes that die, or freeze for 3 s, exactly at a step of a move (`trap.js`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addedGaps, judgeGaps, Rest } from '../bounds.js';
import { begin, clap, judge, leave, ownerOf, until } from './fleet.js';

/** Each so often; more in a long run. */
const TIMES = Number(process.env.ROOM_COLYSEUS_DEATHS ?? 1);
const LEASE_MS = 600;
/** Who gives a room waits so long for who takes it. */
const ANSWER_MS = 500;
/** A client asks where its room is when it has heard nothing for so long. */
const SILENCE_MS = 1000;
const FROZEN_MS = 3000;

/** Asks for a move in which something goes wrong, until it has. A process that does much else may not answer in time, and then nothing is moved. */
async function moveIntoTrap({ processes, roomId }, { who, step, action }) {
  return until(async () => {
    const from = await ownerOf(processes, roomId);
    const to = processes.find((one) => one.isAlive && one !== from);
    const victim = who === 'owner' ? from : to;
    await victim.ask('arm', { room: roomId, step, action, ms: FROZEN_MS });
    const atMs = performance.now();
    const moved = from.ask('move', { roomId, to: to.id }).catch(({ message }) => message);
    const hasSprung = () => victim.messages.some(({ kind, heardMs }) => kind === 'sprung' && heardMs > atMs);
    await Promise.race([moved, until(hasSprung, 'it to happen')]);
    return hasSprung() && { from, to, victim, atMs };
  }, 'something to go wrong');
}

test('who gives and who takes die, or freeze, exactly at a step of a move', async (t) => {
  const stage = await begin(t, { processes: 3 });
  const { processes, add, clients, roomId } = stage;
  for (const { who, step, action = 'dies', then } of [
    { who: 'owner', step: 'saved', then: 'claimed' },
    { who: 'owner', step: 'fenced', then: 'claimed' },
    { who: 'owner', step: 'hears that the other has it', then: 'moved' },
    { who: 'target', step: 'asked', then: 'still there' },
    { who: 'target', step: 'has loaded', then: 'still there' },
    { who: 'target', step: 'tells that it has it', then: 'claimed' },
    { who: 'owner', step: 'fenced', action: 'freezes', then: 'claimed' },
    { who: 'target', step: 'tells that it has it', action: 'freezes', then: 'claimed' },
  ])
    await t.test(`the ${who} ${action} at \`${step}\`: the room is ${then}`, async () => {
      const end = clap(clients);
      await sleep(200);
      const still = new Rest();
      await still.take(clients, 500);
      const gaps = [];
      for (let i = 0; i < TIMES; i++) {
        const { from, to, victim, atMs } = await moveIntoTrap(stage, { who, step, action });
        const here = ({ kind, heardMs, report }) => kind === 'report' && report.kind === 'here' && heardMs > atMs;
        await sleep(action === 'dies' ? 1500 : FROZEN_MS + 800);
        await until(() => clients.every(({ beats }) => beats.at(-1).atMs > performance.now() - 200), 'all to play on');
        gaps.push(...addedGaps(clients, atMs));
        const told = processes.flatMap(({ messages }) => messages).filter(here);
        const last = told.toSorted((one, two) => one.heardMs - two.heardMs).at(-1);
        assert.equal(last?.report.how ?? 'still there', then);
        const owner = await ownerOf(processes, roomId);
        if (then !== 'claimed') assert.equal(owner.id, then === 'moved' ? to.id : from.id);
        assert.equal(victim.isAlive, action === 'freezes');
        if (victim.isAlive) await until(async () => (await victim.ask('stats')).roomCount === 0, 'its room to go');
        else await add();
        await until(async () => (await owner.ask('peers')).length === 2, 'processes to know each other');
        await until(async () => (await owner.ask('stats')).ccu === clients.length, 'the count');
      }
      end();
      const { outputs, inputs, pulses } = await judge(processes, clients);
      console.log(`${outputs} outputs as in a room that never moved, ${inputs} inputs once, ${pulses} pulses`);
      const surelyMs = LEASE_MS + (who === 'target' ? ANSWER_MS : 0) + (action === 'freezes' ? SILENCE_MS : 0);
      judgeGaps(`the ${who} ${action} at ${step}`, { gaps, still, surelyMs, bounds: { worst: surelyMs + 500 } });
    });
  assert.deepEqual(
    clients.flatMap(({ news }) => news),
    [],
  );
  await leave(clients);
});
