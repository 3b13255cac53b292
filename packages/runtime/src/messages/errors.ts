/**
 * The text of every error of the runtime. Each names the thing, the fact and the fix, and is written from the values of the error
 * (and its `reason`, `call` or `lines`) alone. In production, where `DEV` is false, there are only the values.
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
import { describe, isPlain, nameOf, printable, show, showCall, unasked } from './format.js';

export * from './error-classes.js';

/** `calls`: those that the pause had left when it was lost, innermost first. */
export const lostPause = (wait: string, calls: readonly string[], noticed: string): CannotPauseError =>
  new CannotPauseError(
    'SPN501',
    { wait, calls, noticed },
    DEV &&
      `The pause of ${wait}${calls.length === 0 ? '' : ` in ${calls.join(' -> ')}`} was lost: the code that called ` +
        `${calls.at(-1) ?? 'it'} did not pass it on (noticed ${noticed}). ` +
        `Mark the function that makes the call with // @compile, or start it with start(() => …).`,
  );

export const cannotPauseHere = (wait: string, region: string): CannotPauseError =>
  new CannotPauseError(
    'SPN502',
    { wait, region },
    DEV &&
      `${wait} cannot pause in ${region}: it has to run to its end at once. Move the wait out of it, or start(() => …) what waits.`,
  );

/** `call`: `sees()`, `owner`: `Guard`, `holders`: `patrol`; a call that waits for nothing but its turn. */
export const cannotQueueHere = (call: string, owner: string, holders: string, region: string): CannotPauseError =>
  new CannotPauseError(
    'SPN520',
    { call, owner, threads: holders, region },
    DEV &&
      `\`${call}\` cannot queue in ${region}: it has to run to its end at once, and \`${owner}\` is held by \`${holders}\`. ` +
        `If it only reads, mark it // @instant; a script of \`${owner}\` itself may write \`this.waitUntil(…)\`.`,
  );

export const stalePause = (): CannotPauseError =>
  new CannotPauseError('SPN503', {}, DEV && 'A pause was yielded twice. Yield what a call gives.');

export const notInThread = (name: string): NotInThreadError =>
  new NotInThreadError(
    'SPN504',
    { word: name },
    DEV &&
      `\`${name}\` was called outside any thread. Usual causes: it is at the top level of a file, or in a function without a // @compile mark; the plugin is not in the configuration of your bundler; ` +
        `another tool stripped the mark ("use compile" survives); the runtime is loaded twice.`,
  );

/** A word that is used as a global in a file that the plugin has not compiled. */
export const notCompiledHere = (word: string): NotInThreadError =>
  new NotInThreadError(
    'SPN532',
    { word },
    DEV &&
      `\`${word}\` is a word of scripts, and this file was not compiled. Usual causes: the plugin of Spindle did not run on this file (is it in the configuration of your bundler?); nothing in it has a // @compile mark; ` +
        `another tool stripped the mark before the plugin saw it (the directive "use compile" survives).`,
  );

export const noHotModule = (): SpindleError =>
  new SpindleError(
    'SPN533',
    {},
    DEV &&
      '`acceptHotUpdate` got no description of the module. `@spindle/unplugin` describes modules whose top level only defines functions, classes and constants; ' +
        'for another one give `{ file, fingerprint, bindings }`, or leave the call out.',
  );

export const fileRegisteredTwice = (file: string): SpindleError =>
  new SpindleError(
    'SPN538',
    { file },
    DEV &&
      `Two files are called \`${file}\` in saves. Give the compiler an option \`root\` that is above both, and load each file once.`,
  );

/** `word`: `this.race`, whose module the bundle has not. */
export const ownWaitMissing = (word: string): SpindleError =>
  new SpindleError(
    'SPN534',
    { word },
    DEV &&
      `\`${word}\` is not in this build: no compiled file names it. Compile the file that calls it, or write \`import "@spindle/runtime/own-waits"\`.`,
  );

export const noTestRunner = (name: string): SpindleError =>
  new SpindleError(
    'SPN527',
    { word: name },
    DEV &&
      `There is no global \`${name}\`. Run the file in Jest or Vitest (\`globals: true\`), or give the function: \`const scriptTest = scriptTestWith(test)\`.`,
  );

