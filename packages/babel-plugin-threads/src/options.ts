import { errors } from './errors.js';

/** Which kinds of loop wait a frame after each turn. */
export interface FrameWait {
  readonly while: boolean;
  readonly doWhile: boolean;
  readonly for: boolean;
  readonly forOf: boolean;
  readonly forIn: boolean;
}

/** What a user may write beside the plugin's name. */
export interface ThreadsOptions {
  /** Where emitted code finds the runtime: an import from `module` (default `@spindle/runtime`), or a `global` such as `CK.code`. */
  readonly runtime?: { readonly global?: string; readonly module?: string };
  /** Loops that wait a frame after each turn; default: `while`, `doWhile` and `for`. */
  readonly frameWait?: Partial<FrameWait>;
  /** Turns of a `@fast` loop between two waits; default 10,000. */
  readonly fastIterations?: number;
  /** Callees that never wait, by name (`distance`) or pattern (`ui.*`). */
  readonly plain?: readonly string[];
  /** How a call that may wait is written: `yield f()`, or, several times cheaper where nothing waits, with a test before the `yield`. */
  readonly calls?: 'readable' | 'fast';
  /**
   * For tests of the plugin and the runtime: a real pause at the start of every compiled function, after every call and
   * after every turn of a loop, wherever it can pause. What never waits is compiled too.
   */
  readonly stress?: boolean;
}

/** The options, checked and complete. */
export interface Options {
  readonly global: string | undefined;
  readonly module: string;
  readonly frameWait: FrameWait;
  readonly fastIterations: number;
  readonly plain: readonly string[];
  readonly calls: 'readable' | 'fast';
  readonly stress: boolean;
}

const KNOWN = ['runtime', 'frameWait', 'fastIterations', 'plain', 'calls', 'stress'];
const KNOWN_RUNTIME = ['global', 'module'];
const DEFAULT_FRAME_WAIT: FrameWait = { while: true, doWhile: true, for: true, forOf: false, forIn: false };
const DOTTED_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;
const PATTERN = /^[^\s.]+(?:\.[^\s.]+)*$/;

/**
 * Checks what the user wrote, by key and by type, and fills in the defaults.
 * Throws a `TypeError` for an unknown option (with a suggestion), a wrong type or a number out of range.
 */
export function readOptions(given: unknown): Options {
  const written = record('options', given ?? {});
  onlyKnown('', written, KNOWN);
  const runtime = record('runtime', written['runtime'] ?? {});
  onlyKnown('runtime.', runtime, KNOWN_RUNTIME);
  const frameWait = record('frameWait', written['frameWait'] ?? {});
  onlyKnown('frameWait.', frameWait, Object.keys(DEFAULT_FRAME_WAIT));

  const { global, module } = runtime;
  if (global !== undefined && module !== undefined) throw new TypeError(errors.runtimeTwice());
  if (global !== undefined && !(typeof global === 'string' && DOTTED_NAME.test(global)))
    throw wrong('runtime.global', 'a name such as "CK.code"', global);
  if (module !== undefined && !(typeof module === 'string' && module !== ''))
    throw wrong('runtime.module', 'the name of a module', module);
  for (const [kind, value] of Object.entries(frameWait))
    if (value !== undefined && typeof value !== 'boolean') throw wrong(`frameWait.${kind}`, 'true or false', value);
  const fastIterations = written['fastIterations'] ?? 10_000;
  if (typeof fastIterations !== 'number' || !Number.isSafeInteger(fastIterations) || fastIterations < 1)
    throw wrong('fastIterations', 'a whole number ≥ 1', fastIterations);
  const plain = written['plain'] ?? [];
  if (!Array.isArray(plain)) throw wrong('plain', 'a list of names such as ["distance", "ui.*"]', plain);
  for (const [index, name] of plain.entries())
    if (typeof name !== 'string' || !PATTERN.test(name))
      throw wrong(`plain[${index}]`, 'a name such as "distance" or "ui.*"', name);

  const calls = written['calls'] ?? 'readable';
  if (calls !== 'readable' && calls !== 'fast') throw wrong('calls', '"readable" or "fast"', calls);
  const stress = written['stress'] ?? false;
  if (typeof stress !== 'boolean') throw wrong('stress', 'true or false', stress);

  return {
    global: global,
    module: module ?? '@spindle/runtime',
    frameWait: { ...DEFAULT_FRAME_WAIT, ...withoutUndefined(frameWait) },
    fastIterations,
    plain: plain as string[],
    calls,
    stress,
  };
}

function record(name: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object', value);
  return value as Record<string, unknown>;
}

function onlyKnown(prefix: string, value: Record<string, unknown>, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const near = nearest(key, known);
    throw new TypeError(
      errors.optionUnknown(
        prefix + key,
        near === undefined ? undefined : prefix + near,
        known.map((k) => prefix + k),
      ),
    );
  }
}

function wrong(name: string, expected: string, got: unknown): TypeError {
  const shown = typeof got === 'string' ? JSON.stringify(got) : String(got);
  const kind = got === null ? 'null' : Array.isArray(got) ? 'array' : typeof got;
  return new TypeError(errors.optionType(name, expected, kind === shown ? shown : `${shown} (${kind})`));
}

function withoutUndefined(value: Record<string, unknown>): Partial<FrameWait> {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined));
}

/** The known word that is at most a third of its letters away (Levenshtein, letters' case ignored). */
function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((k) => ({ k, distance: editDistance(word.toLowerCase(), k.toLowerCase()) }))
    .filter(({ k, distance }) => distance <= Math.max(1, Math.floor(k.length / 3)));
  ranked.sort((a, b) => a.distance - b.distance);
  return ranked[0]?.k;
}

/** Levenshtein's distance by rows, O(a · b). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
