/**
 * How a save is loaded: it is read and checked, the game prepares its world, objects are found, all is built beside what is there, and waits for
 * events begin. Then everything changes at once. A throw before that leaves all as it was.
 */
import type { Scheduler } from '../scheduling/scheduler.js';
import { Decoder } from './decoder.js';
import { actOnEdits } from './edits/act.js';
import { Edits } from './edits/edits.js';
import { type Action, leftByEdits, type OnEditOption, planEdits } from './edits/plan.js';
import { readSavedFunctions } from './edits/saved-functions.js';
import { LoadError, cannotLoad, MOST_REFUSALS, type Refusal, sentenceOfAll } from './errors.js';
import { beginEvents } from './events.js';
import { type Json, listOf } from './fields.js';
import { Names } from './names.js';
import type { GameState, Given, PreparedState } from './options.js';
import { isObject, NO_VALUE, readOf, savedFiles, wasLeft } from './registry.js';
import { dropScheduler, placeState } from './place-state.js';
import { readState, type ReadState } from './read-state.js';
import { restartWaits } from './restarts.js';
import { awaitedCalls, PARTS } from './scheduler-state.js';
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
  /** What this build has and the save has not: variables, and parts of the game's state. */
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

/** A save whose files are loaded, and where the fields of its rows stand in this build. */
interface Save {
  readonly body: Omit<SaveBody, 'files'>;
  readonly fields: ReadonlyMap<string, readonly number[]>;
}

function readSave(text: string): Save {
  const head = readHead(text);
  const missing = missingOf(head);
  if (missing.length > 0)
    throw cannotLoad('other', `The save needs scripts that are not loaded: ${missing.join(', ')}.`);
  const body = readBody(head.rest);
  return { body, fields: fieldsOfRows(body.rows) };
}

export function loadSave(scheduler: Scheduler, given: Given, text: string, options: LoadOptions): LoadReport {
  if (!scheduler.isOutside) throw cannotLoad('busy', 'A save is loaded in a pulse or a script.');
  if (scheduler.inbox !== null) throw cannotLoad('busy', 'The scheduler records or replays.');
  const save = readSave(text);
  const world = prepareWorld(scheduler, given, save);
  try {
    return build(scheduler, given, save, world, options);
  } catch (error) {
    world.discard();
    throw error instanceof LoadError ? error : gameHasThrown(error);
  }
}

const gameHasThrown = (error: unknown): LoadError => cannotLoad('game', `The game has thrown: ${String(error)}.`);

interface World extends Required<PreparedState> {
  /** The parts of its state that the save has not. */
  readonly missing: readonly string[];
}

/** Asks the game for its new world. */
function prepareWorld(scheduler: Scheduler, given: Given, { body, fields }: Save): World {
  const { state, objects } = given;
  const nothing = (): void => {};
  const world = { find: (id: unknown): unknown => objects?.find(id), commit: nothing, discard: nothing };
  if (state === undefined) return { ...world, missing: [] };
  const saved = body.game === null ? undefined : decodeGame(scheduler, given, body.game, fields);
  const { data, missing } = withDefaults(state, saved);
  if (data === undefined) return { ...world, missing: ['the state of the game'] };
  if (state.prepare !== undefined) return { ...world, ...asGame(() => state.prepare!(data)), missing };
  if (state.load === undefined) return { ...world, missing };
  const before = asGame(() => state.save());
  const discard = (): void => asGame(() => state.load!(before));
  try {
    asGame(() => state.load!(data));
  } catch (error) {
    discard();
    throw error;
  }
  return { ...world, discard, missing };
}

/** Parts that an older save has not are as at the beginning of a game. */
function withDefaults(
  { defaults }: GameState,
  saved: unknown,
): { readonly data: unknown; readonly missing: readonly string[] } {
  const parts = Object(saved ?? {}) as object;
  if (defaults === undefined || Object.getPrototypeOf(parts) !== Object.prototype) return { data: saved, missing: [] };
  const first = asGame(defaults);
  const names = Object.keys(first).filter((name) => !Object.hasOwn(parts, name));
  return { data: { ...first, ...parts }, missing: names.map((name) => `the part \`${name}\` of the game's state`) };
}

