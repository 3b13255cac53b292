import type { PluginObj } from '@babel/core';
import type { ThreadsOptions } from './public.js';
import { makePlugin, type ThreadsApi, USUAL } from './plugin.js';

export { longHashOf } from './babel/hash.js';
export { findUncompiledWait } from './validate/marks/unmarked-file.js';
export { findTooDeep } from './too-deep.js';
export { MARK_FILTER, mayConcern, WAIT_FILTER, waitFilterOf } from './marks/text-filters.js';
export { ALLOWABLE, DIAGNOSTICS } from './messages/warnings.js';
export { MARKS } from './marks/mark-kinds.js';
export { asProgram, isProgram, mayBeProgram, saysCommonJs } from './marks/program-mark.js';
export type { ThreadsApi } from './plugin.js';
export type * from './public.js';

/** Compiles functions marked `// @compile` into cooperative threads. */
export default function threads(api: ThreadsApi, given: ThreadsOptions = {}): PluginObj {
  return makePlugin(api, given, USUAL);
}
