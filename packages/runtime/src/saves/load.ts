/**
 * How a save is loaded: it is read and checked whole, then the game prepares its world, objects are found, all is built beside what is there, and waits
 * for events begin. Then everything changes at once. A throw before that leaves all as it was.
 */
import type { Scheduler } from '../scheduling/scheduler.js';
import { withNewHubs } from '../words/events.js';
import { Decoder } from './decoder.js';
import { actOnEdits } from './edits/act.js';
import { Edits } from './edits/edits.js';
import { type Action, leftByEdits, type OnEditOption, planEdits } from './edits/plan.js';
import { readSavedFunctions } from './edits/saved-functions.js';
import { LoadError, cannotLoad, damaged, MOST_REFUSALS, type Refusal, sentenceOfAll } from './errors.js';
import { beginEvents } from './events.js';
import { type Json, listOf } from './fields.js';
import { Names } from './names.js';
import type { Given, PreparedState } from './options.js';
import { isObject, NO_VALUE, readOf, savedFiles, wasLeft, whyTooEarly } from './registry.js';
import { dropScheduler, placeState } from './place-state.js';
import { readState, type ReadState } from './read-state.js';
import { restartWaits } from './restarts.js';
import { awaitedCalls } from './scheduler-state.js';
import { fieldsOfRows, readBody, readHead, type SaveBody } from './text.js';
import type { FoundObjects } from './value-makers.js';

export interface LoadOptions {
  /** What is done with threads in functions that were edited so that they cannot go on. Default: the load is refused. */
  readonly onEdit?: OnEditOption;
}

/** What a load has done, in plain words. */
export interface LoadReport {
  /** The calls of functions that were edited since, and what may be surprising in how they go on. */
  readonly mapped: readonly string[];
  /** The threads that have begun again, or gone back to a checkpoint. */
  readonly restarted: readonly string[];
  /** What the save has and this build has not, and the threads that were dropped. */
  readonly dropped: readonly string[];
  /** What this build has and the save has not: variables, fields of objects with ids, and parts of the game's state. */
  readonly missing: readonly string[];
  /** What was there when it was saved and is in no save. */
  readonly notSaved: readonly string[];
}

/** The same of a load that has not been done, and all that would refuse it. */
export interface LoadCheck extends LoadReport {
  readonly refusals: readonly Refusal[];
}

/** The files of scripts that the save needs and that are not loaded. */
export const missingFiles = (text: string): string[] => missingOf(readHead(text));

const missingOf = ({ files }: { readonly files: readonly string[] }): string[] =>
  files.filter((file) => !savedFiles().has(file) && !wasLeft(file));

/** A save whose files are loaded. */
interface Save {
  readonly body: Omit<SaveBody, 'files'>;
  /** Where the fields of its rows stand in this build. */
  readonly fields: ReadonlyMap<string, readonly number[]>;
  /** What the game has saved of itself; undefined for nothing. */
  readonly game: unknown;
  /** What of that this build has not. */
  readonly refusals: readonly Refusal[];
}

function readSave(scheduler: Scheduler, given: Given, text: string): Save {
  const why = given.modules && whyTooEarly();
  if (why) throw cannotLoad('busy', `${why}. Load behind them.`);
  const head = readHead(text);
  const { modules = given.modules } = head;
  if (modules !== given.modules)
    throw cannotLoad('other', `The save was made with \`modules: ${String(modules)}\`: give \`saves\` the same.`);
  const missing = missingOf(head);
  if (missing.length > 0)
    throw cannotLoad('other', `The save needs scripts that are not loaded: ${missing.join(', ')}.`);
  const body = readBody(head.rest);
  const fields = fieldsOfRows(body.rows);
  if (given.state === undefined || body.game === null) return { body, fields, game: undefined, refusals: [] };
  return { body, fields, ...orDamaged(() => decodeGame(scheduler, given, body.game, fields)) };
}

export function loadSave(scheduler: Scheduler, given: Given, text: string, options: LoadOptions): LoadReport {
  if (!scheduler.isOutside)
    throw cannotLoad('busy', '`load` is called in a pulse or a script. Call it between two pulses.');
  const { inbox } = scheduler;
  if (inbox === null) return loadNow(scheduler, given, text, options);
  if (inbox.isFollowing) throw cannotLoad('busy', 'The scheduler follows a log. Load when that is over.');
  return withNewHubs(scheduler, () => inbox.begin(text, () => loadNow(scheduler, given, text, options)));
}

function loadNow(scheduler: Scheduler, given: Given, text: string, options: LoadOptions): LoadReport {
  const save = readSave(scheduler, given, text);
  const built = tryToRead(scheduler, given, save, options);
  const world = prepareWorld(given, save);
  try {
    return change(scheduler, given, world, built ?? readInWorld(scheduler, given, save, world, options));
  } catch (error) {
    world.discard();
    throw error instanceof LoadError ? error : gameHasThrown(error);
  }
}

