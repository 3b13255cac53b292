/** One plugin for all bundlers. */
import { findUncompiledWait, MARK_FILTER, transform, WAIT_FILTER, type Diagnostic } from '@spindle/compiler';
import type { SourceMapCompact, UnpluginContext, UnpluginContextMeta, UnpluginFactory } from 'unplugin';
import { addDevLines } from './dev-lines.js';
import { idFilter, type SpindleOptions } from './options.js';
import type { Session } from './session.js';
import { readId } from './source-name.js';
import { errorsIn, fail, warn } from './tell.js';
import { viteHooks } from './vite-hooks.js';
import { ignoreRuntimeInRollup, ignoreRuntimeInWebpack } from './ignore-in-bundles.js';

interface Result {
  readonly code: string;
  readonly map?: SourceMapCompact | null;
}

/** @throws {TypeError} If an option of the compiler is unknown or has a wrong value. */
export const factory: UnpluginFactory<SpindleOptions | undefined, false> = (given = {}, meta) => {
  const { include, exclude, dev, ...options } = given;
  // A wrong option is told where the plugin is made, and not for each file.
  transform('', options);
  const { framework } = meta;
  const session: Session = { framework, isDev: dev ?? isDevelopment(meta), isServed: false, hot: undefined };

  function compile(context: UnpluginContext, code: string, id: string): Result | undefined {
    const { file, asScript } = readId(id);
    const isForPage = isOfPage(context);
    const read = { ...options, filename: asScript, ...(isForPage && { hot: session.hot }) };
    let result: ReturnType<typeof transform>;
    try {
      result = transform(code, read);
    } catch (error) {
      const errors = errorsIn(error);
      if (errors === undefined) throw error;
      fail(context, named(errors, file), session);
      return undefined;
    }
    const lost = result === null ? findUncompiledWait(code, read) : null;
    const diagnostics = named(lost ? [lost] : (result?.report.diagnostics ?? []), file);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) {
      fail(context, errors, session);
      return undefined;
    }
    for (const one of diagnostics) warn(context, one, session);
    const isCompiled = result?.report.compiled === true;
    const made = result?.code ?? code;
    const finished = session.isDev && isForPage ? addDevLines({ code: made, isCompiled, diagnostics }) : made;
    if (finished === code) return undefined;
    const map = result?.map;
    return { code: finished, map: map ? { ...map, sources: [file] } : null };
  }

  return {
    name: 'spindle',
    enforce: 'pre',
    transform: {
      // For Rollup, which does not know `enforce`: others remove types, and comments with them.
      ...({ order: 'pre' } as object),
      // Rolldown and Vite 8 look at the text before they call: most files never reach JavaScript.
      filter: { id: idFilter({ include, exclude }), code: [MARK_FILTER, WAIT_FILTER] },
      handler(code, id) {
        return compile(this, code, id);
      },
    },
    vite: viteHooks(options, session, dev),
    rollup: ignoreRuntimeInRollup(session, dev),
    rolldown: ignoreRuntimeInRollup(session, dev),
    webpack: ignoreRuntimeInWebpack,
    rspack: ignoreRuntimeInWebpack,
  };
};

/** The compiler was told another name where the extension does not say what the script is. */
const named = (diagnostics: readonly Diagnostic[], file: string): Diagnostic[] =>
  diagnostics.map((one) => ({ ...one, file }));

/** Vite's dev server gives modules to pages and to Node. */
function isOfPage(context: object): boolean {
  const { environment } = context as { environment?: { config?: { consumer?: string } } };
  return environment?.config?.consumer !== 'server';
}

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
