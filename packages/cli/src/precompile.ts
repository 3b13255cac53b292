import path from 'node:path';
import { createCompiler } from './compile.js';
import { readConfig } from './config.js';
import { CliError, throwIfAny } from './errors.js';
import { findInputs } from './inputs.js';
import { planOutputs, writeAll, type OutputFile } from './outputs.js';
import type { Report } from './report.js';

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
  const options = await readConfig(request);
  const compile = await createCompiler({ options, sourceMaps, cwd, colour: report.colour });
  const steps = planOutputs(await findInputs(request.globs, { cwd, outDir }), { cwd, outDir });

  const problems: CliError[] = [];
  const outputs: OutputFile[] = [];
  for (const [index, step] of steps.entries()) {
    report.compiling(path.relative(cwd, step.input), { number: index + 1, total: steps.length });
    try {
      outputs.push(...(await compile(step)));
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      problems.push(error);
    }
  }
  throwIfAny(problems);
  await writeAll(outputs, { cwd, outDir });
  report.done(
    `${steps.length} ${steps.length === 1 ? 'file' : 'files'} compiled into ${path.relative(cwd, outDir) || '.'}.`,
  );
}
