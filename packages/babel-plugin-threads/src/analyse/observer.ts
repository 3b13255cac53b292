/** Who watches the analysis: the validation, which stands above it. */
import type { types as t } from '@babel/core';
import type { Path } from '../babel/path.js';
import type { CallPlan } from '../plan.js';
import type { Place } from './function-contexts.js';

/** What is told of the one walk through the file, and of what was found out, once all is known. */
export interface Observer {
  /** A free name, in the place in which it stands. */
  seeName(path: Path<t.Identifier>, place: () => Place): void;
  /** A call in a place that cannot pause, with the name of the place. */
  seeCallInPlace(path: Path, placeName: string): void;
  /** A call that stands in no compiled function. */
  seeCallOutside(path: Path, place: Place): void;
  /** A call that a mark covers, wherever it stands. */
  seeOwnCall(path: Path, place: Place): void;
  /** A direct `eval`. */
  seeEval(path: Path, place: Place): void;
  /** Writes the diagnostics into the Plan, once it is known which calls wait. */
  settle(paths: ReadonlyMap<CallPlan, Path>): void;
}
