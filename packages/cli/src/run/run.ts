import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readConfig, type Target } from '../config.js';
import { findScript } from '../outputs/outputs.js';
import type { Screen } from '../report.js';

export interface RunRequest {
  file: string;
  /** The number of frames; undefined: until no thread is live, but at most 10,000. */
  frames: number | undefined;
  /** In real time, in place of virtual time. */
  isLive: boolean;
  /** Whether it is printed what each thread waits for. */
  isTraced: boolean;
  configFile: string | undefined;
  target?: Target | undefined;
  cwd: string;
  stdout: Screen;
  stderr: Screen;
  /** The file that plays, in a process of its own. */
  player: URL;
}

/** `play.ts`, built. */
export const builtPlayer: URL = new URL('./play.js', import.meta.url);

/** What the process that runs the script is told. */
export interface RunOrder {
  file: string;
  frames: number | undefined;
  isLive: boolean;
  isTraced: boolean;
  cwd: string;
  options: Record<string, unknown>;
}

/**
 * Compiles a script as it is loaded, and plays frames. It runs in a process of its own, which finds the runtime that
 * the script finds.
 */
export async function run(request: RunRequest): Promise<boolean> {
  const { cwd, stdout, stderr, isLive, isTraced, frames, player } = request;
  const file = findScript(request.file, cwd);
  const config = await readConfig(request);
  // A script that runs on its own has no game that puts the runtime elsewhere.
  const options = { ...config.options, runtime: undefined };
  const order: RunOrder = { file, frames, isLive, isTraced, cwd, options };
  const isOwnScreen = stdout === process.stdout && stderr === process.stderr;
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--disable-warning=ExperimentalWarning', fileURLToPath(player), JSON.stringify(order)],
    { cwd, stdio: isOwnScreen ? 'inherit' : ['ignore', 'pipe', 'pipe'] },
  );
  child.stdout?.setEncoding('utf8').on('data', (text: string) => stdout.write(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => stderr.write(text));
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done(code === 0));
  });
}
