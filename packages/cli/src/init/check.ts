/** Does a tool of the project compile a marked file, as it is set up now? */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isFolder } from '../files/files.js';
import type { Checkable } from './init-plan.js';

/** Nothing is written: the tool is given this text under a name of the project. */
const SOURCE = '// @compile\nexport function check() {\n  wait(1);\n}\n';
const nameIn = (folder: string): string =>
  path.join(isFolder(path.join(folder, 'src')) ? 'src' : '', 'spindle-check.js');

/**
 * They run in the folder of the project, so that they find its packages, and print what has become of the text. Vite is asked as for a
 * server: for a page it would first prepare the packages.
 */
const SCRIPTS: Record<Checkable['tool'], string> = {
  Vite: `import { createServer } from 'vite';
const check = { name: 'check', resolveId: (id) => (id === name ? id : null), load: (id) => (id === name ? source : null) };
const server = await createServer({
  configFile, plugins: [check], logLevel: 'silent', appType: 'custom', server: { middlewareMode: true, hmr: false, watch: null },
});
const code = (await server.transformRequest(name, { ssr: true }))?.code;
await server.close();`,
  Babel: `import * as babel from '@babel/core';
const code = (await babel.transformAsync(source, { filename: name }))?.code;`,
};
const GIVEN = 'const { configFile, source, name } = JSON.parse(process.argv[1]);';
const MARKER = '\nspindle-check:';
const LIMIT_MS = 60_000;

/** Undefined if it does; else what the tool said. */
export async function checkTool({ tool, file }: Checkable, folder: string): Promise<string | undefined> {
  const name = nameIn(folder);
  const given = { configFile: file, source: SOURCE, name: path.join(folder, name) };
  const script = `${SCRIPTS[tool].replace('\n', `\n${GIVEN}\n`)}\nconsole.log(${JSON.stringify(MARKER)} + code);\nprocess.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, JSON.stringify(given)], {
    cwd: folder,
    timeout: LIMIT_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  await new Promise((done) => child.once('close', done));
  const at = out.indexOf(MARKER);
  if (at === -1) return withMend(/^\w*Error.*$/m.exec(error)?.[0] ?? `${tool} gave no answer.`);
  return /\bthread\b/.test(out.slice(at))
    ? undefined
    : `\`${name}\` came out as it went in. Is the plugin there, and do its options take in such a file?`;
}

const withMend = (error: string): string =>
  /Cannot find (?:package|module) '/.test(error) ? `${error.replace(/\.?$/, '.')} Run \`npm install\` first.` : error;

/** Are the packages there that the configuration imports? */
export const isInstalled = (folder: string, needed: Iterable<string>): boolean =>
  [...needed].every((name) => isAbove(folder, path.join('node_modules', name, 'package.json')));

/** In the folder or, as in a workspace, in one above it. */
function isAbove(folder: string, name: string): boolean {
  const above = path.dirname(folder);
  return existsSync(path.join(folder, name)) || (above !== folder && isAbove(above, name));
}
