/** Loads the Babel of a lane, and finds parser settings for a file of any kind. */
import path from 'node:path';
import { requireOf } from '../shared/lanes.js';

export async function loadBabel(lane) {
  const lanesRequire = requireOf(lane);
  const babel = await unwrapped(lanesRequire, '@babel/core');
  const typescript = await unwrapped(lanesRequire, '@babel/preset-typescript');
  return { version: babel.version, babel, typescript: typescript.default ?? typescript };
}

async function unwrapped(lanesRequire, name) {
  const { default: loaded, ...named } = await import(lanesRequire.resolve(name));
  return loaded?.transformSync || typeof loaded === 'function' ? loaded : { ...named, ...loaded };
}

/** The first settings with which Babel can parse the file; undefined if there are none. */
export function parserSettings({ babel }, file, source) {
  const extension = path.extname(file);
  const isTyped = /^\.[mc]?tsx?$/.test(extension);
  const syntax = isTyped ? ['typescript', ...(extension === '.tsx' ? ['jsx'] : [])] : ['jsx'];
  for (const more of [['decorators-legacy'], ['decorators'], ['flow'], []]) {
    if (more[0] === 'flow' && isTyped) continue;
    const settings = {
      babelrc: false,
      configFile: false,
      browserslistConfigFile: false,
      compact: false,
      highlightCode: false,
      filename: file,
      sourceType: 'unambiguous',
      parserOpts: { plugins: [...syntax, ...more] },
    };
    try {
      babel.parseSync(source, settings);
      return settings;
    } catch {
      // Try the next settings.
    }
  }
  return undefined;
}
