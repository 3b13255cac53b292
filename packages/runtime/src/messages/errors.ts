/**
 * The text of every error of the runtime. Each names the thing, the fact and the fix; in production, where `DEV` is
 * false, only the thing.
 */
import { DEV } from './development.js';
import {
  CancelledError,
  CannotPauseError,
  DeadlockError,
  NotInThreadError,
  OwnerGoneError,
  ReplayError,
  RunawayError,
  SchedulerClosedError,
  SpindleError,
  TimeoutError,
} from './error-classes.js';
import { describe, nameOf, printable, show, showCall, unasked } from './format.js';

export * from './error-classes.js';

/** `calls`: those that the pause had left when it was lost, innermost first. */
export const lostPause = (
  wait: string,
  { calls, noticed }: { calls: readonly string[]; noticed: string },
): CannotPauseError =>
  new CannotPauseError(
    'SPN501',
    DEV
      ? `The pause of ${wait}${calls.length === 0 ? '' : ` in ${calls.join(' -> ')}`} was lost: the code that called ` +
          `${calls.at(-1) ?? 'it'} did not pass it on (noticed ${noticed}). ` +
          `Mark the function that makes the call with // @compile, or start it with start(() => …).`
      : wait,
  );

export const cannotPauseHere = (wait: string, region: string): CannotPauseError =>
  new CannotPauseError(
    'SPN502',
    DEV
      ? `${wait} cannot pause in ${region}: it has to run to its end at once. Move the wait out of it, or start(() => …) what waits.`
      : wait,
  );

/** `call`: `sees()`, `owner`: `Guard`, `holders`: `patrol`; a call that waits for nothing but its turn. */
export const cannotQueueHere = (call: string, owner: string, holders: string, region: string): CannotPauseError =>
  new CannotPauseError(
    'SPN520',
    DEV
      ? `\`${call}\` cannot queue in ${region}: it has to run to its end at once, and \`${owner}\` is held by \`${holders}\`. ` +
          `If it only reads, mark it // @instant; a script of \`${owner}\` itself may write \`this.waitUntil(…)\`.`
      : call,
  );

export const stalePause = (): CannotPauseError =>
  new CannotPauseError('SPN503', DEV ? 'A pause was yielded twice. Yield what a call gives there.' : '');

export const notInThread = (name: string): NotInThreadError =>
  new NotInThreadError(
    'SPN504',
    DEV
      ? `\`${name}\` was called outside any thread. Usual causes: it is at the top level of a file, or in a function without a // @compile mark; the plugin is not in the configuration of your bundler; ` +
          `another tool stripped the mark ("use compile" survives); the runtime is loaded twice.`
      : name,
  );

/** A word that is used as a global in a file that the plugin has not compiled. */
export const notCompiledHere = (word: string): NotInThreadError =>
  new NotInThreadError(
    'SPN532',
    DEV
      ? `\`${word}\` is a word of scripts, and this file was not compiled. Usual causes: the plugin of Spindle did not run on this file (is it in the configuration of your bundler?); nothing in it has a // @compile mark; ` +
          `another tool stripped the mark before the plugin saw it (the directive "use compile" survives).`
      : word,
  );

export const noHotModule = (): SpindleError =>
  new SpindleError(
    'SPN533',
    DEV
      ? '`acceptHotUpdate` got no description of the module. `@spindle/unplugin` describes modules whose top level only defines functions, classes and constants; ' +
          'for another one give `{ file, fingerprint, bindings }`, or leave the call out.'
      : '',
  );

/** `word`: `this.race`, whose module the bundle has not. */
export const ownWaitMissing = (word: string): SpindleError =>
  new SpindleError(
    'SPN534',
    DEV
      ? `\`${word}\` is not in this build: no compiled file names it. Compile the file that calls it, or write \`import "@spindle/runtime/own-waits"\`.`
      : word,
  );

