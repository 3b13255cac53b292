/** What only Vite has: a configuration to add to, and a dev server. */
import { addToOutput, type OutputOptions, type RollupContext } from './ignore-in-bundles.js';
import { findRuntime, withRuntime, type IgnoreList } from './ignore-list.js';
import type { SpindleOptions } from './options.js';
import type { Session } from './session.js';

interface UserConfig {
  readonly root?: string;
  readonly server?: { readonly sourcemapIgnoreList?: IgnoreList | false };
}

interface ResolvedConfig {
  readonly command: string;
  readonly server?: { readonly hmr?: boolean | { readonly overlay?: boolean } };
}

interface ViteHooks {
  config(config: UserConfig): object;
  configResolved(config: ResolvedConfig): void;
  outputOptions(this: RollupContext, options: OutputOptions): OutputOptions;
}

export function viteHooks(
  { runtime, dev, overlay }: Pick<SpindleOptions, 'runtime' | 'dev' | 'overlay'>,
  session: Session,
): ViteHooks {
  return {
    config({ root = process.cwd(), server }) {
      const folder = findRuntime(root);
      return {
        server: { sourcemapIgnoreList: withRuntime(server?.sourcemapIgnoreList, folder) },
        ...(usesPackage(runtime) && folder !== undefined && forPackage),
      };
    },
    configResolved({ command, server }) {
      session.isServed = command === 'serve';
      session.isDev = dev ?? session.isServed;
      session.overlay = overlay ?? (typeof server?.hmr !== 'object' || server.hmr.overlay !== false);
      session.hot =
        session.isServed && session.isDev && process.env.VITEST === undefined ? 'import.meta.hot' : undefined;
    },
    outputOptions(options) {
      return addToOutput(options, this.meta);
    },
  };
}

const usesPackage = (runtime: SpindleOptions['runtime']): boolean =>
  runtime?.global === undefined && (runtime?.module ?? '@spindle/runtime') === '@spindle/runtime';

/**
 * Vite looks for dependencies in the sources, where the imports of compiled code do not stand yet: it would find them late, and load the
 * page anew. And two copies of the runtime would be two worlds.
 */
const forPackage = {
  optimizeDeps: {
    include: [
      '@spindle/runtime',
      '@spindle/runtime/abi',
      '@spindle/runtime/own-waits',
      '@spindle/runtime/hot',
      '@spindle/runtime/overlay',
      '@spindle/runtime/scenes',
    ],
  },
  resolve: { dedupe: ['@spindle/runtime'] },
};
