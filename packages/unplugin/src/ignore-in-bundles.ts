/** The runtime on the ignore list of the source maps that bundlers write. */
import path from 'node:path';
import { findRuntime, patternOf, withRuntime, type IgnoreList } from './ignore-list.js';
import type { Session } from './session.js';

/** What is used of the output options of Rollup and Rolldown. */
export interface OutputOptions {
  sourcemapIgnoreList?: IgnoreList | boolean | string | RegExp;
}

export interface RollupContext {
  readonly meta: { readonly rolldownVersion?: string; readonly watchMode?: boolean };
}

interface RollupHooks {
  buildStart?(this: RollupContext): void;
  outputOptions(this: RollupContext, options: OutputOptions): OutputOptions;
}

/** For Rollup and Rolldown, which also say whether they watch. */
export function ignoreRuntimeInRollup(session: Session, dev: boolean | undefined): RollupHooks {
  return {
    buildStart() {
      session.isDev = dev ?? (this.meta.watchMode === true || process.env.NODE_ENV === 'development');
    },
    outputOptions(options) {
      return addToOutput(options, this.meta);
    },
  };
}

/** The output options with the runtime on the list. */
export function addToOutput(options: OutputOptions, { rolldownVersion }: RollupContext['meta']): OutputOptions {
  const given = options.sourcemapIgnoreList;
  const folder = findRuntime(process.cwd());
  if (rolldownVersion !== undefined && given === undefined)
    return { ...options, sourcemapIgnoreList: patternOf(folder) };
  // A text or a pattern of the user says all that is to be ignored.
  if (typeof given === 'string' || given instanceof RegExp) return options;
  return { ...options, sourcemapIgnoreList: withRuntime(given, folder) };
}

/** What is used of webpack and Rspack. */
interface Compiler {
  readonly context: string;
  readonly webpack: {
    readonly Compilation: { readonly PROCESS_ASSETS_STAGE_DEV_TOOLING: number };
    readonly sources: { readonly RawSource: new (text: string) => object };
  };
  readonly hooks: { readonly thisCompilation: { tap(name: string, f: (compilation: Compilation) => void): void } };
}

interface Compilation {
  readonly hooks: {
    readonly processAssets: { tap(options: { name: string; stage: number }, f: (assets: Assets) => void): void };
  };
  updateAsset(name: string, source: object): void;
}

type Assets = Readonly<Record<string, { source(): string | Buffer }>>;

interface SourceMap {
  readonly sources: readonly string[];
  readonly ignoreList?: readonly number[];
}

/**
 * webpack and Rspack have no option for it where `devtool` is a word. The maps that they write to files are changed here. Maps inside of
 * `eval` are not: there the debugger's own rule for `node_modules` holds.
 */
export function ignoreRuntimeInWebpack(compiler: object): void {
  const { context, webpack, hooks } = compiler as Compiler;
  const folder = findRuntime(context);
  if (folder === undefined) return;
  const name = 'spindle-ignore-list';
  // In maps a file is named relative to the project.
  const relative = path.relative(context, folder).replaceAll(path.sep, '/');
  const isOfRuntime = (source: string): boolean =>
    source.includes('/@spindle/runtime/') || source.includes(`/${relative}/`);
  hooks.thisCompilation.tap(name, (compilation) => {
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 1;
    compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
      for (const [file, asset] of Object.entries(assets)) {
        if (!/\.[cm]?js\.map$/.test(file)) continue;
        const text = asset.source().toString();
        const changed = ignoring(text, isOfRuntime);
        if (changed !== undefined) compilation.updateAsset(file, new webpack.sources.RawSource(changed));
      }
    });
  });
}

/** The map with the sources on its list, if there are any. */
function ignoring(text: string, isIgnored: (source: string) => boolean): string | undefined {
  if (!isIgnored(text)) return undefined;
  const map = JSON.parse(text) as SourceMap;
  const found = map.sources.flatMap((source, index) => (isIgnored(source) ? [index] : []));
  if (found.length === 0) return undefined;
  const ignoreList = [...new Set([...(map.ignoreList ?? []), ...found])].sort((a, b) => a - b);
  return JSON.stringify({ ...map, ignoreList });
}
