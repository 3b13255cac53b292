export { mayConcern, transform } from './transform.js';
export { CompileError } from './compile-error.js';
export type { SourceMap, SourceType, TransformOptions, TransformResult } from './types.js';
export type * from './plugin.js';
