/** Hot updates: a module that accepted updates of itself, and does not any longer, is reloaded by those who import it. */
import type { Session } from './session.js';

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
