/** Writes what was measured: bench/results.json, bench/results.svg, bench/nodes.json, bench/browsers.json, and what docs/performance.md shows of it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { formatted } from '../scripts/format.js';
import { drawResults } from './plot.js';
import { missedCount, shownTable } from './summary.js';
import { targetOf } from './target.js';

const here = import.meta.dirname;
const RESULTS = path.join(here, 'results.json');
const NODES = path.join(here, 'nodes.json');

/** Stores a row beside those that were not measured now, in the order of `ids`. */
export async function storeRows(row, ids) {
  const { version } = readJson(path.join(here, '../packages/runtime/package.json'));
  const { dependencies } = readJson(path.join(here, 'package.json'));
  const rows = inOrder([{ ...row, ...stamp() }, ...(readJson(RESULTS)?.rows ?? [])], ids);
  const all = { machine: machine(), version, peers: dependencies, rows };
  await writeFormatted(RESULTS, JSON.stringify(all));
  writeFileSync(path.join(here, 'results.svg'), await drawResults(rows));
  await fillDocs('results', shownTable(rows));
  await fillDocs('missed', `${missedCount(rows)}\n`);
}

/** Stores a row as several versions of Node have measured it: `[major, row]` for each. */
export async function storeNodes(measured, { majors, ids }) {
  const [[, { id, title }]] = measured;
  const contenders = measured[0][1].results
    .map(({ name }, i) => ({ name, targets: measured.map(([, row]) => targetOf(row, row.results[i])) }))
    .filter(({ targets }) => targets.every((target) => target !== null))
    .map(({ name, targets }) => ({ name, limit: targets[0].limit, unit: targets[0].unit, got: gotOf(targets) }));
  if (contenders.length === 0) return;
  const rows = inOrder([{ id, title, contenders, ...stamp() }, ...(readJson(NODES)?.rows ?? [])], ids);
  const all = { machine: machine(), majors, rows: rows.filter((row) => Object.keys(row.contenders[0].got).length > 0) };
  await writeFormatted(NODES, JSON.stringify(all));

  function gotOf(targets) {
    return Object.fromEntries(targets.map(({ got, shown }, i) => [measured[i][0], { got, shown }]));
  }
}

/** Writes the figures of the playground. */
export async function storePlayground(rows) {
  const { date, commit } = stamp();
  const lines = rows.map(
    ({ what, aim, median, least, most }) => `| ${what} | ${aim} | ${median} | ${least} – ${most} |`,
  );
  const { processor, cores } = machine();
  const head = `Measured on ${date.slice(0, 10)} at commit ${commit}, ${cores} cores of ${processor}.\n`;
  await fillDocs(
    'play',
    [head, '| ms | aim | median | from – to |', '| --- | ---: | ---: | ---: |', ...lines].join('\n'),
  );
}

/** Writes the shares of a frame of the games. */
export async function storeGames(rows) {
  const { date, commit } = stamp();
  const show = ({ median, least, most }) => `${median.toFixed(2)} (${least.toFixed(2)} – ${most.toFixed(2)})`;
  const lines = rows.map(
    ({ game, generators, frames, load }) =>
      `| ${game} | ${show(generators)} | ${show(frames)} | ${(frames.median / generators.median).toFixed(2)} | ${load.toFixed(1)} |`,
  );
  const { processor, cores } = machine();
  const head = `Measured on ${date.slice(0, 10)} at commit ${commit}, ${cores} cores of ${processor}.\n`;
  const columns =
    '| % of 16.7 ms | generators | frames | frames / generators | load |\n| --- | ---: | ---: | ---: | ---: |';
  await fillDocs('games', [head, columns, ...lines].join('\n'));
}

/** Writes what browsers give for both targets. */
export async function storeBrowsers({ load, times, rows }) {
  const { date, commit } = stamp();
  const browsers = Object.keys(rows[0].figures);
  const digits = (unit) => (unit === '×' ? 2 : 1);
  const show = ({ median, least, most }, unit) =>
    `${median.toFixed(digits(unit))} (${least.toFixed(digits(unit))} – ${most.toFixed(digits(unit))})`;
  const lines = rows.map(({ title, limit, unit, figures }) => {
    const cells = browsers.flatMap((browser) => {
      const { generators, frames } = figures[browser];
      const isMet = Number(frames.median.toFixed(digits(unit))) <= limit;
      return [show(generators, unit), `${show(frames, unit)}: ${isMet ? 'met' : 'missed'}`];
    });
    return `| ${[title, `≤ ${limit} ${unit}`, ...cells].join(' | ')} |`;
  });
  const heads = browsers.flatMap((browser) => [`${browser}, generators`, `${browser}, frames`]);
  const { processor, cores } = machine();
  const table = [
    `Measured on ${date.slice(0, 10)} at commit ${commit}, ${cores} cores of ${processor}, ${times === 1 ? 'one page' : `${times} pages`} for each figure, load average at the end: ${load.toFixed(1)}.`,
    '',
    `| ${['row', 'target for frames', ...heads].join(' | ')} |`,
    `| --- | --- | ${heads.map(() => '---:').join(' | ')} |`,
    ...lines,
  ];
  await writeFormatted(path.join(here, 'browsers.json'), JSON.stringify({ table }));
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The newest version of each row. */
function inOrder(rows, ids) {
  return ids.map((id) => rows.find((row) => row.id === id)).filter((row) => row !== undefined);
}

function stamp() {
  return { date: new Date().toISOString(), commit: commitNow() };
}

/** The commit that is measured, with a `+` if the packages or the benchmarks have uncommitted changes. */
function commitNow() {
  const git = (...args) => spawnSync('git', args, { cwd: path.join(here, '..'), encoding: 'utf8' }).stdout?.trim();
  const written = ['results.json', 'results.svg', 'nodes.json', 'browsers.json'].map((name) => `:!bench/${name}`);
  const last = git('rev-parse', '--short', 'HEAD');
  if (!last) return 'no commit';
  return git('status', '--porcelain', '--', 'packages', 'bench', ...written) === '' ? last : `${last}+`;
}

function machine() {
  return {
    node: process.version,
    processor: os.cpus()[0].model,
    cores: os.cpus().length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
  };
}

/** Writes tables to docs/performance.md, between two comments of this name. */
async function fillDocs(name, tables) {
  const file = path.join(here, '../docs/performance.md');
  const [before, , after] = readFileSync(file, 'utf8').split(new RegExp(`<!-- /?${name} -->`));
  await writeFormatted(file, `${before}<!-- ${name} -->\n\n${tables}\n<!-- /${name} -->${after}`);
}

async function writeFormatted(file, text) {
  writeFileSync(file, await formatted(file, text));
}
