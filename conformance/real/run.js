/** Runs a program in a realm of its own until it ends or there are no more lines for it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bundleRuntime } from '../shared/bundle.js';
import { runtimeGlobal } from './compile.js';
import { makePlayer } from './player.js';
import { makeRealm } from './realm.js';

const maxPulses = 2_000_000;
const maxIdleTurns = 3;
let runtimeText;

/** Plays the original program. Gives the inputs, the printed text and how the program ended. */
export async function runNative(code, { seed, maxInputs }) {
  const realm = makeRealm(seed);
  const player = makePlayer(seed);
  const inputs = [];
  const state = { end: undefined };
  let said;
  const fail = (error) => {
    state.end ??= thrown(error);
    said = String(error);
  };
  try {
    const value = realm.run(code);
    if (typeof value?.then === 'function') {
      value.then(
        () => void (state.end ??= 'ended'),
        (error) => fail(error),
      );
    } else state.end = 'ended';
  } catch (error) {
    fail(error);
  }
  const next = () => {
    if (inputs.length >= maxInputs) return undefined;
    inputs.push(player(realm.page.text));
    return inputs.at(-1);
  };
  const end = await toTheEnd(realm, { state, next, goOn: () => false });
  return { text: realm.page.text, end, said, inputs };
}

/** Plays the compiled program with the same inputs. */
export async function runCompiled(code, { seed, inputs }) {
  const realm = makeRealm(seed);
  const state = { end: undefined };
  realm.run((runtimeText ??= bundleRuntime(runtimeGlobal)));
  realm.context.$uncaught = (error) => void (state.end ??= thrown(error));
  const scheduler = realm.run(
    `const $scheduler = new ${runtimeGlobal}.Scheduler({ onError: $uncaught, maxStepsPerTurn: Infinity }); ${runtimeGlobal}.setDefaultScheduler($scheduler); $scheduler`,
  );
  let main;
  try {
    main = realm.run(code);
  } catch (error) {
    state.end = thrown(error);
  }
  let at = 0;
  let frames = 0;
  const next = () => inputs[at++];
  /** Pulses until something is printed or a line is requested, or until all threads wait for a Promise. Gives true if a thread did something. */
  const goOn = () => {
    if (scheduler.live.size === 0) return false;
    const before = realm.page.text.length;
    const isWaiting = () => scheduler.threads.every(({ kind }) => kind?.isOutside);
    let did = false;
    do {
      if (frames >= maxPulses) return false;
      did ||= !isWaiting();
      scheduler.pulse(16);
      frames++;
    } while (!isWaiting() && scheduler.live.size > 0 && realm.page.pending === undefined);
    did ||= realm.page.text.length > before;
    if (main?.status === 'done' || scheduler.live.size === 0) state.end ??= 'ended';
    return did;
  };
  if (scheduler.live.size === 0) state.end ??= 'ended';
  const end = await toTheEnd(realm, { state, next, goOn });
  return { text: realm.page.text, end, frames, isCutOff: frames >= maxPulses };
}

/** Answers requests and lets Promises settle. If nothing else happens, it runs the next timer. */
async function toTheEnd(realm, { state, next, goOn }) {
  const { page } = realm;
  for (let idle = 0; idle < maxIdleTurns;) {
    await nextTurn();
    if (page.isOver) return 'ended';
    if (goOn()) idle = 0;
    else if (page.pending !== undefined) {
      const line = next();
      if (line === undefined) return 'wants input';
      try {
        realm.answer(line);
      } catch (error) {
        return thrown(error);
      }
      idle = 0;
    } else if (realm.fire()) idle = 0;
    else if (state.end !== undefined) return state.end;
    else idle++;
  }
  return state.end ?? 'waits for nothing';
}

const thrown = (error) => `threw ${error?.name ?? String(error)}`;
