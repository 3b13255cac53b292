/**
 * Hot updates of running scripts: for development, as a separate entry point. The bundler's plugin puts the
 * call of `acceptHotUpdate` into modules whose top level only defines functions, classes and constants.
 */
import { addLayer } from './execution/layers.js';
import { checkOptions } from './arguments.js';
import { badArgument, noHotModule } from './messages/errors.js';
import { codeOf } from './execution/compiled-function.js';
import { takeFiles } from './hot/made.js';
import { putInPlace } from './hot/put-in-place.js';
import { tell } from './hot/tell.js';
import type { Scheduler } from './scheduling/scheduler.js';
import { scheduler as standard } from './scheduling/current-scheduler.js';

/** What a bundler gives to a module in development: `import.meta.hot` of Vite, `import.meta.webpackHot` of webpack. */
export interface HotContext {
  readonly data?: Kept | undefined;
  accept?(callback?: (error: unknown, failed: Failed) => void): void;
  /** Only webpack and Rspack have it. */
  addStatusHandler?: unknown;
  dispose?(callback: (data: object) => void): void;
  invalidate?(message?: string): void;
}

/** A version that could not be evaluated, as its source has an error. */
interface Failed {
  readonly module?: { readonly hot: HotContext };
}

/** By the path in the file: `step`, `Guard.hp`. */
type Levels = Readonly<Record<string, number>>;

/** What a module defines at its top level. */
export interface HotModule {
  /** For messages. */
  readonly file: string;
  /** Changes with all that an update cannot replace: constructors, fields, exported constants. */
  readonly fingerprint: string;
  /** Functions and classes by name. */
  readonly bindings: Readonly<Record<string, unknown>>;
  /**
   * What a call of a function or a method may do. 1: give a Promise, 2: pause. Those that are not named never wait. Default: 2 for
   * the functions that may.
   */
  readonly does?: Levels;
  /**
   * The most that they may do in the next version, for code that may go on after an update and does not wait for them. Default: 0 for the
   * functions that never wait.
   */
  readonly limits?: Levels;
}

/** What the versions of a module hand on, the oldest first: other modules may hold something of each. */
export interface Kept {
  readonly spindle?: {
    readonly fingerprint: string;
    readonly versions: readonly HotModule['bindings'][];
    /** The lowest of all versions. */
    readonly limits: Levels;
  };
}

/** Those of the page. A scheduler that nobody holds any longer is not kept alive by this. */
const ofPage: WeakRef<Scheduler>[] = [new WeakRef(standard)];
addLayer({ made: (scheduler) => void ofPage.push(new WeakRef(scheduler as Scheduler)) });

/**
 * Call it at the end of a module that a bundler has reloaded: new calls run the new code, also through functions and
 * classes that other modules got from the old version, and also methods of live objects. A call that waits goes on at its
 * statement in the new code, if both versions were compiled with `target: "frames"` and have what saves need; else in the old code to its
 * end. The console says which. If something has changed that cannot be replaced, or a function begins to
 * wait that old code does not wait for, the page is reloaded. Without a bundler's hot context it does nothing.
 *
 * `@spindle/unplugin` puts the call in. Where somebody has written `acceptHotUpdate(import.meta.hot)` already, it adds the
 * description of the module.
 *
 * @throws {SpindleError} If the module is not described: SPN533.
 * @throws {TypeError} If the module is not described by its file, its fingerprint and its bindings.
 * @example
 * const hot = { data: {}, dispose: (keep) => keep(hot.data) }; // in a module: import.meta.hot
 * //@compile
 * function step() {
 *   return "old";
 * }
 * acceptHotUpdate(hot, { file: "guard.js", fingerprint: "1", bindings: { step } });
 * //@compile
 * function edited() {
 *   return "new";
 * }
 * acceptHotUpdate(hot, { file: "guard.js", fingerprint: "1", bindings: { step: edited } });
 * step(); // "new"
 */
export function acceptHotUpdate(hot: HotContext | undefined, module?: HotModule): void {
  if (!hot) return;
  if (module === undefined) throw noHotModule();
  checkOptions('acceptHotUpdate', module, ['file', 'fingerprint', 'bindings', 'does', 'limits']);
  const { file, fingerprint, bindings } = module;
  if (typeof fingerprint !== 'string' || typeof bindings !== 'object')
    throw badArgument('acceptHotUpdate', 'a file, a fingerprint and bindings', module);
  const before = hot.data?.spindle;
  const versions = [...(before?.versions ?? []), bindings];
  const { does = levelsOf(bindings, 2), limits: own = levelsOf(bindings, 0) } = module;
  const limits: Record<string, number> = { ...before?.limits };
  for (const [name, most] of Object.entries(own)) limits[name] = Math.min(most, limits[name] ?? most);
  hot.dispose?.((data) => void Object.assign(data, { spindle: { fingerprint, versions, limits } } satisfies Kept));
  // To Vite's `accept` a function means something else.
  if (hot.addStatusHandler) hot.accept?.(outlive);
  const files = takeFiles();
  if (before === undefined) return;
  const obstacle = obstacleTo({ ...module, does }, before);
  if (obstacle !== undefined) {
    hot.invalidate?.(`${obstacle} in ${file}.`);
    return;
  }
  const schedulers = ofPage.flatMap((one) => one.deref() ?? []);
  tell(file, putInPlace({ file, files, versions: before.versions, bindings, schedulers }));
  for (const { inbox } of schedulers) inbox?.came(true);
}

/** Why a version cannot take the place of those before it; undefined if it can. */
function obstacleTo(
  { bindings, fingerprint, does }: HotModule & { readonly does: Levels },
  before: NonNullable<Kept['spindle']>,
): string | undefined {
  const gone = Object.keys(before.versions.at(-1)!).find((name) => typeof bindings[name] !== 'function');
  if (gone !== undefined) return `\`${gone}\` is gone`;
  if (before.fingerprint !== fingerprint) return 'A constructor, a field or a constant has changed';
  const [begins] = Object.entries(before.limits).find(([name, most]) => (does[name] ?? 0) > most) ?? [];
  return begins && `\`${begins}\` never waited and may wait now, and code that goes on does not wait for it`;
}

/** The functions that may wait, with level 2, or those that never do, with level 0, by their records. */
function levelsOf(bindings: HotModule['bindings'], level: 0 | 2): Levels {
  const found = Object.keys(bindings).filter((name) => {
    const code = codeOf(bindings[name]);
    const waits = code !== undefined && !code.plain && !code.instant;
    return waits === (level === 2);
  });
  return Object.fromEntries(found.map((name) => [name, level]));
}

/**
 * webpack and Rspack evaluate a version with an error too, and would load the page anew. The old code stays, and what it has handed on
 * is kept for the version in which the error is mended.
 */
function outlive(error: unknown, { module }: Failed): void {
  (globalThis as unknown as Host).console.error(error);
  const { hot } = module ?? {};
  hot?.accept?.(outlive);
  hot?.dispose?.((data) => void Object.assign(data, hot.data));
}

interface Host {
  readonly console: { error(error: unknown): void };
}
