/** Compiles packages/runtime/uncompiled with our plugin. `npm run natives` writes the files, and a test compares them. Needs a build of the plugin. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as babel from '@babel/core';
import * as prettier from 'prettier';

const sources = new URL('../packages/runtime/uncompiled/', import.meta.url);
const generated = new URL('../packages/runtime/src/', import.meta.url);

/** Each source, and the file in `src` that is generated from it. */
export const natives = [
  { source: 'pausable.ts', output: 'builtins/pausable.generated.ts' },
  { source: 'with-clock.ts', output: 'words/with-clock.generated.ts' },
  { source: 'tween.ts', output: 'words/tween.generated.ts' },
  { source: 'skippable.ts', output: 'words/skippable.generated.ts' },
  { source: 'scope.ts', output: 'words/scope.generated.ts' },
];

const headOf = (source) => `// Made by \`npm run natives\` from packages/runtime/uncompiled/${source}: change that one.
// @ts-nocheck -- a \`yield\` has no type
`;

/** The loops need neither frame-waits nor a guard against running for ever, as they end with their list. What they call in the runtime never waits. */
const options = {
  runtime: { module: '../dispatch/wrappers.js' },
  frameWait: { while: false, doWhile: false, for: false },
  countTurns: false,
  plain: ['attach', 'ecma.*', 'skips.*', 'threadClock.*', 'tweening.*', 'scoping.*'],
};

/** The import path of a file of `src` in the output. */
function fromOutput(output, imported) {
  const relative = path.posix.relative(path.posix.dirname(output), imported);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** The text that is generated from one source. */
export async function compileNative(threads, { source, output }) {
  const file = new URL(source, sources);
  const { code } = await babel.transformAsync(readFileSync(file, 'utf8'), {
    filename: fileURLToPath(file),
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript'] },
    plugins: [[threads, options], inlineMetas],
  });
  const ofSource = /(?<=['"])\.\.\/src\/([^'"]+)/g;
  const body = code.replace(/^\/\/ @compiled/, '').replaceAll(ofSource, (_, imported) => fromOutput(output, imported));
  const config = await prettier.resolveConfig(fileURLToPath(new URL(output, generated)));
  return prettier.format(headOf(source) + body, { ...config, parser: 'typescript' });
}

/** `$meta(0)` → `"map(1) 4:2:k3fe"`, so that a bundler that drops an unused function drops its text, too. */
function inlineMetas() {
  return {
    visitor: {
      Program: {
        exit(program) {
          const table = program.get('body').at(-1);
          const [read] = table.node.body.body;
          const texts = read.argument.object.right.properties;
          table.remove();
          program.traverse({
            CallExpression(call) {
              const { callee, arguments: args } = call.node;
              if (callee.name === '$meta') call.replaceWith(texts[args[0].value].value);
            },
          });
        },
      },
    },
  };
}

export const readOutput = ({ output }) => readFileSync(new URL(output, generated), 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { default: threads } = await import('babel-plugin-threads');
  for (const native of natives) writeFileSync(new URL(native.output, generated), await compileNative(threads, native));
}
