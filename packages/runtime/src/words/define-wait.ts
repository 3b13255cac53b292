/** `defineWait`, of the entry `host`: waits that the runtime does not have, as data. */
import { checkCount, checkFunction, checkFunctionOption, checkName, checkOptions } from '../arguments.js';
import { badArgument } from '../messages/errors.js';
import { show } from '../messages/format.js';
import type { Channel, Thread } from '../threads/thread.js';
import { awaitNext } from '../waits/channels.js';
import { needThread } from '../waits/wait-arguments.js';
import { channelOfEvents } from './wait-for-event.js';

/** Why a wait is undone: its script goes on or was ended, or a save was loaded. */
export type UndoCause = 'script' | 'load';

/** A kind of wait; see `defineWait`. */
export interface WaitDefinition<A extends readonly unknown[] = any, T = any> {
  /** Its name, once in a game, by which a save finds it: put the name of the library before it, as in `"phaser.tween"`. */
  readonly kind: string;
  /**
   * Begins what is waited for, or goes on with it: it gets what the wait was called with. When that is over, it calls `settle` with what the wait
   * returns; only the first call counts. It returns what undoes it, which is called once: as soon as it is settled, or the script is ended or goes on
   * for another reason. It gets `"load"` if that is a save that was loaded: the game has put back its objects by then, and perhaps the same one is waited for anew.
   */
  readonly begin: (args: A, settle: (value: T) => void) => (cause: UndoCause) => void;
  /** A name for texts, as that of a source of events: `waitForEvent(tween, end)`. Default is the kind with its arguments. */
  readonly name?: (args: A) => string;
  /** Such a wait can be in no save, as no other process can go on with it. It says what to do instead: `"Save when the tween has ended."` */
  readonly unsavable?: string;
}

const definitions = new Map<string, WaitDefinition>();

/** @internal The definition of a kind. */
export const definitionOf = (kind: string): WaitDefinition | undefined => definitions.get(kind);

/**
 * Makes a word that waits for something of the host, such as a door of a physics engine or a sound. What waits is data, the kind and
 * the arguments of the call, so that it can be shown and saved; all else stands in `begin`. Define each kind once, where a module is loaded.
 * A later definition of the same kind takes the place of the earlier one when a save is loaded. `begin` and what it returns are plain code: they cannot wait.
 * @throws {TypeError} if `kind` is no text, or `begin` no function. The word throws a NotInThreadError outside any thread.
 *
 * @example
 * const doors = new Map();
 * const waitForDoor = defineWait({
 *   kind: "castle.door",
 *   begin([door], settle) {
 *     doors.set(door, settle);
 *     return () => doors.delete(door);
 *   },
 * });
 * //@compile
 * function guest() {
 *   return waitForDoor("north") + " lets me in";
 * }
 * const waiting = guest();
 * waiting.waitingFor; // "castle.door(north), since frame 0"
 * doors.get("north")("the porter");
 * runToEnd(scheduler);
 * waiting.result; // "the porter lets me in"
 */
export function defineWait<A extends readonly unknown[], T = void>(
  definition: WaitDefinition<A, T>,
): (...args: A) => T {
  checkCount('defineWait', 1, arguments);
  checkOptions('defineWait', definition, ['kind', 'begin', 'name', 'unsavable']);
  const { kind, unsavable } = definition;
  checkName('defineWait', 'a name as kind', kind);
  checkFunction('defineWait', 'a function as begin', definition.begin);
  checkFunctionOption('defineWait', 'name', definition.name);
  if (unsavable !== undefined) checkName('defineWait', 'a text as unsavable', unsavable);
  definitions.set(kind, definition);
  return (...args) => {
    const word = wordOf(definition);
    const thread = needThread(word);
    return awaitNext(channelOf(new DefinedWait(definition, args), thread), false) as T;
  };
}

/** What the texts call the word. */
const wordOf = ({ name, kind }: WaitDefinition): string => (name === undefined ? kind : 'waitForEvent');

let begun = 0;

/** One wait of a kind that was defined: the source of one event, its end. Its channel has it as `source`. */
export class DefinedWait {
  readonly definition: WaitDefinition;
  readonly args: readonly unknown[];
  /** Those of one scheduler begin again in this order. */
  readonly rank: number = ++begun;
  /** By which texts and logs know a source. */
  readonly name: string;
  /** Where an error of what undoes it goes, as whoever settles it has nothing to do with that. */
  threw: ((error: unknown) => void) | null = null;
  undoCause: UndoCause = 'script';

  constructor(definition: WaitDefinition, args: readonly unknown[]) {
    this.definition = definition;
    this.args = args;
    this.name = definition.name?.(args) ?? definition.kind;
  }

  on(_type: string, listener: (value: unknown) => void): () => void {
    const { definition, args } = this;
    let isOver = false;
    let undo: ((cause: UndoCause) => void) | null = null;
    const leave = (): void => {
      const undoNow = undo;
      isOver = true;
      undo = null;
      undoNow?.(this.undoCause);
    };
    const given: unknown = definition.begin(args, (value: unknown) => {
      if (isOver) return;
      isOver = true;
      listener(value);
      // The next wait of the same kind may begin before the script leaves this one.
      try {
        leave();
      } catch (error) {
        this.threw?.(error);
      }
    });
    if (typeof given !== 'function') {
      throw badArgument(definition.kind, 'a `begin` that returns a function which undoes it', given);
    }
    undo = given as (cause: UndoCause) => void;
    if (isOver) leave();
    return leave;
  }
}

/** @internal Where a thread waits for it. */
export function channelOf(wait: DefinedWait, thread: Thread): Channel {
  const { definition, args } = wait;
  wait.threw = (error) => thread.scheduler.errors.threw(error);
  const channel = channelOfEvents(wordOf(definition), thread, wait, 'end', {});
  if (definition.name !== undefined) return channel;
  return { ...channel, label: () => `${definition.kind}(${args.map(show).join(', ')})` };
}
