import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCompiler } from '../compile/load-compiler.js';
import { readConfig } from '../config.js';
import { CliError, textOf } from '../errors.js';
import { exists } from '../files/files.js';
import { sourceTypeFinder } from '../files/package-type.js';
import { findInputs } from '../outputs/inputs.js';
import { counted, type Screen } from '../report.js';
import type { FileRecord } from './read-records.js';

export interface CheckRequest {
  readonly saves: readonly string[];
  /** Globs of scripts, beside those that the saves name. */
  readonly scripts: string | undefined;
  readonly onEdit: string | undefined;
  readonly configFile: string | undefined;
  readonly cwd: string;
  readonly stdout: Screen;
  readonly stderr: Screen;
  /** The file that checks, in a process of its own. */
  readonly checker: URL;
}

/** `checker.ts`, built. */
export const builtChecker: URL = new URL('./checker.js', import.meta.url);

/** What the process is told that has the runtime of the project. */
export interface CheckOrder {
  readonly cwd: string;
  readonly saves: readonly { readonly name: string; readonly text: string }[];
  readonly records: readonly FileRecord[];
  readonly onEdit: string | undefined;
}

/** What it answers: of each save in plain words what a load would do. */
export interface Checked {
  readonly name: string;
  readonly lines: readonly string[];
  readonly fits: boolean;
}

/**
 * Would the saves load into this build? The scripts that they need are compiled in memory, and none of them is run: what a save needs of them stands in
 * their text. Gives whether all fit.
 */
export async function checkSaves(request: CheckRequest): Promise<boolean> {
  const { cwd, stdout, onEdit } = request;
  const files = await findInputs(request.saves, { cwd, outDir: cwd });
  const saves = files.map(({ file }) => ({ name: path.relative(cwd, file), text: readFileSync(file, 'utf8') }));
  const records = await readScripts(request, new Set(saves.flatMap(({ text }) => scriptsOf(text))));
  const results = await inOtherProcess(request.checker, { cwd, saves, records, onEdit });
  for (const { name, fits, lines } of results)
    stdout.write(
      [`${name}: ${fits ? 'fits' : 'does not fit'} this build`, ...lines.map((one) => `  ${one}`), ''].join('\n'),
    );
  const bad = results.filter(({ fits }) => !fits);
  stdout.write(
    bad.length === 0
      ? `All ${counted(saves.length, 'save')} fit.\n`
      : `${bad.length} of ${counted(saves.length, 'save')} do not fit.\n`,
  );
  return bad.length === 0;
}

/** The files that the head of a save names; none if it is no save, which the check tells. */
function scriptsOf(text: string): string[] {
  try {
    const [, , , files] = JSON.parse(text.slice(0, text.indexOf('\n'))) as readonly unknown[];
    return (files as readonly unknown[]).map(String);
  } catch {
    return [];
  }
}

/** Compiles what is there of them. */
async function readScripts(request: CheckRequest, names: ReadonlySet<string>): Promise<FileRecord[]> {
  const { cwd, scripts, stderr } = request;
  const config = await readConfig(request);
  const root = path.resolve(cwd, (config.options['root'] as string | undefined) ?? folderOfPackage(cwd));
  const more = scripts === undefined ? [] : await findInputs([scripts], { cwd, outDir: cwd });
  const named = Array.from(names, (name) => path.join(root, name)).filter(exists);
  const files = [...new Set([...named, ...more.map(({ file }) => file)])];
  // A script that runs on its own has no game that puts the runtime elsewhere.
  const { runtime: _, ...own } = config.options;
  const options = { ...own, target: 'frames', saves: true, root };
  const settings = { config: { ...config, options }, runtimeGlobal: undefined, sourceMaps: false, cwd };
  const compile = await loadCompiler(settings, files);
  const { readRecord } = await import('./read-records.js');
  const sourceTypeOf = sourceTypeFinder();
  return files.flatMap((file) => {
    const { output, findings } = compile({
      input: file,
      output: file,
      bytes: readFileSync(file),
      sourceType: sourceTypeOf(file),
    });
    for (const one of findings) stderr.write(`${textOf(one)}\n`);
    if (output === undefined) throw new CliError(findings.find(({ severity }) => severity === 'error')!);
    const record = output === 'copy' ? undefined : readRecord(output.code);
    return record === undefined ? [] : [record];
  });
}

/** The nearest one above that has a package.json. */
function folderOfPackage(folder: string): string {
  const above = path.dirname(folder);
  return above === folder || exists(path.join(folder, 'package.json')) ? folder : folderOfPackage(above);
}

/** It finds the runtime that the project finds. */
function inOtherProcess(checker: URL, order: CheckOrder): Promise<readonly Checked[]> {
  const child = fork(fileURLToPath(checker), { cwd: order.cwd, stdio: 'inherit' });
  return new Promise((done, failed) => {
    child.once('message', (answer) => {
      const { problem, results } = answer as { readonly problem?: CliError['finding']; readonly results?: Checked[] };
      if (problem === undefined) done(results!);
      else failed(new CliError(problem));
    });
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`The check has ended with ${String(code)}.`)));
    child.send(order);
  });
}
