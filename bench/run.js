/**
 * The benchmarks: `npm run build && npm run bench`, or `npm run bench -- a-1k d` for the rows whose ids begin with one of these texts.
 * Each row is measured in five processes, one after the other, and has the medians of theirs. Prints a table, writes the rows to bench/results.json,
 * draws bench/results.svg and fills in docs/performance.md.
 *
 *   npm run bench -- tables a-1k        measures nothing: prints what is stored of these rows, or all of it
 *   npm run bench -- --once a-1k        in one process, and only printed
 *   npm run bench -- --nodes 20,22,24   the rows with a target on each of these versions of Node, compared in bench/nodes.json
 *   npm run bench -- --times 3 a-1k     in three processes instead of five
 *   npm run bench -- play               the playground in Chromium, alone
 *   npm run bench -- games              the games in Chromium, with both targets, alone
 *   npm run e2e -- bench                rows with both targets in Chromium and Firefox, alone
 *   npm run bench -- many               rows that are only measured when they are named, and only printed
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installIn, listRows, measureRow, nodeOf, runOnce } from './processes.js';

const here = import.meta.dirname;
const FILES = [
  'resume',
  'timers',
  'spawn',
  'calls',
  'memory',
  'game',
  'plugin',
  'frames',
  'outputs',
  'growth',
  'many',
  'life',
  'saves',
];
/** Cases that are measured only on demand. Their rows are printed and not stored. */
const ON_DEMAND = ['ways', 'counted-loops', 'history'];
const PROCESSES = '5';

installPeers();
const { storeBrowsers, storeGames, storeNodes, storePlayground, storeRows } = await import('./store.js');
const { sizeRow } = await import('./size.js');
const { printNodes, printRow } = await import('./table.js');
const { storedTables } = await import('./summary.js');

const { values, positionals: wanted } = parseArgs({
  options: {
    once: { type: 'boolean', default: false },
    nodes: { type: 'string' },
    times: { type: 'string', default: PROCESSES },
  },
  allowPositionals: true,
});
const isWanted = ({ id }) => wanted.length === 0 || wanted.some((start) => id.startsWith(start));
const rowsOf = new Map(FILES.map((file) => [file, listRows(file)]));
const ids = [...[...rowsOf.values()].flat().map(({ id }) => id), 'size'];
if (wanted[0] === 'tables') console.log(storedTables(wanted.length > 1 ? wanted.slice(1) : undefined));
else if (wanted.includes('play')) await measurePlay();
else if (wanted.includes('games')) await measureGames();
else if (wanted.includes('browsers')) await measureBrowsers();
else if (values.nodes !== undefined) await compareNodes(values.nodes.split(','));
else if (values.once) printOnce();
else await measureAll();

/** The other libraries are dependencies of bench/package.json, so that the root has fewer. */
function installPeers() {
  const lock = path.join(here, 'package-lock.json');
  const installed = path.join(here, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) installIn(here);
}

async function measurePlay() {
  const { measurePlayground } = await import('./browsers/playground.js');
  const rows = await measurePlayground();
  console.table(rows);
  await storePlayground(rows);
}

async function measureGames() {
  const games = await import('./browsers/games.js');
  const rows = await games.measureGames();
  console.table(rows.map((row) => ({ ...row, generators: row.generators.median, frames: row.frames.median })));
  await storeGames(rows);
}

async function measureBrowsers() {
  const { measureTargets } = await import('./browsers/targets.js');
  await storeBrowsers(await measureTargets({ times: Number(values.times) }));
}

function printOnce() {
  for (const { file, id } of wantedRows(wanted.length === 0 ? FILES : [...FILES, ...ON_DEMAND]))
    printRow(measureRow(file, id, { times: 1 }));
  if (isWanted({ id: 'size' })) printRow(sizeRow());
}

/** Stores after each row, as a run of all rows takes long and may be stopped. */
async function measureAll() {
  const add = async (row) => {
    printRow(row);
    await storeRows(row, ids);
  };
  for (const { file, id, isExact } of wantedRows(FILES))
    await add(isExact ? runOnce(file, id) : measureRow(file, id, { times: Number(values.times) }));
  if (isWanted({ id: 'size' })) await add(sizeRow());
  for (const { file, id } of wantedRows(wanted.length === 0 ? [] : ON_DEMAND)) printRow(runOnce(file, id));
}

/** Only rows with a target. The versions take turns row by row, so that the load of the machine is about the same for each. */
async function compareNodes(majors) {
  const nodes = majors.map((major) => ({ major, node: nodeOf(major) }));
  for (const { file, id, hasTarget, isExact } of wantedRows(FILES)) {
    if (!hasTarget || isExact) continue;
    const rows = nodes.map(({ major, node }) => [major, measureRow(file, id, { times: Number(values.times), node })]);
    printNodes(rows);
    await storeNodes(rows, { majors, ids });
  }
}

function wantedRows(files) {
  return files.flatMap((file) =>
    (rowsOf.get(file) ?? listRows(file)).filter(isWanted).map((row) => ({ ...row, file })),
  );
}
