/** A folder with a package.json, as `init` reads it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { isFile } from '../files/files.js';
import { readJson } from './edit-json.js';

export interface Project {
  readonly folder: string;
  /** The names in the folder. */
  readonly names: readonly string[];
  /** The text of package.json, as far as it has been changed. */
  packageJson: string;
}

export function readProject(folder: string): Project {
  return { folder, names: readdirSync(folder), packageJson: readFileSync(path.join(folder, 'package.json'), 'utf8') };
}

/** The endings of a configuration that is code. */
export const CODE: readonly string[] = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];

/** The file of that name with one of these endings. */
export function codeFile(project: Project, name: string): string | undefined {
  return CODE.map((extension) => `${name}.${extension}`).find((file) => has(project, file));
}

export const has = ({ folder }: Project, file: string): boolean => isFile(path.join(folder, file));

export const read = ({ folder }: Project, name: string): string => readFileSync(path.join(folder, name), 'utf8');

export function hasDependency({ packageJson }: Project, name: string): boolean {
  return ['dependencies', 'devDependencies', 'peerDependencies'].some(
    (list) => readJson(packageJson, [list, name]) !== undefined,
  );
}

/**
 * The configuration files that the scripts of package.json name for a command: `vite --config vite/dev.mjs`, `rollup -c a.js`. They
 * need not exist.
 */
export function configsInScripts({ packageJson }: Project, command: string): string[] {
  const scripts = Object.values((readJson(packageJson, ['scripts']) ?? {}) as Record<string, unknown>);
  const calls = scripts.flatMap((script) => (typeof script === 'string' ? script.split(/[&|;]+/) : []));
  const ofCommand = calls.filter((call) => new RegExp(`(?:^|[\\s/])${command}(?:\\s|$)`).test(call));
  const named = ofCommand.flatMap((call) => [...call.matchAll(CONFIG)].map(({ groups }) => groups!['file']!));
  return [...new Set(named.map((file) => path.posix.normalize(file)))];
}
const CONFIG = /\s(?:--config|-c)(?:=|\s+)(["']?)(?<file>[^\s"'-][^\s"']*)\1/g;

/** Files such as `vite/config.dev.mjs` or `tools/vite.config.ts`, for the name `vite.config`. */
export function configsBelow({ folder }: Project, name: string): string[] {
  const [tool, config] = name.split('.');
  const endings = `{${CODE.join(',')}}`;
  const patterns = [`*/**/*${tool}*${config}*.${endings}`, `**/${tool}/*${config}*.${endings}`];
  return globSync(patterns, { cwd: folder, deep: 3, ignore: ['**/node_modules/**', '**/dist/**'] }).sort();
}
