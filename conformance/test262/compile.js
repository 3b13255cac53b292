/** Compiles a test with the Babel of a lane. */
import threads from 'babel-plugin-threads';
import forcedPauses from '../shared/forced-pauses.js';
import { requireOf } from '../shared/lanes.js';
import { makePlanter } from './plants.js';

/** The global variable with the runtime, for compiled tests. */
export const runtimeGlobal = '$spindle262';

/**
 * Gives a function `(source, { isModule, mode }) → { code }` or `{ refused: "SPN201" }`, `{ unparsed }`, `{ crashed }`. With the name of a planted bug,
 * the code has that bug, and `isPlanted` says whether there was a place for it. `forms` counts the functions of the target `frames`.
 */
export async function makeCompiler(lane, plant = '') {
  const lanesRequire = requireOf(lane);
  const { default: loaded, ...named } = await import(lanesRequire.resolve('@babel/core'));
  const babel = loaded ?? named;
  const settings = { babelrc: false, configFile: false, compact: false, ast: false };

  const planted = plant === '' ? (code) => ({ code }) : makePlanter(babel, plant);

  return { version: babel.version, compile };

  function compile(source, { isModule, mode }) {
    const plugins = pluginsOf[mode];
    try {
      const sourceType = isModule ? 'module' : 'script';
      const { code, metadata } = babel.transformSync(source, { ...settings, sourceType, plugins });
      if (mode === 'babel') return { code };
      return { ...planted(code, { ...settings, sourceType }), forms: formsOf(metadata.spindle) };
    } catch (error) {
      const text = String(error?.message ?? error);
      const [, code] = /\[(SPN\d+)\]/.exec(text) ?? [];
      if (code !== undefined && code !== 'SPN901') return { refused: code, text };
      if (error?.code === 'BABEL_PARSE_ERROR') return { unparsed: text };
      return { crashed: String(error?.stack ?? error).slice(0, 2000) };
    }
  }
}

/** How many functions became frames, and how many stay generators, by their reasons; undefined if the target is not `frames`. */
function formsOf({ functions } = { functions: [] }) {
  let forms;
  for (const { target } of functions) {
    if (target === undefined) continue;
    const form = target.reason ?? target.form;
    forms = { ...forms, [form]: (forms?.[form] ?? 0) + 1 };
  }
  return forms;
}

/** For a run of Babel without our plugin: Babel prints the source, and computes scopes as it does for any plugin. */
function readScopes() {
  return { visitor: { Program: ({ scope }) => scope.crawl() } };
}

const common = { runtime: { global: runtimeGlobal }, diagnostics: 'off' };
/** Without stress nothing may wait, so loops have no frame-waits. */
const noLoop = { while: false, doWhile: false, for: false, forOf: false, forIn: false };

const pluginsFor = (target) => ({
  wrapper: [[threads, { ...common, target, frameWait: noLoop }]],
  functions: [[threads, { ...common, target, frameWait: noLoop }]],
  stress: [[forcedPauses, { ...common, runtime: { global: `${runtimeGlobal}.stressed` }, target }]],
});

const inFrames = Object.entries(pluginsFor('frames')).map(([mode, plugins]) => [`${mode}-frames`, plugins]);

/** The plugins of each mode. They are constants, as Babel creates a plugin once for each options object. */
const pluginsOf = { ...pluginsFor('generators'), ...Object.fromEntries(inFrames), babel: [readScopes] };
