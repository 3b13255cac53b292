/**
 * Compiles packages/runtime/uncompiled with our plugin. `npm run natives` writes the files, and a test compares them. Needs a build of the plugin.
 *
 * The natives stand in two forms, though frames alone would serve both: with `$thread` and `wait` that form is 5.3 kB, that of generators 3.1.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as babel from '@babel/core';
import { formatted } from './format.js';

const sources = new URL('../packages/runtime/uncompiled/', import.meta.url);
const generated = new URL('../packages/runtime/src/', import.meta.url);

/** Words that wait in their middle. Games that save run their form of frames (words/frames.ts), which tells of the places of its variables. */
const wordFiles = (name, more) => [
  { source: `${name}.ts`, output: `words/${name}.generated.ts`, ...more },
  { source: `${name}.ts`, output: `words/${name}-frames.generated.ts`, target: 'frames', isSaved: true, ...more },
];

/** Each source, and the file in `src` that is generated from it, for which target. */
export const natives = [
  { source: 'pausable.ts', output: 'builtins/pausable.generated.ts' },
  { source: 'pausable.ts', output: 'builtins/pausable-frames.generated.ts', target: 'frames' },
  // What saves know of them.
  { source: 'pausable.ts', output: 'saves/native-texts.generated.ts', target: 'frames', isSaved: true, isTexts: true },
  ...['with-clock', 'tween', 'skippable', 'scope'].flatMap((name) => wordFiles(name)),
  // Scripts call a method of the runtime, which makes the record of this body.
  ...wordFiles('next', { isBody: true }),
  // Only a save that is loaded puts its frame somewhere.
  { source: 'restart.ts', output: 'words/restart-frames.generated.ts', target: 'frames', isSaved: true },
];

const headOf = (
  source,
  target,
) => `// Made by \`npm run natives\` from packages/runtime/uncompiled/${source}: change that one.
// @ts-nocheck -- ${target === 'frames' ? 'a frame has no type' : 'a `yield` has no type'}
${target === 'frames' ? '/* oxlint-disable max-lines, max-lines-per-function, no-shadow, typescript/consistent-return -- nobody reads it */\n' : ''}`;

/** The loops need neither frame-waits nor a guard against running for ever, as they end with their list. What they call in the runtime never waits. */
const options = {
  runtime: { module: '../dispatch/wrappers.js' },
  frameWait: { while: false, doWhile: false, for: false },
  countTurns: false,
  plain: [
    'addReplacement',
    'answer',
    'attach',
    'ecma.*',
    'listening.*',
    'needThread',
    'put',
    'putFlat',
    'skips.*',
    'threadClock.*',
    'tweening.*',
    'scoping.*',
  ],
};

