/** The same in Node itself, without a bundler: files are compiled as they are loaded. */
import { readFileSync, writeSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform, type TransformOptions } from '@spindle/compiler';
import { compileAnyFile } from './compile-any-file.js';
import { inlineMapOf } from './inline-map.js';
import type { CompilerOptions } from './options.js';
import { shownFile } from './tell.js';

/** The options of the compiler. */
export type NodeOptions = CompilerOptions;

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
 * registerSpindle({ plain: ['distance'] });
 */
export function registerSpindle(options: NodeOptions = {}): void {
  transform('', options);
  if (bun !== undefined) {
    registerInBun(bun, options);
    return;
  }
  process.setSourceMapsEnabled(true);
  const { registerHooks } = module as NewerModule;
  if (registerHooks) {
    registerHooks({
      load: (url, context, next) =>
        compileLoaded(
          url,
          explained(url, () => next(url, context)),
          options,
        ),
    });
    return;
  }
  // Older Node: hooks of `import` run on a thread of their own, and those of `require` are a method that is replaced.
  module.register(new URL('loader.js', import.meta.url), { data: options });
  compileRequired(options);
}

/** What Bun has in place of the hooks of Node: a plugin of its runtime. */
interface Bun {
  plugin(this: void, plugin: { name: string; setup: (build: BunBuild) => void }): void;
}

interface BunBuild {
  onLoad(given: { filter: RegExp }, load: (loaded: { path: string }) => object): void;
}

const bun = (globalThis as { Bun?: Bun }).Bun;

function registerInBun({ plugin }: Bun, options: NodeOptions): void {
  const load = ({ path: file }: { path: string }): object => {
    const code = readFileSync(file, 'utf8');
    return { contents: compile(code, file, 'module', options) ?? code, loader: /[jt]sx?$/.exec(file)![0] };
  };
  const filter = /^(?!.*[\\/]node_modules[\\/]).*\.[cm]?[jt]sx?$/;
  plugin({ name: 'spindle', setup: (build) => build.onLoad({ filter }, load) });
}

/** A module as Node has loaded it, compiled. */
export function compileLoaded(url: string, loaded: Loaded, options: NodeOptions): Loaded {
  const { format, source } = loaded;
  if (!url.startsWith('file:') || !isOfCode(format, url)) return loaded;
  const file = fileURLToPath(url);
  // Node leaves the source of a CommonJS module out where the loader of `require` will read it.
  if (source == null && (module as NewerModule).registerHooks === undefined) return loaded;
  const text = source == null ? readFileSync(file, 'utf8') : textOf(source);
  const compiled = compile(text, file, format, options);
  return compiled === undefined ? loaded : { ...loaded, source: compiled };
}

/** `require` of a file whose package has no `type` gives the format `typescript`, or none at all. */
const isOfCode = (format: Loaded['format'], url: string): boolean =>
  format == null ? /\.[jt]s$/.test(url) : /^(?:module|commonjs|typescript)/.test(format);

const textOf = (source: NonNullable<Loaded['source']>): string =>
  typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString();

/** What Node's class of CommonJS modules has, in each version. */
interface CommonJs {
  readonly prototype: { _compile: (this: unknown, code: string, file: string, format?: unknown) => unknown };
}

function compileRequired(options: NodeOptions): void {
  const { prototype } = module.Module as unknown as CommonJs;
  const { _compile: load } = prototype;
  prototype._compile = function (code, file, format) {
    const compiled = compile(code, file, typeof format === 'string' ? format : undefined, options) ?? code;
    try {
      return load.call(this, compiled, file, format);
    } catch (error) {
      // This Node takes the types for JavaScript, and V8 tells the line of this file.
      if (error instanceof SyntaxError && error.stack?.startsWith(file)) throw lackOfTypes(file) ?? error;
      throw error;
    }
  };
}

/** What `load` gives. Where this Node does not run TypeScript, its own error says nothing of what to do. */
export function explained<T>(url: string, load: () => T): T {
  try {
    return load();
  } catch (error) {
    throw explanationOf(error, url);
  }
}

/** The same error, or one that says more. */
export function explanationOf(error: unknown, url: string): unknown {
  if ((error as { code?: unknown } | undefined)?.code !== 'ERR_UNKNOWN_FILE_EXTENSION') return error;
  return (url.startsWith('file:') ? lackOfTypes(fileURLToPath(url)) : undefined) ?? error;
}

function lackOfTypes(file: string): Error | undefined {
  if (!/\.[cm]?ts$/.test(file)) return undefined;
  const text =
    `\`${shownFile(file)}\` is TypeScript, which Node ${process.versions.node} does not run. ` +
    'Use Node 22.18 or newer, or compile your scripts first: `npx @spindle/cli precompile`.';
  return Object.assign(new Error(text), { code: 'ERR_UNKNOWN_FILE_EXTENSION' });
}

/** The code with its map; undefined if it stays as it is. */
function compile(code: string, file: string, format: Loaded['format'], options: NodeOptions): string | undefined {
  const read = { ...options, filename: file, inputMap: inlineMapOf(code), sourceType: sourceTypeOf(format) };
  const result = compileAnyFile({ code, file, isDev: process.env.NODE_ENV !== 'production' }, read, warn);
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

const sourceTypeOf = (format: Loaded['format']): NonNullable<TransformOptions['sourceType']> =>
  format?.startsWith('module') ? 'module' : format?.startsWith('commonjs') ? 'script' : 'node';
