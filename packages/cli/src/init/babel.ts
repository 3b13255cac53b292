/** Projects that compile with Babel: its configuration gets the plugin. */
import { addPlugin } from './edit-code.js';
import { prependJson, readJson } from './edit-json.js';
import { BABEL_PLUGIN, type InitPlan, planCode } from './init-plan.js';
import { codeFile, hasDependency, type Project, read } from './project.js';

/** What compiles with Babel, and perhaps without a configuration of it. */
const BY_BABEL = [
  { title: 'Expo', by: 'expo' },
  { title: 'React Native', by: 'react-native' },
];
const HOW_BY_BABEL =
  'https://github.com/spindle-scripts/spindle/blob/main/docs/tools.md#tools-with-a-babel-configuration-babel-plugin-threads';

/** Gives whether there is such a tool. */
export function planBabel(project: Project, plan: InitPlan): boolean {
  if (!planConfigured(project, plan)) return planTool(project, plan);
  plan.checkable.push({ tool: 'Babel', file: undefined });
  return true;
}

/** The configuration of Babel, if there is one, or if it is enough to make one. */
function planConfigured(project: Project, plan: InitPlan): boolean {
  const file = codeFile(project, 'babel.config') ?? codeFile(project, '.babelrc');
  if (file !== undefined) {
    const edit = addPlugin({ code: `'${BABEL_PLUGIN}'` });
    planCode(project, plan, {
      title: 'Babel',
      file,
      from: BABEL_PLUGIN,
      edit,
      line: `'${BABEL_PLUGIN}' first in \`plugins\``,
    });
    return true;
  }
  const json = ['babel.config.json', '.babelrc.json', '.babelrc'].find((name) => project.names.includes(name));
  if (json !== undefined) {
    plan.found.push(`Babel (${json})`);
    const before = read(project, json);
    if (!before.includes(BABEL_PLUGIN))
      plan.changes.push({ file: json, before, after: prependJson(before, ['plugins'], BABEL_PLUGIN) });
    return true;
  }
  if (readJson(project.packageJson, ['babel']) === undefined) return planParcel(project, plan);
  plan.found.push('Babel (package.json)');
  if (!JSON.stringify(readJson(project.packageJson, ['babel'])).includes(BABEL_PLUGIN))
    project.packageJson = prependJson(project.packageJson, ['babel', 'plugins'], BABEL_PLUGIN);
  return true;
}

/** Parcel takes this configuration in addition to what it does itself. */
function planParcel(project: Project, plan: InitPlan): boolean {
  if (!hasDependency(project, 'parcel')) return false;
  plan.found.push('Parcel');
  plan.changes.push({ file: '.babelrc', before: undefined, after: `{\n  "plugins": ["${BABEL_PLUGIN}"]\n}\n` });
  return true;
}

function planTool(project: Project, plan: InitPlan): boolean {
  const tool = BY_BABEL.find(({ by }) => hasDependency(project, by));
  if (tool === undefined) return false;
  plan.found.push(tool.title);
  plan.byHand.push(`${tool.title} needs a configuration of Babel: ${HOW_BY_BABEL}`);
  return true;
}
