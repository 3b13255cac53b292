import path from 'node:path';
import { openCache } from '../compile/cache.js';
import { compileAll } from '../compile/compile-all.js';
import type { Compiled, Source } from '../compile/compile.js';
import { type Config, readConfig, unreadConfigs, type Target } from '../config.js';
import { CliError, type Finding, notAFile, staleOutput, throwIfAny, unreadable, reasonOf } from '../errors.js';
import { NotAFile, readBytes } from '../files/files.js';
import { type SourceType, sourceTypeFinder } from '../files/package-type.js';
import { findInputs } from '../outputs/inputs.js';
import {
  foldersInTheWay,
  handwrittenAmong,
  isUpToDate,
  type Job,
  type OutputFile,
  planOutputs,
} from '../outputs/outputs.js';
import { removeLeftovers, writeAll } from '../outputs/writing.js';
import type { Outcome, Report } from '../report.js';

export interface BuildRequest {
  globs: readonly string[];
  outDir: string;
  sourceMaps: boolean;
  configFile: string | undefined;
  target?: Target | undefined;
  runtimeGlobal: string | undefined;
  isForPage?: boolean | undefined;
  /** Whether results are read from the cache and kept in it. */
  useCache: boolean;
  /** Whether outputs are only compared. */
  isCheck: boolean;
  cwd: string;
  report: Report;
}

/** What the last build knew of a file. */
interface Known {
  source: Source;
  compiled: Compiled;
}

/** What a build that watches knows from the builds before. The watcher removes what has changed. */
export interface Memory {
  config: Config | undefined;
  files: Map<string, Known>;
}

/**
 * Compiles all files in memory first and writes them only if every one compiled. Throws `Problems` with all errors.
 * Files without a mark are written too, so that imports between scripts keep working. Outputs that are as they would be
 * are not written.
 */
export async function build(request: BuildRequest, warnings: Finding[], memory: Memory = newMemory()): Promise<Built> {
  const { cwd, isCheck } = request;
  const outDir = path.resolve(cwd, request.outDir);
  const config = (memory.config ??= await readConfig(request));
  warnings.push(...unreadConfigs({ cwd, config }));
  const jobs = planOutputs(await findInputs(request.globs, { cwd, outDir }), { cwd, outDir });
  const problems: CliError[] = [];
  const results = await compileJobs(jobs, { request, config, memory, problems });
  for (const { compiled } of results)
    for (const finding of compiled.findings)
      if (finding.severity === 'error') problems.push(new CliError(finding));
      else warnings.push(finding);

  const outputs = results.flatMap(outputsOf);
  const changed = outputs.filter((one) => !isUpToDate(one));
  problems.push(...foldersInTheWay(changed, { cwd, outDir }), ...handwrittenAmong(changed, jobs, { cwd, outDir }));
  const shown = (file: string): string => path.relative(cwd, file);
  if (isCheck) problems.push(...changed.map(({ file }) => staleOutput(shown(file))));
  throwIfAny(problems);
  if (!isCheck) {
    if (changed.length > 0) await writeAll(changed, { cwd, outDir });
    else await removeLeftovers(outDir);
  }
  const written = new Set(changed.map(({ file }) => file));
  return {
    outputs,
    outcome: {
      files: jobs.length,
      written: [...written].map(shown),
      removed: [],
      unchanged: results.filter((one) => outputsOf(one).every(({ file }) => !written.has(file))).length,
      outDir: shown(outDir) || 'this folder',
      warnings,
      isCheck,
    },
  };
}

export interface Built {
  /** All outputs, written now or before. */
  outputs: readonly OutputFile[];
  outcome: Outcome;
}

export const newMemory = (): Memory => ({ config: undefined, files: new Map() });

interface Doing {
  request: BuildRequest;
  config: Config;
  memory: Memory;
  problems: CliError[];
}

/**
 * Reads and compiles what is not known from a build before. A file that cannot be read is a problem, and has no result.
 */
async function compileJobs(jobs: readonly Job[], { request, config, memory, problems }: Doing): Promise<Known[]> {
  const { cwd, runtimeGlobal, sourceMaps, report } = request;
  // An element of a page is a script unless it can only be a module; no package.json says it.
  const sourceTypeOf = config.options.page === true ? (): SourceType => 'node' : sourceTypeFinder();
  const sources: Source[] = [];
  for (const job of jobs) {
    if (memory.files.has(job.input)) continue;
    try {
      sources.push({ ...job, bytes: readBytes(job.input), sourceType: sourceTypeOf(job.input) });
    } catch (error) {
      const name = path.relative(cwd, job.input);
      problems.push(error instanceof NotAFile ? notAFile(name, error.kind) : unreadable(name, reasonOf(error)));
    }
  }
  const settings = { config, runtimeGlobal, sourceMaps, cwd };
  const compiled = await compileAll(sources, {
    settings,
    cache: request.useCache ? openCache(settings, Date.now()) : undefined,
    onFile: ({ input }, progress) => report.compiling(path.relative(cwd, input), progress),
  });
  for (const [index, source] of sources.entries())
    memory.files.set(source.input, { source, compiled: compiled[index]! });
  return jobs.flatMap(({ input }) => memory.files.get(input) ?? []);
}

function outputsOf({ source, compiled }: Known): OutputFile[] {
  const { output } = compiled;
  if (output === undefined) return [];
  if (output === 'copy') return [{ file: source.output, content: source.bytes }];
  const code = { file: source.output, content: output.code };
  return output.map === undefined ? [code] : [code, { file: `${source.output}.map`, content: output.map }];
}
