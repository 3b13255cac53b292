/** How diagnostics and errors are told by each bundler. */
import path from 'node:path';
import type { Diagnostic } from '@spindle/compiler';
import type { SupportedFramework, UnpluginContext, UnpluginMessage } from 'unplugin';
import type { Session } from './session.js';

type Context = Pick<UnpluginContext, 'error' | 'warn'>;

/** They show the place of a message, and the code frame of an error. The others show its text alone. */
export const LIKE_ROLLUP: ReadonlySet<SupportedFramework> = new Set(['vite', 'rollup', 'rolldown'] as const);
/** They take several errors of a module. Elsewhere the first one ends the build. */
const TAKE_SEVERAL: ReadonlySet<SupportedFramework> = new Set(['esbuild', 'webpack', 'rspack'] as const);

export function warn(context: Context, diagnostic: Diagnostic, { framework, isServed }: Session): void {
  const { code, frame, message } = diagnostic;
  // oxlint-disable-next-line no-console -- unplugin hands Farm an object, and Farm takes only texts
  if (framework === 'farm') console.warn(placedText(diagnostic));
  else if (!LIKE_ROLLUP.has(framework)) context.warn(textOf(diagnostic, framework));
  else if (isServed) context.warn({ ...placeOf(diagnostic), code, message, frame } as UnpluginMessage);
  // Rolldown, and with it Vite 8, prints of a warning the text alone.
  else if (isRolldown(context)) context.warn({ code, message: placedText(diagnostic) });
  // Rollup prints the frame by itself; Vite 7, which has Rollup inside, does not.
  else if (framework === 'rollup') context.warn({ ...placeOf(diagnostic), code, message, frame } as UnpluginMessage);
  else context.warn({ ...placeOf(diagnostic), code, message: withFrame(message, frame) });
}

const isRolldown = (context: object): boolean =>
  (context as { meta?: { rolldownVersion?: string } }).meta?.rolldownVersion !== undefined;

/** Ends the build of the module, with all errors of the file. */
export function fail(context: Context, diagnostics: readonly Diagnostic[], { framework }: Session): undefined {
  if (TAKE_SEVERAL.has(framework)) {
    for (const one of diagnostics) context.error(textOf(one, framework));
    return;
  }
  const [first, ...others] = diagnostics;
  if (!LIKE_ROLLUP.has(framework)) throw new Error(diagnostics.map(placedText).join('\n\n'));
  const { code, frame, message } = first!;
  const text = [message, ...others.map(placedText)].join('\n\n');
  context.error({ ...placeOf(first!), code, message: text, frame } as UnpluginMessage);
}

/** `hero.ts:3:5: …` with the code frame. */
export function placedText({ file, line, column, message, frame }: Diagnostic): string {
  return withFrame(`${file === undefined ? '' : `${shownFile(file)}:`}${line}:${column + 1}: ${message}`, frame);
}

/** A file of the project is named from its folder. */
export function shownFile(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative.replaceAll(path.sep, '/');
}

const placeOf = ({ file, line, column }: Diagnostic): Pick<UnpluginMessage, 'id' | 'loc'> => ({
  id: file,
  loc: { file, line, column },
});

function textOf(diagnostic: Diagnostic, framework: SupportedFramework): UnpluginMessage {
  if (framework !== 'esbuild') return { message: placedText(diagnostic) };
  return { ...placeOf(diagnostic), message: withFrame(diagnostic.message, diagnostic.frame) };
}

const withFrame = (text: string, frame: string): string => (frame === '' ? text : `${text}\n${frame}`);
