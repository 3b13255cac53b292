/** The pages of the API, from the docstrings of what the packages export. TypeDoc reads them and writes Markdown. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Application } from 'typedoc';
import { address } from './links.js';
import { OUT, read, root, titleOf } from './sources.js';

/** In this order. The entries are those of each package.json but for those that are named here: compiled code and tools use them. */
const PACKAGES = {
  runtime: ['abi', 'globals', 'globals-guard', 'natives', 'own-waits'],
  'babel-plugin-threads': [],
  inspector: [],
  engines: [],
  compiler: [],
  // The others have the same options as the entry for Vite.
  unplugin: ['rolldown', 'rollup', 'webpack', 'rspack', 'esbuild', 'farm', 'bun', 'register'],
};

/** The sources are read from there: what TypeDoc would leave out of a docstring is written in another way before. */
const WORK = path.join(root, 'site/build/api');
const FOLDER = path.join(OUT, 'api');

/** Writes the pages below `api/`. Gives what the sidebar shows of them. */
export async function writeApi() {
  const entries = Object.keys(PACKAGES).flatMap(entriesOf);
  copySources(entries);
  rmSync(FOLDER, { recursive: true, force: true });
  const app = await Application.bootstrapWithPlugins(optionsOf(entries));
  const project = await app.convert();
  if (project === undefined) throw new Error('site: TypeDoc could not read the sources.');
  await app.generateOutputs(project);
  for (const page of pagesIn(FOLDER)) improve(path.join(FOLDER, page));
  writeFileSync(path.join(FOLDER, 'index.md'), indexOf(entries));
  return entries.map(itemOf);
}

/** `{ folder: 'runtime', file: 'scenes', name: '@spindle/runtime/scenes', place: 'runtime/scenes' }` */
function entriesOf(folder) {
  const { name, exports } = JSON.parse(read(`packages/${folder}/package.json`));
  return Object.entries(exports).flatMap(([door, { types }]) => {
    const inside = door.slice(2);
    if (types === undefined || PACKAGES[folder].includes(inside)) return [];
    const file = types.replace('./dist/', '').replace('.d.ts', '');
    return [{ folder, file, name: path.posix.join(name, inside), place: path.posix.join(folder, inside) }];
  });
}

