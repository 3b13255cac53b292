/** Hot updates: what a bundler calls its context, and what becomes of a module that accepted updates and does not any longer. */
import type { UnpluginContext, UnpluginBuildContext } from 'unplugin';
import type { Session } from './session.js';

/**
 * The context that a module finds at run time; undefined if it gets none. Loaders of webpack and Rspack are told whether the bundle has
 * updates.
 */
export function hotContext(context: UnpluginContext, { framework, isDev, hot }: Session): string | undefined {
  if (framework !== 'webpack' && framework !== 'rspack') return hot;
  const native = (context as Partial<UnpluginBuildContext>).getNativeBuildContext?.();
  const { loaderContext } = (native ?? {}) as { loaderContext?: { hot?: boolean } };
  return isDev === true && loaderContext?.hot === true ? WEBPACK : undefined;
}

const WEBPACK = 'import.meta.webpackHot';

/**
 * A statement for a module of webpack or Rspack that accepts no updates, where its old version did: these ask the old one, too. It sends
 * the update on to who imports the module.
 */
export function sendUpdateOn(hot: string | undefined): string {
  if (hot !== WEBPACK) return '';
  return `\nif (${hot} && ${hot}.data && ${hot}.data.spindle) ${hot}.invalidate();\n`;
}

/** What is used of a module in the graph of Vite. */
interface ViteModule {
  readonly id: string | null;
  isSelfAccepting?: boolean;
}

interface HotUpdate {
  readonly modules: readonly ViteModule[];
  readonly read: () => string | Promise<string>;
}

export interface HotHooks {
  hotUpdate(this: void, update: HotUpdate): Promise<void>;
}

/**
 * Vite asks the old version whether it accepts an update, and lets the new one run. Had that one lost its marks, or got state, all who
 * imported the old one would keep it.
 */
export function hotUpdates(session: Session, isUpdatable: (code: string, id: string) => boolean): HotHooks {
  return {
    async hotUpdate({ modules, read }) {
      const updatable = modules.filter(({ id }) => id !== null && session.updatable.has(id));
      if (updatable.length === 0) return;
      const code = await read();
      for (const module of updatable) if (!isUpdatable(code, module.id!)) module.isSelfAccepting = false;
    },
  };
}