const gameHasThrown = (error: unknown): LoadError => cannotLoad('game', `The game has thrown: ${String(error)}.`);

/** No code of the game runs in it. */
function orDamaged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof LoadError ? error : damaged(`what nothing can read (${String(error)})`);
  }
}

interface World extends Required<PreparedState> {
  /** The parts of its state that the save has not. */
  readonly missing: readonly string[];
}

/** Asks the game for its new world. */
function prepareWorld(given: Given, save: Save): World {
  const { state, objects } = given;
  const nothing = (): void => {};
  const { data, missing } = stateOf(given, save);
  const world = { find: (id: unknown): unknown => objects?.find(id), commit: nothing, discard: nothing, missing };
  if (state === undefined || data === undefined) return world;
  if (state.prepare !== undefined) return { ...world, ...asGame(() => state.prepare!(data)) };
  if (state.load === undefined) return world;
  const before = asGame(() => state.save());
  const discard = (): void => asGame(() => state.load!(before));
  try {
    asGame(() => state.load!(data));
  } catch (error) {
    discard();
    throw error;
  }
  return { ...world, discard };
}

/** Parts that an older save has not are as at the beginning of a game. */
function stateOf({ state }: Given, { game }: Save): { readonly data: unknown; readonly missing: readonly string[] } {
  const parts = Object(game ?? {}) as object;
  if (state?.defaults === undefined || Object.getPrototypeOf(parts) !== Object.prototype)
    return { data: game, missing: state === undefined || game !== undefined ? [] : ['the state of the game'] };
  const first = asGame(state.defaults);
  const names = Object.keys(first).filter((name) => !Object.hasOwn(parts, name));
  return { data: { ...first, ...parts }, missing: names.map((name) => `the part \`${name}\` of the game's state`) };
}

function asGame<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw gameHasThrown(error);
  }
}

function decodeGame(
  scheduler: Scheduler,
  given: Given,
  game: Json,
  fields: ReadonlyMap<string, readonly number[]>,
): Pick<Save, 'game' | 'refusals'> {
  const [root = null, objects] = Array.isArray(game) ? (game as readonly Json[]) : [];
  if (!Array.isArray(objects)) return damaged('nothing of what the game has saved');
  const none: FoundObjects = { find: () => undefined, loaderOf: () => undefined };
  const from = new Decoder(scheduler, new Names(given), none, objects as readonly Json[], fields);
  from.build();
  return { game: from.value(root), refusals: from.refusals };
}

/** A save that has been built beside what is there. */
interface Built {
  readonly from: Decoder;
  readonly names: Names;
  readonly state: ReadState;
  readonly actions: readonly Action[];
  readonly report: LoadReport;
}

/** What does not fit this build is in the refusals of `from`. */
function readAll(
  scheduler: Scheduler,
  given: Given,
  { body, fields, refusals, own }: Save & { readonly own: FoundObjects },
  { onEdit }: LoadOptions,
): Built {
  const names = new Names(given);
  const left: Left = { dropped: [], missing: [] };
  const functions = readSavedFunctions(body.functions);
  const edits = new Edits(names, { functions, migrations: given.migrations, frame: Number(body.state[0]) });
  const from = new Decoder(scheduler, names, own, body.objects, fields, edits);
  from.refusals.push(...refusals);
  const state = readState(body.state, from);
  if (given.modules) loadVariables(body.variables, { names, from, given, left });
  if (state.signals.length > 0 && scheduler.signals === null)
    from.missing('signal', 'there are no signals in this build', 'Import a word of signals.');
  const { actions, report } = planEdits(edits, from, onEdit);
  if (actions.length > 0) from.forget(leftByEdits(actions), [...body.state, ...body.variables]);
  const notSaved = body.notSaved.map(String);
  left.missing.push(...Array.from(from.kept, (field) => `${field}, which keeps what it has`));
  const all = { ...report, dropped: [...left.dropped, ...report.dropped], missing: left.missing, notSaved };
  return { from, names, state, actions, report: all };
}

/** `call`: of how a class of the game loads an object. */
const objectsBy = (
  { classes }: Given,
  find: FoundObjects['find'],
  call: (load: () => object) => object,
): FoundObjects => ({
  find,
  loaderOf(name) {
    const one = Object.hasOwn(classes, name) ? classes[name] : undefined;
    return typeof one === 'object' ? (data) => call(() => one.load(data)) : undefined;
  },
});

/**
 * Reads all with the objects that are there now, and refuses whatever the new world of the game cannot change: up to here no code of the game has run but
 * `objects.find`. Undefined if all is to be read again in the new world.
 */
