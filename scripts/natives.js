/** Compiles packages/runtime/natives with our own plugin: `npm run natives` writes, a test compares. Needs a build of the plugin. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as babel from '@babel/core';
import * as prettier from 'prettier';

const source = new URL('../packages/runtime/natives/versions.ts', import.meta.url);
export const target = new URL('../packages/runtime/src/native-versions.ts', import.meta.url);

const head = `// Made by \`npm run natives\` from packages/runtime/natives/versions.ts: change that one.
// @ts-nocheck -- a \`yield\` has no type
`;

/** A turn of a loop costs no frame, and the steps never wait. */
const options = {
  runtime: { module: './compiled.js' },
  frameWait: { while: false, doWhile: false, for: false },
  plain: ['steps.*'],
};

export async function compileNatives(threads) {
  const { code } = await babel.transformAsync(readFileSync(source, 'utf8'), {
    filename: fileURLToPath(source),
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript'] },
    plugins: [[threads, options]],
  });
  const text = head + code.replaceAll('../src/', './');
  return prettier.format(text, { ...(await prettier.resolveConfig(fileURLToPath(target))), parser: 'typescript' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { default: threads } = await import('babel-plugin-threads');
  writeFileSync(target, await compileNatives(threads));
}
