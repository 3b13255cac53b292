/** What would be changed in a project, tool by tool. */
import path from 'node:path';
import { isFile, isFolder } from '../files/files.js';
import { planBabel } from './babel.js';
import { planEngine, planGuard } from './engine.js';
import { planBundlers, planEsbuild, planUnconfigured } from './bundlers.js';
import { addToList } from './edit-code.js';
import { prependJson, readJson, setJson } from './edit-json.js';
import { BABEL_PLUGIN, type InitPlan, planCode } from './init-plan.js';
import { codeFile, hasDependency, type Project, read, readProject } from './project.js';

/** Reads what the folder has and what would be changed. Writes nothing. */
export function planInit(folder: string, version: string): InitPlan {
  const project = readProject(folder);
  const plan: InitPlan = { found: [], changes: [], byHand: [], next: [], checkable: [], needed: new Map() };
  plan.needed.set('@spindle/runtime', 'dependencies');
  const need = (name: string): unknown => plan.needed.set(name, 'devDependencies');
  if (planBundlers(project, plan) || planEsbuild(project, plan) || planUnconfigured(project, plan))
    need('@spindle/unplugin');
  else if (planBabel(project, plan)) need(BABEL_PLUGIN);
  else need('@spindle/cli');
  if ([planEslint(project, plan), planOxlint(project, plan)].includes(true)) need('@spindle/eslint-plugin');
  planTypes(project, plan);
  planEngine(project, plan);
  planGuard(project, plan);
  planPackage(project, plan, version);
  return plan;
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

function planPackage(project: Project, plan: InitPlan, version: string): void {
  const { needed } = plan;
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
