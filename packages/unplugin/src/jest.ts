/** A transformer of Jest for those whose own one is not Babel: Spindle first, then `@swc/jest`, `ts-jest` or another. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import remapping from '@jridgewell/remapping';
import { compileAnyFile } from './compile-any-file.js';
import { inlineMapOf } from './inline-map.js';
import type { CompilerOptions } from './options.js';

/** What `transform` of Jest's configuration gives: `['@spindle/unplugin/jest', { transformer: '@swc/jest' }]`. */
export interface JestOptions extends CompilerOptions {
  /** What comes behind Spindle: its name, or its name and its options. Without one, only Spindle transforms. */
  readonly transformer?: string | readonly [name: string, options: object] | undefined;
}

interface Transformed {
  readonly code: string;
  readonly map?: object | string | null | undefined;
}

interface TransformOptions {
  readonly config: { readonly rootDir: string };
  readonly configString: string;
  readonly instrument: boolean;
}

interface Transformer {
  readonly canInstrument?: boolean;
  getCacheKey?(code: string, file: string, options: TransformOptions): string;
  process(code: string, file: string, options: TransformOptions): Transformed | string;
}

const require = createRequire(import.meta.url);
const { version } = require('@spindle/compiler/package.json') as { version: string };

function createTransformer({ transformer, ...options }: JestOptions = {}): Transformer {
  let loaded: Transformer | undefined;
  const nextIn = (rootDir: string): Transformer | undefined => {
    if (transformer !== undefined) loaded ??= load(rootDir, transformer);
    return loaded;
  };
  return {
    canInstrument: false,
    getCacheKey(code, file, given) {
      const key = nextIn(given.config.rootDir)?.getCacheKey?.(code, file, given) ?? given.configString;
      return createHash('sha256')
        .update([version, key, file, String(given.instrument), code].join('\0'))
        .digest('hex');
    },
    process(code, file, given) {
      const script = { code, file, isDev: true };
      // oxlint-disable-next-line no-console -- a transformer has no other channel
      const compiled = compileAnyFile(script, { ...options, filename: file }, console.warn);
      const first = { code: compiled?.code ?? code, map: compiled?.map };
      const next = nextIn(given.config.rootDir);
      if (next === undefined) return first;
      const made = next.process(first.code, file, given);
      const { code: finished, map } = typeof made === 'string' ? { code: made, map: undefined } : made;
      return { code: finished, map: throughBoth(map ?? inlineMapOf(finished), first.map) };
    },
  };
}

function load(rootDir: string, given: NonNullable<JestOptions['transformer']>): Transformer {
  const [name, options] = typeof given === 'string' ? [given, {}] : given;
  const loaded = createRequire(path.join(rootDir, 'package.json'))(name) as { default?: unknown };
  const module = (loaded.default ?? loaded) as Transformer & { createTransformer?: (options: object) => Transformer };
  return module.createTransformer?.(options) ?? module;
}

/** From what the second has written to what the first was given. */
function throughBoth(second: Transformed['map'], first: Transformed['map']): Transformed['map'] {
  if (!second || !first) return second;
  return remapping([second, first] as Parameters<typeof remapping>[0], () => null);
}

const jest: { readonly createTransformer: typeof createTransformer } = { createTransformer };
export default jest;
