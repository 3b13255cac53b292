/**
 * Prints why the plugin takes each call and loop of a file to wait: `npm run why -- fixtures/loops/…/input.js`.
 * Each line is a pause of the Plan: function, line:column, whether it is sure, and the calls that lead to the wait.
 */
import { readFileSync } from 'node:fs';
import { transformSync } from '@babel/core';
import threads from '../packages/babel-plugin-threads/dist/index.js';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('why: name a file that contains a mark.');
  process.exitCode = 1;
} else {
  const { metadata } = transformSync(readFileSync(file, 'utf8'), {
    configFile: false,
    babelrc: false,
    filename: file,
    sourceType: 'unambiguous',
    parserOpts: { plugins: /\.[cm]?tsx?$/.test(file) ? ['typescript'] : ['jsx'] },
    plugins: [[threads, { diagnostics: 'off' }]],
  });
  for (const { id, pauses } of metadata.spindle?.functions ?? [])
    for (const { line, column, reason } of pauses) console.log(`${id} ${line}:${column} ${reason}`);
}
