/** The bundlers of a project: each configuration of each gets the plugin. */
import { addPlugin, addPluginToBuilds, type CodeEdit, wrapExport } from './edit-code.js';
import { readJson } from './edit-json.js';
import { type InitPlan, planCode } from './init-plan.js';
import { codeFile, configsBelow, configsInScripts, has, hasDependency, type Project, read } from './project.js';

/** A bundler with a configuration file of its own, and its package. */
const BUNDLERS: readonly { title: string; name: string; tool: string; by: string }[] = [
  { title: 'Vite', name: 'vite.config', tool: 'vite', by: 'vite' },
  { title: 'webpack', name: 'webpack.config', tool: 'webpack', by: 'webpack' },
  { title: 'Rspack', name: 'rspack.config', tool: 'rspack', by: '@rspack/core' },
  { title: 'Rollup', name: 'rollup.config', tool: 'rollup', by: 'rollup' },
  { title: 'Rolldown', name: 'rolldown.config', tool: 'rolldown', by: 'rolldown' },
  { title: 'Farm', name: 'farm.config', tool: 'farm', by: '@farmfe/core' },
];

/** Where esbuild is called, as it has no configuration file. */
const BUILD_SCRIPTS = ['esbuild.config', 'esbuild', 'build', 'scripts/build', 'scripts/esbuild', 'tools/build'];

/** Each configuration of each bundler gets the plugin. Gives whether there is one. */
export function planBundlers(project: Project, plan: InitPlan): boolean {
  // Vitest reads the configuration of Vite, unless it has its own.
  const vitest = { title: 'Vitest', name: 'vitest.config', tool: 'vite' };
  return [NEXT, ...BUNDLERS, vitest].filter((bundler) => planBundler(project, plan, bundler)).length > 0;
}

const NEXT = { title: 'Next', name: 'next.config', tool: 'next', isWrapped: true };

interface Bundler {
  readonly title: string;
  /** The name of its configuration, without the ending. */
  readonly name: string;
  /** Of the entry of the unplugin. */
  readonly tool: string;
  /** Its configuration is handed to the plugin, and has no list of plugins. */
  readonly isWrapped?: boolean;
}

function planBundler(project: Project, plan: InitPlan, { title, name, tool, isWrapped }: Bundler): boolean {
  const from = `@spindle/unplugin/${tool}`;
  const files = configsOf(project, name);
  const edit: CodeEdit = isWrapped ? wrapExport(from) : addPlugin({ code: 'spindle()', from });
  const line = isWrapped ? '`export default spindle(…)` around what it exports' : FIRST;
  for (const file of files) {
    if (!has(project, file)) {
      plan.byHand.push(
        `package.json names \`${file}\` as a configuration of ${title}, and there is no such file. Add ${line} where it is made.`,
      );
      continue;
    }
    planCode(project, plan, { title, file, from, edit, line });
    if (tool === 'vite') plan.checkable.push({ tool: 'Vite', file });
  }
  if (files.length > 0 && tool !== 'vite') plan.next.push(notChecked(title));
  return files.length > 0;
}
const notChecked = (title: string): string =>
  `Build the game with ${title} once: only Vite and Babel are asked here whether they compile a marked file.`;
const FIRST = 'spindle() first in `plugins`';

/** The one in the folder, those that scripts name with `--config`, and where there is neither, those with such a name deeper in. */
function configsOf(project: Project, name: string): string[] {
  const own = codeFile(project, name);
  const named = configsInScripts(project, name.slice(0, name.indexOf('.')));
  const files = [...new Set([...(own === undefined ? [] : [own]), ...named])];
  return files.length > 0 ? files : configsBelow(project, name);
}

/** A bundler that works without a configuration. Vite and Next get one; Vitest reads that of Vite, too. */
export function planUnconfigured(project: Project, plan: InitPlan): boolean {
  if (hasDependency(project, 'next')) {
    plan.found.push(NEXT.title);
    plan.next.push(notChecked(NEXT.title));
    const after = "import spindle from '@spindle/unplugin/next';\n\nexport default spindle();\n";
    plan.changes.push({ file: 'next.config.mjs', before: undefined, after });
    return true;
  }
  const { title, tool } = BUNDLERS.find(({ by }) => hasDependency(project, by)) ?? {};
  if (title === 'Vite' || (title === undefined && hasDependency(project, 'vitest'))) {
    const from = title === 'Vite' ? 'vite' : 'vitest/config';
    const file = `vite.config.${extensionFor(project)}`;
    plan.found.push(title ?? 'Vitest');
    plan.checkable.push({ tool: 'Vite', file });
    plan.changes.push({
      file,
      before: undefined,
      after: `import { defineConfig } from '${from}';\nimport spindle from '@spindle/unplugin/vite';\n\nexport default defineConfig({\n  plugins: [spindle()],\n});\n`,
    });
    return true;
  }
  if (title === undefined || codeFile(project, 'babel.config') !== undefined) return false;
  plan.found.push(title);
  plan.next.push(notChecked(title));
  plan.byHand.push(`Where ${title} is configured: \`import spindle from '@spindle/unplugin/${tool}'\`, and ${FIRST}.`);
  return true;
}

/** The plugins are modules. */
function extensionFor(project: Project): string {
  const isModule = readJson(project.packageJson, ['type']) === 'module';
  return `${isModule ? '' : 'm'}${project.names.includes('tsconfig.json') ? 'ts' : 'js'}`;
}

export function planEsbuild(project: Project, plan: InitPlan): boolean {
  if (!hasDependency(project, 'esbuild')) return false;
  const from = '@spindle/unplugin/esbuild';
  const file = BUILD_SCRIPTS.map((name) => codeFile(project, name)).find(
    (name) => name !== undefined && read(project, name).includes('esbuild'),
  );
  const line = 'spindle() in `plugins` of `build`';
  plan.next.push(notChecked('esbuild'));
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