export const noTestRunner = (name: string): SpindleError =>
  new SpindleError(
    'SPN527',
    DEV
      ? `There is no global \`${name}\`. Run the file in Jest or Vitest (\`globals: true\`), or give the function: \`const scriptTest = scriptTestWith(test)\`.`
      : name,
  );

export const neverEnded = (title: string, frames: number, dump: string): SpindleError =>
  new SpindleError(
    'SPN528',
    DEV
      ? `The script of the test "${title}" has not ended after ${frames} frames. Look at what it waits for, or give \`{ maxFrames }\`:\n${dump}`
      : `${title}\n${dump}`,
  );

const CANCELLED = 'SPN505';

export const cancelled = (thread: string, reason: unknown): CancelledError =>
  new CancelledError(
    CANCELLED,
    DEV ? `\`${thread}\` was cancelled${reason === undefined ? '' : `: ${reasonText(reason)}`}.` : thread,
    reason,
  );

/**
 * Is it the error of a thread that was cancelled? Judged by its code: from a log that is replayed, it comes back as
 * another class.
 */
export const isCancellation = (error: unknown): boolean =>
  error instanceof Error && (error as Partial<SpindleError>).code === CANCELLED;

export const timedOut = (wait: string, ms: number): TimeoutError =>
  new TimeoutError(
    'SPN506',
    DEV ? `${wait} timed out after ${ms} ms. Give it more time, or catch TimeoutError.` : `${wait}, ${ms} ms`,
  );

/** A call, as far as a message names it. */
export interface Named {
  readonly code: { readonly label: string; readonly path: string };
  readonly args: ArrayLike<unknown>;
}

export const ownerGone = (owner: object, { code, args }: Named, reason: unknown): OwnerGoneError =>
  new OwnerGoneError(
    'SPN507',
    DEV
      ? unasked(
          () =>
            `\`${show(owner)}\` is closed${reason === undefined ? '' : ` (${reasonText(reason)})`}, so \`${showCall(code.label, args)}\` cannot run on it. Check for it before you call.`,
        )
      : unasked(() => `${show(owner)}, ${showCall(code.label, args)}`),
    reason,
  );

/** `what`: what was to start. */
export const schedulerClosed = (what: string, reason: unknown): SchedulerClosedError =>
  new SchedulerClosedError(
    'SPN521',
    DEV
      ? unasked(
          () =>
            `The scheduler is closed${reason === undefined ? '' : ` (${reasonText(reason)})`}, so \`${what}\` cannot start on it. Make or enter another one.`,
        )
      : what,
    reason,
  );

export const runaway = (steps: number): RunawayError =>
  new RunawayError(
    'SPN508',
    DEV ? `${steps} steps without a wait. Mend its end, add a wait(), or raise maxStepsPerTurn.` : `${steps}`,
  );

/** Says where a turn ran away; the loop itself knows best, then the innermost call. */
export function nameRunaway(error: RunawayError, call: string, loopLines: readonly number[]): void {
  if (error.call !== undefined) return;
  error.call = call;
  if (error.lines.length === 0) error.lines = loopLines;
  if (!DEV) return;
  const { lines } = error;
  const where = lines.length === 1 ? 'The loop at line' : 'A loop at lines';
  const loop = lines.length === 0 ? '' : `${where} ${lines.join(', ')} of `;
  error.message = `${loop}\`${call}\` runs on: ${error.message}`;
}

export const deadlock = (traces: readonly string[]): DeadlockError =>
  new DeadlockError(
    'SPN511',
    DEV
      ? `This wait would never end: ${traces.length === 1 ? 'the thread would wait for itself' : 'these threads would wait for each other'}. ` +
          `${traces.join('; ')}. Start one of the calls as a statement, or wait for it later.`
      : traces.join('; '),
  );

export const pulseInPulse = (): SpindleError =>
  new SpindleError('SPN509', DEV ? 'pulse was called inside a pulse. Call it from the game loop only.' : '');

/** In order. One alone comes out as it is. */
export const severalThrown = (thrown: readonly unknown[]): AggregateError =>
  new AggregateError(
    thrown,
    DEV ? `One pulse threw ${thrown.length} errors. \`errors\` lists them in order.` : 'pulse',
  );

