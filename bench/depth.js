/**
 * How deep calls go before the native stack ends, for each way to nest them, with both targets. `npm run --silent build && node bench/depth.js
 * [part of a way]` prints the table of docs/performance.md. Each figure is of a process of its own: an engine needs less for a function that it
 * has optimized.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { writeCompiled } from './compile.js';
import { WAYS } from './depth-ways.js';

const PRELUDE = `import { Executor } from '@spindle/runtime';
let deepest = 0;
export const reached = () => deepest;
function reach(n) { if (n > deepest) deepest = n; }
`;
const TARGETS = ['plain', 'generators', 'frames'];

if (process.argv[3] === undefined) showTable(process.argv[2] ?? '');
else console.log(await measure(process.argv[2], process.argv[3]));

/** So many calls stand there when the stack has ended. */
async function measure(way, target) {
  const { begin, reached } = await import(pathToFileURL(fileOf(way, target)));
  try {
    begin();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return reached();
}

function fileOf(way, target) {
  const text = `${PRELUDE}${WAYS[way].text}\nexport { begin };\n`;
  const name = `depth-${Object.keys(WAYS).indexOf(way)}`;
  const file = writeCompiled(name, text, target === 'plain' ? {} : { target });
  if (target === 'plain') writeFileSync(file, text);
  return file;
}

function showTable(part) {
  const ways = Object.keys(WAYS).filter((way) => way.includes(part));
  console.log('| calls | plain JavaScript | generators | frames |\n| --- | --- | --- | --- |');
  for (const way of ways) {
    const depths = TARGETS.map((target) =>
      target === 'plain' && WAYS[way].isPlain !== true ? '' : ask(way, target).toLocaleString('en'),
    );
    console.log(`| ${way} | ${depths.join(' | ')} |`);
  }
}

function ask(way, target) {
  const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, way, target], { encoding: 'utf8' });
  const depth = Number.parseInt(stdout, 10);
  if (Number.isNaN(depth)) throw new Error(`${way}, ${target}: ${stdout} ${stderr}`);
  return depth;
}
