import type { SupportedFramework } from 'unplugin';

/** What is known of a run of a bundler. */
export interface Session {
  readonly framework: SupportedFramework;
  /** Undefined until the bundler has said. */
  isDev: boolean | undefined;
  /** By the dev server of Vite. */
  isServed: boolean;
  /** What the bundler calls its context for hot updates: `import.meta.hot`. Undefined if it has none, or nobody wants updates. */
  hot: string | undefined;
  /** The ids of modules that accept updates of themselves, as they were compiled last. */
  readonly updatable: Set<string>;
}
