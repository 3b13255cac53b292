/** The same in Node itself, without a bundler: files are compiled as they are loaded. */
import { readFileSync, writeSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { findUncompiledWait, MARK_FILTER, transform, WAIT_FILTER, type TransformOptions } from '@spindle/compiler';
import { placedText } from './tell.js';

/** The options of the compiler. */
export type NodeOptions = Omit<TransformOptions, 'filename' | 'inputMap' | 'sourceMap' | 'sourceType' | 'hot'>;

/** What Node's loader gives and takes. */
interface Loaded {
  readonly format?: string | null | undefined;
  readonly source?: string | ArrayBufferView | ArrayBuffer | null | undefined;
  readonly shortCircuit?: boolean;
}

type Load = (url: string, context: object, next: (url: string, context: object) => Loaded) => Loaded;

/** What is newer than Node 20. */
interface NewerModule {
  readonly registerHooks?: (hooks: { readonly load: Load }) => void;
}

/**
 * Compiles what is loaded from now on, by `import` and by `require`; nothing in `node_modules`. Errors name the lines of the source.
 * Call it before the first script is loaded: `node --import ./register.js game.js`. Without options it is enough to write
 * `node --import @spindle/unplugin/register game.js`.
 *
 * @throws {TypeError} If an option of the compiler is unknown or has a wrong value.
 * @example
 * // register.js
 * import { registerSpindle } from '@spindle/unplugin/node';
 * registerSpindle({ calls: 'fast' });
 */
export function registerSpindle(options: NodeOptions = {}): void {
  transform('', options);
  process.setSourceMapsEnabled(true);
  const { registerHooks } = module as NewerModule;
  if (registerHooks) {
    registerHooks({ load: (url, context, next) => compileLoaded(url, next(url, context), options) });
    return;
  }
  // Older Node: hooks of `import` run on a thread of their own, and those of `require` are a method that is replaced.
  module.register(new URL('loader.js', import.meta.url), { data: options });
  compileRequired(options);
}

/** A module as Node has loaded it, compiled. */
export function compileLoaded(url: string, loaded: Loaded, options: NodeOptions): Loaded {
  const { format, source } = loaded;
  if (!url.startsWith('file:') || !/^(?:module|commonjs)/.test(format ?? '')) return loaded;
  const file = fileURLToPath(url);
  // Node leaves the source of a CommonJS module out where the loader of `require` will read it.
  if (source == null && (module as NewerModule).registerHooks === undefined) return loaded;
  const text = source == null ? readFileSync(file, 'utf8') : textOf(source);
  const sourceType = format!.startsWith('module') ? 'module' : 'script';
  const compiled = compile(text, file, { ...options, sourceType });
  return compiled === undefined ? loaded : { ...loaded, source: compiled };
}

const textOf = (source: NonNullable<Loaded['source']>): string =>
  typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString();

/** What Node's class of CommonJS modules has, in each version. */
interface CommonJs {
  readonly prototype: { _compile: (this: unknown, code: string, file: string, ...rest: unknown[]) => unknown };
}

function compileRequired(options: NodeOptions): void {
  const { prototype } = module.Module as unknown as CommonJs;
  const { _compile: load } = prototype;
  prototype._compile = function (code, file, ...rest) {
    return load.call(this, compile(code, file, { ...options, sourceType: 'script' }) ?? code, file, ...rest);
  };
}

/** The code with its map; undefined if it stays as it is. */
function compile(code: string, file: string, options: TransformOptions): string | undefined {
  if (/[\\/]node_modules[\\/]/.test(file)) return undefined;
  const mayBeMarked = MARK_FILTER.test(code);
  if (!mayBeMarked && !WAIT_FILTER.test(code)) return undefined;
  const read = { ...options, filename: file, inputMap: inlineMapOf(code) };
  const result = mayBeMarked ? transform(code, read) : null;
  const lost = result === null && process.env.NODE_ENV !== 'production' ? findUncompiledWait(code, read) : null;
  for (const one of lost ? [lost] : (result?.report.diagnostics ?? [])) warn(placedText({ ...one, file }));
  if (!result?.report.compiled) return undefined;
  const map = Buffer.from(JSON.stringify(result.map)).toString('base64');
  return `${result.code}\n//# sourceMappingURL=data:application/json;base64,${map}\n`;
}

/** A thread hands what its console gets on to the main thread, which may end before it has printed that. */
function warn(text: string): void {
  // oxlint-disable-next-line no-console -- Node has no other channel
  if (isMainThread) console.warn(text);
  else writeSync(2, `${text}\n`);
}

/** The map that a loader before this one has put at the end of its output. */
function inlineMapOf(code: string): object | undefined {
  const [, text] = /\n\/\/# sourceMappingURL=data:application\/json[^,]*;base64,([\w+/=]+)\s*$/.exec(code) ?? [];
  return text === undefined ? undefined : (JSON.parse(Buffer.from(text, 'base64').toString()) as object);
}
