/**
 * What each file became, by its content: `node_modules/.cache/spindle/ab/cdef….json`. The key is the sha256 of
 * everything that the result depends on: the bytes of the source, its name and that of its output, the options, and the
 * versions of the compiler. So an entry is never wrong, only unused. Its first line is a hash of its key and of the rest:
 * one that was changed, or stands under another name, is as none.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFolder } from '../files/files.js';
import type { Compiled, Settings, Source } from './compile.js';

export interface Cache {
  keyOf(source: Source): string;
  get(key: string): Compiled | undefined;
  put(key: string, compiled: Compiled): void;
  /** Removes the entries that no run has used for a month, once a day. */
  prune(): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const UNUSED_MS = 30 * DAY_MS;

/**
 * The cache of the nearest folder with a `node_modules`; undefined if there is none, as the cache must not be put among
 * the sources.
 */
export function openCache(settings: Settings, nowMs: number): Cache | undefined {
  const home = findHome(settings.cwd);
  if (home === undefined) return undefined;
  const folder = path.join(home, 'node_modules/.cache/spindle');
  const salt = saltOf(settings);
  const fileOf = (key: string): string => path.join(folder, key.slice(0, 2), `${key.slice(2)}.json`);
  return {
    keyOf({ input, output, bytes, sourceType }) {
      const names = [
        path.relative(settings.cwd, input),
        path.relative(path.dirname(output), input),
        path.basename(output),
      ];
      return createHash('sha256')
        .update(JSON.stringify([salt, names, sourceType]))
        .update(bytes)
        .digest('hex');
    },
    get(key) {
      try {
        const [hash, text = ''] = readFileSync(fileOf(key), 'utf8').split('\n');
        if (hash !== hashOf(key, text)) return undefined;
        keepYoung(fileOf(key), nowMs);
        return JSON.parse(text) as Compiled;
      } catch {
        return undefined;
      }
    },
    put(key, compiled) {
      // Errors are told again by compiling again.
      if (compiled.output === undefined) return;
      const text = JSON.stringify(compiled);
      write(fileOf(key), `${hashOf(key, text)}\n${text}`);
    },
    prune: () => prune(folder, nowMs),
  };
}

const hashOf = (key: string, text: string): string => createHash('sha256').update(key).update(text).digest('hex');

/** Entries are valid for one version of the compiler: the command, the plugin and Babel. */
function saltOf({ config, runtimeGlobal, sourceMaps }: Settings): string {
  const options = JSON.stringify(config.options, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return JSON.stringify([compilerVersion(), options, runtimeGlobal ?? null, sourceMaps]);
}

/** The versions, and the code of the compiler itself: in its own repository it changes without a new version. */
function compilerVersion(): string {
  const require = createRequire(import.meta.url);
  const hash = createHash('sha256').update(process.versions.node.split('.', 1)[0]!);
  for (const name of ['@babel/core', '@babel/preset-typescript'])
    hash.update(
      (JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as { version: string }).version,
    );
  const compiler = path.dirname(require.resolve('@spindle/compiler/package.json'));
  const own = fileURLToPath(new URL('..', import.meta.url));
  for (const folder of [path.join(compiler, 'dist/bundle'), own])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.[jt]s$/.test(name) && !name.endsWith('.d.ts')) hash.update(readFileSync(path.join(folder, name)));
  return hash.digest('hex');
}

function findHome(folder: string): string | undefined {
  if (isFolder(path.join(folder, 'node_modules'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : findHome(above);
}

/**
 * A cache that cannot be written is no error: the next run compiles again. Another process never sees a part of an
 * entry.
 */
function write(file: string, text: string): void {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(part, text);
    renameSync(part, file);
  } catch {
    // What is left of it is removed with what is old.
  }
}

/** The time of an entry's file tells when it was used last, to the day. */
function keepYoung(file: string, nowMs: number): void {
  if (nowMs - statSync(file).mtimeMs > DAY_MS) utimesSync(file, nowMs / 1000, nowMs / 1000);
}

function prune(folder: string, nowMs: number): void {
  const mark = path.join(folder, 'pruned');
  try {
    const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (!isFolder(folder) || nowMs - last < DAY_MS) return;
    writeFileSync(mark, '');
    utimesSync(mark, nowMs / 1000, nowMs / 1000);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name);
      if (path.dirname(name) !== '.' && nowMs - statSync(file).mtimeMs > UNUSED_MS) rmSync(file);
    }
  } catch {
    // Another run prunes at the same time, or the cache is read-only.
  }
}
