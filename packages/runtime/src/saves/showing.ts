/** What a script shows, and shows again when a save is loaded. Its row is in the table of who imports this alone. */
import { checkCount, checkFunction } from '../arguments.js';
import { SmallSet } from '../collections/small-set.js';
import { DEV } from '../messages/development.js';
import type { Thread } from '../threads/thread.js';
import { askAs } from '../waits/predicate.js';
import { needThread } from '../waits/wait-arguments.js';
import { aThread, type Field, number, row, rowOfClass, table, value } from './fields.js';

let count = 0;

/** What `shown` gives. It is over when its thread ends, too. */
export class Showing {
  /** @internal */
  readonly thread: Thread;
  /** @internal */
  readonly show: () => unknown;
  /** @internal What came later stands above the others. */
  order: number = ++count;

  /** @internal */
  constructor(thread: Thread, show: () => unknown) {
    this.thread = thread;
    this.show = show;
  }

  /** @internal */
  call(): void {
    askAs(this.thread, DEV ? 'the function of shown' : '', this.show);
  }

  /** A load shows it no more. It takes nothing off the page. */
  end(): void {
    this.thread.rare?.listeners?.delete(this);
  }

  /** @internal Its thread has ended. */
  close(): void {}
}

/** Those of a load, in their order. */
type Shows = { readonly of: Showing; (): void }[];

/** Calls it when all of the save is in its place, unless it has ended by then. */
const showField: Field = {
  ...value,
  load(json, from, of: Showing) {
    const given = from.value(json);
    if (typeof given !== 'function') from.damaged('nothing that can be shown');
    const shows = from.shows as Shows;
    const call = (): void => void (of.thread.rare?.listeners?.toArray().includes(of) === true && of.call());
    const at = shows.findIndex((other) => other.of.order > of.order);
    shows.splice(at < 0 ? shows.length : at, 0, Object.assign(call, { of }));
    count = Math.max(count, of.order);
    return given;
  },
};

const showing = row(
  'Showing',
  Showing.prototype,
  'thread order show',
  { thread: aThread, order: number, show: showField },
  () => new Showing(null as never, null as never),
);
table.set(showing.tag, showing);
rowOfClass.set(showing.prototype, showing);

/**
 * In a script: calls a function, and calls it again after each load of a save that was made before the thread has ended, or before `end()`. It cannot wait:
 * `const caption = shown(() => ui.caption(words)); waitSignal('key'); ui.hide(); caption.end();`
 */
export function shown(show: () => unknown): Showing {
  checkCount('shown', 1, arguments);
  const thread = needThread('shown');
  checkFunction('shown', 'a function', show);
  const made = new Showing(thread, show);
  made.call();
  (thread.ownRare.listeners ??= new SmallSet()).add(made);
  return made;
}
