/** Real processes, real sockets, a real Redis: what goes wrong, and how the room goes on. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeGaps, Rest } from './bounds.js';
import { until } from './fleet.js';
import { begin, clap, gapsSince, goesOn, judgeAll, takenFrom } from './play.js';

/** Asks for a move in which something goes wrong exactly at a step, and waits until it has. */
async function moveIntoTrap(fleet, { who, step, action }) {
  const from = fleet.ownerOf('inn');
  const to = fleet.pick(fleet.members.filter((one) => one.isRunning && one !== from));
  const victim = who === 'owner' ? from : to;
  await fleet.arm(victim, { room: 'inn', step, action, ms: 3000 });
  const [before, atMs] = [fleet.sprung.length, performance.now()];
  void fleet.move('inn', from, to);
  await until(() => fleet.sprung.length > before, 5000, 'it happens');
  return { from, to, victim, atMs };
}

/** Who gives a room waits so long for an answer; it is claimed when its lease has ended; a client that hears nothing for so long looks for it. */
const [LOAD_MS, LEASE_MS, SILENCE_MS] = [500, 600, 1000];
/** By what ends it, what a death takes in any case. */
const SURELY_MS = { claimed: LEASE_MS, moved: 0, 'still there': LOAD_MS };

function judgeDeath(what, surelyMs, { gaps, still }) {
  judgeGaps(what, { gaps, still, bounds: { worst: surelyMs + 500 }, surelyMs });
}

describe('what goes wrong', () => {
  test('the owner is frozen for 3 s and wakes: another one has the room, and it lets it go', async (t) => {
    const fleet = await begin(t, { processes: 3 });
    const end = clap(fleet);
    const [gaps, still] = [[], new Rest()];
    for (let i = 0; i < 3; i++) {
      await still.take(fleet.players, 1000);
      const owner = fleet.ownerOf('inn');
      const atMs = performance.now();
      owner.child.kill('SIGSTOP');
      await sleep(3000);
      owner.child.kill('SIGCONT');
      await goesOn(fleet, atMs + 3000);
      await sleep(1000);
      assert.notEqual(fleet.ownerOf('inn'), owner);
      assert.ok(fleet.reported('fenced').some(({ from, atMs: fencedMs }) => from === owner && fencedMs > atMs));
      gaps.push(...gapsSince(fleet, atMs));
    }
    await end();
    assert.deepEqual(takenFrom(fleet), []);
    console.log(judgeAll(fleet));
    judgeDeath('a process is frozen', SILENCE_MS, { gaps, still });
  });

  test('who gives and who takes die, or are frozen for 3 s, exactly at a step of a move', async (t) => {
    const fleet = await begin(t, { processes: 3 });
    for (const { who, step, action = 'dies', then } of [
      { who: 'owner', step: 'saved', then: 'claimed' },
      { who: 'owner', step: 'fenced', then: 'claimed' },
      { who: 'owner', step: 'hears that the other has it', then: 'moved' },
      { who: 'owner', step: 'has told one client', then: 'moved' },
      { who: 'target', step: 'asked', then: 'still there' },
      { who: 'target', step: 'given', then: 'still there' },
      { who: 'target', step: 'has written', then: 'claimed' },
      { who: 'owner', step: 'fenced', action: 'freezes', then: 'claimed' },
      { who: 'target', step: 'has written', action: 'freezes', then: 'claimed' },
    ])
      await t.test(`the ${who} ${action} at \`${step}\`: the room is ${then}`, async () => {
        fleet.hasPassed = false;
        const end = clap(fleet);
        const [gaps, still] = [[], new Rest()];
        for (let i = 0; i < 2; i++) {
          await still.take(fleet.players, 700);
          const { from, to, victim, atMs } = await moveIntoTrap(fleet, { who, step, action });
          await goesOn(fleet, atMs + (action === 'dies' ? 1500 : 3800));
          await until(() => fleet.ownerOf('inn')?.isRunning, 10_000, 'all are in one place');
          gaps.push(...gapsSince(fleet, atMs));
          // Who is woken may still hear that it had it.
          const here = fleet.reported('here').find((report) => report.atMs > atMs);
          assert.equal(here?.how ?? 'still there', then);
          if (then !== 'claimed') assert.equal(fleet.ownerOf('inn'), then === 'moved' ? to : from);
          assert.equal(victim.isRunning, action === 'freezes');
          if (!victim.isRunning) await fleet.start();
        }
        await end();
        assert.deepEqual(takenFrom(fleet), []);
        console.log(judgeAll(fleet));
        // Who is sent to a target that is frozen hears nothing of it.
        const frozenMs = SILENCE_MS + (who === 'target' ? LOAD_MS : 0);
        const surelyMs = action === 'freezes' ? frozenMs : SURELY_MS[then];
        judgeDeath(`the ${who} ${action} at \`${step}\``, surelyMs, { gaps, still });
      });
  });

  test('Redis is killed and comes back empty: the room goes on, and can move again', async (t) => {
    const fleet = await begin(t);
    const end = clap(fleet);
    const [gaps, still] = [[], new Rest()];
    for (let i = 0; i < 3; i++) {
      await still.take(fleet.players, 1200);
      const atMs = performance.now();
      await fleet.redis.comeBackEmpty(700);
      await goesOn(fleet, performance.now() + 500);
      gaps.push(...gapsSince(fleet, atMs));
      await sleep(2500);
      const from = fleet.ownerOf('inn');
      assert.equal(
        await fleet.move(
          'inn',
          from,
          fleet.members.find((one) => one !== from),
        ),
        null,
      );
      await sleep(500);
    }
    await end();
    assert.equal(fleet.reported('here').filter(({ how }) => how === 'made').length, 1);
    assert.ok(fleet.reported('written anew').length >= 3);
    assert.deepEqual(takenFrom(fleet), []);
    console.log(judgeAll(fleet));
    judgeGaps('Redis is killed and comes back empty', { gaps, still, bounds: { worst: 200 } });
  });
});
