/** What becomes of one module. */
import { CompileError, transform, type TransformOptions } from '@spindle/compiler';
import type { SourceMapCompact, UnpluginContext } from 'unplugin';
import { compileScript, named, type CompiledScript } from './compile-script.js';
import { COMPONENT, compileComponent } from './component.js';
import { addDevLines } from './dev-lines.js';
import { hotContext, sendUpdateOn } from './hot.js';
import type { Session } from './session.js';
import { isOfSvelte, readId } from './source-name.js';
import { fail, shownFile, warn } from './tell.js';

interface Result {
  readonly code: string;
  readonly map?: SourceMapCompact | null;
}

interface Compiler {
  /** Undefined if the module stays as it is. */
  compile(this: void, context: UnpluginContext, code: string, id: string): Result | undefined;
  /** Whether such a module accepts updates of itself. */
  isUpdatable(this: void, code: string, id: string): boolean;
}

/** A module as the bundler gives it. */
interface Module {
  readonly id: string;
  readonly code: string;
  /** The file, without what the bundler has put behind its name. */
  readonly file: string;
  readonly isForPage: boolean;
  /** What the bundler calls its context for hot updates. */
  readonly hot: string | undefined;
}

export function compilerOf(options: TransformOptions, session: Session): Compiler {
  const optionsFor = (id: string, hot: string | undefined): TransformOptions => {
    const { file, asScript } = readId(id);
    return {
      ...options,
      filename: asScript,
      isSvelte: isOfSvelte(file),
      hot: hot ? { context: hot, file: shownFile(file) } : undefined,
    };
  };
  return {
    compile(context, code, id) {
      // Vue and Svelte update their components, and nothing can stand before a component.
      const isForPage = isOfPage(context) && !COMPONENT.test(id);
      const hot = isForPage ? hotContext(context, session) : undefined;
      const module: Module = { id, code, file: readId(id).file, isForPage, hot };
      const read = optionsFor(id, hot);
      const compiled = compileOrGiveErrors(module, read);
      const errors = compiled.diagnostics.filter(({ severity }) => severity === 'error');
      if (errors.length > 0) return fail(context, errors, session);
      for (const one of compiled.diagnostics) warn(context, one, session);
      return finish(module, compiled, session);
    },
    isUpdatable(code, id) {
      try {
        return transform(code, optionsFor(id, session.hot))?.acceptsUpdates === true;
      } catch {
        // The error is told when the module is compiled. Until it is mended, the page has the old code.
        return true;
      }
    },
  };
}

function compileOrGiveErrors({ id, code, file }: Module, options: TransformOptions): CompiledScript {
  try {
    const compile = COMPONENT.test(id) ? compileComponent : compileScript;
    return compile({ code, file, isDev: true }, options);
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return { result: null, diagnostics: named(error.diagnostics, file) };
  }
}

/** What is added in development, and the map. */
function finish(
  { id, code, file, isForPage, hot }: Module,
  { result, diagnostics }: CompiledScript,
  session: Session,
): Result | undefined {
  const acceptsUpdates = result?.acceptsUpdates === true;
  const isCompiled = result?.report.compiled === true;
  const made = result?.code ?? code;
  const shown =
    session.isDev && isForPage ? addDevLines({ code: made, isCompiled, diagnostics, overlay: session.overlay }) : made;
  const finished = session.updatable.has(id) && !acceptsUpdates ? shown + sendUpdateOn(hot) : shown;
  if (acceptsUpdates) session.updatable.add(id);
  if (finished === code) return undefined;
  return { code: finished, map: result?.map ? { ...result.map, sources: [file] } : null };
}

/** Vite's dev server gives modules to pages and to Node. */
function isOfPage(context: object): boolean {
  const { environment } = context as { environment?: { config?: { consumer?: string } } };
  return environment?.config?.consumer !== 'server';
}
