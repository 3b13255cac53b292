import type { SupportedFramework } from 'unplugin';

/** What is known of a run of a bundler. */
export interface Session {
  readonly framework: SupportedFramework;
  /** Undefined until the bundler has said. */
  isDev: boolean | undefined;
  /** By the dev server of Vite. */
  isServed: boolean;
  /** Uncaught errors of scripts stand on the page. */
  overlay: boolean;
  /** What Vite calls its context for hot updates: `import.meta.hot`. Undefined if there is none, or nobody wants updates. */
  hot: string | undefined;
  /** The ids of modules that accept updates of themselves, or did once. */
  readonly updatable: Set<string>;
}
