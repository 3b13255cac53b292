export { inspect, mayConcern, transform } from './transform.js';
export { findUncompiledWait } from './find-uncompiled-wait.js';
export {
  ALLOWABLE_CODES,
  DIAGNOSTICS,
  type DiagnosticKind,
  MARK_FILTER,
  MARKS,
  WAIT_FILTER,
  waitFilterOf,
} from './marks.js';
export { CompileError } from './compile-error.js';
export type { HotOptions, SourceMap, SourceType, TransformOptions, TransformResult } from './types.js';
export type * from './plugin.js';
