/** One page for each bundler, from the tables of docs/tools.md and the projects of compat/packed; one for each engine, from docs/engines.md. */
import { onNode24 } from '../../compat/packed/node24.js';
import { formatted } from '../../scripts/format.js';
import { pages as pageProjects } from '../../compat/packed/pages.js';
import { projects } from '../../compat/packed/projects.js';
import { runners } from '../../compat/packed/runners.js';
import { withLinks } from './links.js';
import { read } from './sources.js';

/** The sections of docs/tools.md whose rows are recipes. */
const SECTIONS = ['Bundlers', 'Tools with a Babel configuration'];

/** Where the name of the project in compat/packed is not that of the row. */
const PROJECTS = {
  Vite: 'Vite 8.3.8, dev server',
  'Jest, ESM': 'Jest, ES modules',
  '@swc/jest, ts-jest': '@swc/jest',
  '@rolldown/plugin-babel': 'node24: Rolldown with @rolldown/plugin-babel',
};

/** The others are tested in another way. A row that is in neither list has no page. */
const WITHOUT_PROJECT = {
  Farm: 'compat/bundlers/build-with-farm.mjs',
  Bun: 'compat/bundlers/build-with-bun.mjs',
};

/** The pages, each as `{ page, title, text }`, the index first. */
export async function recipePages() {
  const tools = await Promise.all(toolRows().map(toolPage));
  const engines = engineSections().map(enginePage);
  return { index: indexOf(tools, engines), tools, engines };
}