function copySources(entries) {
  rmSync(WORK, { recursive: true, force: true });
  for (const folder of Object.keys(PACKAGES)) {
    const from = path.join(root, 'packages', folder, 'src');
    const to = path.join(WORK, folder);
    cpSync(from, to, { recursive: true, filter: (file) => !file.includes('/production/') });
    for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.ts'))
        rewrite(path.join(to, name), (text) => text.replaceAll(/@throws \{([^}]*)\}/g, '@throws `$1`'));
  }
  for (const { folder, file, place } of entries)
    rewrite(path.join(WORK, folder, `${file}.ts`), (text) => named(text, place));
  const compilerOptions = {
    ...JSON.parse(read('tsconfig.base.json')).compilerOptions,
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    composite: false,
    paths: Object.fromEntries(
      Object.keys(PACKAGES)
        .flatMap(entriesOf)
        .map(({ name, folder, file }) => [name, [`./${folder}/${file}.ts`]]),
    ),
  };
  writeFileSync(path.join(WORK, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
}

/** The comment at the top of an entry is that of the module, whose name decides where its pages are. */
function named(text, place) {
  const [head = ''] = /^\/\*\*[^]*?\*\/\n/.exec(text) ?? [];
  // Without an import or an export behind it, the comment is that of the first thing in the file.
  const isOfFile = /^(export (type )?(\{|\*)|import )/.test(text.slice(head.length));
  if (head === '' || !isOfFile) return `/** @module ${place} */\n${text}`;
  return text.replace(head, head.replace(/\s*\*\/\n$/, `\n *\n * @module ${place}\n */\n`));
}

const optionsOf = (entries) => ({
  entryPoints: entries.map(({ folder, file }) => path.join(WORK, folder, `${file}.ts`)),
  tsconfig: path.join(WORK, 'tsconfig.json'),
  plugin: ['typedoc-plugin-markdown'],
  out: FOLDER,
  router: 'member',
  entryFileName: 'index',
  readme: 'none',
  logLevel: 'Error',
  // The sources are checked by the build; here some of their own types are missing.
  skipErrorChecking: true,
  excludeInternal: true,
  excludePrivate: true,
  disableGit: true,
  basePath: WORK,
  displayBasePath: WORK,
  sourceLinkTemplate: `${address}/blob/main/packages/{path}`,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  pageTitleTemplates: {
    index: 'API',
    module: ({ name }) => entries.find(({ place }) => place === name)?.name ?? name,
    member: '{name}',
  },
});

const pagesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** One line says where it is defined, and one list what it throws. The page itself has no source to edit. */
function improve(file) {
  let isFirst = true;
  const place = (_whole, folder, rest, line) => {
    const [shown, hidden] = [`packages/${folder}/src/${rest}`, !isFirst];
    isFirst = false;
    return hidden
      ? ''
      : `<div class="defined">\n\nDefined in [${shown}](${address}/blob/main/${shown}#L${line})\n\n</div>\n\n`;
  };
  rewrite(file, (text) => {
    const [head, ...parts] = text
      .replaceAll(/^Defined in: \[([\w-]+)\/(\S+):(\d+)\]\S*\n*/gm, place)
      // Code in a docstring, and types in its sentences, are no HTML.
      .replaceAll(/(?<=\n\n)((?: {2}\S.*\n)+)(?=\n)/g, (code) => `\`\`\`ts\n${code.replaceAll(/^ {2}/gm, '')}\`\`\`\n`)
      .replaceAll(/(```[^]*?\n```|`[^`\n]*`)|(?<!\\)<(?![ap] |\/[ap]>)/g, (whole, code) => code ?? '&lt;')
      .split(/^(?=#+ Throws\n\n)/m);
    const [first, ...others] = parts.map((part) => part.replace(/(?<=Throws\n\n)/, '- '));
    // Those of one function follow each other.
    const together = (before, part) =>
      /Throws\n\n(?:- [^#]*)$/.test(before) ? before.trimEnd() + part.replace(/^#+ Throws\n\n/, '\n') : before + part;
    return `---\neditLink: false\npageClass: reference\n---\n\n${head}${first === undefined ? '' : others.reduce(together, first)}`;
  });
}

function indexOf(entries) {
  const rows = entries.map(({ name, place }) => `| [\`${name}\`](./${place}/index.md) | ${aboutOf(place)} |`);
  return [
    '---\neditLink: false\n---\n\n# API',
    'What the packages export, from the comments of their sources.',
    ['| import | what it has |', '| --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

/** The first sentence of the module's comment, or the names of what it has. */
function aboutOf(place) {
  const text = readFileSync(path.join(FOLDER, place, 'index.md'), 'utf8').replace(/^---[^]*?---/, '');
  const [, sentence] = /(?:^|\n)# .*\n\n([A-Z][^#]*?)(?:\n\n|$)/.exec(text) ?? [];
  return (sentence ?? namesIn(text)).replaceAll('\n', ' ');
}

const namesIn = (text) =>
  [...text.matchAll(/^- \[([^\]]+)\]/gm)].map(([, name]) => `\`${name.replaceAll('\\', '')}\``).join(', ');

/** An entry, with all that it exports. */
function itemOf({ name, place }) {
  const folder = path.join(FOLDER, place);
  const text = readFileSync(path.join(folder, 'index.md'), 'utf8');
  const links = [...text.matchAll(/^- \[([^\]]+)\]\(([\w/.-]+)\.md\)/gm)];
  return {
    text: name,
    link: `/api/${place}/`,
    items: links.map(([, shown, file]) => ({
      text: titleOf(readFileSync(path.join(folder, `${file}.md`), 'utf8')) || shown,
      link: `/api/${place}/${file}`,
    })),
  };
}
