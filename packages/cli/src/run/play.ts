/** Runs a script, in a process of its own: `node play.js '{ "file": … }'`. */
import Module, { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { printable } from 'babel-plugin-threads/printable';
import { CliError, noRuntime } from '../errors.js';
import { extensions } from '../outputs/outputs.js';
import { counted } from '../report.js';
import type { CompiledModule } from './compile-module.js';
import type { Observe, Runtime, Scheduler, Stacks } from './runtime.js';
import type { RunOrder } from './run.js';
import { SlowPromises } from './slow-promises.js';

let stacks: Stacks | undefined;

const FRAME_MS = 16;
const MAX_FRAMES = 10_000;

/**
 * So many waits of a frame note their line for errors. One that does takes some microseconds, so that without a limit a scene of
 * thousands of threads would be thirty times slower.
 */
const NOTED = { waits: 50, loops: 50 };

const order = JSON.parse(process.argv[2]!) as RunOrder;

/** Errors of the hooks come from another thread, without their class. */
function isFromLoader(error: unknown): boolean {
  return (error as { isCompileError?: boolean } | null)?.isCompileError === true;
}

async function play(): Promise<void> {
  register('./loader.js', import.meta.url, { data: order });
  compileRequired();
  const { scheduler, Scheduler: schedulers, start } = await importRuntime<Runtime>('');
  const { log } = await importRuntime<{ log: unknown }>('/testing');
  const observe = await importRuntime<Observe>('/observe');
  stacks = await importRuntime<Stacks>('/stacks');
  const pulsed = noteLines(schedulers.prototype, stacks);
  // The examples of the guide print with it.
  (globalThis as { log?: unknown }).log ??= log;
  scheduler.onError = (error: unknown) => fail(stackOf(error));
  const { default: main } = (await import(pathToFileURL(order.file).href)) as { default?: unknown };
  if (scheduler.threads.length === 0 && typeof main === 'function') start(main as () => unknown);
  else if (scheduler.clock.frame > 0) return sayPlayed(scheduler);
  if (scheduler.threads.length === 0) return sayIdle(scheduler, pulsed.size > 0);
  const promises = new SlowPromises(scheduler, observe);
  await (order.isLive ? playLive(scheduler) : playFrames(scheduler, promises));
  say(summary(scheduler));
  say(promises.text());
  if (scheduler.threads.length > 0 && order.frames === undefined) process.exitCode = 1;
}

/** In each frame the first waits note their line, also in frames that the file plays itself. Gives the schedulers that were pulsed. */
function noteLines(schedulers: Scheduler, noted: Stacks): ReadonlySet<Scheduler> {
  const pulsed = new Set<Scheduler>();
  const notes = noted.noteSomeStacks(NOTED);
  // oxlint-disable-next-line typescript/unbound-method -- called on each scheduler
  const { pulse } = schedulers;
  schedulers.pulse = function (ms) {
    pulsed.add(this);
    notes.nextFrame(NOTED);
    pulse.call(this, ms);
  };
  return pulsed;
}

/** The file has played frames itself, as with `runToEnd`, and so far as it wanted. */
function sayPlayed(scheduler: Scheduler): void {
  say(summary(scheduler));
  if (scheduler.threads.length > 0 && scheduler.clock.frame >= MAX_FRAMES) process.exitCode = 1;
}

/** No thread is live. `hasPlayed`: frames of schedulers that the file has made, as for the rooms of a server. Threads are numbered from 1, so the number of one more says whether there have been others, which have ended at once. */
function sayIdle(scheduler: Scheduler, hasPlayed: boolean): void {
  const { id } = scheduler.spawn(() => undefined);
  // The errors of those that have ended at once are told of when a pulse has ended.
  scheduler.pulse(0);
  if (!process.exitCode) say(hasPlayed ? 'Ended.' : id === 1 ? NOTHING : 'Ended at once.');
}

/** Compiles what is loaded by `require`, which calls one of these functions for each extension. Loads the compiler for the first one: the loader has its own. */
function compileRequired(): void {
  let compile: Compile | undefined;
  const require = createRequire(import.meta.url);
  const loaders = (Module as unknown as { _extensions: Record<string, Loader> })._extensions;
  for (const extension of extensions) {
    const usual = loaders[extension] ?? loaders['.js']!;
    loaders[extension] = (module, file) => {
      compile ??= loadCompiler();
      const compiled = compile(file);
      if (compiled?.format === 'commonjs') module._compile(compiled.code, file);
      else usual(module, file);
    };
  }

  function loadCompiler(): Compile {
    // The files of the compiler are loaded here, too.
    compile = () => undefined;
    return (require('./compile-module.js') as typeof import('./compile-module.js')).moduleCompiler(order);
  }
}

type Compile = (file: string) => CompiledModule | undefined;
type Loader = (module: { _compile(code: string, file: string): void }, file: string) => void;

const isOver = (scheduler: Scheduler): boolean =>
  scheduler.threads.length === 0 || scheduler.clock.frame >= (order.frames ?? (order.isLive ? Infinity : MAX_FRAMES));

/** Virtual time: one frame after the other. Between them Promises go on, as they do between the frames of a game. */
async function playFrames(scheduler: Scheduler, promises: SlowPromises): Promise<void> {
  const trace = makeTrace(scheduler);
  while (!isOver(scheduler)) {
    scheduler.pulse(FRAME_MS);
    trace();
    promises.look();
    await new Promise((next) => setImmediate(next));
  }
}

function playLive(scheduler: Scheduler): Promise<void> {
  const trace = makeTrace(scheduler);
  let lastMs = performance.now();
  return new Promise((done) => {
    const timer = setInterval(() => {
      for (; performance.now() - lastMs >= FRAME_MS && !isOver(scheduler); lastMs += FRAME_MS) {
        scheduler.pulse(FRAME_MS);
        trace();
      }
      if (!isOver(scheduler)) return;
      clearInterval(timer);
      done();
    }, FRAME_MS);
  });
}

/** Prints what each thread waits for, when that has changed. */
function makeTrace(scheduler: Scheduler): () => void {
  const seen = new Set<string>();
  const trace = (): void => {
    if (!order.isTraced) return;
    const { frame, now } = scheduler.clock;
    for (const line of linesOf(scheduler)) {
      if (!seen.has(line)) say(`${String(frame).padStart(4)} ${String(Math.round(now)).padStart(5)}  ${line}`);
      seen.add(line);
    }
  };
  trace();
  return trace;
}

const linesOf = (scheduler: Scheduler): string[] => scheduler.dump().split('\n').filter(Boolean);

const NOTHING =
  'No thread was started. Call a script in the file, export it as default, or make the whole file one script with `// @script` as its first comment.';

function summary(scheduler: Scheduler): string {
  const { frame, now } = scheduler.clock;
  const time = `${counted(frame, 'frame')}, ${Math.round(now)} ms`;
  const live = linesOf(scheduler);
  return live.length === 0 ? `Ended after ${time}.` : [`Stopped after ${time}. Still live:`, ...live].join('\n');
}

/** The runtime as the script's file finds it, so that both have the same. */
async function importRuntime<T>(entry: string): Promise<T> {
  const name = `@spindle/runtime${entry}`;
  let file: string;
  try {
    file = createRequire(order.file).resolve(name);
  } catch {
    throw noRuntime();
  }
  return (await import(pathToFileURL(file).href)) as T;
}

/** With the calls that waited, if it was thrown in a thread. Without the lines of this file, which makes the pulses. */
function stackOf(error: unknown): string {
  const text = stacks?.stackOf(error) ?? String((error as Partial<Error> | undefined)?.stack ?? error);
  return text
    .split('\n')
    .filter((line) => !OWN_LINE.test(line))
    .map(printable)
    .join('\n');
}
const OWN_LINE = /^ +at .*[\\/]cli[\\/](?:dist|src)[\\/]run[\\/]play\.[jt]s:\d+/;

function fail(text: string): void {
  say(text);
  process.exitCode = 1;
}

function say(text: string): void {
  if (text === '') return;
  process.stderr.write(`${text}\n`);
}

try {
  await play();
} catch (error) {
  fail(error instanceof CliError || isFromLoader(error) ? (error as Error).message : stackOf(error));
}
