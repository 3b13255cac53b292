import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import { main } from '../src/main.js';

const runtime = fileURLToPath(new URL('../../runtime', import.meta.url));

/** What the plugin has written below a folder, an engine can read. Links are not followed: they may lead back. */
function mustParse(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) mustParse(file);
    if (!entry.isFile() || !/\.[cm]?jsx?$/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    // What was only copied need not be JavaScript.
    if (!text.includes('@compiled')) continue;
    try {
      parse(text, { sourceType: 'unambiguous', plugins: file.endsWith('x') ? ['jsx'] : [] });
    } catch (error) {
      throw new Error(`${file} does not parse: ${(error as Error).message}\n${text}`, { cause: error });
    }
  }
}

/** A folder under the system's temporary one, with these files in it; gone after the test. */
export class Project {
  readonly folder: string = mkdtempSync(path.join(tmpdir(), 'spindle-cli-'));

  constructor(files: Record<string, string>) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string | Buffer): void {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }

  /** All files below a folder, hidden ones too. */
  list(name = '.'): string[] {
    const folder = path.join(this.folder, name);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => !lstatSync(path.join(folder, file)).isDirectory())
      .sort();
  }

  /** Runs `spindle` here; gives the exit code and what it wrote to stderr. */
  async spindle(
    args: string[],
    screen: { isTTY?: boolean; columns?: number } = {},
  ): Promise<{ code: number; text: string }> {
    let text = '';
    const stderr = { ...screen, write: (part: string) => (text += part) };
    const code = await main(args, { cwd: this.folder, stderr });
    mustParse(this.folder);
    return { code, text };
  }

  /** Runs a file here with Node, where it finds the runtime; gives what it printed. */
  run(file: string, flags: readonly string[] = []): string {
    const packages = path.join(this.folder, 'node_modules/@spindle');
    mkdirSync(packages, { recursive: true });
    if (!existsSync(path.join(packages, 'runtime'))) symlinkSync(runtime, path.join(packages, 'runtime'), 'dir');
    // The nearest package.json is its own: none of a folder around counts.
    if (!existsSync(path.join(this.folder, 'package.json'))) this.write('package.json', '{ "type": "module" }');
    const { stdout, stderr } = spawnSync(process.execPath, [...flags, file], { cwd: this.folder, encoding: 'utf8' });
    if (stderr !== '') throw new Error(stderr);
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
