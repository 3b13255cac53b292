/** What each word costs in `spindle.min.js`: packages/page/README.md. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as runtime from '@spindle/runtime';
import { bundlePage } from '../bundle-page.js';

/** What can be left out together: the names in `words.ts`, and the one in `own-waits.ts`. */
const PARTS = {
  '`all`, `race`, `tracks`, `withTimeout`': ['all', 'race', 'tracks', 'withTimeout', 'joinBegun'],
  '`waitForEvent`, `listen`, `eventSource`, `skippable`': [
    'waitForEvent',
    'listen',
    'eventSource',
    'skippable',
    'waitEvent',
  ],
  '`signal`, `waitSignal`, `clearSignal`, `listen`': ['signal', 'waitSignal', 'clearSignal', 'listen'],
  '`waitFor`, `hook`': ['waitFor', 'hook', 'waitForAny'],
  '`scope`': ['scope'],
  '`skippable`, `follow`': ['skippable', 'follow'],
  '`tween`, `every`, `withClock`': ['tween', 'every', 'withClock'],
  'handlers, `.then`': ['handler', 'listener', 'promised', 'reaction'],
  '`list.map(…)` and others whose callback waits': ['pausing', 'pausingMethod'],
  '`@restart`, `@drop`, `@latest`, `@interrupt`': ['$again', '$interrupt'],
  'scripts in the page, errors on it': ['run'],
};

/** The lines of the list. What two rows share is in neither, so the last row is more than their sum. */
export async function pageSizes() {
  const inKb = (bytes) => (bytes / 1000).toFixed(1);
  const whole = await sizeWithout([]);
  const rows = Object.entries({ ...PARTS, 'all of these': Object.values(PARTS).flat() });
  const sizes = await Promise.all(rows.map(([, names]) => sizeWithout(names)));
  return rows.map(([what], i) => `- ${what}: ${inKb(whole - sizes[i])}`).join('\n');
}

/** Bytes of `spindle.min.js`, gzipped. */
async function sizeWithout(names) {
  const { outputFiles } = await bundlePage('classic', undefined, { isProduction: true, plugins: [leavesOut(names)] });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** For esbuild: the words of the page, and the waits of Executor, without some names. */
const leavesOut = (names) => ({
  name: 'leaves out',
  setup({ onLoad }) {
    const isKept = (name) => !names.includes(name);
    const inLists = (text) =>
      text.replaceAll(/(?<=[{[] ?)[$\w, ]+(?=[}\]])/g, (list) =>
        list
          .split(',')
          .map((name) => name.trim())
          .filter(isKept)
          .join(', '),
      );
    const all = `export { ${Object.keys(runtime).join(', ')} } from '@spindle/runtime'`;
    const edited = ({ path: file }) => ({
      contents: inLists(readFileSync(file, 'utf8').replace("export * from '@spindle/runtime'", all)),
    });
    onLoad({ filter: /page.dist.words\.js$|production.own-waits\.js$/ }, edited);
    const exported = (text) => [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
    const doNothing = ({ path: file }) => ({
      contents: exported(readFileSync(file, 'utf8'))
        .map((name) => `export const ${name} = () => undefined;`)
        .join('\n'),
    });
    if (!isKept('run')) onLoad({ filter: /page.dist.scripts\.js$/ }, doNothing);
  },
});
