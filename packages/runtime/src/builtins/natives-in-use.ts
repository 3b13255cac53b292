/** The versions of natives that can pause, once compiled code calls them: a save finds them here. */
import type { ReplaceVersion, Version, Versions } from './operations.js';

/** What is generated from uncompiled/pausable.ts. */
export interface PausableNatives {
  readonly arrays: Versions;
  readonly from: Version;
  readonly collections: Versions;
  readonly replace: ReplaceVersion;
}

/** Those of the targets that are in use. */
export const pausableNatives: PausableNatives[] = [];
