/** For Next, with webpack and with Turbopack. SWC stays, and with it `next/font`. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { CompilerOptions } from './options.js';
import spindlePlugin from './webpack.js';

/** What is read of a configuration of Next. */
interface NextConfig {
  readonly webpack?: ((config: WebpackConfig, context: never) => unknown) | null | undefined;
  readonly turbopack?: { readonly rules?: object | undefined } | undefined;
}

interface WebpackConfig {
  readonly plugins: unknown[];
}

/**
 * A configuration of Next, or a function that gives one, with Spindle in it. For Turbopack, options have to be JSON.
 *
 * @example
 * // next.config.mjs
 * import spindle from '@spindle/unplugin/next';
 * export default spindle({ reactStrictMode: true });
 */
export default function spindle<Config extends object>(config?: Config, options: CompilerOptions = {}): Config {
  if (typeof config !== 'function') return withSpindle(config ?? {}, options) as Config;
  const configure = config as unknown as (...given: unknown[]) => unknown;
  const configured = async (...given: unknown[]): Promise<unknown> =>
    withSpindle((await configure(...given)) as object, options);
  return configured as unknown as Config;
}

function withSpindle(config: NextConfig, options: CompilerOptions): object {
  return {
    ...config,
    webpack(given: WebpackConfig, context: never) {
      given.plugins.push(spindlePlugin(options));
      return config.webpack?.(given, context) ?? given;
    },
    turbopack: { ...config.turbopack, rules: { ...config.turbopack?.rules, [SCRIPTS]: ruleOf(options) } },
  };
}

const SCRIPTS = '*.{js,jsx,mjs,ts,tsx,mts}';

/** Next 16 writes the condition of a rule in another way. `foreign` are packages. */
function ruleOf(options: CompilerOptions): object {
  const loaders = [{ loader: '@spindle/unplugin/turbopack', options }];
  return versionOfNext() < 16 ? { foreign: false, default: { loaders } } : { condition: { not: 'foreign' }, loaders };
}

function versionOfNext(): number {
  const { version } = createRequire(path.join(process.cwd(), 'next.config.js'))('next/package.json') as {
    version: string;
  };
  return Number.parseInt(version, 10);
}
