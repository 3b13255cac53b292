/**
 * Waits for Promises that say how they begin again when a save is loaded: `waitFor(promise, { restart: () => fetchScore() })`. The thread then calls that
 * itself, in a frame that is put where the Promise was waited for:
 *
 *   leaf ──▶ restart, before its call ──▶ the frame that waited
 */
import { checkFunction } from '../arguments.js';
import { codeOf } from '../execution/compiled-function.js';
import type { FrameCode } from '../execution/frame-code.js';
import { F2, type FrameObject } from '../execution/frame-objects.js';
import { addLayer } from '../execution/layers.js';
import { pending } from '../execution/suspension.js';
import { kinds } from '../execution/wait-kind-table.js';
import type { Thread } from '../threads/thread.js';
import { itselfOf, Settling } from '../waits/promise.js';
import { restart as restartWord } from '../words/restart-frames.generated.js';
import { type Field, orNone } from './fields.js';

/** By the Promise, or by the frame of the call that waits for one. */
const restarts = new WeakMap<object, Function>();

/** `options`: also the object of `waitFor(hero.loading)`, which the compiler puts there. As that has the Promise, it is no such literal. */
function noteRestart(awaited: unknown, options: unknown): void {
  if (typeof options !== 'object' || options === null || Object.getPrototypeOf(options) !== Object.prototype) return;
  const [key, ...others] = Reflect.ownKeys(options);
  if (key !== 'restart' || others.length > 0) return;
  const { restart } = options as { restart: Function };
  checkFunction('waitFor', 'a function as restart', restart);
  const known = pending.kind === null ? awaited : pending.top;
  if (typeof known === 'object' && known !== null) restarts.set(known, restart);
}

addLayer({ restart: noteRestart });

const code = codeOf(restartWord) as FrameCode;

/** How the wait of a thread for a Promise begins again, and in which frame. Null if nothing says so. */
function restartOf({ leaf, content }: Thread): { readonly restart: unknown; readonly leaf: unknown } | null {
  const known = restarts.get(itselfOf((content as Settling).awaited));
  if (known !== undefined) return { restart: known, leaf };
  for (let frame = leaf as FrameObject | null; frame !== null; frame = frame.parent as FrameObject | null) {
    const restart = frame.code === code ? frame.l0 : restarts.get(frame);
    if (restart !== undefined) return { restart, leaf: frame.parent };
  }
  return null;
}

/** The subject of a wait for a Promise. */
export const restarted: Field = {
  save(given: Settling, to, thread: Thread, key) {
    const found = restartOf(thread);
    if (found !== null) return to.value(found.restart, key);
    const mend = 'Say how it begins again, `waitFor(promise, { restart: () => … })`, or save when it has settled.';
    return to.refuse('promise', `waits for ${kinds.promise.label(given)}`, mend, key);
  },
  load(json, from) {
    const restart = from.value(json);
    return typeof restart === 'function' ? restart : from.damaged('a wait for a Promise that cannot begin again');
  },
};

const frame = orNone('F2', 'F4', 'F8');

/** The frame of a thread that waits. */
export const leaf: Field = {
  ...frame,
  save: (given, to, thread: Thread, key) =>
    frame.save(thread.kind === kinds.promise ? (restartOf(thread)?.leaf ?? given) : given, to, thread, key),
};

/** When all is in its place: the threads call what begins their waits again as soon as they go on. */
export function restartWaits(threads: readonly Thread[]): void {
  for (const thread of threads) {
    const { content: restart } = thread;
    if (thread.kind !== kinds.promise || typeof restart !== 'function') continue;
    const begins = new F2(code, undefined, 1);
    begins.l0 = restart;
    begins.l1 = thread.keeps;
    begins.parent = thread.leaf as FrameObject;
    thread.leaf = begins as never;
    const settling = new Settling(thread, Promise.resolve());
    thread.content = settling;
    settling.listen();
  }
}
