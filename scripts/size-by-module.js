/**
 * Where the bytes of the runtime go: those of a row of .size-limit.json, by module, as esbuild bundles them for
 * production.
 *
 * Of the 28.6 kB of a minimal game turns and ends are 4.6, calls 3.7, frames 2.1, deep calls 0.6, time 2.1, joins 1.1 (November 2026). These can be no layers:
 * members of Thread, Scheduler, Clock and Executor (4.0), as no bundler sees their use; sentences, traces and checks (2.7), for players' reports; owners (2.5,
 * cycles of waits 1.0), as any call of a method makes one. The plan was 17.5 kB for such a game, 14.5 for `$thread` with `wait` (27.1 without) and 30 for all (34.3), from
 * a sketch of 2.7 kB that had no priorities, exact orders, clocks of threads, verdicts of cancels, traces or texts of arguments.
 *
 * Lines of `src` without saves: 21,511 before hot updates in place and `order`, which are 744; at adf347c4 19,776 (4,000 fewer were planned). Of the 1,735 more 509 are comments, 480 the imports and blank lines of
 * smaller files, 320 generated forms of words for frames, 394 errors on the page. By room: words 1,340 more (arms in one record, follow, defineWait, what takes
 * a scheduler), scheduling 109, messages 82, entries 210; collections 153 fewer, waits 130, dispatch 85, time 58, execution and ownership 45 each.
 *
 *   node scripts/size-by-module.js "a minimal app"    the rows whose name has that in it; without it, the first one
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const rows = JSON.parse(readFileSync(path.join(root, '.size-limit.json'), 'utf8'));
const [wanted = rows[0].name] = process.argv.slice(2);

for (const row of rows.filter(({ name }) => name.includes(wanted))) await print(row);

async function print({ name, path: files, import: imports }) {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: programOf([files].flat(), imports), resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  const [{ contents }] = outputFiles;
  console.log(`${name}: ${contents.length} bytes minified, ${gzipSync(contents, { level: 9 }).length} gzipped`);
  const [{ inputs }] = Object.values(metafile.outputs);
  const modules = Object.entries(inputs).sort(([, one], [, other]) => other.bytesInOutput - one.bytesInOutput);
  for (const [module, { bytesInOutput }] of modules)
    console.log(`${String(bytesInOutput).padStart(7)}  ${module.replace(/^packages\/runtime\/dist\//, '')}`);
}

/** A program that uses what the row imports: a text for one file, an object for several; all of a file without it. */
function programOf(files, imports) {
  return files
    .map((file) => {
      const names = typeof imports === 'object' ? imports[file] : imports;
      if (names === undefined) return `export * from './${file}';`;
      return `import ${names === '*' ? '* as all' : names} from './${file}'; console.log(${names === '*' ? 'all' : names.replace(/[{}]/g, '')});`;
    })
    .join('\n');
}