export const neverEnded = (title: string, frames: number, dump: string): SpindleError =>
  new SpindleError(
    'SPN528',
    { title, frames, dump },
    DEV &&
      `The script of the test "${title}" has not ended after ${frames} frames. Look at what it waits for, or give \`{ maxFrames }\`:\n${dump}`,
  );

export const dependsOnOrder = (message: string, order: string, trace: string): SpindleError =>
  new SpindleError(
    'SPN539',
    { message, order, trace },
    DEV && `It depends on the order of turns, as with \`order: shuffledBy("${order}")\`:\n\n${trace}\n\n${message}`,
  );

const CANCELLED = 'SPN505';

export const cancelled = (thread: string, reason: unknown): CancelledError =>
  new CancelledError(
    CANCELLED,
    { thread },
    DEV && `\`${thread}\` was cancelled${reason === undefined ? '' : `: ${reasonText(reason)}`}.`,
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
    { wait, ms },
    DEV && `${wait} timed out after ${ms} ms. Give it more time, or catch TimeoutError.`,
  );

/** A call, as far as a message names it. */
export interface Named {
  readonly code: { readonly label: string; readonly path: string };
  readonly args: ArrayLike<unknown>;
}

export const ownerGone = (owner: object, { code, args }: Named, reason: unknown): OwnerGoneError => {
  const values = unasked(() => ({ owner: show(owner), call: showCall(code.label, args) }));
  return new OwnerGoneError(
    'SPN507',
    values,
    DEV &&
      `\`${values.owner}\` is closed${reason === undefined ? '' : ` (${reasonText(reason)})`}, so \`${values.call}\` cannot run on it. Check for it before you call.`,
    reason,
  );
};

/** `what`: what was to start. */
export const schedulerClosed = (what: string, reason: unknown): SchedulerClosedError =>
  new SchedulerClosedError(
    'SPN521',
    { call: what },
    DEV &&
      `The scheduler is closed${reason === undefined ? '' : ` (${reasonText(reason)})`}, so \`${what}\` cannot run on it. Make or enter another one.`,
    reason,
  );

export const runaway = (steps: number): RunawayError =>
  new RunawayError('SPN508', { limit: steps }, DEV && `${steps} steps without a wait. Mend its end, or add a wait().`);

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
    { threads: traces },
    DEV &&
      `This wait would never end: ${traces.length === 1 ? 'the thread would wait for itself' : 'these threads would wait for each other'}. ` +
        `${traces.join('; ')}. Start one of the calls as a statement, or wait for it later.`,
  );

export const pulseInPulse = (): SpindleError =>
  new SpindleError('SPN509', {}, DEV && 'pulse was called inside a pulse. Call it from the game loop only.');

/** In order. One alone comes out as it is. */
export const severalThrown = (thrown: readonly unknown[]): AggregateError =>
  new AggregateError(
    thrown,
    DEV ? `One pulse threw ${thrown.length} errors. \`errors\` lists them in order.` : 'pulse',
  );

export const alreadyDriven = (): SpindleError =>
  new SpindleError('SPN519', {}, DEV && 'The scheduler has a driver. Call what `drive` returned.');

/** An object that was written out may be meant to group functions. */
export function otherScheduler(object: object, call: string): SpindleError {
  const isGroup = DEV && isPlain(object);
  const owner = isGroup ? holderOf(call) : show(object);
  return new SpindleError(
    'SPN510',
    { call, owner, isGroup },
    DEV &&
      `\`${call}\` cannot run here: its owner \`${owner}\` has threads on another scheduler. ` +
        (isGroup
          ? `If it only groups functions, declare asLibrary(${owner}); else make one object for each room.`
          : 'Make one object for each room, or end those threads first.'),
  );
}

/** `api` of `api.walk`. */
const holderOf = (call: string): string => (call.includes('.') ? call.slice(0, call.lastIndexOf('.')) : 'object');

/** The calls of a function cannot be observed. */
export function notCompiled(word: string, fn: Function): TypeError {
  const name = nameOf(fn);
  if (name === '' && word === 'waitFor') return noCallToHear(word);
  if (!DEV) return wrong(word, '', name);
  const isBound = name.startsWith('bound ');
  const shown = `\`${printable(name) || 'anonymous'}\``;
  const mend = isBound
    ? `Write \`${word}(fn, object)\`, or \`hook(fn.bind(object))\`.`
    : `Mark ${shown} with // @compile, or make it observable with hook(${shown.slice(1, -1)}).`;
  const expected = 'a compiled function, a thread, a promise or an owner';
  return wrong(word, expected, isBound ? `${shown}, which hides its function` : `the plain function ${shown}`, mend);
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
  wrong(word, 'something to wait for', describe(got), DEV ? (MENDS[typeof got] ?? mendFor(got)) : '');

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
    { queue: label },
    DEV && `${label} belongs to another thread. Call listen in the thread that calls next().`,
  );

