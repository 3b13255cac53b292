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
import { createCompiler } from '../src/compile/compile.js';
import { main, type World } from '../src/main.js';

// The command loads Babel when it has something to compile. Here that is before the first test, whose time it would
// take.
void createCompiler;

const bin = fileURLToPath(new URL('../bin/spindle.js', import.meta.url));
const runtime = fileURLToPath(new URL('../../runtime', import.meta.url));

/** Checks that all output of the plugin in a folder parses. Links are not followed, as they may lead in a cycle. */
function mustParse(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') mustParse(file);
    if (!entry.isFile() || !/\.[cm]?jsx?$/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    // Copied files need not be JavaScript.
    if (!text.includes('@compiled')) continue;
    try {
      parse(text, { sourceType: 'unambiguous', plugins: file.endsWith('x') ? ['jsx'] : [] });
    } catch (error) {
      throw new Error(`${file} does not parse: ${(error as Error).message}\n${text}`, { cause: error });
    }
  }
}

/** A temporary folder with these files. It is removed after the test. */
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

  /** All files in a folder and its folders, including hidden ones. */
  list(name = '.'): string[] {
    const folder = path.join(this.folder, name);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => !lstatSync(path.join(folder, file)).isDirectory())
      .sort();
  }

  /** Runs `spindle` in this folder. Gives the exit code, the text on stderr and that on stdout. */
  async spindle(
    args: string[],
    screen: { isTTY?: boolean; columns?: number } = {},
    world: Partial<World> = {},
  ): Promise<{ code: number; text: string; out: string }> {
    let text = '';
    let out = '';
    const stderr = { ...screen, write: (part: string) => (text += part) };
    const stdout = { ...screen, write: (part: string) => (out += part) };
    const code = await main(args, { cwd: this.folder, stderr, stdout, ...world });
    mustParse(this.folder);
    return { code, text, out };
  }

  /** Runs a file of this folder with Node, so that it finds the runtime. Gives what it printed. */
  run(file: string, flags: readonly string[] = []): string {
    this.installRuntime();
    // It has a package.json of its own, so that one in a folder above has no effect.
    if (!existsSync(path.join(this.folder, 'package.json'))) this.write('package.json', '{ "type": "module" }');
    const { stdout, stderr } = spawnSync(process.execPath, [...flags, file], { cwd: this.folder, encoding: 'utf8' });
    if (stderr !== '') throw new Error(stderr);
    return stdout;
  }

  installRuntime(from: string = runtime): void {
    this.link('@spindle/runtime', from);
  }

  /** A package of this folder's node_modules, which is elsewhere. */
  link(name: string, from: string): void {
    const to = path.join(this.folder, 'node_modules', name);
    mkdirSync(path.dirname(to), { recursive: true });
    if (!existsSync(to)) symlinkSync(from, to, 'dir');
  }

  /** Runs the command in a process of its own. */
  command(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(process.execPath, [bin, ...args], { cwd: this.folder, encoding: 'utf8' });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
