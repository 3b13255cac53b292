/** What `saves` gives: it saves and loads one scheduler. */
import { checkFunction, checkOptions, fieldsOf } from '../arguments.js';
import { DEV } from '../messages/development.js';
import { badArgument } from '../messages/errors.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import type { Thread } from '../threads/thread.js';
import { cannotLoad, notHere, type Refusal } from './errors.js';
import { checkSave, type LoadCheck, type LoadOptions, loadSave, type LoadReport, missingFiles } from './load.js';
import { Names } from './names.js';
import type { Given } from './options.js';
import { isObject, NO_VALUE, readOf } from './registry.js';
import { encodeAll, writeSave } from './save.js';
import type { SaveHead } from './text.js';

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

export class SavesOf implements Saves {
  readonly scheduler: Scheduler;
  readonly given: Given;
  /** Of a save that is to be written at the end of the pulse. */
  #soon: SaveHead | null = null;

  constructor(scheduler: Scheduler, given: Omit<Given, 'saves' | 'firstValues'>) {
    this.scheduler = scheduler;
    // What is spread comes last: behind it each object would be of a hidden class of its own.
    this.given = { saves: this, firstValues: {}, ...given };
    if (scheduler.inbox !== null) scheduler.inbox.load = (text) => this.load(text);
    // This reads what files have made, before a script changes it.
    const { variables, outside } = new Names(this.given);
    for (const { name, get } of [...variables, ...outside]) {
      const value = readOf(get);
      if (value !== NO_VALUE && !isObject(value)) this.given.firstValues[name] = value;
    }
  }

  save(head: SaveHead = {}): string {
    if (!this.scheduler.isOutside)
      throw notHere('save', DEV && 'a pulse or a script. Call it between two pulses, or call `saveSoon()`.');
    return writeSave(this.scheduler, this.given, head);
  }

  saveSoon(head: SaveHead = {}): void {
    this.#soon = head;
    if (this.scheduler.isOutside) this.writeSoon();
  }

  /** A pulse has ended. */
  writeSoon(): void {
    const head = this.#soon;
    if (head === null) return;
    this.#soon = null;
    const { onSaved, onRefused } = this.given;
    let text: string;
    try {
      text = writeSave(this.scheduler, this.given, head);
    } catch (error) {
      if (onRefused === undefined) throw error;
      return onRefused(error);
    }
    onSaved?.(text);
  }

  whyNot(): readonly Refusal[] {
    return encodeAll(this.scheduler, this.given).to.refusals;
  }

  load(text: string, options: LoadOptions = {}): LoadReport {
    checkLoadOptions('load', options);
    return loadSave(this.scheduler, this.given, text, options);
  }

  check(text: string, options: LoadOptions = {}): LoadCheck {
    checkLoadOptions('check', options);
    return checkSave(this.scheduler, this.given, text, options);
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
    return this.scheduler.threads.find((thread) => thread.name === name);
  }
}

function checkLoadOptions(word: string, options: LoadOptions): void {
  checkOptions(word, options, ['onEdit']);
  const { onEdit = 'restart' } = options;
  const expected = '`onEdit: "restart"`, `"drop"` or `waitAgain`, or one of them by function';
  const isOne = (one: unknown) => Object(one).planAnew || one === 'drop' || one === 'restart';
  if (isOne(onEdit)) return;
  for (const [, one] of fieldsOf(word, expected, onEdit)) if (!isOne(one)) throw badArgument(word, expected, one);
}
