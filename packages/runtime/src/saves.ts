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
import { cannotLoad, notBetweenPulses, type Refusal } from './saves/errors.js';
import { checkSave, type LoadCheck, type LoadOptions, loadSave, type LoadReport, missingFiles } from './saves/load.js';
import { classOf, Names } from './saves/names.js';
import type { Given, SavesOptions } from './saves/options.js';
import { isObject, NO_VALUE, readOf } from './saves/registry.js';
import { encodeAll, writeSave } from './saves/save.js';
import { readHead, type SaveHead } from './saves/text.js';
import { Scheduler } from './scheduling/scheduler.js';
import { currentScheduler } from './scheduling/current-scheduler.js';
import type { Thread } from './threads/thread.js';
import { clockBehind } from './time/clock.js';

export { LoadError, SaveError, type LoadFailure, type Refusal } from './saves/errors.js';
export type { Migration } from './saves/edits/migrations.js';
export type { OnEdit, OnEditOption, WaitAgain } from './saves/edits/plan.js';
export { waitAgain } from './saves/edits/wait-again.js';
export type { LoadCheck, LoadOptions, LoadReport } from './saves/load.js';
export type { GameObjects, GameState, PreparedState, SavedClass, SavesOptions } from './saves/options.js';
export { shown, type Showing } from './saves/showing.js';
export type { SaveHead } from './saves/text.js';

export interface LoadAsyncOptions extends LoadOptions {
  /** Imports a file of scripts, as the save names it. */
  readonly importFile: (file: string) => Promise<unknown>;
}

/** What saves and loads one scheduler. */
export interface Saves {
  /**
   * Returns a text with all that the scripts of the scheduler are doing. `head` is kept at its beginning, for a list of slots.
   * @throws {SaveError} that names everything that cannot be saved. @throws {SaveError} inside a pulse or a script: see `saveSoon`.
   */
  save(head?: SaveHead): string;
  /** Writes a save at the end of this pulse, or at once between two, and gives it to `onSaved`. */
  saveSoon(head?: SaveHead): void;
  /** What would be refused now; an empty list if it can be saved. */
  whyNot(): readonly Refusal[];
  /**
   * Puts the scripts back as they were when the text was saved. Old scripts are dropped: none of their `finally` blocks runs.
   * @throws {LoadError} Then nothing has changed.
   */
  load(text: string, options?: LoadOptions): LoadReport;
  /**
   * What `load` would do with the save and the objects that are there now, and all that would refuse it: nothing changes. Of the game, only
   * `objects.find`, `state.defaults` and `locals` of migrations are called. @throws {LoadError} for a text that is no save, or a damaged one.
   */
  check(text: string, options?: LoadOptions): LoadCheck;
  /** `load`, where files of scripts have to be imported before. */
  loadAsync(text: string, options: LoadAsyncOptions): Promise<LoadReport>;
  /** The first live thread with this name. */
  thread(name: string): Thread | undefined;
}

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

function checkLoadOptions(word: string, options: LoadOptions): void {
  checkOptions(word, options, ['onEdit']);
  const { onEdit = 'restart' } = options;
  const expected = '`onEdit: "restart"`, `"drop"` or `waitAgain`, or one of them by function';
  const isOne = (one: unknown) => Object(one).planAnew || one === 'drop' || one === 'restart';
  if (isOne(onEdit)) return;
  for (const [, one] of fieldsOf(word, expected, onEdit)) if (!isOne(one)) throw badArgument(word, expected, one);
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

class SavesOf implements Saves {
  readonly #scheduler: Scheduler;
  readonly given: Given;
  /** Of a save that is to be written at the end of the pulse. */
  #soon: SaveHead | null = null;

  constructor(scheduler: Scheduler, given: Omit<Given, 'saves' | 'firstValues'>) {
    this.#scheduler = scheduler;
    const firstValues = new Map<string, unknown>();
    this.given = { ...given, saves: this, firstValues };
    if (scheduler.inbox !== null) scheduler.inbox.load = (text) => this.load(text);
    // This reads what files have made, before a script changes it.
    const { variables, outside } = new Names(this.given);
    for (const { name, get } of [...variables, ...outside]) {
      const value = readOf(get);
      if (value !== NO_VALUE && !isObject(value)) firstValues.set(name, value);
    }
  }

  save(head: SaveHead = {}): string {
    if (!this.#scheduler.isOutside) throw notBetweenPulses();
    return writeSave(this.#scheduler, this.given, head);
  }

  saveSoon(head: SaveHead = {}): void {
    this.#soon = head;
    if (this.#scheduler.isOutside) this.writeSoon();
  }

  /** A pulse has ended. */
  writeSoon(): void {
    const head = this.#soon;
    if (head === null) return;
    this.#soon = null;
    const { onSaved, onRefused } = this.given;
    let text: string;
    try {
      text = writeSave(this.#scheduler, this.given, head);
    } catch (error) {
      if (onRefused === undefined) throw error;
      return onRefused(error);
    }
    onSaved?.(text);
  }

  whyNot(): readonly Refusal[] {
    return encodeAll(this.#scheduler, this.given).to.refusals;
  }

  load(text: string, options: LoadOptions = {}): LoadReport {
    checkLoadOptions('load', options);
    return loadSave(this.#scheduler, this.given, text, options);
  }

  check(text: string, options: LoadOptions = {}): LoadCheck {
    checkLoadOptions('check', options);
    return checkSave(this.#scheduler, this.given, text, options);
  }

  async loadAsync(text: string, { importFile, ...options }: LoadAsyncOptions): Promise<LoadReport> {
    checkFunction('loadAsync', 'a function as importFile', importFile);
    for (const file of missingFiles(text)) {
      try {
        await importFile(file);
      } catch (error) {
        throw cannotLoad('game', `\`${file}\` could not be imported: ${String(error)}.`);
      }
    }
    return this.load(text, options);
  }

  thread(name: string): Thread | undefined {
    return this.#scheduler.threads.find((thread) => thread.name === name);
  }
}

/**
 * What `save` was given for this text; the rest of it is not read. @throws {TypeError} for what is no text.
 * @throws {LoadError} for what is no save, or a part of one.
 */
export function headOf(text: string): SaveHead {
  checkName('headOf', 'the text of a save', text);
  return readHead(text).head;
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
