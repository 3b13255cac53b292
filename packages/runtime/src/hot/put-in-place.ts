/** A version of a module takes the place of those before it. */
import type { CompiledFunction } from '../execution/compiled-function.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import { goOn, type Outcome } from './go-on.js';
import { makeAgain } from './made.js';
import { replace, type Replaceable } from './redirect.js';

type Bindings = Readonly<Record<string, unknown>>;

interface Given {
  /** As messages name the module. */
  readonly file: string;
  /** Its name in saves, and those of others that have another version since the last update. */
  readonly files: ReadonlySet<string>;
  /** The functions and classes of those before it, the oldest first. */
  readonly versions: readonly Bindings[];
  readonly bindings: Bindings;
  readonly schedulers: readonly Scheduler[];
}

export interface Update extends Outcome {
  /** Of functions that are taken to be as they were, and may be others of the same text. */
  readonly doubts: readonly string[];
}

export function putInPlace({ file, files, versions, bindings, schedulers }: Given): Update {
  const old = new Set<CompiledFunction>();
  for (const version of versions)
    for (const name of Object.keys(version)) replace(version[name] as Replaceable, bindings[name] as Replaceable, old);
  const doubts = makeAgain(files, old);
  return { ...goOn(schedulers, { file, files, old }), doubts };
}
