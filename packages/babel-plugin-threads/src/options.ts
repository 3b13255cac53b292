/**
 * The options, checked and with their defaults. `OptionValidator` of `@babel/helper-validator-option` is in a package
 * of its own, and checks no value inside an option.
 */
import type { Types } from './babel/types.js';
import { errors } from './messages/errors.js';
import { makeMessage, type Template, withCode } from './messages/message.js';
import { printable } from './messages/printable.js';
import { nearest } from './messages/suggestions.js';
import type { Diagnostic, FrameWait, Values } from './public.js';
import { GLOBAL_OF_PAGES, VOCABULARY } from './vocabulary.js';

/** The options, checked and complete. */
export interface Options {
  readonly global: string | undefined;
  readonly module: string;
  readonly frameWait: FrameWait;
  readonly fastIterations: number;
  readonly countTurns: boolean;
  readonly plain: readonly string[];
  readonly positions: boolean;
  readonly hotUpdates: boolean;
  readonly script: boolean;
  readonly page: boolean;
  readonly target: 'generators' | 'frames';
  /** `updates`: only `hotUpdates` asks for it, so nothing is told or refused that a save could not have. */
  readonly saves: boolean | 'updates';
  readonly root: string | undefined;
  readonly globals: ReadonlyMap<string, string | true>;
  readonly constants: ReadonlyMap<string, string>;
  readonly strictGlobals: boolean;
  /** Other names of words, and the words. */
  readonly words: ReadonlyMap<string, string>;
  readonly diagnostics: 'warn' | 'error' | 'off';
  readonly onDiagnostic: ((diagnostic: Diagnostic) => void) | undefined;
}

const PART_OF_PATTERN = /^(?:\*|#?[\p{ID_Continue}$]+)$/u;

/** What a value has to be. */
interface Rule<T = unknown> {
  readonly expected: string;
  readonly is: (value: unknown) => boolean;
  /** What holds where the option is not given. */
  readonly usual: T;
}

const oneOf = <T extends string>(usual: T, ...others: readonly T[]): Rule<T> => {
  const all = [usual, ...others].map((one) => `"${one}"`);
  return {
    expected: `${all.slice(0, -1).join(', ')} or ${all.at(-1)!}`,
    is: (value) => value === usual || others.some((one) => value === one),
    usual,
  };
};

const yesOrNo = <T extends boolean | undefined = undefined>(usual?: T): Rule<boolean | T> => ({
  expected: 'true or false',
  is: (value) => typeof value === 'boolean',
  usual: usual as T,
});

const PATTERN: Rule = {
  expected: 'a name such as "distance" or "ui.*"',
  is: (value) => typeof value === 'string' && value.split('.').every((part) => PART_OF_PATTERN.test(part)),
  usual: undefined,
};

type Rules<T> = { readonly [K in keyof T]: Rule<T[K]> };

/** How often loops wait. */
const FRAME_WAIT: Rules<FrameWait> = {
  while: yesOrNo(true),
  doWhile: yesOrNo(true),
  for: {
    expected: 'true, false or "uncounted"',
    is: (value) => typeof value === 'boolean' || value === 'uncounted',
    usual: 'uncounted',
  },
  forOf: yesOrNo(false),
  forIn: yesOrNo(false),
};

/** What reads an option: a rule, or a function where it is more than one value. */
type ReadOption<T> = Rule<T> | ((types: Types, given: unknown) => T);

/** In the order in which a message lists them. */
const OPTIONS: { readonly [K in keyof Written]: ReadOption<Written[K]> } = {
  runtime: readRuntime,
  frameWait: (_types, given) => readRecord('frameWait', given, FRAME_WAIT),
  fastIterations: {
    expected: 'a whole number ≥ 1',
    is: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    usual: 10_000,
  },
  countTurns: yesOrNo(true),
  plain: { expected: 'a list of names such as ["distance", "ui.*"]', is: Array.isArray, usual: [] },
  positions: yesOrNo(false),
  hotUpdates: yesOrNo(false),
  script: yesOrNo(false),
  page: yesOrNo(false),
  target: oneOf('generators', 'frames'),
  saves: yesOrNo(),
  root: {
    expected: 'the path of a folder',
    is: (value) => typeof value === 'string' && value !== '',
    usual: undefined,
  },
  globals: readGlobals,
  constants: readConstants,
  words: readWords,
  strictGlobals: yesOrNo(false),
  diagnostics: oneOf('warn', 'error', 'off'),
  onDiagnostic: { expected: 'a function', is: (value) => typeof value === 'function', usual: undefined },
};

/** Each option by the name that a user gives it. */
interface Written extends Omit<Options, 'global' | 'module' | 'saves'> {
  readonly runtime: Pick<Options, 'global' | 'module'>;
  readonly saves: boolean | undefined;
}

/** Options of earlier versions, and what to do about them. */
const GONE: Readonly<Record<string, string>> = {
  calls: 'Leave it out; with `target: "frames"`, a call that does not wait costs less.',
};

/**
 * Checks what the user wrote, by key and by type, and fills in the defaults.
 * Throws a `TypeError` for an unknown option (with a suggestion), a wrong type or a number out of range.
 */
export function readOptions(types: Types, given: unknown): Options {
  refuseGone(given);
  const written = recordOf('options', given, Object.keys(OPTIONS));
  const { runtime, ...rest } = mapRecord(OPTIONS, (name, read: ReadOption<unknown>) =>
    typeof read === 'function' ? read(types, written[name]) : checkValue(name, written[name], read),
  ) as Written;
  for (const [index, name] of rest.plain.entries()) requireValue(`plain[${index}]`, name, PATTERN);
  if (rest.saves && rest.target !== 'frames') throw optionError(errors.savesWithoutFrames, {});
  for (const name of rest.constants.keys()) if (rest.globals.has(name)) throw optionError(errors.nameTwice, { name });
  return {
    ...runtime,
    ...rest,
    saves: rest.saves ?? (rest.hotUpdates && rest.target === 'frames' && 'updates'),
    global: runtime.global ?? (rest.page ? GLOBAL_OF_PAGES : undefined),
  };
}

function refuseGone(given: unknown): void {
  for (const [name, mend] of Object.entries(GONE))
    if (typeof given === 'object' && given !== null && Object.hasOwn(given, name))
      throw optionError(errors.optionGone, { name, mend });
}

/** The value, or what holds where there is none. */
function checkValue<T>(name: string, value: unknown, rule: Rule<T>): T {
  return value === undefined || value === null ? rule.usual : requireValue(name, value, rule);
}

function requireValue<T>(name: string, value: unknown, { expected, is }: Rule<T>): T {
  if (!is(value)) throw wrong(name, expected, value);
  return value as T;
}

function readRuntime(types: Types, given: unknown): Written['runtime'] {
  const isGlobal = (value: unknown): boolean => isDottedName(types, value);
  const { global, module } = recordOf('runtime', given, ['global', 'module']);
  if (global !== undefined && module !== undefined) throw optionError(errors.runtimeTwice, {});
  return {
    global: checkValue('runtime.global', global, {
      expected: 'a name such as "CK.code"',
      is: isGlobal,
      usual: undefined,
    }),
    module: checkValue('runtime.module', module, {
      expected: 'the name of a module',
      is: (value) => typeof value === 'string' && value !== '',
      usual: '@spindle/runtime',
    }),
  };
}

/** Options in an object, each by its rule. */
function readRecord<T extends object>(option: string, given: unknown, rules: Rules<T>): T {
  const written = recordOf(option, given, Object.keys(rules));
  return mapRecord(rules, (name, rule: Rule) => checkValue(`${option}.${name}`, written[name], rule)) as T;
}

const mapRecord = <T>(record: Readonly<Record<string, T>>, map: (name: string, value: T) => unknown): object =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(name, value)]));

