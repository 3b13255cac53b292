/** Runs one form of a test in a new realm until nothing is left to run, and gives how it ended. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const maxPulses = 1_000_000;
const maxIdleTurns = 12;

/**
 * Gives `{ end, said, log, waitedForPromise, pulses }`; `end` is `normal`, or the type of what was thrown, and
 * `said` its message, for reports only.
 */
export async function runCase(realm, test, code) {
  let end = 'normal';
  let said;
  let pulses = 0;
  let waitedForPromise = false;
  try {
    if (test.flags.has('module')) await realm.runModule(code);
    else realm.runScript(code);
    waitedForPromise = pulseOn();
    await settle();
  } catch (error) {
    end = typeOf(error);
    said = messageOf(error);
  }
  const uncaught = realm.uncaught();
  if (end === 'normal' && uncaught) [end, said] = [typeOf(uncaught.error), messageOf(uncaught.error)];
  if (end === 'normal' && realm.scheduler.live.size > 0) end = 'a thread never ended';
  if (end === 'normal' && test.flags.has('async')) end = realm.printed.join('; ') || '$DONE was not called';
  return { end, said, log: realm.log, waitedForPromise, pulses };

  /** Pulses until all threads have ended or wait for a Promise. It is synchronous, as in a plain run no microtask would run in between. */
  function pulseOn() {
    let waited = false;
    while (realm.scheduler.live.size > 0 && pulses < maxPulses) {
      if (realm.isWaitingForPromise()) {
        waited = true;
        if (realm.scheduler.live.size === 1) break;
        if (pulses % 100 === 99) break;
      }
      realm.scheduler.pulse(16);
      pulses++;
      if (pulses % 10_000 === 0 && !waited && realm.isLost()) pulses = maxPulses;
    }
    return waited;
  }

  async function settle() {
    const isAsync = test.flags.has('async');
    for (let idle = 0; idle < maxIdleTurns; idle++) {
      if (realm.scheduler.live.size > 0) {
        if (pulses >= maxPulses) return;
        realm.scheduler.pulse(16);
        pulses++;
        waitedForPromise = pulseOn() || waitedForPromise;
      } else if (!isAsync || realm.printed.length > 0) {
        if (idle > 0) return;
      }
      await nextTurn();
    }
  }
}

function typeOf(error) {
  if (typeof error !== 'object' || error === null) return `thrown ${typeof error}`;
  try {
    const name = error.constructor?.name ?? 'object';
    // No test expects an error of ours, so its message is part of the result.
    if (/^(?:SpindleError|CannotPauseError|NotInThreadError|DeadlockError|RunawayError)$/.test(name))
      return `${name}: ${error.message}`;
    return name;
  } catch {
    return 'object';
  }
}

function messageOf(error) {
  try {
    return String(error?.message ?? error);
  } catch {
    return undefined;
  }
}

/** Whether the test passed by its own criteria. */
export function isPass({ end }, { flags, negative }) {
  if (negative) return end === negative.type;
  if (flags.has('async')) return end === 'Test262:AsyncTestComplete';
  return end === 'normal';
}