export const sortChanged = (): SpindleError =>
  new SpindleError(
    'SPN513',
    {},
    DEV && 'The array was changed while a comparison of its `sort` waited. Sort a copy: `list.toSorted(…)`.',
  );

export const foreignClock = (): SpindleError =>
  new SpindleError(
    'SPN514',
    {},
    DEV && '`withClock` got a clock of another scheduler. Make it in the script, with `new Clock(clock)`.',
  );

export const replayDiffers = (frame: number, seq: number, wanted: string, got: string): ReplayError =>
  new ReplayError(
    'SPN515',
    { frame, seq, expected: wanted, given: got },
    DEV &&
      `The run differs from its log at frame ${frame}, record ${seq}: the log has ${wanted}, the run ${got}. Run the same program with the same calls.`,
  );

export const cannotSupply = (frame: number, seq: number, name: string, value: string): ReplayError =>
  new ReplayError(
    'SPN516',
    { frame, seq, name, value },
    DEV &&
      `At frame ${frame}, record ${seq}, \`${name}\` brought ${value}, which a log cannot hold. Give \`encode\` to the recorder and \`decode\` to replay.`,
  );

export const notRecording = (): SpindleError =>
  new SpindleError(
    'SPN517',
    {},
    DEV && 'This scheduler does not record. Make it with `new Scheduler({ inbox: recorder() })`.',
  );

export const noSuchScript = (name: string, known: readonly string[]): SpindleError =>
  new SpindleError(
    'SPN518',
    { name, names: known },
    DEV &&
      `\`run\` knows no script \`${name}\`; it knows ${known.map((one) => `\`${one}\``).join(', ') || 'none'}. Define it first.`,
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
    {},
    DEV &&
      '`clock.fastForward()` is called on a clock that is not of a `skippable`. Run what may be skipped as `skippable(() => scene())`.',
  );

/**
 * A wrong argument. In production without what was expected: scripts/production.js takes these texts out of the calls. `got` is
 * what `describe` gives.
 */
const wrong = (
  word: string,
  expected: string,
  got: string,
  mend?: string,
  Kind: typeof TypeError | typeof RangeError = TypeError,
): TypeError | RangeError =>
  Object.assign(
    new Kind(DEV ? `${word} expected ${expected}, got ${got}.${mend ? ` ${mend}` : ''}` : `${word}: ${got}`),
    {
      code: 'SPN537',
      values: { word, expected, given: got },
    },
  );

export const badArgument = (word: string, expected: string, got: unknown): TypeError =>
  wrong(word, expected, describe(got));

export const badNumber = (word: string, expected: string, got: unknown, mend?: string): RangeError =>
  wrong(word, expected, describe(got), mend, RangeError);

/** Time does not go back. */
export const pulseBackwards = (ms: number): RangeError =>
  badNumber('pulse', 'milliseconds ≥ 0', ms, DEV ? 'Write `pulse(now - last)`.' : '');

/** A value, as of a call that was made before, outside the word or by a block given to `map`: only calls that stand in the word are made by it. */
export const noCall = (word: string, got: unknown): TypeError =>
  wrong(
    word,
    'calls, functions, threads or promises',
    describe(got),
    DEV && (word === 'all' || word === 'race')
      ? `Write each call in \`${word}(…)\` itself, or as an arrow without braces.`
      : '',
  );

/** Outside compiled code a call is made before the word gets it. */
export const noFunctionToStart = (word: string, got: unknown): TypeError =>
  wrong(word, 'a function', describe(got), DEV ? `Outside compiled code write \`${word}(() => call())\`.` : '');

export const timeBeforeCall = (word: string, ms: number): TypeError =>
  new TypeError(DEV ? `${word} expected the milliseconds first: \`${word}(${ms}, call)\`.` : `${word}(${ms})`);

export const internal = (fact: string): SpindleError =>
  new SpindleError('SPN599', { fact }, DEV && `internal: ${fact}. Report it with its script.`);

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
