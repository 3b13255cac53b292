/** What the caller gives and gets. */
import type { SpindleReport, ThreadsOptions } from './plugin.js';

/** `node`: a script unless it can only be a module, as Node reads a file whose package has no `type`. */
export type SourceType = 'module' | 'script' | 'unambiguous' | 'node';

/** The options of the plugin, and those of the file. */
export interface TransformOptions extends Omit<ThreadsOptions, 'onDiagnostic'> {
  /** The file, for messages, the source map and the syntax: `.ts`, `.tsx`, `.mts` and `.cts` are read as TypeScript. */
  readonly filename?: string | undefined;
  /** Default: `unambiguous`, which looks at the extension and at the code. */
  readonly sourceType?: SourceType;
  /** Default: true. */
  readonly sourceMap?: boolean;
  /**
   * In development: a module whose top level only defines functions, classes and constants accepts updates of itself. With the target
   * `frames` it has what `saves` asks for, unless that is `false`. See `@spindle/runtime/hot`.
   */
  readonly hot?: HotOptions | undefined;
  /** A script of a Svelte component or module: it has runes, and Svelte keeps all names that begin with `$` for itself. */
  readonly isSvelte?: boolean;
  /** The source map of what made this source, if anything did. */
  readonly inputMap?: object | undefined;
}

export interface HotOptions {
  /** The bundler's context for hot updates: `import.meta.hot` or `import.meta.webpackHot`. */
  readonly context: string;
  /** How the page's console names the file. Default: `filename`. */
  readonly file?: string | undefined;
}

export interface TransformResult {
  /** The compiled code. It still has its types and its JSX. The source itself if nothing in it was compiled. */
  readonly code: string;
  /** Null without `sourceMap`, and where nothing was compiled. */
  readonly map: SourceMap | null;
  /** What became of each function, and why; and the diagnostics, which are told nowhere else. */
  readonly report: SpindleReport;
  /** With `hot`: whether the module accepts updates of itself. */
  readonly acceptsUpdates: boolean;
}

/** A source map of version 3. */
export interface SourceMap {
  version: number;
  sources: string[];
  names: string[];
  sourcesContent?: string[] | undefined;
  sourceRoot?: string | undefined;
  mappings: string;
  file?: string | undefined;
}