function readGlobals(types: Types, given: unknown): Map<string, string | true> {
  return readNames(types, 'globals', given, {
    expected: 'true or a name such as "CK.api.Position"',
    is: (value) => value === true || isDottedName(types, value),
    usual: true,
  });
}

/** Whether the text is an expression is judged when it is read: see replacements.ts. */
function readConstants(types: Types, given: unknown): Map<string, string> {
  return readNames(types, 'constants', given, {
    expected: CONSTANT,
    is: (value) => typeof value === 'string',
    usual: '',
  });
}

/** What a constant can be. */
export const CONSTANT = 'an expression as text such as "Direction(0)"';

/** `{ wait: 'warte' }` */
function readWords(types: Types, given: unknown): Map<string, string> {
  const expected = 'a name such as "warte"';
  const rule: Rule<string> = { expected, is: (value) => typeof value === 'string' && isName(types, value), usual: '' };
  const entries = Object.entries(recordOf('words', given, [...VOCABULARY]));
  return new Map(entries.map(([word, name]) => [checkValue(`words.${word}`, name, rule), word]));
}

/** An object whose keys are names of variables. */
function readNames<T>(types: Types, option: string, given: unknown, rule: Rule<T>): Map<string, T> {
  const entries = Object.entries(recordOf(option, given)).filter(([, value]) => value !== undefined);
  for (const [name] of entries) if (!isName(types, name)) throw wrong(option, 'names of variables as keys', name);
  return new Map(entries.map(([name, value]) => [name, requireValue(`${option}.${name}`, value, rule)]));
}

/** A variable may have this name, in strict code too. */
function isName(types: Types, text: string): boolean {
  return types.isValidIdentifier(text) && text !== 'arguments';
}

/** `CK.api.Position`, of a variable. */
function isDottedName(types: Types, text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const [root = '', ...rest] = text.split('.');
  return isName(types, root) && rest.every((part) => types.isValidIdentifier(part, false));
}

/** An object with none but the known keys, where these are given. */
function recordOf(option: string, given: unknown, known?: readonly string[]): Readonly<Record<string, unknown>> {
  const value = given ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw wrong(option, 'an object', value);
  // `{ __proto__: names }` of JavaScript makes no key.
  for (const key in value) if (!Object.hasOwn(value, key)) throw wrong(option, 'an object with keys of its own', key);
  const prefix = option === 'options' ? '' : `${option}.`;
  const unknown = known && Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return value as Record<string, unknown>;
  const [near] = nearest(unknown, known!);
  throw optionError(errors.optionUnknown, {
    name: prefix + printable(unknown),
    near: near === undefined ? undefined : prefix + near,
    known: known!.map((key) => prefix + key),
  });
}

export function wrong(name: string, expected: string, got: unknown): TypeError {
  const shown = printable(typeof got === 'string' ? JSON.stringify(got) : String(got));
  const kind = got === null ? 'null' : Array.isArray(got) ? 'array' : typeof got;
  return optionError(errors.optionType, { name, expected, got: kind === shown ? shown : `${shown} (${kind})` });
}

function optionError<V extends Values>(error: Template<V>, values: NoInfer<V>): TypeError {
  return Object.assign(new TypeError(withCode(makeMessage(error, values))), { code: error.code, values });
}
