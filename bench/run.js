/**
 * The benchmarks: `npm run build && npm run bench`, or `npm run bench -- a-1k d` for the rows whose ids begin with one of these texts.
 * Each row is measured in a process of its own. Prints a table, writes the rows to bench/results.json, draws
 * bench/results.svg and fills in docs/performance.md. `npm run bench -- many` only prints its rows.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

const here = import.meta.dirname;
const FILES = ['resume', 'timers', 'spawn', 'calls', 'memory', 'plugin', 'many'];
/** Cases that are measured only on demand. Their rows are printed and not stored. */
const ON_DEMAND = ['ways'];

installPeers();
const { drawResults } = await import('./plot.js');
const { sizeRow } = await import('./size.js');
const { printRow, toMarkdown } = await import('./table.js');

const commit = commitNow();
const wanted = process.argv.slice(2);
const isWanted = ({ id }) => wanted.length === 0 || wanted.some((start) => id.startsWith(start));
const results = [];
const idsOf = new Map(FILES.map((file) => [file, listRows(file)]));
for (const [file, ids] of idsOf) {
  for (const id of ids) if (isWanted({ id })) await add(measureRow(file, id));
}
for (const file of wanted.length === 0 ? [] : ON_DEMAND) {
  for (const id of listRows(file)) if (isWanted({ id })) printRow(measureRow(file, id));
}
if (isWanted({ id: 'size' })) await add(sizeRow());

/** Writes all results. Called after each row, as a run of all rows takes long and may be stopped. */
async function add(measured) {
  const row = { ...measured, date: new Date().toISOString(), commit };
  results.push(row);
  printRow(row);
  await save();
}

/** The commit that is measured, with a `+` if the packages or the benchmarks have uncommitted changes. */
function commitNow() {
  const git = (...args) => spawnSync('git', args, { cwd: path.join(here, '..'), encoding: 'utf8' }).stdout?.trim();
  const sources = ['packages', 'bench', ':!bench/results.json', ':!bench/results.svg'];
  const last = git('rev-parse', '--short', 'HEAD');
  if (!last) return 'no commit';
  return git('status', '--porcelain', '--', ...sources) === '' ? last : `${last}+`;
}

/** The other libraries are dependencies of bench/package.json, so that the root has fewer. */
function installPeers() {
  const lock = path.join(here, 'package-lock.json');
  const installed = path.join(here, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const { status } = spawnSync('npm', ['ci', '--prefix', here, '--loglevel=error', '--ignore-scripts'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

function listRows(file) {
  return JSON.parse(runCase([file]));
}

function measureRow(file, id) {
  return { ...JSON.parse(runCase([file, id])), load: os.loadavg()[0] };
}

function runCase(args) {
  const flags = ['--expose-gc', '--max-old-space-size=6000'];
  const { status, stdout } = spawnSync(process.execPath, [...flags, path.join(here, 'case.js'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`bench: the row ${args.join(' ')} did not finish`);
  return stdout;
}

/** Keeps the stored rows that were not measured now. */
async function save() {
  const file = path.join(here, 'results.json');
  const { version } = JSON.parse(readFileSync(path.join(here, '../packages/runtime/package.json'), 'utf8'));
  const { dependencies } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));
  const machine = {
    node: process.version,
    processor: os.cpus()[0].model,
    cores: os.cpus().length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
  };
  const older = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).rows : [];
  const all = { machine, version, peers: dependencies, rows: inOrder([...results, ...older]) };
  writeFileSync(file, await formatted(JSON.stringify(all), file));
  writeFileSync(path.join(here, 'results.svg'), await drawResults(all.rows));
  await fillDocs(all);
}

/** The newest version of each row, in the order of the case files. */
function inOrder(rows) {
  const ids = [...[...idsOf.values()].flat(), 'size'];
  return ids.map((id) => rows.find((row) => row.id === id)).filter((row) => row !== undefined);
}

/** Writes the tables to docs/performance.md, between two comments. */
async function fillDocs(all) {
  const file = path.join(here, '../docs/performance.md');
  const [before, , after] = readFileSync(file, 'utf8').split(/<!-- \/?results -->/);
  const text = `${before}<!-- results -->\n\n${toMarkdown(all)}\n<!-- /results -->${after}`;
  writeFileSync(file, await formatted(text, file));
}

async function formatted(text, file) {
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}