export const alreadyDriven = (): SpindleError =>
  new SpindleError('SPN519', DEV ? 'The scheduler has a driver. First call what `drive` returned.' : '');

/** `isPlain`: the owner is an object that was written out, and may be meant to group functions. */
export const otherScheduler = (owner: string, call: string, isPlain: boolean): SpindleError =>
  new SpindleError(
    'SPN510',
    DEV
      ? `\`${call}\` cannot run here: its owner \`${isPlain ? holderOf(call) : owner}\` has threads on another scheduler. ` +
          (isPlain
            ? `If it only groups functions, declare asLibrary(${holderOf(call)}); else make one object for each room.`
            : 'Make one object for each room, or end those threads first.')
      : call,
  );

/** `api` of `api.walk`. */
const holderOf = (call: string): string => (call.includes('.') ? call.slice(0, call.lastIndexOf('.')) : 'object');

/** The calls of a function cannot be observed. */
export function notCompiled(word: string, fn: Function): TypeError {
  const name = nameOf(fn);
  if (name === '' && word === 'waitFor') return noCallToHear(word);
  if (!DEV) return new TypeError(`${word}: ${name}`);
  const got = `${word} expected a compiled function, a thread, a promise or an owner, got`;
  if (name.startsWith('bound '))
    return new TypeError(
      `${got} \`${name}\`, which hides its function. Write \`${word}(fn, object)\`, or \`hook(fn.bind(object))\`.`,
    );
  const shown = printable(name) || 'anonymous';
  return new TypeError(
    `${got} the plain function \`${shown}\`. Mark \`${shown}\` with // @compile, or make it observable with hook(${shown}).`,
  );
}

/** A function that is written in the call of the word: no other code will call it. */
export const noCallToHear = (word: string): TypeError =>
  new TypeError(
    DEV
      ? `${word} waits for the next call of a function, and no other code can call one that is written there. For a condition write \`waitUntil(() => …)\`.`
      : word,
  );

/** What is no call and is given to `waitFor` has to be something to wait for. */
export const nothingToWaitFor = (word: string, got: unknown): TypeError =>
  new TypeError(
    DEV
      ? `${word} expected something to wait for, got ${describe(got)}. ${MENDS[typeof got] ?? mendFor(got)}`
      : `${word}: ${describe(got)}`,
  );

const MENDS: Readonly<Record<string, string>> = {
  number: 'For milliseconds write `wait(ms)`.',
  boolean: 'For a condition write `waitUntil(() => …)`.',
  string: 'For a signal write `waitSignal(name)`.',
  undefined: 'Is its name misspelled, or set later?',
};

const mendFor = (got: unknown): string =>
  typeof got === 'object' && got !== null
    ? 'For all its items write `for (const one of list) waitFor(one)`.'
    : 'It takes a compiled function, a thread, a promise or an owner.';

export const foreignQueue = (label: string): SpindleError =>
  new SpindleError(
    'SPN512',
    DEV ? `${label} belongs to another thread. Call listen in the thread that calls next().` : label,
  );

export const sortChanged = (): SpindleError =>
  new SpindleError(
    'SPN513',
    DEV ? 'The array was changed while a comparison of its `sort` waited. Sort a copy: `list.toSorted(…)`.' : '',
  );

export const foreignClock = (): SpindleError =>
  new SpindleError(
    'SPN514',
    DEV ? '`withClock` got a clock of another scheduler. Make it in the script, with `new Clock(clock)`.' : '',
  );

export const replayDiffers = (frame: number, seq: number, wanted: string, got: string): ReplayError =>
  new ReplayError(
    'SPN515',
    DEV
      ? `The run differs from its log at frame ${frame}, record ${seq}: the log has ${wanted}, the run ${got}. Run the same program with the same calls.`
      : `frame ${frame}, record ${seq}: ${wanted}, ${got}`,
  );

