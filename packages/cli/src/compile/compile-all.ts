import type { Cache } from './cache.js';
import type { Compiled, Settings, Source } from './compile.js';
import { loadCompiler } from './load-compiler.js';

export interface CompileOptions {
  settings: Settings;
  cache: Cache | undefined;
  /** Is called before each file that has to be compiled. */
  onFile: (source: Source, progress: { number: number; total: number }) => void;
}

/** What each source becomes, in their order: out of the cache, or compiled. */
export async function compileAll(
  sources: readonly Source[],
  { settings, cache, onFile }: CompileOptions,
): Promise<Compiled[]> {
  const known = sources.map((source) => {
    const key = cache?.keyOf(source);
    return { source, key, compiled: key === undefined ? undefined : cache!.get(key) };
  });
  const missing = known.filter(({ compiled }) => compiled === undefined);
  if (missing.length > 0) {
    const files = missing.map(({ source }) => source.input);
    const compile = await loadCompiler(settings, files);
    for (const [index, one] of missing.entries()) {
      onFile(one.source, { number: index + 1, total: missing.length });
      one.compiled = compile(one.source);
      if (one.key !== undefined) cache!.put(one.key, one.compiled);
    }
    cache?.prune();
  }
  return known.map(({ compiled }) => compiled!);
}
