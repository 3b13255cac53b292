/** Compiles a test with the Babel of a lane. */
import { createRequire } from 'node:module';
import path from 'node:path';
import threads from 'babel-plugin-threads';

const root = path.join(import.meta.dirname, '..');
const laneFolders = { 7: '.', 7.22: 'compat/babel7.22', 8: 'compat/babel8' };

/** The global that compiled tests find the runtime under. */
export const runtimeGlobal = '$spindle262';

/** Gives `(source, { isModule, mode }) → { code }` or `{ refused: "SPN201" }`, `{ unparsed }`, `{ crashed }`. */
export async function makeCompiler(lane) {
  const lanesRequire = createRequire(path.join(root, laneFolders[lane], 'package.json'));
  const { default: loaded, ...named } = await import(lanesRequire.resolve('@babel/core'));
  const babel = loaded ?? named;
  const settings = { babelrc: false, configFile: false, compact: false, ast: false };

  return { version: babel.version, compile };

  function compile(source, { isModule, mode }) {
    const plugins = [mode === 'babel' ? readScopes : [threads, pluginOptions(mode)]];
    try {
      const sourceType = isModule ? 'module' : 'script';
      return { code: babel.transformSync(source, { ...settings, sourceType, plugins }).code };
    } catch (error) {
      const text = String(error?.message ?? error);
      const [, code] = /\[(SPN\d+)\]/.exec(text) ?? [];
      if (code !== undefined && code !== 'SPN901') return { refused: code, text };
      if (error?.code === 'BABEL_PARSE_ERROR') return { unparsed: text };
      return { crashed: String(error?.stack ?? error).slice(0, 2000) };
    }
  }
}

/** Babel alone: it prints the source, and reads its scopes as any plugin makes it do. */
const readScopes = () => ({ visitor: { Program: ({ scope }) => scope.crawl() } });

/** Without stress nothing may wait, so loops do not: a compiled function that never waits is the plain one. */
function pluginOptions(mode) {
  const runtime = { global: runtimeGlobal };
  if (mode === 'stress') {
    const frameWait = { while: true, doWhile: true, for: true, forOf: true, forIn: true };
    return { runtime, stress: true, frameWait };
  }
  const frameWait = { while: false, doWhile: false, for: false, forOf: false, forIn: false };
  return { runtime, frameWait };
}
