import os from 'node:os';
import type { Tinypool } from 'tinypool';
import type { Cache } from './cache.js';
import type { Compiled, Settings, Source } from './compile.js';

export interface CompileOptions {
  settings: Settings;
  cache: Cache | undefined;
  /** How many threads compile; undefined: as many as are faster. */
  threads: number | undefined;
  /** Is called before each file that has to be compiled. */
  onFile: (source: Source, progress: { number: number; total: number }) => void;
}

/**
 * A worker loads Babel anew, which takes as long as compiling some hundreds of small scripts (`node bench/command.js`):
 * below this number of bytes for each thread, a further one is no gain.
 */
const BYTES_PER_THREAD = 200_000;
/** Each has a Babel of its own, some 100 MB. `--jobs` may ask for more. */
const MOST_THREADS = 8;
/** The number of files that a thread gets at once. */
const BATCH = 32;

/** What each source becomes, in their order: out of the cache, or compiled. */
export async function compileAll(sources: readonly Source[], options: CompileOptions): Promise<Compiled[]> {
  const { cache } = options;
  const keys = sources.map((source) => cache?.keyOf(source));
  const results = keys.map((key) => (key === undefined ? undefined : cache!.get(key)));
  const missing = [...results.keys()].filter((index) => results[index] === undefined);
  if (missing.length > 0) {
    const compiled = await compileThese(
      missing.map((index) => sources[index]!),
      options,
    );
    for (const [at, index] of missing.entries()) {
      results[index] = compiled[at]!;
      if (keys[index] !== undefined) cache!.put(keys[index], compiled[at]!);
    }
    cache?.prune();
  }
  return results as Compiled[];
}

async function compileThese(sources: readonly Source[], options: CompileOptions): Promise<Compiled[]> {
  const { settings, onFile } = options;
  const threads = options.threads ?? usefulThreads(sources);
  if (threads > 1) return inWorkers(sources, threads, options);
  // Babel is loaded only if there is something to compile.
  const { createCompiler } = await import('./compile.js');
  const compile = createCompiler(settings);
  const compiled: Compiled[] = [];
  for (const [index, source] of sources.entries()) {
    onFile(source, { number: index + 1, total: sources.length });
    compiled.push(compile(source));
  }
  return compiled;
}

function usefulThreads(sources: readonly Source[]): number {
  const bytes = sources.reduce((sum, source) => sum + source.bytes.length, 0);
  const useful = Math.floor(bytes / BYTES_PER_THREAD);
  return Math.max(1, Math.min(os.availableParallelism(), MOST_THREADS, sources.length, useful));
}

async function inWorkers(
  sources: readonly Source[],
  threads: number,
  { settings, onFile }: CompileOptions,
): Promise<Compiled[]> {
  const { checkOptions } = await import('./check-options.js');
  checkOptions(settings);
  const { Tinypool: Pool } = await import('tinypool');
  const pool: Tinypool = new Pool({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
  });
  let number = 0;
  try {
    const batches = Array.from({ length: Math.ceil(sources.length / BATCH) }, (_, index) =>
      sources.slice(index * BATCH, (index + 1) * BATCH),
    );
    const compiled = await Promise.all(
      batches.map(async (batch) => {
        const done = (await pool.run({ settings, sources: batch })) as Compiled[];
        number += batch.length;
        onFile(batch.at(-1)!, { number, total: sources.length });
        return done;
      }),
    );
    return compiled.flat();
  } finally {
    await pool.destroy();
  }
}
