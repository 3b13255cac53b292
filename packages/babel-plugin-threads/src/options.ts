/**
 * The options, checked and with their defaults. `OptionValidator` of `@babel/helper-validator-option` is in a package of its own, and checks no value
 * inside an option.
 */
import { errors } from './messages/errors.js';
import { nearest } from './messages/suggestions.js';
import type { Diagnostic } from './plan.js';

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
  /** Count the turns of loops that may come round without a wait, so that one that never ends is a `RunawayError`; default true. */
  readonly countTurns?: boolean;
  /** Callees that never wait, by name (`distance`) or pattern (`ui.*`). */
  readonly plain?: readonly string[];
  /** How a call that may wait is written: `yield f()`, or, several times cheaper where nothing waits, with a test before the `yield`. */
  readonly calls?: 'readable' | 'fast';
  /** Free names and where they are found: `{ Position: 'CK.api.Position' }`; `true` stands for "there is such a global". */
  readonly globals?: Readonly<Record<string, string | true>>;
  /** Free names and the expression that comes in their place: `{ NORTH: 'Direction(0)' }`. */
  readonly constants?: Readonly<Record<string, string>>;
  /** In code that a mark covers, a free name that is not known is an error. */
  readonly strictGlobals?: boolean;
  /** What becomes of doubtful code: it is warned of (default), an error, or passed over. */
  readonly diagnostics?: 'warn' | 'error' | 'off';
  /** Takes the warnings; without it they go to `console.warn`. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
}

/** The options, checked and complete. */
export interface Options {
  readonly global: string | undefined;
  readonly module: string;
  readonly frameWait: FrameWait;
  readonly fastIterations: number;
  readonly countTurns: boolean;
  readonly plain: readonly string[];
  readonly calls: 'readable' | 'fast';
  readonly globals: ReadonlyMap<string, string | true>;
  readonly constants: ReadonlyMap<string, string>;
  readonly strictGlobals: boolean;
  readonly diagnostics: 'warn' | 'error' | 'off';
  readonly onDiagnostic: ((diagnostic: Diagnostic) => void) | undefined;
}

const KNOWN = [
  'runtime',
  'frameWait',
  'fastIterations',
  'countTurns',
  'plain',
  'calls',
  'globals',
  'constants',
  'strictGlobals',
  'diagnostics',
  'onDiagnostic',
];
const KNOWN_RUNTIME = ['global', 'module'];
const DEFAULT_FRAME_WAIT: FrameWait = { while: true, doWhile: true, for: true, forOf: false, forIn: false };
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const PART_OF_PATTERN = /^(?:\*|#?[\p{ID_Continue}$]+)$/u;
/** Words that name no variable, at least not where code is strict. */
const RESERVED = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof ' +
    'new null return super switch this throw true try typeof var void while with yield await let static implements interface package private ' +
    'protected public arguments'
  ).split(' '),
);

const isName = (text: string): boolean => NAME.test(text) && !RESERVED.has(text);

/** `CK.api.Position`, of a variable. */
function isDottedName(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const [root = '', ...rest] = text.split('.');
  return isName(root) && rest.every((part) => NAME.test(part));
}

/** `distance`, `ui.*` */
const isPattern = (text: string): boolean => text.split('.').every((part) => PART_OF_PATTERN.test(part));

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
  if (global !== undefined && !isDottedName(global)) throw wrong('runtime.global', 'a name such as "CK.code"', global);
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
    if (typeof name !== 'string' || !isPattern(name))
      throw wrong(`plain[${index}]`, 'a name such as "distance" or "ui.*"', name);

  const { calls = 'readable', diagnostics = 'warn', onDiagnostic } = written;
  const { countTurns = true, strictGlobals = false } = written;
  if (calls !== 'readable' && calls !== 'fast') throw wrong('calls', '"readable" or "fast"', calls);
  if (diagnostics !== 'warn' && diagnostics !== 'error' && diagnostics !== 'off')
    throw wrong('diagnostics', '"warn", "error" or "off"', diagnostics);
  if (typeof countTurns !== 'boolean') throw wrong('countTurns', 'true or false', countTurns);
  if (typeof strictGlobals !== 'boolean') throw wrong('strictGlobals', 'true or false', strictGlobals);
  if (onDiagnostic !== undefined && typeof onDiagnostic !== 'function')
    throw wrong('onDiagnostic', 'a function', onDiagnostic);
  const globals = readGlobals(written['globals'] ?? {});
  const constants = readConstants(written['constants'] ?? {});
  for (const name of constants.keys()) if (globals.has(name)) throw new TypeError(errors.nameTwice(name));

  return {
    global: global,
    module: module ?? '@spindle/runtime',
    frameWait: { ...DEFAULT_FRAME_WAIT, ...withoutUndefined(frameWait) },
    fastIterations,
    countTurns,
    plain: plain as string[],
    calls,
    globals,
    constants,
    strictGlobals,
    diagnostics,
    onDiagnostic: onDiagnostic as Options['onDiagnostic'],
  };
}

function readGlobals(given: unknown): Map<string, string | true> {
  const entries = namedEntries('globals', given);
  for (const [name, value] of entries)
    if (value !== true && !isDottedName(value))
      throw wrong(`globals.${name}`, 'true or a name such as "CK.api.Position"', value);
  return new Map(entries as [string, string | true][]);
}

/** Whether the text is an expression is judged when it is read: see replacements.ts. */
function readConstants(given: unknown): Map<string, string> {
  const entries = namedEntries('constants', given);
  for (const [name, value] of entries) if (typeof value !== 'string') throw wrong(`constants.${name}`, CONSTANT, value);
  return new Map(entries as [string, string][]);
}

/** What a constant can be. */
export const CONSTANT = 'an expression as text such as "Direction(0)"';

function namedEntries(option: string, given: unknown): [string, unknown][] {
  const entries = Object.entries(record(option, given));
  for (const [name] of entries) if (!isName(name)) throw wrong(option, 'names of variables as keys', name);
  return entries.filter(([, value]) => value !== undefined);
}

function record(name: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object', value);
  return value as Record<string, unknown>;
}

function onlyKnown(prefix: string, value: Record<string, unknown>, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const [near] = nearest(key, known);
    throw new TypeError(
      errors.optionUnknown(
        prefix + key,
        near === undefined ? undefined : prefix + near,
        known.map((k) => prefix + k),
      ),
    );
  }
}

export function wrong(name: string, expected: string, got: unknown): TypeError {
  const shown = typeof got === 'string' ? JSON.stringify(got) : String(got);
  const kind = got === null ? 'null' : Array.isArray(got) ? 'array' : typeof got;
  return new TypeError(errors.optionType(name, expected, kind === shown ? shown : `${shown} (${kind})`));
}

function withoutUndefined(value: Record<string, unknown>): Partial<FrameWait> {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined));
}
