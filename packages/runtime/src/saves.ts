/** Saving and loading a game in the middle of its scripts: a separate entry point. */
import {
  checkBoolean,
  checkFunction,
  checkFunctionOption,
  checkName,
  checkOptions,
  fieldsOf,
  isA,
} from './arguments.js';
import { addLayer } from './execution/layers.js';
import { badArgument } from './messages/errors.js';
import { classOf, Names } from './saves/names.js';
import type { SavesOptions } from './saves/options.js';
import { isObject } from './saves/registry.js';
import { type Saves, SavesOf } from './saves/saves-of.js';
import { readHead, type SaveHead } from './saves/text.js';
import { Scheduler } from './scheduling/scheduler.js';
import { currentScheduler } from './scheduling/current-scheduler.js';
import { clockBehind } from './time/clock.js';

export { LoadError, SaveError, type LoadFailure, type Refusal } from './saves/errors.js';
export type { Migration } from './saves/edits/migrations.js';
export type { OnEdit, OnEditOption, WaitAgain } from './saves/edits/plan.js';
export { waitAgain } from './saves/edits/wait-again.js';
export type { LoadCheck, LoadOptions, LoadReport } from './saves/load.js';
export type { GameObjects, GameState, PreparedState, SavedClass, SavesOptions } from './saves/options.js';
export { shown, type Showing } from './saves/showing.js';
export type { LoadAsyncOptions, Saves } from './saves/saves-of.js';
export { marks, type Mark, type MarkedState, type Marks, type MarksOptions } from './saves/marks/marks.js';
export { type History, history, type HistoryOptions, type HostStep } from './saves/marks/history.js';
export type { SaveHead } from './saves/text.js';

const OPTIONS = [
  'objects',
  'classes',
  'functions',
  'clocks',
  'modules',
  'state',
  'migrations',
  'onSaved',
  'onRefused',
  'onLoad',
  'onCheckpoint',
];

/**
 * Saves and loads the scripts of a scheduler, in the middle of whatever they do. The scripts are compiled with `saves: true`. What lives
 * outside of them is named by `objects`, `functions` and `clocks`.
 * @throws {TypeError} for what is no scheduler, or an option that is not known.
 */
export function saves(scheduler: Scheduler, options: SavesOptions = {}): Saves {
  if (!isA(scheduler, Scheduler)) throw badArgument('saves', 'a scheduler', scheduler);
  checkGiven(options);
  const made = new SavesOf(scheduler, {
    classes: {},
    functions: {},
    clocks: {},
    modules: true,
    migrations: [],
    ...options,
  });
  all.set(scheduler, (all.get(scheduler) ?? []).concat(made));
  return made;
}

/** Refuses what is wrong with them. */
function checkGiven(options: SavesOptions): void {
  checkOptions('saves', options, OPTIONS);
  const { objects, classes = {}, functions = {}, clocks = {}, modules = true, state, migrations = [] } = options;
  checkBoolean('saves', 'true or false as modules', modules);
  checkMigrations(migrations);
  for (const name of ['onSaved', 'onRefused', 'onLoad', 'onCheckpoint'] as const)
    checkFunctionOption('saves', name, options[name]);
  if (objects !== undefined) {
    checkOptions('saves', objects, ['idOf', 'find', 'all']);
    checkFunction('saves', 'objects: { idOf, find }', objects.idOf);
    checkFunction('saves', 'objects: { idOf, find }', objects.find);
    checkFunctionOption('saves', 'objects.all', objects.all);
  }
  if (state !== undefined) {
    checkOptions('saves', state, ['save', 'defaults', 'prepare', 'load']);
    checkFunction('saves', 'state: { save, load }', state.save);
    for (const name of ['defaults', 'prepare', 'load'] as const)
      checkFunctionOption('saves', `state.${name}`, state[name]);
  }
  for (const [, fn] of fieldsOf('saves', 'functions by name', functions))
    checkFunction('saves', 'functions by name', fn);
  for (const [name, one] of fieldsOf('saves', 'classes by name', classes))
    if (classOf(one) === undefined) throw badArgument('saves', `a class for ${name}`, one);
  for (const [name, clock] of fieldsOf('saves', 'clocks by name', clocks))
    if (clockBehind(clock) === undefined) throw badArgument('saves', `a clock for ${name}`, clock);
}

function checkMigrations(migrations: unknown): void {
  if (!Array.isArray(migrations)) throw badArgument('saves', 'a list of migrations', migrations);
  for (const one of migrations) {
    checkOptions('saves', one, ['from', 'to', 'locals']);
    checkName('saves', 'the pause that a migration is from', one.from);
    checkName('saves', 'the pause that a migration leads to', one.to);
    checkFunctionOption('saves', 'locals of a migration', one.locals);
  }
}

/** Those of each scheduler. */
const all = new WeakMap<Scheduler, readonly SavesOf[]>();

/**
 * What `save` was given for this text; the rest of it is not read. @throws {TypeError} for what is no text.
 * @throws {LoadError} for what is no save, or a part of one.
 */
export function headOf(text: string): SaveHead {
  checkName('headOf', 'the text of a save', text);
  return readHead(text).head;
}

/** The names of the fields that a save has of an object which `objects.all` gives. @throws {TypeError} for what is no object. */
export function savedFields(object: object): ReadonlySet<string | symbol> {
  if (!isObject(object)) throw badArgument('savedFields', 'an object', object);
  const names = new Names({ functions: {}, classes: {}, clocks: {}, modules: false, saves: {} });
  return names.fieldsOf(object).all;
}

/** In a script: a good place for the game to save by itself. Calls `onCheckpoint`, which may call `saveSoon`. */
export function checkpoint(name: string): void {
  checkName('checkpoint', 'a name', name);
  for (const { given } of all.get(currentScheduler() as Scheduler) ?? []) given.onCheckpoint?.(name);
}

addLayer({
  pulsed(scheduler: Scheduler) {
    for (const one of all.get(scheduler) ?? []) one.writeSoon();
  },
});
