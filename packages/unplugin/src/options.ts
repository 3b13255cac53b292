import type { TransformOptions } from '@spindle/compiler';

/** A glob from the working directory, or a regular expression for the whole id of a module. */
export type Pattern = string | RegExp;

/** The options of the compiler that are the same for all files. */
export type CompilerOptions = Omit<
  TransformOptions,
  'filename' | 'hot' | 'inputMap' | 'isSvelte' | 'sourceMap' | 'sourceType'
>;

/** The options of the compiler, and which files it gets. */
export interface SpindleOptions extends CompilerOptions {
  /** Files that are looked at. Default: JavaScript and TypeScript, and scripts of other files that a bundler asks for with `lang.ts` in the query. */
  readonly include?: Pattern | readonly Pattern[] | undefined;
  /** Files that are not. Those in `node_modules` never are. */
  readonly exclude?: Pattern | readonly Pattern[] | undefined;
  /**
   * Whether a page is developed: diagnostics are then written to its console too, and in Vite, webpack and Rspack scripts are updated while they run. Default: Vite's dev server; webpack and Rspack with
   * `mode: 'development'`; Rollup and Rolldown while they watch; elsewhere, if `NODE_ENV` is `development`.
   */
  readonly dev?: boolean | undefined;
  /**
   * Whether, in a page that is developed, what scripts throw and nothing catches stands on the page. Default true; with Vite, what `server.hmr.overlay` says.
   */
  readonly overlay?: boolean | undefined;
}

const SCRIPTS = /\.[cm]?[jt]sx?(?:$|\?)/;

/** Packages, which are compiled before they are published; modules that bundlers make up; files that are imported as a text or an address. */
const NEVER: readonly Pattern[] = [/[\\/]node_modules[\\/]/, /^\0/, /[?&](?:raw|url|inline)(?:[&=]|$)/];

const listOf = (given: Pattern | readonly Pattern[] = []): Pattern[] =>
  typeof given === 'string' || given instanceof RegExp ? [given] : [...given];

/** The filter for the id of a module. `others`: what is looked at beside scripts. */
export function idFilter(
  { include, exclude }: SpindleOptions,
  others: readonly Pattern[],
): { include: Pattern[]; exclude: Pattern[] } {
  return {
    include: include === undefined ? [SCRIPTS, ...others] : listOf(include),
    exclude: [...NEVER, ...listOf(exclude)],
  };
}
