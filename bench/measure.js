/**
 * Compares contenders. All run in one process, alternating, so that other load on the machine affects all of them. The result is the ratio to the first
 * contender in the same round; times are the median of all rounds. CPU time is measured, including that of the garbage collector, so that other
 * processes have little influence.
 */
const MIN_SAMPLE_MS = 3;
const WARM_UP_MS = 300;
/** A contender that takes longer than this has only three rounds, which is enough to see that it is much slower. The first contender always has all rounds. */
const SLOW_MS = 300;
const SLOW_ROUNDS = 3;

/**
 * @param contenders `{ name, run, prepare }`: `run` does the work once and may return a Promise; `prepare` runs before each sample and
 *   is not measured. The others are compared with the first one.
 * @param options `ops`: the number of operations in one run; `rounds`: at least 11; `repeats: 1` if a run cannot be repeated
 *   without `prepare`; `minSampleMs`: longer if a run makes so much garbage that the collector runs in some samples only;
 *   `warmUpMs`: longer if there is so much code that the engine needs more time to optimize it. Then also a slow contender is warmed up and has all
 *   rounds: it would be compared cold with a first one that is warm; `clock`: gives milliseconds, in pages, which do not know the CPU time.
 * @returns for each contender `{ name, rounds, ns, ratio, spread }`: ns per operation, the ratio and its quartiles.
 */
export async function measure(
  contenders,
  { ops, rounds = 15, repeats, minSampleMs = MIN_SAMPLE_MS, warmUpMs, clock = processorMs },
) {
  const entries = [];
  const calibration = { minSampleMs, warmUpMs: warmUpMs ?? WARM_UP_MS };
  for (const contender of contenders.map((one) => ({ ...one, clock }))) {
    const mayBeSlow = repeats === undefined && warmUpMs === undefined && entries.length > 0;
    const isSlow = mayBeSlow && (await takesLong(contender));
    const times = repeats ?? (isSlow ? 1 : await calibrate(contender, calibration));
    entries.push({ ...contender, ns: [], repeats: times, rounds: isSlow || contender.isSlow ? SLOW_ROUNDS : rounds });
  }
  for (let round = 0; round < rounds; round++) {
    for (const entry of entries) {
      if (round < entry.rounds) entry.ns.push(((await sample(entry)) * 1e6) / (ops * entry.repeats));
    }
  }
  const [first] = entries;
  return entries.map(({ name, ns }) => {
    const ratios = ns.map((value, round) => value / first.ns[round]);
    return {
      name,
      ns: quantile(ns, 0.5),
      rounds: ns.length,
      ratio: quantile(ratios, 0.5),
      spread: [0.25, 0.75].map((q) => quantile(ratios, q)),
    };
  });
}

/** Whether a run is longer than `SLOW_MS`. There is a second run, as much code is compiled during the first. */
async function takesLong(contender) {
  const once = { ...contender, repeats: 1 };
  return (await sample(once)) > SLOW_MS && (await sample(once)) > SLOW_MS;
}

/** Warms a contender up. Gives how often it must run so that a sample is long enough. */
async function calibrate(contender, { minSampleMs, warmUpMs }) {
  let repeats = 1;
  for (let spentMs = 0; ;) {
    const ms = await sample({ ...contender, repeats });
    spentMs += ms;
    if (ms >= minSampleMs && spentMs > warmUpMs) return repeats;
    if (ms < minSampleMs) repeats = Math.ceil(repeats * Math.min(10, 1.2 * (minSampleMs / Math.max(ms, 0.01))));
  }
}

async function sample({ prepare, run, repeats, clock }) {
  prepare?.();
  const startMs = clock();
  for (let i = 0; i < repeats; i++) {
    const given = run();
    if (given instanceof Promise) await given;
  }
  return clock() - startMs;
}

export function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}
