import fc from 'fast-check';
import { comparePrograms, maxFrames, report } from './compare.js';
import { drive, Player } from './drive.js';
import { model } from './model.js';
import { type Fault, number, type Program, programs, type Receiver, type Statement } from './program.js';
import { scenes } from './scenes.js';

const runs = Number(process.env['MODEL_RUNS'] ?? 1000);
// One seed here, so that a change is judged by itself; the nightly run takes a new one each time.
const seed = Number(process.env['MODEL_SEED'] ?? 20261121);

test(`${runs} random programs do on the runtime what the model says`, async () => {
  const { runs: done, skipped, seed: used, reached } = await comparePrograms(runs, seed);
  if (process.env['MODEL_REPORT']) {
    process.stdout.write(`${done} programs agree, ${skipped} skipped, seed ${used}\n`);
    const shares = [...reached]
      .sort((one, other) => other[1] - one[1])
      .map(([what, count]) => `${what} ${((count / runs) * 100).toFixed(1)} %`);
    process.stdout.write(`reached by: ${shares.join(', ')}\n`);
  }
  expect(done).toBe(runs);
});

describe('faults', () => {
  test.each(Object.keys(scenes))('%s: a throw, a cancel or the owner’s end, at every point', async (name) => {
    const scene = scenes[name] as Program;
    const faults = await faultsOf(scene);
    expect(faults.length).toBeGreaterThan(10);
    for (const fault of faults) expect(await whatIsWrong(scene, fault)).toBeNull();
  });
});

/** Every place where a thread goes on, every frame in which one is suspended. */
async function faultsOf(scene: Program): Promise<Fault[]> {
  const player = new Player(scene);
  await player.run(maxFrames);
  const faults: Fault[] = Array.from({ length: player.resumptions }, (_, index) => ({ how: 'throw', at: index + 1 }));
  for (const line of player.lines.filter((text) => text.includes(' =') || text.startsWith('0 '))) {
    const frame = Number.parseInt(line, 10);
    const live = frame === 0 ? 6 : line.split(' ').filter((word) => word.includes(':')).length;
    for (let thread = 0; thread < live; thread++) {
      faults.push({ how: 'cancel', frame, thread }, { how: 'close', frame, thread });
    }
  }
  return faults;
}

/**
 * Whatever the fault, all threads end, so nobody waits for the dead; each `finally` block runs once for each time that its `try`
 * was entered; the invariants hold after each pulse (`drive` checks them); and the model says the same.
 */
async function whatIsWrong(scene: Program, fault: Fault): Promise<string | null> {
  const trace = await drive(scene, maxFrames, fault);
  const count = (word: string): number => trace.filter((line) => line.endsWith(` ${word}`)).length;
  const { trace: expected, isSkipped } = model(scene, maxFrames, fault);
  const isSame = isSkipped || trace.join('\n') === expected.join('\n');
  const isClean = trace.at(-1)?.endsWith(' =') && count('finally') === count('tries');
  return isSame && isClean ? null : report(0, scene, fault);
}

describe('the same program twice', () => {
  test('random programs give the same trace, byte for byte', async () => {
    for (const program of fc.sample(programs(), { numRuns: 100, seed })) {
      expect(await drive(program, maxFrames)).toEqual(await drive(program, maxFrames));
    }
  });

  test('so does one with 10,000 threads', async () => {
    const crowd = merge(fc.sample(programs(), { numRuns: 1000, seed: 7 }));
    const [once, again] = [await playCrowd(crowd), await playCrowd(crowd)];
    expect(once.threads).toBeGreaterThanOrEqual(10_000);
    expect(once.trace === again.trace).toBe(true);
  });
});

/** Plays without the snapshots, which would be long. */
async function playCrowd(program: Program): Promise<{ threads: number; trace: string }> {
  const player = new Player(program);
  for (let frame = 0; frame < maxFrames; frame++) {
    if (frame > 0) player.scheduler.pulse(10);
    await player.settleDue();
    await player.playRoots(frame);
  }
  player.scheduler.verify();
  player.log(player.snapshot());
  return { threads: player.threadCount, trace: player.lines.join('\n') };
}

/** One program out of many: each with actors of its own, all with the same signals, slots and counter. */
function merge(parts: readonly Program[]): Program {
  const shift = (statement: Statement, by: number): Statement =>
    JSON.parse(JSON.stringify(statement), (key, value: Receiver) =>
      (key === 'on' || key === 'owner') && typeof value === 'number' ? value + by : value,
    ) as Statement;
  const roots = parts.flatMap((program, index) =>
    program.roots.map(({ frame, body }) => ({ frame, body: body.map((statement) => shift(statement, index * 3)) })),
  );
  return number({ actors: parts.length * 3, firstSource: 0, roots });
}
