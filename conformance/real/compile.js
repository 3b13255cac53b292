/** Bundles a program into one script, and makes its compiled copy without `async` and `await`. */
import { readFileSync } from 'node:fs';
import { buildSync } from 'esbuild';
import threads from 'babel-plugin-threads';
import { requireOf } from '../shared/lanes.js';

/** The runtime's name in the realm of the program. */
export const runtimeGlobal = '$spindle';

const settings = { babelrc: false, configFile: false, browserslistConfigFile: false, compact: false };

export async function makePrograms(file, { lane, target }) {
  const lanesRequire = requireOf(lane);
  const { default: loaded, ...named } = await import(lanesRequire.resolve('@babel/core'));
  const babel = loaded ?? named;
  const source = file.endsWith('.mjs') ? bundled(file) : readFileSync(file, 'utf8');
  if (/^export\b/m.test(source) && !file.endsWith('.mjs')) return { leftOut: 'a module in a .js file' };
  // The last statement of the script calls its main function, so the value of the script is that of the call.
  const native = file.endsWith('.mjs') ? `(async () => {\n${source}\n})()` : source;
  if (!parses(babel, native)) return { leftOut: 'Babel does not parse it' };
  const plain = babel.transformSync(native, { ...settings, sourceType: 'script', plugins: [withoutAsync] }).code;
  const options = { runtime: { global: runtimeGlobal }, target };
  return { native, compiled: compiled(babel, `"use compile";\n${plain}`, options) };
}

/** Loops that the plugin tells to be computations, which take a frame for each iteration, get the mark that it asks for. */
function compiled(babel, marked, options) {
  const lines = marked.split('\n');
  const compile = (more) => {
    const plugins = [[threads, { ...options, ...more }]];
    return babel.transformSync(lines.join('\n'), { ...settings, sourceType: 'script', plugins }).code;
  };
  const computing = new Set();
  compile({ onDiagnostic: ({ code, line }) => void (code === 'SPN614' && computing.add(line)) });
  for (const line of computing) lines[line - 1] = `/* @fast */ ${lines[line - 1]}`;
  return compile({ diagnostics: 'off' });
}

function parses(babel, text) {
  try {
    return babel.parseSync(text, { ...settings, sourceType: 'script' }) !== null;
  } catch {
    return false;
  }
}

/** Bundles the modules into one script. `readline` comes from the realm. */
function bundled(file) {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
    charset: 'utf8',
    logLevel: 'silent',
    external: ['readline'],
  });
  const text = outputFiles[0].text.replace(/^#!.*\n/, '');
  const asConstants = text.replace(/^import (\w+) from "readline";$/gm, 'const $1 = $readline;');
  return asConstants.replace(/^export \{[^}]*\};$/gm, '');
}

/** `await call()` → `call()`, and `await value` → `Promise.resolve(value)`, as compiled code waits for a call that returns a Promise. */
function withoutAsync({ types: t }) {
  return {
    visitor: {
      AwaitExpression: {
        exit(path) {
          const { argument } = path.node;
          const isCall = t.isCallExpression(argument) || t.isOptionalCallExpression(argument);
          const resolve = t.memberExpression(t.identifier('Promise'), t.identifier('resolve'));
          path.replaceWith(isCall ? argument : t.callExpression(resolve, [argument]));
        },
      },
      Function(path) {
        path.node.async = false;
      },
      ForOfStatement(path) {
        path.node.await = false;
      },
    },
  };
}
