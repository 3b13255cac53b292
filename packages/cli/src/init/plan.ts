import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isFile, isFolder } from '../files/files.js';
import { addPlugin, addPluginToBuilds, addToList, type CodeEdit } from './edit-code.js';
import { prependJson, readJson, setJson } from './edit-json.js';

/** One file, as it is and as it would be. `before` is undefined for a new one. */
export interface Change {
  file: string;
  before: string | undefined;
  after: string;
}

/** What `init` would do in a folder. */
export interface InitPlan {
  /** What was found: `Vite (vite.config.ts)`. */
  found: string[];
  changes: Change[];
  /** What has to be done by hand, as the file is written in a way that is not known. */
  byHand: string[];
}

interface Project {
  folder: string;
  /** The names in the folder. */
  names: readonly string[];
  packageJson: string;
}

/** A bundler with a configuration file of its own, and its package. */
const BUNDLERS: readonly { title: string; name: string; tool: string; by: string }[] = [
  { title: 'Vite', name: 'vite.config', tool: 'vite', by: 'vite' },
  { title: 'webpack', name: 'webpack.config', tool: 'webpack', by: 'webpack' },
  { title: 'Rspack', name: 'rspack.config', tool: 'rspack', by: '@rspack/core' },
  { title: 'Rollup', name: 'rollup.config', tool: 'rollup', by: 'rollup' },
  { title: 'Rolldown', name: 'rolldown.config', tool: 'rolldown', by: 'rolldown' },
  { title: 'Farm', name: 'farm.config', tool: 'farm', by: '@farmfe/core' },
];

/** What compiles with Babel, and perhaps without a configuration of it. */
const BY_BABEL = [
  { title: 'Parcel', by: 'parcel' },
  { title: 'Next', by: 'next' },
  { title: 'Expo', by: 'expo' },
  { title: 'React Native', by: 'react-native' },
];
const HOW_BY_BABEL =
  'https://github.com/spindle-scripts/spindle/blob/main/docs/tools.md#tools-with-a-babel-configuration-babel-plugin-threads';

/** Where esbuild is called, as it has no configuration file. */
const BUILD_SCRIPTS = ['esbuild.config', 'esbuild', 'build', 'scripts/build', 'scripts/esbuild', 'tools/build'];

const CODE = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];

/** Reads what the folder has and what would be changed. Writes nothing. */
export function planInit(folder: string, version: string): InitPlan {
  const packageJson = readFileSync(path.join(folder, 'package.json'), 'utf8');
  const project: Project = { folder, names: readdirSync(folder), packageJson };
  const plan: InitPlan = { found: [], changes: [], byHand: [] };
  const needed = new Map([['@spindle/runtime', 'dependencies']]);
  const need = (name: string): unknown => needed.set(name, 'devDependencies');
  if (planBundlers(project, plan) || planEsbuild(project, plan) || planUnconfigured(project, plan))
    need('@spindle/unplugin');
  else if (planBabel(project, plan)) need(THREADS);
  else need('@spindle/cli');
  if ([planEslint(project, plan), planOxlint(project, plan)].includes(true)) need('@spindle/eslint-plugin');
  planTypes(project, plan);
  planPackage(project, plan, { needed, version });
  return plan;
}

/** Each bundler that has a configuration gets the plugin. Gives whether there is one. */
function planBundlers(project: Project, plan: InitPlan): boolean {
  // Vitest reads the configuration of Vite, unless it has its own.
  const vitest = { title: 'Vitest', name: 'vitest.config', tool: 'vite' };
  const found = [...BUNDLERS, vitest].filter(({ title, name, tool }) => {
    const file = codeFile(project, name);
    if (file === undefined) return false;
    const from = `@spindle/unplugin/${tool}`;
    planCode(project, plan, {
      title,
      file,
      from,
      edit: addPlugin({ code: 'spindle()', from }),
      line: 'spindle() first in `plugins`',
    });
    return true;
  });
  return found.length > 0;
}

/** A bundler that works without a configuration. Vite gets one; Vitest reads that, too. */
function planUnconfigured(project: Project, plan: InitPlan): boolean {
  const { title, tool } = BUNDLERS.find(({ by }) => hasDependency(project, by)) ?? {};
  if (title === 'Vite' || (title === undefined && hasDependency(project, 'vitest'))) {
    const from = title === 'Vite' ? 'vite' : 'vitest/config';
    plan.found.push(title ?? 'Vitest');
    plan.changes.push({
      file: `vite.config.${extensionFor(project)}`,
      before: undefined,
      after: `import { defineConfig } from '${from}';\nimport spindle from '@spindle/unplugin/vite';\n\nexport default defineConfig({\n  plugins: [spindle()],\n});\n`,
    });
    return true;
  }
  if (title === undefined || codeFile(project, 'babel.config') !== undefined) return false;
  plan.found.push(title);
  plan.byHand.push(
    `Where ${title} is configured: \`import spindle from '@spindle/unplugin/${tool}'\`, and spindle() first in \`plugins\`.`,
  );
  return true;
}

/** The plugins are modules. */
function extensionFor(project: Project): string {
  const isModule = readJson(project.packageJson, ['type']) === 'module';
  return `${isModule ? '' : 'm'}${project.names.includes('tsconfig.json') ? 'ts' : 'js'}`;
}

function planEsbuild(project: Project, plan: InitPlan): boolean {
  if (!hasDependency(project, 'esbuild')) return false;
  const from = '@spindle/unplugin/esbuild';
  const file = BUILD_SCRIPTS.map((name) => codeFile(project, name)).find(
    (name) => name !== undefined && read(project, name).includes('esbuild'),
  );
  const line = 'spindle() in `plugins` of `build`';
  if (file !== undefined)
    planCode(project, plan, {
      title: 'esbuild',
      file,
      from,
      edit: addPluginToBuilds({ code: 'spindle()', from }),
      line,
    });
  else {
    plan.found.push('esbuild');
    plan.byHand.push(`Where esbuild is called: \`import spindle from '${from}'\`, and ${line}.`);
  }
  return true;
}

