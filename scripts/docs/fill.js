/**
 * Writes the examples of docs/*.md from the fixtures, so that pages only show code that was compiled and traces of real
 * runs, compiles short examples (`compile-examples.js`), lists the
 * lint rules, and measures what each word costs a page: `npm run docs`.
 *
 *   <!-- fixture ownership/two-buttons: input trace -->
 *   (everything down to the next line is written by this script)
 *   <!-- end -->
 *
 *   <!-- file e2e/engines/scenes/phaser.js: js scene -->
 *   (the file, as a block of this kind)
 *   <!-- end -->
 *
 * `output-without-entries` and `output-without-entries-and-go` in place of `output` leave out what each output repeats (`REPEATED`).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withCompiled } from './compile-examples.js';
import { withRules, withRuleList } from './diagnostics.js';
import { fillGuide } from './run-examples.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const BLOCK = /<!-- fixture (\S+): ([a-z -]+) -->\n[\s\S]*?<!-- end -->/g;

/**
 * The parts of a fixture that a page can show: possible file names (the first that exists is shown), and the language
 * of the code block.
 */
const PARTS = {
  input: { files: ['input.js', 'input.ts', 'input.jsx', 'input.tsx'], language: 'js' },
  output: { files: ['output.js'], language: 'js' },
  trace: { files: ['trace.txt'], language: 'text' },
};

/** What a page can leave out of an output: what is called in place of the steps of frames, and the function that calls the others. */
const REPEATED = {
  entries: /^function \$entry\d+\([^]*?^\}\n/gm,
  go: /^\/\/ @compiled\nfunction \$go\([^]*?^\}\n/gm,
};

const WHOLE = /<!-- file (\S+): ([a-z ]+) -->\n[\s\S]*?<!-- end -->/g;

/** The page with the files that it names. */
const withFiles = (page) =>
  page.replaceAll(WHOLE, (_block, file, kind) => {
    const text = readFileSync(path.join(root, file), 'utf8').trimEnd();
    return `<!-- file ${file}: ${kind} -->\n\n\`\`\`${kind}\n${text}\n\`\`\`\n\n<!-- end -->`;
  });

/** The page with each block filled from the folder `fixtures`. */
export function fill(page, fixtures) {
  return page.replaceAll(BLOCK, (_block, folder, parts) => {
    const shown = parts
      .trim()
      .split(/\s+/)
      .map((part) => show(path.join(fixtures, folder), part));
    return `<!-- fixture ${folder}: ${parts} -->\n\n${shown.join('\n\n')}\n\n<!-- end -->`;
  });
}

function show(folder, word) {
  const [part, ...leftOut] = word.split(/-without-|-and-/);
  const kind = PARTS[part];
  if (!kind) throw new Error(`docs: \`${part}\` is no part of a fixture. Use one of ${Object.keys(PARTS).join(', ')}.`);
  const file = kind.files.map((name) => path.join(folder, name)).find((name) => existsSync(name));
  if (!file) throw new Error(`docs: \`${folder}\` has no ${part}. Check the name of the fixture.`);
  let text = withoutTable(readFileSync(file, 'utf8'));
  for (const name of leftOut) text = withoutRepeated(text, name);
  return `\`\`\`${kind.language}\n${text.trimEnd()}\n\`\`\``;
}

function withoutRepeated(text, name) {
  const pattern = REPEATED[name];
  if (!pattern)
    throw new Error(`docs: \`${name}\` cannot be left out. Use one of ${Object.keys(REPEATED).join(', ')}.`);
  return text.replaceAll(pattern, '');
}

/** The output without the table of positions at its end, which the page shows only once. */
const withoutTable = (text) => text.replace(/^function \$meta\w*\(n\) \{\n[^]*?^\}\n/m, '');

/** Each file that this script writes a part of, with its present and its filled text. */
export function pages() {
  const docs = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const fixtures = path.join(root, 'fixtures');
  const readPage = (name, fillIn) => {
    const file = path.join(root, name);
    const text = readFileSync(file, 'utf8');
    return { name, file, text, filled: fillIn(text) };
  };
  return [
    ...docs.map((name) => readPage(`docs/${name}`, (text) => withCompiled(withFiles(fill(text, fixtures))))),
    readPage('packages/eslint-plugin/README.md', withRuleList),
    readPage('packages/eslint-plugin/oxlint.json', withRules),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, file, text, filled } of pages()) {
    if (text === filled) continue;
    writeFileSync(file, filled);
    console.log(`${name} filled`);
  }
  await fillGuide();
  await fillSizes();
}

/** The list of @spindle/page. It needs the build, and changes with every byte of the runtime: so no test compares it. */
async function fillSizes() {
  const { pageSizes } = await import('./page-sizes.js');
  const file = path.join(root, 'packages/page/README.md');
  const [before, , after] = readFileSync(file, 'utf8').split(/<!-- \/?sizes -->/);
  writeFileSync(file, `${before}<!-- sizes -->\n\n${await pageSizes()}\n\n<!-- /sizes -->${after}`);
}
