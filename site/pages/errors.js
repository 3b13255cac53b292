/** One page for each code, from docs/errors.md (what happened, what to do), the sources (the message) and the fixtures (an example). */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { between, withLinks } from './links.js';
import { valuesOfMessages } from '../../scripts/docs/message-values.js';
import { readMessages } from './messages.js';
import { read, root, titleOf, wholeTexts } from './sources.js';

const SOURCE = 'docs/errors.md';

/** The pages of all codes and their index, each as `{ page, text }`, and the sections of the index for the sidebar. */
export function errorPages() {
  const sections = readSections();
  const context = {
    messages: readMessages(),
    values: valuesOfMessages(),
    examples: readExamples(),
    mentions: readMentions(),
  };
  const pages = sections.flatMap((section) => section.rows.map((row) => pageOf(row, section, context)));
  return {
    pages: [indexOf(sections), ...pages],
    sections: sections.map(({ title, rows }) => ({ title, codes: rows.map(({ code }) => code) })),
  };
}

/** The tables of docs/errors.md, each with the sentences above and below it. */
function readSections() {
  const [, ...parts] = read(SOURCE).split(/^## /m);
  return parts.map((part) => {
    const [title, ...lines] = part.split('\n');
    const table = lines.filter((line) => line.startsWith('|'));
    const note = lines
      .filter((line) => !line.startsWith('|') && !line.startsWith('<a '))
      .join('\n')
      .trim();
    const rows = table.length > 0 ? rowsOf(table) : rowsOfSentences(note);
    return { title, note: table.length > 0 ? note : '', rows };
  });
}

function rowsOf([head, , ...lines]) {
  const columns = cellsOf(head);
  return lines.map((line) => {
    const cells = cellsOf(line);
    const cell = (name) => cells[columns.indexOf(name)];
    const code = cell('code').replace(/^<a .*<\/a>/, '');
    return { code, thrown: cell('class'), happened: cell('what happened'), mend: cell('what to do') };
  });
}

/** `SPN599 and SPN901 are bugs in Spindle itself. Report them …` */
function rowsOfSentences(note) {
  const [happened, mend] = note.split(/(?<=\.) (?=[A-Z])/);
  return note.match(/SPN\d{3}/g).map((code) => ({ code, happened, mend }));
}

const cellsOf = (line) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

function pageOf({ code, thrown, happened, mend }, { title, note }, { messages, values, examples, mentions }) {
  const page = `errors/${code}.md`;
  const linked = (text) => withLinks(text, { source: SOURCE, page });
  const parts = [
    frontmatter(code, happened),
    `# ${code}`,
    `<p class="kind">${title}${thrown === undefined ? '' : `, <code>${thrown.replaceAll('`', '')}</code>`}</p>`,
    ...messagePart(messages.get(code)),
    ...valuesPart(values.get(code)),
    `## Why\n\n${linked(happened)}`,
    `## Mend\n\n${linked(mend)}${linked(ofSection(note, code))}`,
    ...examplePart(examples.get(code)),
    ...mentionPart(mentions.get(code), page),
  ];
  return { page, source: SOURCE, text: parts.join('\n\n') };
}

const frontmatter = (title, description) =>
  `---\ntitle: ${JSON.stringify(title)}\npageClass: reference\ndescription: ${JSON.stringify(plain(description))}\n---`;

const plain = (text) => text.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');

/** The page `/errors/`: the tables without the links that each code has an own page for. */
function indexOf(sections) {
  const page = 'errors/index.md';
  const [, top] = /^([^]*?)^## /m.exec(read(SOURCE));
  const tables = sections.map(({ title, note, rows }) => {
    const lines = rows.map(
      ({ code, happened, mend }) => `| [${code}](errors.md#${code.toLowerCase()}) | ${happened} | ${mend} |`,
    );
    const table = ['| code | what happened | what to do |', '| --- | --- | --- |', ...lines].join('\n');
    return `## ${title}\n\n${note}\n\n${table}`;
  });
  return { page, source: SOURCE, text: withLinks([top.trim(), ...tables].join('\n\n'), { source: SOURCE, page }) };
}

function messagePart(texts = []) {
  const quotes = texts.map((text) => `<div class="message">\n\n${text.replaceAll('<', '&lt;')}\n\n</div>`);
  const hasHoles = texts.some((text) => text.includes('‹'));
  const note = hasHoles ? ['<p class="holes">What stands between ‹ and › is filled in when it happens.</p>'] : [];
  return texts.length === 0 ? [] : ['## Message', ...quotes, ...note];
}

/** What a page that tells the message in its own language gets (docs/messages.md). */
const valuesPart = (names = []) =>
  names.length === 0 ? [] : [`Its [values](../messages.md): ${names.map((name) => `\`${name}\``).join(', ')}.`];

/** Only those sentences of a section that are about each of its codes. */
const ofSection = (note, code) => {
  const sentence = note.split('\n\n').find((one) => /`\/\/ @allow SPN601`|warnings: false/.test(one));
  return sentence === undefined ? '' : `\n\n${sentence.replace('SPN601', code)}`;
};

function examplePart(example) {
  if (example === undefined) return [];
  const { language, input, output } = example;
  return [
    '## Example',
    `\`\`\`${language}\n${input.trimEnd()}\n\`\`\``,
    `\`\`\`text prints\n${output.trimEnd()}\n\`\`\``,
  ];
}

/** The shortest fixture of which the compiler says the code, and nothing else. */
function readExamples() {
  const found = new Map();
  const folders = readdirSync(path.join(root, 'fixtures'), { recursive: true, encoding: 'utf8' });
  for (const folder of folders.map((name) => `fixtures/${name}`)) {
    const [code, example] = exampleIn(folder) ?? [];
    const known = found.get(code);
    if (code !== undefined && !(known && lengthOf(known) <= lengthOf(example))) found.set(code, example);
  }
  return found;
}

function exampleIn(folder) {
  const has = (name) => existsSync(path.join(root, folder, name));
  const said = ['error.txt', 'warnings.txt'].find(has);
  const input = ['input.js', 'input.ts', 'input.jsx', 'input.tsx'].find(has);
  // With options of its own, the text of the example does not say all.
  if (said === undefined || input === undefined || has('options.json')) return undefined;
  const output = read(`${folder}/${said}`);
  const codes = new Set(output.match(/SPN\d{3}(?=\])/g));
  if (codes.size !== 1) return undefined;
  const text = output.replaceAll(/^(?:\[BABEL\] )?fixtures\/\S*\/(input\.\w+)/gm, '$1').replace(/ \(While.*\)/, '');
  return [...codes].map((code) => [
    code,
    { language: path.extname(input).slice(1), input: read(`${folder}/${input}`), output: text },
  ])[0];
}

const lengthOf = ({ input, output }) => input.length + output.length;

/** What only lists codes among much else. */
const LISTS = new Set(['docs/conformance.md', 'docs/performance.md']);

/** Which pages name each code. */
function readMentions() {
  const found = new Map();
  for (const { source, page } of wholeTexts.filter((one) => !LISTS.has(one.source))) {
    const text = read(source);
    for (const code of new Set(text.match(/SPN\d{3}/g))) {
      const title = titleOf(text) || path.basename(page, '.md');
      found.set(code, [...(found.get(code) ?? []), { page, title }]);
    }
  }
  return found;
}

function mentionPart(mentions = [], page) {
  const links = mentions.map((one) => `- [${one.title}](${between(page, one.page)})`);
  return links.length === 0 ? [] : [`## Pages that name it\n\n${links.join('\n')}`];
}
