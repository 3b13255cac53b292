/**
 * Writes packages/runtime/dist/production from packages/runtime/dist: a part of `npm run build`. These are the same
 * files without the texts of errors and without warnings (`DEV` of messages/development.ts), and with short names for
 * internal properties. Bundlers take them for a build with the condition `production`. Each module stays a file, so that a
 * bundler drops those that nobody imports.
 *
 *   node scripts/production.js build/short    with all texts: what `npm run jest -- --babel=short` runs programs on
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { globSync } from 'tinyglobby';
import { mangling, OF_LIBRARY } from './internal-names.js';
import { withoutConstants } from './local-constants.js';

const dist = path.join(import.meta.dirname, '../packages/runtime/dist');
/** What esbuild leaves of an import that nothing in the file uses any more. No file imports another one for its effects. */
const UNUSED = /^import ".*";$/gm;
const FLAG = /^import \{ DEV \} from '.*\/development\.js';$/m;
/** In the file of the flag itself. */
const VALUE = /^(export const DEV) = true;$/m;

const [folder] = process.argv.slice(2);
const target = path.resolve(folder ?? path.join(dist, 'production'));
const DEV = folder !== undefined;
const names = mangling(dist);

/**
 * What a wrong argument should have been, as the second argument of a check, where a lost pause was noticed, and what is wrong with a save: texts without
 * values, or with plain ones, which only development shows.
 */
const EXPECTED =
  /(\b(?:wrong|bad(?:Argument|Number)|check(?:Number|Boolean|Name|Function)|fieldsOf|membersOf)\(\s*(?:'[^'\n]*'|\w+),\s*|\bexpected = |\blosePause\(|\bdamaged\(\s*)('[^'\n]*'|"[^"\n]*"|`(?:[^`$\\\n]|\\.|\$\{[\w.[\]]+(?:\(', '\))?\})*`)/g;

rmSync(target, { recursive: true, force: true });
const files = globSync('**/*.js', { cwd: dist, ignore: 'production/**' }).sort();
await Promise.all(files.map(write));

async function write(file) {
  const text = readFileSync(path.join(dist, file), 'utf8');
  const map = JSON.parse(readFileSync(path.join(dist, `${file}.map`), 'utf8'));
  const out = path.join(target, file);
  // The flag is no import there but a constant, so that nothing remains of what depends on it.
  const { code, map: mapText } = await esbuild.transform(
    withMap(withoutTexts(withoutConstants(text).replace(FLAG, '').replace(VALUE, `$1 = ${DEV};`)), map),
    {
      define: { DEV: String(DEV) },
      format: 'esm',
      target: 'es2022',
      minifySyntax: true,
      treeShaking: true,
      sourcemap: 'external',
      sourcesContent: false,
      sourcefile: file,
      logLevel: 'warning',
      ...(file !== OF_LIBRARY && names),
    },
  );
  const absolute = (source) => path.resolve(dist, path.dirname(file), source);
  const sources = map.sources.map((source) => path.relative(path.dirname(out), absolute(source)));
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, `${code.replace(UNUSED, '')}//# sourceMappingURL=${path.basename(file)}.map\n`);
  writeFileSync(`${out}.map`, JSON.stringify({ ...JSON.parse(mapText), file: path.basename(file), sources }));
}

/** Spaces stand for what is taken out, so that the map holds. */
function withoutTexts(code) {
  return DEV ? code : code.replaceAll(EXPECTED, (_, call, text) => `${call}''${' '.repeat(text.length - 2)}`);
}

/** The code with its map in it: esbuild then maps to the sources in TypeScript. */
function withMap(code, map) {
  const inline = Buffer.from(JSON.stringify(map)).toString('base64');
  return code.replace(/^\/\/# sourceMappingURL=.*$/m, `//# sourceMappingURL=data:application/json;base64,${inline}`);
}
