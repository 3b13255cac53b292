/** What becomes of one module. */
import { transform, type Diagnostic, type TransformOptions } from '@spindle/compiler';
import type { SourceMapCompact, UnpluginContext } from 'unplugin';
import { COMPONENT, findScriptIn } from './component.js';
import { addDevLines } from './dev-lines.js';
import { hotContext, sendUpdateOn } from './hot.js';
import type { Session } from './session.js';
import { readId } from './source-name.js';
import { findUnmarked } from './unmarked.js';
import { errorsIn, fail, shownFile, warn } from './tell.js';

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

export function compilerOf(options: TransformOptions, session: Session): Compiler {
  const optionsFor = (id: string, hot: string | undefined): TransformOptions => {
    const { file, asScript } = readId(id);
    return { ...options, filename: asScript, hot: hot ? { context: hot, file: shownFile(file) } : undefined };
  };
  return {
    compile(context, code, id) {
      const { file } = readId(id);
      const isForPage = isOfPage(context);
      const hot = isForPage ? hotContext(context, session) : undefined;
      const read = optionsFor(id, hot);
      if (COMPONENT.test(id)) {
        const script = findScriptIn(code, file, read);
        if (script?.severity === 'error') fail(context, [script], session);
        // Vite asks for the module of a page and for that of a server.
        else if (script && session.told.get(id) !== code) warn(context, script, session);
        session.told.set(id, code);
        return undefined;
      }
      let result: ReturnType<typeof transform>;
      try {
        result = transform(code, read);
      } catch (error) {
        const errors = errorsIn(error);
        if (errors === undefined) throw error;
        fail(context, named(errors, file), session);
        return undefined;
      }
      const wasUpdatable = session.updatable.has(id);
      if (result?.acceptsUpdates) session.updatable.add(id);
      const lost = result === null ? findUnmarked(code, read, file) : null;
      const diagnostics = named(lost ? [lost] : (result?.report.diagnostics ?? []), file);
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      if (errors.length > 0) {
        fail(context, errors, session);
        return undefined;
      }
      for (const one of diagnostics) warn(context, one, session);
      const isCompiled = result?.report.compiled === true;
      const made = result?.code ?? code;
      let finished = session.isDev && isForPage ? addDevLines({ code: made, isCompiled, diagnostics }) : made;
      if (wasUpdatable && !result?.acceptsUpdates) finished += sendUpdateOn(hot);
      if (finished === code) return undefined;
      const map = result?.map;
      return { code: finished, map: map ? { ...map, sources: [file] } : null };
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

/** The compiler was told another name where the extension does not say what the script is. */
const named = (diagnostics: readonly Diagnostic[], file: string): Diagnostic[] =>
  diagnostics.map((one) => ({ ...one, file }));

/** Vite's dev server gives modules to pages and to Node. */
function isOfPage(context: object): boolean {
  const { environment } = context as { environment?: { config?: { consumer?: string } } };
  return environment?.config?.consumer !== 'server';
}
