/**
 * Measures contenders against each other: all in one process, in turns, so that they share what else the machine does.
 * What counts is the ratio to the first contender within the same round; times are the median of all rounds. It is the time
 * on the processor that is counted, that of the collector of garbage included, so that other jobs of the machine add little.
 */
const MIN_SAMPLE_MS = 3;
const WARM_UP_MS = 300;
/** A contender that takes so long has three rounds, but for the first, which all are compared with; that it is slower by far is seen all the same. */
const SLOW_MS = 300;
const SLOW_ROUNDS = 3;

/**
 * @param contenders `{ name, run, prepare }`: `run` does its work once and may give a Promise; `prepare` runs before each sample,
 *   untimed. The first one is what the others are compared with.
 * @param options `ops`: how many operations one run is; `rounds`: at least 11; `repeats: 1` where a run cannot be repeated
 *   without `prepare`; `minSampleMs`: longer where one run leaves so much to the collector that it comes in some samples only;
 *   `warmUpMs`: longer where so much code runs that the engine takes its time to compile it.
 * @returns for each: `{ name, rounds, ns, ratio, spread }`, ns for one operation, the ratio with its quartiles.
 */
export async function measure(
  contenders,
  { ops, rounds = 15, repeats, minSampleMs = MIN_SAMPLE_MS, warmUpMs = WARM_UP_MS },
) {
  const entries = [];
  for (const contender of contenders) {
    const isSlow = repeats === undefined && entries.length > 0 && (await takesLong(contender));
    const times = repeats ?? (isSlow ? 1 : await calibrate(contender, { minSampleMs, warmUpMs }));
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

/** The first time much of the code is compiled. */
async function takesLong(contender) {
  const once = { ...contender, repeats: 1 };
  return (await sample(once)) > SLOW_MS && (await sample(once)) > SLOW_MS;
}

/** Warms a contender up; gives how often it has to run for a sample that is long enough. */
async function calibrate(contender, { minSampleMs, warmUpMs }) {
  let repeats = 1;
  for (let spentMs = 0; ;) {
    const ms = await sample({ ...contender, repeats });
    spentMs += ms;
    if (ms >= minSampleMs && spentMs > warmUpMs) return repeats;
    if (ms < minSampleMs) repeats = Math.ceil(repeats * Math.min(10, 1.2 * (minSampleMs / Math.max(ms, 0.01))));
  }
}

async function sample({ prepare, run, repeats }) {
  prepare?.();
  const startMs = processorMs();
  for (let i = 0; i < repeats; i++) {
    const given = run();
    if (given instanceof Promise) await given;
  }
  return processorMs() - startMs;
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