const THREADS = 'babel-plugin-threads';

function planBabel(project: Project, plan: InitPlan): boolean {
  const file = codeFile(project, 'babel.config') ?? codeFile(project, '.babelrc');
  if (file !== undefined) {
    const edit = addPlugin({ code: `'${THREADS}'` });
    planCode(project, plan, { title: 'Babel', file, from: THREADS, edit, line: `'${THREADS}' first in \`plugins\`` });
    return true;
  }
  const json = ['babel.config.json', '.babelrc.json', '.babelrc'].find((name) => project.names.includes(name));
  if (json !== undefined) {
    plan.found.push(`Babel (${json})`);
    const before = read(project, json);
    if (!before.includes(THREADS))
      plan.changes.push({ file: json, before, after: prependJson(before, ['plugins'], THREADS) });
    return true;
  }
  if (readJson(project.packageJson, ['babel']) === undefined) return planWithoutBabel(project, plan);
  plan.found.push('Babel (package.json)');
  if (!JSON.stringify(readJson(project.packageJson, ['babel'])).includes(THREADS))
    project.packageJson = prependJson(project.packageJson, ['babel', 'plugins'], THREADS);
  return true;
}

function planWithoutBabel(project: Project, plan: InitPlan): boolean {
  const tool = BY_BABEL.find(({ by }) => hasDependency(project, by));
  if (tool === undefined) return false;
  plan.found.push(tool.title);
  plan.byHand.push(`${tool.title} needs a configuration of Babel: ${HOW_BY_BABEL}`);
  return true;
}

function planEslint(project: Project, plan: InitPlan): boolean {
  const file = codeFile(project, 'eslint.config');
  if (file === undefined) return false;
  const from = '@spindle/eslint-plugin';
  const code = 'spindle.configs.recommended';
  planCode(project, plan, {
    title: 'ESLint',
    file,
    from,
    edit: addToList({ code, from }),
    line: `${code} last in the list`,
  });
  return true;
}

function planOxlint(project: Project, plan: InitPlan): boolean {
  const file = '.oxlintrc.json';
  if (!project.names.includes(file)) return false;
  plan.found.push(`Oxlint (${file})`);
  const before = read(project, file);
  const rules = './node_modules/@spindle/eslint-plugin/oxlint.json';
  if (!before.includes(rules)) plan.changes.push({ file, before, after: prependJson(before, ['extends'], rules) });
  return true;
}

const GLOBALS = '@spindle/runtime/globals';

/**
 * If the configuration lists its types, one more; otherwise a file that imports them, as a list would leave out all
 * others.
 */
function planTypes(project: Project, plan: InitPlan): void {
  const file = ['tsconfig.json', 'jsconfig.json'].find((name) => project.names.includes(name));
  if (file === undefined) return;
  plan.found.push(`TypeScript (${file})`);
  const before = read(project, file);
  const types = readJson(before, ['compilerOptions', 'types']);
  const declaration = isFolder(path.join(project.folder, 'src')) ? 'src/spindle-env.d.ts' : 'spindle-env.d.ts';
  if (before.includes(GLOBALS) || isFile(path.join(project.folder, declaration))) return;
  if (Array.isArray(types))
    plan.changes.push({ file, before, after: setJson(before, ['compilerOptions', 'types', types.length], GLOBALS) });
  else
    plan.changes.push({
      file: declaration,
      before: undefined,
      after: `// The words of scripts, such as wait(100), need no import.\nimport '${GLOBALS}';\n`,
    });
}

function planPackage(
  project: Project,
  plan: InitPlan,
  { needed, version }: { needed: ReadonlyMap<string, string>; version: string },
): void {
  const before = read(project, 'package.json');
  let after = project.packageJson;
  for (const [name, list] of needed)
    if (!hasDependency(project, name)) after = setJson(after, [list, name], `^${version}`);
  if (needed.has('@spindle/cli') && readJson(after, ['scripts', 'compile']) === undefined) {
    const globs = isFolder(path.join(project.folder, 'src')) ? 'src/**/*.{js,ts}' : 'scripts/**/*.{js,ts}';
    after = setJson(after, ['scripts', 'compile'], `spindle precompile "${globs}" --out-dir dist --source-maps`);
  }
  if (after !== before) plan.changes.push({ file: 'package.json', before, after });
}

interface CodePlan {
  title: string;
  file: string;
  from: string;
  edit: CodeEdit;
  /** What has to be done by hand if the file cannot be changed. */
  line: string;
}

function planCode(project: Project, plan: InitPlan, { title, file, from, edit, line }: CodePlan): void {
  plan.found.push(`${title} (${file})`);
  const before = read(project, file);
  if (before.includes(from)) return;
  const after = edit(before);
  const byImport = from === THREADS ? '' : `\`import spindle from '${from}'\`, and `;
  if (after === undefined) plan.byHand.push(`In \`${file}\`: ${byImport}${line}.`);
  else plan.changes.push({ file, before, after });
}

function codeFile({ folder }: Project, name: string): string | undefined {
  return CODE.map((extension) => `${name}.${extension}`).find((file) => isFile(path.join(folder, file)));
}

const read = ({ folder }: Project, name: string): string => readFileSync(path.join(folder, name), 'utf8');

function hasDependency({ packageJson }: Project, name: string): boolean {
  return ['dependencies', 'devDependencies', 'peerDependencies'].some(
    (list) => readJson(packageJson, [list, name]) !== undefined,
  );
}