/** The import path of a file of `src` in the output. */
function fromOutput(output, imported) {
  const relative = path.posix.relative(path.posix.dirname(output), imported);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** The text that is generated from one source. */
export async function compileNative(
  threads,
  { source, output, target = 'generators', isSaved = false, isBody = false, isTexts = false },
) {
  const file = new URL(source, sources);
  const texts = {};
  const { code } = await babel.transformAsync(readFileSync(file, 'utf8'), {
    filename: fileURLToPath(file),
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript'] },
    plugins: [
      [threads, { ...options, target }],
      withoutEntries,
      [inlineMetas, { isSaved, texts }],
      ...(isBody && !isSaved ? [withoutWrappers] : []),
    ],
  });
  if (isTexts) {
    const list = `export const NATIVE_TEXTS: Readonly<Record<string, string>> = ${JSON.stringify(texts)};\n`;
    return formatted(fileURLToPath(new URL(output, generated)), headOf(source, target) + list);
  }
  const ofSource = /(?<=['"])\.\.\/src\/([^'"]+)/g;
  const body = importHelpers(code.replace(/^\/\/ @compiled/, '')).replaceAll(ofSource, (_, imported) =>
    fromOutput(output, imported),
  );
  return formatted(fileURLToPath(new URL(output, generated)), headOf(source, target) + body);
}

/** `$meta(0)` → `"map(1) runtime"`, so that a bundler that drops an unused function drops its text, too. */
function inlineMetas({ types }, { isSaved, texts: own }) {
  return {
    visitor: {
      Program: {
        exit(program) {
          const table = functionsOf(program).find(({ node }) => node.id.name === '$meta');
          const [read] = table.node.body.body;
          const texts = read.argument.object.right.properties;
          table.remove();
          program.traverse({
            CallExpression(call) {
              const { callee, arguments: args } = call.node;
              if (callee.name !== '$meta') return;
              const { value } = texts[args[0].value].value;
              const text = ofRuntime(value, isSaved);
              own[value.slice(0, value.indexOf('('))] = text;
              call.replaceWith(types.stringLiteral(text));
            },
          });
        },
      },
    },
  };
}

/** What a text has in front of the points where the function may wait: its id, of which the last part is kept, its length, and words. */
const TEXT =
  /^(?:[^(]*[.>])?([^(~]*)[^(]*(\(\d+\)(?: name=\S*)?(?: concise)?)((?: frames(?: [a-z]+)*)?)((?: \d[^;]*)?)(;.*)?$/;

/**
 * `arrays.map(3) frames bare 25:22:395t:23;receiver,callback` → `map(3) runtime frames bare`. Authors of scripts do not have this
 * source: no line of it is told of, and no variable. `isSaved`: a save needs its points, here without a line, and its places:
 * `map(3) runtime frames bare 0:0:395t;receiver,callback`.
 */
function ofRuntime(text, isSaved) {
  const [, label, words, form, points, places = ''] = TEXT.exec(text);
  const hidden = points.replace(/\d+:\d+:([^: ]+)\S*/g, '0:0:$1') + places;
  return `${label}${words} runtime${form}${isSaved ? hidden : ''}`;
}

/** `$method(body, text)` → `body` */
function withoutWrappers() {
  return {
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            CallExpression(call) {
              if (call.node.callee.name === '$method') call.replaceWith(call.node.arguments[0]);
            },
          });
        },
      },
    },
  };
}

/** `$method(…, $meta(0), $entry0)` → `$method(…, $meta(0))`: scripts do not call the natives, the runtime does. */
function withoutEntries() {
  return {
    visitor: {
      Program: {
        exit(program) {
          const entries = functionsOf(program).filter(({ node }) => node.id.name.startsWith('$entry'));
          const names = new Set(entries.map(({ node }) => node.id.name));
          for (const entry of entries) entry.remove();
          program.traverse({
            CallExpression({ node }) {
              const isEntry = (argument) => names.has(argument?.name);
              if (!isEntry(node.arguments.at(-1))) return;
              while (isEntry(node.arguments.at(-1)) || node.arguments.at(-1).operator === 'void') node.arguments.pop();
            },
          });
        },
      },
    },
  };
}

const functionsOf = (program) => program.get('body').filter((statement) => statement.isFunctionDeclaration());

/** Where in `src` a name comes from: what the form of frames calls stands beside the wrappers. */
const HELPERS = /^import \{ (.+?) \} from "(\.\.\/dispatch\/wrappers\.js)";$/m;
const wrappers = readFileSync(new URL('dispatch/wrappers.ts', generated), 'utf8');

function importHelpers(code) {
  return code.replace(HELPERS, (_, names, file) => {
    const isWrapper = (name) => new RegExp(`^export function \\${name}\\b`, 'm').test(wrappers);
    // That of the entries, which are gone.
    const used = names.split(', ').filter((name) => name !== '$enter' && code.includes(`${name}(`));
    const from = (those, source) => (those.length === 0 ? [] : [`import { ${those.join(', ')} } from "${source}";`]);
    const ofFrames = used.filter((name) => !isWrapper(name));
    return [...from(ofFrames, file.replace('wrappers', 'frames')), ...from(used.filter(isWrapper), file)].join('\n');
  });
}

export const readOutput = ({ output }) => readFileSync(new URL(output, generated), 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { default: threads } = await import('babel-plugin-threads');
  for (const native of natives) writeFileSync(new URL(native.output, generated), await compileNative(threads, native));
}
