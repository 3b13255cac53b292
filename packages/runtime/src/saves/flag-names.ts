/** The flags of a thread by their names: a save does not know which bit each of them is. */
import { ARM, BORROWED_ALONE, firstFlags, Flags, HAS_ONE_ARGUMENT, type Outcome, SPARE } from '../threads/flags.js';

/** What a flag sets. */
function bitsOf(set: (flags: Flags) => void): number {
  const probe = Object.create(Flags.prototype) as Flags;
  probe.flags = 0;
  set(probe);
  return probe.flags;
}

const ended = (how: Outcome): number => bitsOf((flags) => flags.end(how));

/** In the order of the names. That a call has queued is for warnings only, whose notes no save has; who has arms is saved with cold fields. */
const BITS: readonly number[] = [
  bitsOf((flags) => (flags.alone = true)),
  bitsOf((flags) => (flags.holding = true)),
  bitsOf((flags) => (flags.keeps = true)),
  bitsOf((flags) => (flags.fails = true)),
  firstFlags(false, { unwraps: true }),
  bitsOf((flags) => (flags.unwinding = true)),
  bitsOf((flags) => (flags.unwound = true)),
  bitsOf((flags) => (flags.joined = true)),
  bitsOf((flags) => (flags.queued = true)),
  bitsOf((flags) => (flags.running = true)),
  bitsOf((flags) => (flags.loops = true)),
  SPARE & ~ended('done'),
  ended('done'),
  ended('failed'),
  ended('cancelled'),
  bitsOf((flags) => (flags.isOrder = true)),
  ARM,
  bitsOf((flags) => (flags.paused = true)),
  bitsOf((flags) => (flags.frozen = true)),
  bitsOf((flags) => (flags.steady = true)),
  bitsOf((flags) => (flags.interrupted = true)),
  BORROWED_ALONE & ~firstFlags(true, { joined: true }) & ~bitsOf((flags) => (flags.running = true)),
  HAS_ONE_ARGUMENT,
  bitsOf((flags) => (flags.listed = true)),
];
const NAMES: readonly string[] =
  `alone holding keeps fails unwraps unwinding unwound joined queued running loops uncounted done failed cancelled isOrder isArm paused frozen
  steady interrupted borrowed hasOneArgument listed`.split(/\s+/);

const knownNames = new Map<number, string>();

/** `alone listed`. */
export function namesOfFlags(flags: number): string {
  let names = knownNames.get(flags);
  if (names === undefined)
    knownNames.set(flags, (names = NAMES.filter((_, at) => (flags & BITS[at]!) === BITS[at]).join(' ')));
  return names;
}

/** Null if one of the names is none. */
export function flagsNamed(text: string): number | null {
  let flags = 0;
  for (const name of text === '' ? [] : text.split(' ')) {
    const at = NAMES.indexOf(name);
    if (at < 0) return null;
    flags |= BITS[at]!;
  }
  return flags;
}
