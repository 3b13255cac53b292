import { readFileSync } from 'node:fs';
import type { SpindleReport } from 'babel-plugin-threads';
import { loadCompiler } from '../compile/load-compiler.js';
import { readConfig, type Target } from '../config.js';
import { CliError, noFunction, nothingMarked, Problems, textOf } from '../errors.js';
import { sourceTypeFinder } from '../files/package-type.js';
import { findScript } from '../outputs/outputs.js';
import type { Screen } from '../report.js';
import type { Inspected } from './inspected.js';
import { lineTable } from './line-table.js';
import { sideBySide } from './side-by-side.js';

export interface InspectRequest {
  file: string;
  /** The id of a function, or its end; undefined: all. */
  functionName: string | undefined;
  configFile: string | undefined;
  target?: Target | undefined;
  cwd: string;
  stdout: Screen;
  stderr: Screen;
}

/**
 * Shows a source beside what it became, with a reason at each call and loop that may wait. Writes no file. Gives false if nothing of what it
 * shows is compiled.
 */
export async function inspect(request: InspectRequest): Promise<boolean> {
  const inspected = await compileFile(request);
  const { functionName, stdout } = request;
  const { functions, name } = inspected;
  const shown = functionName === undefined ? functions : functions.filter(({ id }) => isNamed(id, functionName));
  if (shown.length === 0)
    throw new Problems([
      functions.length === 0
        ? nothingMarked(name)
        : noFunction(
            functionName!,
            name,
            functions.map(({ id }) => id),
          ),
    ]);
  stdout.write(sideBySide({ ...inspected, functions: shown }, stdout));
  return shown.some(({ form }) => form !== 'left out');
}

/** `patrol` is `Guard.patrol`, and `Guard.patrol>arrow` is of it too. */
function isNamed(id: string, wanted: string): boolean {
  return id.split('>').some((part) => part === wanted || part.endsWith(`.${wanted}`)) || id === wanted;
}

async function compileFile(request: InspectRequest): Promise<Inspected> {
  const { file: name, cwd, stderr } = request;
  const file = findScript(name, cwd);
  const config = await readConfig(request);
  let report: SpindleReport | undefined;
  const settings = { config, runtimeGlobal: undefined, sourceMaps: true, cwd };
  const compile = await loadCompiler(settings, [file], (given) => (report = given));
  const bytes = readFileSync(file);
  const { output, findings } = compile({ input: file, output: file, bytes, sourceType: sourceTypeFinder()(file) });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (output === undefined) throw new Problems(errors.map((one) => new CliError(one)));
  for (const one of findings) stderr.write(`${textOf(one)}\n`);
  if (output === 'copy' || report === undefined) throw new Problems([nothingMarked(name)]);
  const code = output.code.replace(/\n\/\/# sourceMappingURL=.*\n$/, '');
  return {
    name,
    source: bytes.toString().replace(/\n$/, '').split('\n'),
    output: code.split('\n'),
    sourceLines: lineTable(code, output.map!, report.functions),
    functions: report.functions,
  };
}