const damaged = (what: string): never => {
  throw cannotLoad('damaged', `The save is damaged: it has ${what}.`);
};

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
): unknown {
  const [root = null, objects] = Array.isArray(game) ? (game as readonly Json[]) : [];
  if (!Array.isArray(objects))
    throw cannotLoad('damaged', 'The save is damaged: what the game has saved is not there.');
  const from = new Decoder(
    scheduler,
    new Names(given),
    { find: () => undefined, loaderOf: () => undefined },
    objects as readonly Json[],
    fields,
  );
  from.build();
  return from.value(root);
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
  { body, fields, own }: Save & { readonly own: FoundObjects },
  { onEdit }: LoadOptions,
): Built {
  const names = new Names(given);
  const left: Left = { dropped: [], missing: [] };
  const functions = readSavedFunctions(body.functions, damaged);
  const edits = new Edits(names, { functions, migrations: given.migrations, frame: Number(body.state[0]) });
  const from = new Decoder(scheduler, names, own, body.objects, fields, edits);
  if (body.state.length !== PARTS.length) from.damaged('a scheduler without some of its parts');
  const parts = new Map(body.state.map((json, at) => [PARTS[at]!, json]));
  for (const clock of listOf(parts.get('clocks'), from)) from.value(clock);
  from.build();
  const state = readState(parts, from);
  loadVariables(body.variables, { names, from, given, left });
  if (state.signals.length > 0 && scheduler.signals === null)
    from.missing('signal', 'there are no signals in this build', 'Import a word of signals.');
  const { actions, report } = planEdits(edits, from, onEdit);
  if (actions.length > 0) from.forget(leftByEdits(actions), [...body.state, ...body.variables]);
  const notSaved = body.notSaved.map(String);
  const all = { ...report, dropped: [...left.dropped, ...report.dropped], missing: left.missing, notSaved };
  return { from, names, state, actions, report: all };
}

function build(scheduler: Scheduler, given: Given, save: Save, world: World, options: LoadOptions): LoadReport {
  const own: FoundObjects = {
    find: (id) => asGame(() => world.find(id)),
    loaderOf(name) {
      const one = Object.hasOwn(given.classes, name) ? given.classes[name] : undefined;
      return typeof one === 'object' ? (data) => asGame(() => one.load(data)) : undefined;
    },
  };
  const { from, names, state, actions, report } = readAll(scheduler, given, { ...save, own }, options);
  if (from.refusals.length > 0) throw refusedLoad(from.refusals);
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
  for (const change of from.changes) change();
  placeState(scheduler, state, from);
  events.place();
  restartWaits(state.live);
  actOnEdits(scheduler, actions);
  for (const leave of leaving) {
    try {
      leave();
    } catch (error) {
      scheduler.errors.threw(error);
    }
  }
  return { ...report, missing: [...world.missing, ...report.missing] };
}

/** What `load` would do; nothing is changed, and of the game only `objects.find` and `locals` of migrations are called. */
export function checkSave(scheduler: Scheduler, given: Given, text: string, options: LoadOptions): LoadCheck {
  const save = readSave(text);
  const own: FoundObjects = { find: (id) => asGame(() => given.objects?.find(id)), loaderOf: () => () => ({}) };
  try {
    const { from, report } = readAll(scheduler, given, { ...save, own }, options);
    return { ...report, refusals: from.refusals };
  } catch (error) {
    throw error instanceof LoadError ? error : cannotLoad('damaged', `The save is damaged: ${String(error)}.`);
  }
}

const refusedLoad = (refusals: readonly Refusal[]): LoadError =>
  cannotLoad('other', `The save does not fit this build. ${sentenceOfAll(refusals)}`, refusals.slice(0, MOST_REFUSALS));

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
    const hasFirst = set !== undefined && !isObject(value) && given.firstValues.has(name);
    if (hasFirst) from.changes.push(() => set(given.firstValues.get(name)));
    left.missing.push(`the variable \`${name}\`, which ${hasFirst ? 'has its first value' : 'keeps what it has'}`);
  }
}
