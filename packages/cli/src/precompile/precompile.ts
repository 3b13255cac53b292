import path from 'node:path';
import { createCompiler } from '../compile/compile.js';
import { readConfig, unreadConfig } from '../config.js';
import { type CliError, throwIfAny } from '../errors.js';
import { findInputs } from '../outputs/inputs.js';
import { foldersInTheWay, handwrittenAmong, planOutputs, type OutputFile } from '../outputs/outputs.js';
import { counted, type Report } from '../report.js';
import { writeAll } from '../outputs/writing.js';

export interface PrecompileRequest {
  globs: readonly string[];
  outDir: string;
  sourceMaps: boolean;
  configFile: string | undefined;
  runtimeGlobal: string | undefined;
  cwd: string;
  report: Report;
}

/**
 * Compiles all files in memory first and writes them only if every one compiled. Throws `Problems` with all errors.
 * Files without a mark are written too, so that imports between scripts keep working.
 */
export async function precompile(request: PrecompileRequest): Promise<void> {
  const { cwd, report, sourceMaps } = request;
  const outDir = path.resolve(cwd, request.outDir);
  const { runtimeGlobal } = request;
  const config = await readConfig(request);
  const compile = await createCompiler({ config, runtimeGlobal, sourceMaps, cwd, colour: report.colour });
  const jobs = planOutputs(await findInputs(request.globs, { cwd, outDir }), { cwd, outDir });

  const problems: CliError[] = [];
  const outputs: OutputFile[] = [];
  const unread = unreadConfig({ cwd, config });
  const warnings: string[] = unread === undefined ? [] : [`warning: ${unread}`];
  for (const [index, job] of jobs.entries()) {
    report.compiling(path.relative(cwd, job.input), { number: index + 1, total: jobs.length });
    const compiled = await compile(job);
    outputs.push(...compiled.files);
    warnings.push(...compiled.warnings);
    problems.push(...compiled.problems);
  }
  problems.push(...foldersInTheWay(outputs, { cwd, outDir }), ...handwrittenAmong(outputs, jobs, { cwd, outDir }));
  report.warnings(warnings);
  throwIfAny(problems);
  await writeAll(outputs, { cwd, outDir });
  report.done(`${counted(jobs.length, 'file')} compiled into ${path.relative(cwd, outDir) || 'this folder'}`);
}
