/**
 * The examples of docs/guide: each block of ours is compiled and run as a file of its own, on virtual time, and what it prints stands below it.
 * `npm run docs` writes that, `npm test` checks it.
 *
 *   ```js          a scene of ours
 *   ```text        what it prints: written by this script
 *   ```js other    code of others, which is not run
 *
 * A scene without imports gets those of `wholeProgram`, and is then played to its end. One that imports the entry `saves` is compiled for it. A picture below the print, `![…](pictures/name.svg)`, is drawn
 * from the same run: who holds each owner, and who waits for it, frame by frame.
 */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as babel from '@babel/core';
import threads from 'babel-plugin-threads';
import { bundleRuntime } from '../bundle-runtime.js';
import { drawLanes } from './draw-lanes.js';
import { wholeProgram } from './whole-program.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.join(root, 'docs/guide');
// The packages are found from there, as from the project of a reader.
const packages = path.join(root, 'node_modules/.cache/guide');
const run = promisify(execFile);

const BLOCK = /^```js\n([^]*?)^```\n(?:\n```text\n[^]*?^```\n)?(?:\n!\[([^\]]*)\]\(pictures\/([\w-]+)\.svg\)\n)?/gm;

/** Each page of the guide, with its present text and the filled one, and the pictures of its examples. */
export async function guidePages() {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return Promise.all(names.sort().map(fillPage));
}

async function fillPage(name) {
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');
  const pictures = [];
  let filled = '';
  let end = 0;
  let number = 0;
  for (const found of text.matchAll(BLOCK)) {
    const [whole, source, title, picture] = found;
    const { printed, samples } = await play(`${name.replace('.md', '').replaceAll(path.sep, '-')}-${++number}`, source);
    filled += text.slice(end, found.index) + `\`\`\`js\n${source}\`\`\`\n`;
    if (printed !== '') filled += `\n\`\`\`text\n${printed}\`\`\`\n`;
    if (picture !== undefined) {
      filled += `\n![${title}](pictures/${picture}.svg)\n`;
      pictures.push(pictureOf(picture, drawLanes(title, samples)));
    }
    end = found.index + whole.length;
  }
  return { name: `docs/guide/${name}`, file, text, filled: filled + text.slice(end), pictures };
}

function pictureOf(name, filled) {
  const file = path.join(folder, 'pictures', `${name}.svg`);
  return {
    name: `docs/guide/pictures/${name}.svg`,
    file,
    text: existsSync(file) ? readFileSync(file, 'utf8') : '',
    filled,
  };
}

/** Compiles and runs one scene: what it prints, and who held what in each frame. */
export async function play(name, source) {
  const { stdout, stderr } = await runProgram(name, wholeProgram(source), {
    cache: scenes(),
    options: ['--import', './sample-owners.mjs'],
  });
  const [, samples = '[]'] = /^samples (.*)$/m.exec(stderr) ?? [];
  const said = stderr.replace(/^samples .*\n/m, '');
  return { printed: stdout + said, samples: JSON.parse(samples) };
}

/** Compiles a program and runs it in a process of its own. Gives what it prints. */
export async function runProgram(name, program, { cache = packages, options = [] } = {}) {
  const saves = program.includes("'@spindle/runtime/saves'") ? { target: 'frames', saves: true } : {};
  const plugins = [[threads, { diagnostics: 'error', ...saves }]];
  const { code } = babel.transformSync(program, { configFile: false, babelrc: false, filename: `${name}.js`, plugins });
  mkdirSync(cache, { recursive: true });
  const file = path.join(cache, `${name}.mjs`);
  writeFileSync(file, code);
  return run(process.execPath, [...options, file], { cwd: cache });
}

let folderOfScenes;

/** Scenes import the runtime alone, and find it in a few files there. */
function scenes() {
  if (folderOfScenes !== undefined) return folderOfScenes;
  folderOfScenes = path.join(root, 'node_modules/.cache/guide-scenes');
  const link = path.join(folderOfScenes, 'node_modules/@spindle/runtime');
  rmSync(link, { force: true });
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(bundleRuntime(), link, 'dir');
  copyFileSync(path.join(root, 'scripts/docs/sample-owners.js'), path.join(folderOfScenes, 'sample-owners.mjs'));
  return folderOfScenes;
}

/** Writes what has changed. */
export async function fillGuide() {
  for (const { pictures, ...page } of await guidePages())
    for (const { name, file, text, filled } of [page, ...pictures]) {
      if (text === filled) continue;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, filled);
      console.log(`${name} filled`);
    }
}
