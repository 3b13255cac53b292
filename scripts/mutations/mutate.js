import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const notCopied = new Set(['node_modules', '.git', 'build']);

/**
 * Breaks rules one at a time in a copy of the repository with its build, prints which ones are noticed, and sets exit code 1 if one is not. First it looks whether
 * the copy passes as it is: a fault of the copy would count as a rule that is noticed.
 * `noticed({ copy, mutation })` gives what noticed it, or undefined. `only` selects the rules that begin with this text.
 */
export function mutate({ mutations, folder, only = '', noticed }) {
  const copy = mkdtempSync(path.join(tmpdir(), 'spindle-mutations-'));
  cpSync(root, copy, { recursive: true, filter: (file) => !notCopied.has(path.basename(file)) });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const wanted = mutations.filter(({ rule }) => rule.startsWith(only));
  for (const mutation of firstOfEachTest(wanted)) {
    const found = noticed({ copy, mutation });
    if (found !== undefined) throw new Error(`mutations: the copy fails before a rule is broken: ${found}`);
  }
  let unnoticed = 0;
  for (const mutation of wanted) {
    const restore = breakRule(path.join(copy, folder, mutation.file), mutation);
    const found = noticed({ copy, mutation });
    restore();
    if (found === undefined) unnoticed++;
    console.log(`${found === undefined ? 'UNNOTICED' : 'noticed  '}  ${mutation.rule}\n           ${found ?? ''}`);
  }
  rmSync(copy, { recursive: true });
  console.log(`\n${unnoticed} of the broken rules went unnoticed.`);
  process.exitCode = unnoticed === 0 ? 0 : 1;
}

/** One of those that the same tests notice. */
function firstOfEachTest(mutations) {
  return mutations.filter(({ noticedBy }, at) => mutations.findIndex((one) => one.noticedBy === noticedBy) === at);
}

/** Breaks a rule in its file. Gives a function that restores the file. */
function breakRule(target, { rule, file, find, replace }) {
  const source = readFileSync(target, 'utf8');
  if (source.split(find).length !== 2)
    throw new Error(`mutations: "${rule}" does not fit ${file} any more. Fix its text.`);
  writeFileSync(
    target,
    source.replace(find, () => replace),
  );
  return () => writeFileSync(target, source);
}
