/** Small games in folders of their own, from where the packages of the repository are found, and what a run of one prints. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const builds = path.join(import.meta.dirname, '../../build/bundlers');

const main = `import { scheduler, start } from '@spindle/runtime';
import { opening, breakDown } from './scene';
start(() => opening(2));
for (let frame = 0; frame < 8; frame++) scheduler.pulse(16);
const broken = start(() => breakDown({ name: 'Mira' }));
broken.then(() => {}, (error: Error) => console.log(error.stack));
for (let frame = 0; frame < 8; frame++) scheduler.pulse(16);
`;

const scene = `interface Hero { name: string }
const box: { hp: number } = { hp: 3 };

// @compile
export function opening(turns: number): void {
  for (let turn = 0; turn < turns; turn++) {
    wait(20);
    console.log('turn', turn, box!.hp);
  }
}

// @compile
export function breakDown(hero: Hero): void {
  wait(20);
  throw new Error(hero.name);
}
`;

export const GAME = { 'src/main.ts': main, 'src/scene.ts': scene };
/** The line of \`throw\` in \`src/scene.ts\`. */
export const THROWN_AT = scene.split('\n').findIndex((line) => line.includes('throw ')) + 1;
/** The same game without its marks. */
export const UNMARKED = { ...GAME, 'src/scene.ts': scene.replaceAll('// @compile\n', '\n') };
/** What cannot be compiled. */
export const WRONG = {
  ...GAME,
  'src/scene.ts': scene.replace('export function breakDown', 'export async function breakDown'),
};

/** @returns the folder. */
export function writeGame(name, files) {
  const folder = path.join(builds, name.replaceAll(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

/** Runs a bundle in Node. The first frame of the error's stack is given as the bundle names it, and as the map does. */
export function run(file, node = process.execPath) {
  const { stdout, stderr } = spawnSync(node, [file], { encoding: 'utf8' });
  const [, line, column] = /^\s+at .*?(?:\(|at )?(?:file:\/\/)?[^()\n]*?:(\d+):(\d+)\)?$/m.exec(stdout) ?? [];
  const lines = stdout.split('\n').filter((text) => text.startsWith('turn '));
  if (line === undefined) return { lines, stdout, stderr };
  const map = readMap(file);
  const thrown = originalPositionFor(new TraceMap(map), { line: Number(line), column: Number(column) - 1 });
  return { lines, stdout, stderr, thrown: { source: path.basename(thrown.source ?? ''), line: thrown.line }, map };
}

function readMap(file) {
  const code = readFileSync(file, 'utf8');
  const [, url] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(code) ?? [];
  if (url?.startsWith('data:')) return JSON.parse(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString());
  return JSON.parse(readFileSync(path.join(path.dirname(file), url ?? `${path.basename(file)}.map`), 'utf8'));
}
