/**
 * The type tests on the versions of TypeScript that we support, with the oldest, the newest and no types of Node; and what an
 * editor shows for each word and where it goes from it. `npm run compat -- types` installs them.
 */
import path from 'node:path';
import { askEditor } from './hovers.js';
import { check, makeProject } from './project.js';

const compat = path.join(import.meta.dirname, '../../compat/typescript');
const installed = (name) => path.join(compat, 'node_modules', name);

const LANES = [
  { typescript: 'typescript-5.5', node: '@types/node' },
  { typescript: 'typescript-5.9', node: '@types/node' },
  { typescript: 'typescript-6', node: '@types/node' },
  { typescript: 'typescript-6', node: 'node-types-newest' },
  { typescript: 'typescript-7', node: '@types/node' },
  { typescript: 'typescript-7', node: 'node-types-newest' },
];

for (const { typescript, node } of LANES) {
  const startedMs = performance.now();
  const modules = Object.fromEntries(['expect-type', 'mitt', 'nanoevents'].map((name) => [name, installed(name)]));
  const project = makeProject({
    modules: { ...modules, '@types/node': installed(node) },
    more: [`${compat}/emitters`],
  });
  const said = check(project.folder, installed(typescript)) + check(`${project.folder}/bare`, installed(typescript));
  const isGood = said === '';
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.log(`${typescript} with ${node}: ${isGood ? 'all types hold' : `\n${said}`}, ${seconds} s`);
  if (!isGood) process.exitCode = 1;
  // TypeScript 7 has no language service to ask.
  if (!typescript.endsWith('7')) await reportEditor(project.folder, typescript);
  project.remove();
}

async function reportEditor(folder, typescript) {
  const { count, broken, lost } = await askEditor(path.join(folder, 'hovers.ts'), installed(typescript));
  console.log(`  an editor shows the docstrings of ${count - broken.length} of ${count} words ${broken.join(' ')}`);
  console.log(`  and goes to the functions of ${count - lost.length} ${lost.join(' ')}`);
  if (broken.length + lost.length > 0) process.exitCode = 1;
}
