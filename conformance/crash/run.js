/**
 * The plugin over whole code bases, every function marked: `npm run crash -- <folder>… [--babel=7,8] [--target=generators,frames] [--stress] [--json=<file>]`.
 *
 * If the plugin reports an error in a function, that function is marked `@native` and the file is compiled again, so that one error does not hide
 * others. The exit code is 1 if the plugin crashes, or if an output does not parse, contains a node twice or changes when it is compiled again.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { checkFile } from './check-file.js';
import { loadBabel } from './babel.js';

const usage = 'npm run crash -- <folder>… [--babel=7,8] [--target=generators,frames] [--stress] [--json=<file>]';
const { folders, lanes, targets, stress, json } = readArguments(process.argv.slice(2));
const bad = [];
for (const lane of lanes)
  for (const target of targets) for (const folder of folders) await checkFolder(folder, { lane, target });
if (json !== undefined) writeFileSync(json, JSON.stringify(bad, null, 1));
for (const { file, fault, lane, target } of bad.slice(0, 20))
  console.log(`\nBabel ${lane}, ${target}: ${file}\n${fault.slice(0, 1000)}`);
process.exitCode = bad.length === 0 ? 0 : 1;

async function checkFolder(folder, { lane, target }) {
  const babel = await loadBabel(lane);
  const files = globSync('**/*.{js,mjs,jsx,ts,mts,tsx}', { cwd: folder, ignore: ['**/node_modules/**', '**/*.d.ts'] });
  const totals = { files: 0, lines: 0, functions: 0, unparsed: 0, faults: 0, codes: new Map(), kept: new Map() };
  const startMs = performance.now();
  for (const name of files.sort()) {
    const file = path.join(folder, name);
    const source = readFileSync(file, 'utf8');
    const { isParsed, functionCount, codes, kept, fault } = checkFile({ babel, file, source, target, stress });
    if (!isParsed) totals.unparsed++;
    else {
      totals.files++;
      totals.lines += source.split('\n').length;
      totals.functions += functionCount;
    }
    for (const code of codes) totals.codes.set(code, (totals.codes.get(code) ?? 0) + 1);
    for (const reason of kept) totals.kept.set(reason, (totals.kept.get(reason) ?? 0) + 1);
    if (fault === undefined) continue;
    totals.faults++;
    bad.push({ lane, target, file, fault });
  }
  const seconds = Math.round((performance.now() - startMs) / 1000);
  const [refused, kept] = [totals.codes, totals.kept].map(listed);
  console.log(
    `${folder} ${commitOf(folder)}, Babel ${babel.version}, ${target}: ${totals.files} files, ${totals.lines} lines, ` +
      `${totals.functions} functions compiled, refused: ${refused}, ` +
      (target === 'frames' ? `generators that stay: ${kept}, ` : '') +
      `${totals.unparsed} files that Babel cannot parse, ${totals.faults} faults, ${seconds} s`,
  );
}

/** `SPN201 3, SPN204 1` */
function listed(counts) {
  const lines = [...counts].map(([what, count]) => `${what} ${count}`);
  return lines.sort((a, b) => (a < b ? -1 : 1)).join(', ') || 'none';
}

function commitOf(folder) {
  try {
    return execFileSync('git', ['-C', folder, 'log', '-1', '--format=%h %cs'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '(no commit known)';
  }
}

function readArguments(args) {
  const given = { folders: [], lanes: ['7', '8'], targets: ['generators', 'frames'], stress: false, json: undefined };
  for (const arg of args) {
    const [, name, value] = /^--([a-z]+)(?:=(.*))?$/.exec(arg) ?? [];
    if (name === 'babel') given.lanes = value.split(',');
    else if (name === 'target') given.targets = value.split(',');
    else if (name === 'stress') given.stress = true;
    else if (name === 'json') given.json = value;
    else if (name === undefined && !arg.startsWith('-')) given.folders.push(arg);
    else fail(`\`${arg}\` is not known.`);
  }
  if (given.folders.length === 0) fail('No folder is given.');
  return given;
}

function fail(text) {
  console.error(`${text}\n${usage}`);
  process.exit(2);
}