function tryToRead(scheduler: Scheduler, given: Given, save: Save, options: LoadOptions): Built | undefined {
  const { state, objects } = given;
  const isOtherWorld = state?.prepare !== undefined || state?.load !== undefined;
  let needsWorld = false;
  let isIncomplete = false;
  const find = (id: unknown): unknown => {
    if (!isOtherWorld) return asGame(() => objects?.find(id));
    needsWorld = true;
    const found = readOf(() => objects?.find(id));
    isIncomplete ||= !isObject(found);
    return found;
  };
  const own = objectsBy(given, find, () => ((needsWorld = true), {}));
  const locals = (): Record<string, unknown> => ((needsWorld = true), ANY_NAMES);
  const migrations = given.migrations.map((one) => (one.locals === undefined ? one : { ...one, locals }));
  let built: Built;
  try {
    built = orDamaged(() => readAll(scheduler, { ...given, migrations }, { ...save, own }, options));
  } catch (error) {
    if (isIncomplete) return undefined;
    throw error;
  }
  const { refusals } = built.from;
  refuseAll(isIncomplete ? refusals.filter(({ code }) => code !== 'id' && code !== 'property') : refusals);
  return needsWorld ? undefined : built;
}

/** It has a variable of any name. */
const ANY_NAMES: Record<string, unknown> = new Proxy(
  {},
  { getOwnPropertyDescriptor: () => ({ value: undefined, configurable: true }) },
);

/** Reads all with the objects of the new world. */
function readInWorld(scheduler: Scheduler, given: Given, save: Save, world: World, options: LoadOptions): Built {
  const own = objectsBy(given, (id) => asGame(() => world.find(id)), asGame);
  const built = readAll(scheduler, given, { ...save, own }, options);
  refuseAll(built.from.refusals);
  return built;
}

/** From here on all of it fits: the old scripts go, and those of the save take their places. */
function change(scheduler: Scheduler, given: Given, world: World, built: Built): LoadReport {
  const { from, names, state, actions, report } = built;
  const calls = awaitedCalls(scheduler, names);
  asGame(() => given.onLoad?.());
  const events = asGame(() => beginEvents(state.events, from.events));
  try {
    asGame(world.commit);
  } catch (error) {
    events.undo();
    throw error;
  }
  // From here on nothing can fail.
  const leaving = dropScheduler(scheduler, calls, from.clocksInUse);
  for (const one of from.changes) one();
  placeState(scheduler, state, from);
  events.place();
  restartWaits(state.live);
  actOnEdits(scheduler, actions);
  for (const call of leaving.concat(from.shows)) {
    try {
      call();
    } catch (error) {
      scheduler.errors.threw(error);
    }
  }
  return { ...report, missing: [...world.missing, ...report.missing] };
}

/**
 * What `load` would do with the objects that are there now; nothing is changed. Of the game only `objects.find`, `state.defaults` and `locals` of
 * migrations are called.
 */
export function checkSave(scheduler: Scheduler, given: Given, text: string, options: LoadOptions): LoadCheck {
  const save = readSave(scheduler, given, text);
  const own = objectsBy(
    given,
    (id) => asGame(() => given.objects?.find(id)),
    () => ({}),
  );
  const { from, report } = orDamaged(() => readAll(scheduler, given, { ...save, own }, options));
  return { ...report, missing: [...stateOf(given, save).missing, ...report.missing], refusals: from.refusals };
}

function refuseAll(refusals: readonly Refusal[]): void {
  if (refusals.length > 0)
    throw cannotLoad(
      'other',
      `The save does not fit this build. ${sentenceOfAll(refusals)}`,
      refusals.slice(0, MOST_REFUSALS),
    );
}

/** What only the save has, and what only this build has. */
interface Left {
  readonly dropped: string[];
  readonly missing: string[];
}

interface Variables {
  readonly names: Names;
  readonly from: Decoder;
  readonly given: Given;
  readonly left: Left;
}

/** Variables that are gone are told of, and so are those that are new since the save: they have their first values, where these are known. */
function loadVariables(variables: readonly Json[], { names, from, given, left }: Variables): void {
  const known = new Map(names.variables.map((one) => [one.name, one]));
  for (const json of variables) {
    const [name, saved = null] = listOf(json, from);
    const value = from.value(saved);
    const variable = typeof name === 'string' ? known.get(name) : from.damaged('a variable without a name');
    known.delete(String(name));
    const { set } = variable ?? {};
    if (set === undefined) left.dropped.push(`the variable \`${String(name)}\``);
    else if (readOf(variable!.get) !== NO_VALUE) from.changes.push(() => set(value));
    else from.missing('variable', `the variable \`${String(name)}\` has no value yet`, 'Load when its file has run.');
  }
  for (const { name, get, set } of known.values()) {
    const value = readOf(get);
    const isKept = isObject(value) && !from.hasMade(value) && names.of(value)?.[0] === 'variable';
    if (value === NO_VALUE || (set === undefined && !isKept)) continue;
    // An object is what the game has put there as it began.
    const hasFirst = set !== undefined && !isObject(value) && Object.hasOwn(given.firstValues, name);
    if (hasFirst) from.changes.push(() => set(given.firstValues[name]));
    left.missing.push(`the variable \`${name}\`, which ${hasFirst ? 'has its first value' : 'keeps what it has'}`);
  }
}