function toolRows() {
  const sections = read('docs/tools.md').split(/^## /m);
  return SECTIONS.flatMap((title) => {
    const section = sections.find((text) => text.startsWith(title));
    const [install] = /```sh\n[^]*?```/.exec(section);
    const notes = section.split('\n').filter((line) => line.startsWith('- '));
    return section
      .split('\n')
      .filter((line) => /^\| (?!tool|-)/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .map(([tool, file, line]) => ({ tool: tool.replaceAll('`', ''), file, line, install, notes }));
  });
}

/** `Vite 7 and 8` is Vite. */
const nameOf = (tool) => tool.replace(/ \d.*/, '');
const slugOf = (name) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');

async function toolPage({ tool, file, line, install, notes }) {
  const name = nameOf(tool);
  const page = `recipes/${slugOf(name)}.md`;
  const own = notes.filter((note) => /\*\*([^]*)\*\*/.exec(note)[1].includes(name));
  const parts = [
    `---\neditLink: false\npageClass: reference\n---\n\n# ${name}`,
    tool === name ? '' : `Tried with ${tool}.`,
    `## Install\n\n${install}`,
    `## Configure\n\nIn ${file}: ${line}`,
    ...(own.length === 0 ? [] : [`## Good to know\n\n${own.join('\n')}`]),
    ...(await projectPart(name)),
    '## If a script is not compiled\n\n[The usual causes](tools.md#if-a-script-is-not-compiled), and [all tools on one page](tools.md).',
  ];
  return { page, title: name, text: withLinks(parts.join('\n\n'), { source: 'docs/tools.md', page }) };
}

/** What the test of the tarballs installs, writes and runs. */
async function projectPart(name) {
  const wanted = PROJECTS[name] ?? name;
  const all = [...projects, ...pageProjects, ...runners, ...onNode24];
  const project = all.find((one) => one.name === wanted) ?? all.find((one) => one.name.startsWith(`${wanted} `));
  if (project === undefined) return withoutProject(name);
  const files = Object.entries(project.files).filter(([file]) => !/^(src|app)\/|\.html$/.test(file));
  const shown = await Promise.all(files.map(([file, text]) => fileBlock(file, text)));
  const commands = [project.build, project.serve ?? project.start].filter((one) => one !== undefined);
  return [
    '## A whole project\n\nA test makes this one from the published packages, builds it and runs it. Its scripts are in `src`.',
    `\`\`\`sh\nnpm install ${project.install.join(' ')}\n\`\`\``,
    ...shown,
    `\`\`\`sh\n${commands.map((words) => words.map(quoted).join(' ')).join('\n')}\n\`\`\``,
  ];
}

function withoutProject(name) {
  const script = WITHOUT_PROJECT[name];
  if (script === undefined) throw new Error(`site: compat/packed has no project for ${name}, and no reason is given.`);
  return [
    `## No project of its own\n\nNo test makes a whole project with ${name} from the published packages. What is tested is its own API with the plugin: \`npm run compat -- bundlers\` builds a game by [this script](../${script}), runs it, and compares what it does with Node.`,
  ];
}

const quoted = (word) => (/^[\w@./:=-]+$/.test(word) ? word : `'${word}'`);

async function fileBlock(file, text) {
  const isJson = /\.json$|rc$/.test(file);
  const result = await formatted(isJson ? 'config.json' : 'config.js', text, { printWidth: 90 });
  return `\`${file}\`\n\n\`\`\`${isJson ? 'json' : 'js'}\n${result}\`\`\``;
}

function engineSections() {
  const text = read('docs/engines.md');
  const versions = new Map(
    [...text.matchAll(/^\| (\S+) +\| (\d\S*) +\| (\d\S*) +\|$/gm)].map(([, name, oldest, newest]) => [
      name,
      { oldest, newest },
    ]),
  );
  const [, ...sections] = text.split(/^## /m);
  return sections
    .map((section) => ({ name: /^.*/.exec(section)[0], body: section.slice(section.indexOf('\n')).trim() }))
    .filter(({ name }) => versions.has(name))
    .map((one) => ({
      ...one,
      ...versions.get(one.name),
      install: /```sh\n[^]*?```/.exec(text)[0],
      words: wordsOf(text, one.name),
    }));
}

/** The rows of the table of words that this engine has. */
function wordsOf(text, name) {
  const rows = text.split('\n').filter((line) => /^\| (word|`\w+\()/.test(line));
  const [head, ...others] = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return others.filter((row) => row[head.indexOf(name)] === 'yes').map(([word, when]) => `| ${word} | ${when} |`);
}

const TEMPLATES = { Phaser: 'phaser', Excalibur: 'excalibur', PixiJS: 'pixi', 'three.js': 'three' };

function enginePage({ name, body, oldest, newest, install, words }) {
  const page = `recipes/${slugOf(name)}.md`;
  const template = TEMPLATES[name];
  const entry = template ?? name.toLowerCase();
  const parts = [
    `---\neditLink: false\npageClass: reference\n---\n\n# ${name}`,
    `Tried with ${name} ${oldest} to ${newest}.`,
    ...(template === undefined
      ? []
      : [`## A new game\n\n\`\`\`sh\nnpm create spindle@latest my-game -- --template ${template}\n\`\`\``]),
    `## In a game that you have\n\n${install}\n\nAnd [the plugin for your build](tools.md).`,
    `## A small scene\n\n${withScene(body)}`,
    `## Words that wait\n\n| word | goes on when |\n| --- | --- |\n${words.join('\n')}`,
    `[What \`attachSpindle\` does](engines.md#what-attachspindle-does), and [all that the entry exports](API).`,
  ];
  const text = withLinks(parts.join('\n\n').replace('](API)', '](#API)'), { source: 'docs/engines.md', page }).replace(
    '](#API)',
    `](../api/engines/${entry}/index.md)`,
  );
  return { page, title: name, text };
}

/** Where the text leads to a scene, the scene. */
const withScene = (body) =>
  body.replace(
    /^\[.*\]\(\.\.\/(e2e\/engines\/scenes\/\w+\.js)\)\.$/m,
    (_link, file) => `\`\`\`js\n${read(file)}\`\`\``,
  );

function indexOf(tools, engines) {
  const list = (recipes) =>
    recipes.map(({ page, title }) => `- [${title}](./${page.replace('recipes/', '')})`).join('\n');
  const text = [
    '---\neditLink: false\n---\n\n# Recipes',
    'Each on a page of its own: what to install, and what to write into which file. Most have a whole project that a test builds; the page says where there is none.',
    `## Bundlers and other tools\n\n${list(tools)}`,
    `## Engines\n\n${list(engines)}`,
  ].join('\n\n');
  return { page: 'recipes/index.md', title: 'Recipes', text };
}
