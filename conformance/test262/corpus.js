/** The files of test262 and their front matter. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The tests in the folders (or single files); names are relative to `test/`. `every` and `from` select from the sorted list. The result goes
 * through that list with a stride of 97, so that the first tests are a sample of all if the run is stopped.
 */
export function listTests(corpus, { only, every, from }) {
  const root = path.join(corpus, 'test');
  const sorted = only
    .flatMap((name) => (statSync(path.join(root, name)).isFile() ? [name] : filesBelow(root, name)))
    .sort()
    .filter((_, index) => index % every === from);
  const stride = 97;
  return sorted
    .map((name, index) => ({ name, round: index % stride }))
    .sort((a, b) => a.round - b.round)
    .map(({ name }) => name);
}

function filesBelow(root, folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.endsWith('_FIXTURE.js'))
    .map((name) => path.posix.join(folder, name));
}

export function commitOf(corpus) {
  try {
    return execFileSync('git', ['-C', corpus, 'log', '-1', '--format=%H %cs'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

/** One test: its source, flags, includes, and the error that it expects. */
export function readTest(corpus, name) {
  const file = path.join(corpus, 'test', name);
  const source = readFileSync(file, 'utf8');
  const [, matter = ''] = /\/\*---\r?\n?([\s\S]*?)---\*\//.exec(source) ?? [];
  const flags = new Set(listOf(matter, 'flags'));
  const [, phase] = /^negative:[\s\S]*?^\s+phase:\s*(\w+)/m.exec(matter) ?? [];
  const [, type] = /^negative:[\s\S]*?^\s+type:\s*(\w+)/m.exec(matter) ?? [];
  return { name, file, source, flags, includes: listOf(matter, 'includes'), negative: phase && { phase, type } };
}

/** `key: [a, b]`, or a list of lines `- a`. */
function listOf(matter, key) {
  const [, inline] = new RegExp(`^${key}:\\s*\\[([^\\]]*)\\]`, 'm').exec(matter) ?? [];
  if (inline !== undefined) return inline.split(/[,\s]+/).filter(Boolean);
  const [, block = ''] = new RegExp(`^${key}:\\s*\\r?\\n((?:\\s+-.*\\r?\\n?)+)`, 'm').exec(matter) ?? [];
  return [...block.matchAll(/-\s*(\S+)/g)].map(([, item]) => item);
}
