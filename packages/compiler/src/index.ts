export { inspect, mayConcern, transform } from './transform.js';
export { findUncompiledWait } from './find-uncompiled-wait.js';
export { MARK_FILTER, WAIT_FILTER, waitFilterOf } from './text-filters.js';
export { ALLOWABLE_CODES, DIAGNOSTICS, MARKS, type DiagnosticKind } from './marks.js';
export { CompileError } from './compile-error.js';
export type { HotOptions, SourceMap, SourceType, TransformOptions, TransformResult } from './types.js';
export type * from './plugin.js';