export const cannotSupply = (frame: number, seq: number, name: string, value: string): ReplayError =>
  new ReplayError(
    'SPN516',
    DEV
      ? `At frame ${frame}, record ${seq}, \`${name}\` brought ${value}, which a log cannot hold. Give \`encode\` to the recorder and \`decode\` to replay.`
      : `frame ${frame}, record ${seq}: ${name}, ${value}`,
  );

export const notRecording = (): SpindleError =>
  new SpindleError(
    'SPN517',
    DEV ? 'This scheduler does not record. Make it with `new Scheduler({ inbox: recorder() })`.' : '',
  );

export const noSuchScript = (name: string, known: readonly string[]): SpindleError =>
  new SpindleError(
    'SPN518',
    DEV
      ? `\`run\` knows no script \`${name}\`; it knows ${known.map((one) => `\`${one}\``).join(', ') || 'none'}. Define it first.`
      : name,
  );

export const endOfClock = (dtMs: number, scale: number): RangeError =>
  new RangeError(
    DEV
      ? `pulse(${dtMs}) would take a clock of scale ${scale} beyond 2^53 ms. Set a smaller scale.`
      : `pulse(${dtMs}), scale ${scale}`,
  );

/** `got`: what is wrong with it, and where. */
export const badLog = (got: string): TypeError =>
  new TypeError(
    DEV
      ? `replay expected a log that \`scheduler.record()\` gave, got ${got}. Parse the text of a file, and pass all of it.`
      : `replay: ${got}`,
  );

export const nothingToSkip = (): SpindleError =>
  new SpindleError(
    'SPN526',
    DEV
      ? '`clock.fastForward()` is called on a clock that is not of a `skippable`. Run what may be skipped as `skippable(() => scene())`.'
      : '',
  );

/** In production without what was expected: scripts/production.js takes these texts out of the calls. */
const argumentText = (fn: string, expected: string, got: unknown): string =>
  DEV ? `${fn} expected ${expected}, got ${describe(got)}.` : `${fn}: ${describe(got)}`;

export const badArgument = (fn: string, expected: string, got: unknown): TypeError =>
  new TypeError(argumentText(fn, expected, got));

/** A value, as of a call that was made before, outside the word or by a block given to `map`: only calls that stand in the word are made by it. */
export const noCall = (word: string, got: unknown): TypeError =>
  new TypeError(
    badArgument(word, 'calls, functions, threads or promises', got).message +
      (DEV && (word === 'all' || word === 'race')
        ? ` Each call stands in it: \`${word}(this.walk(), wait(100))\`, \`${word}(list.map((one) => one.walk()))\`.`
        : ''),
  );

/** Outside compiled code a call is made before the word gets it. */
export const noFunctionToStart = (word: string, got: unknown): TypeError =>
  new TypeError(
    DEV
      ? `${word} expected a function, got ${describe(got)}. Outside compiled code write \`${word}(() => call())\`.`
      : `${word}: ${describe(got)}`,
  );

export const timeBeforeCall = (word: string, ms: number): TypeError =>
  new TypeError(DEV ? `${word} expected the milliseconds first: \`${word}(${ms}, call)\`.` : `${word}(${ms})`);

export const badNumber = (fn: string, expected: string, got: unknown): RangeError =>
  new RangeError(argumentText(fn, expected, got));

/** Time does not go back. */
export const pulseBackwards = (ms: number): RangeError =>
  new RangeError(badNumber('pulse', 'milliseconds ≥ 0', ms).message + (DEV ? ' Write `pulse(now - last)`.' : ''));

export const internal = (fact: string): SpindleError =>
  new SpindleError('SPN599', DEV ? `internal: ${fact}. Report it with the script that shows it.` : fact);

function reasonText(reason: unknown): string {
  if (typeof reason === 'string') return reason;
  try {
    const message: unknown = reason instanceof Error ? reason.message : undefined;
    if (typeof message === 'string') return message;
  } catch {
    // A Proxy that was revoked, a getter that throws.
  }
  return describe(reason);
}
