/** One plugin for all bundlers. */
import { MARK_FILTER, transform, waitFilterOf } from '@spindle/compiler';
import type { UnpluginContextMeta, UnpluginFactory } from 'unplugin';
import { compilerOf } from './compile.js';
import { COMPONENT } from './component.js';
import { hotUpdates } from './hot.js';
import { idFilter, type SpindleOptions } from './options.js';
import type { Session } from './session.js';
import { LIKE_ROLLUP } from './tell.js';
import { viteHooks } from './vite-hooks.js';
import { ignoreRuntimeInRollup, ignoreRuntimeInWebpack } from './ignore-in-bundles.js';

/** Here unplugin looks at the text in JavaScript, as the compiler does. And a file that has lost all its marks has to be seen once more. */
const BY_LOADER: ReadonlySet<string> = new Set(['webpack', 'rspack']);

/** @throws {TypeError} If an option of the compiler is unknown or has a wrong value. */
export const factory: UnpluginFactory<SpindleOptions | undefined, false> = (given = {}, meta) => {
  const { include, exclude, dev, overlay, ...options } = given;
  // A wrong option is told where the plugin is made, and not for each file.
  transform('', options);
  const { framework } = meta;
  const session: Session = {
    framework,
    isDev: dev ?? isDevelopment(meta),
    isServed: false,
    overlay: overlay ?? true,
    hot: undefined,
    updatable: new Set(),
  };

  const { compile, isUpdatable } = compilerOf(options, session);
  return {
    name: 'spindle',
    enforce: 'pre',
    transform: {
      // For Rollup, which does not know `enforce`: others remove types, and comments with them.
      ...({ order: 'pre' } as object),
      filter: {
        // Rolldown and Vite 8 look at the text before they call: most files never reach JavaScript.
        id: idFilter({ include, exclude }, LIKE_ROLLUP.has(framework) ? [COMPONENT] : []),
        ...(!BY_LOADER.has(framework) && !options.script && { code: [MARK_FILTER, waitFilterOf(options)] }),
      },
      handler(code, id) {
        return compile(this, code, id);
      },
    },
    vite: { ...viteHooks({ ...options, dev, overlay }, session), ...hotUpdates(session, isUpdatable) },
    rollup: ignoreRuntimeInRollup(session, dev),
    rolldown: ignoreRuntimeInRollup(session, dev),
    webpack: ignoreRuntimeInWebpack,
    rspack: ignoreRuntimeInWebpack,
  };
};

/** Undefined where the bundler says it later. */
function isDevelopment(meta: UnpluginContextMeta): boolean | undefined {
  switch (meta.framework) {
    case 'webpack':
      return meta.webpack.compiler.options.mode === 'development';
    case 'rspack':
      return meta.rspack.compiler.options.mode === 'development';
    case 'vite':
    case 'rollup':
    case 'rolldown':
      return undefined;
    default:
      return process.env.NODE_ENV === 'development';
  }
}
