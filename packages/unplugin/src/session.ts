import type { SupportedFramework } from 'unplugin';

/** What is known of a run of a bundler. */
export interface Session {
  readonly framework: SupportedFramework;
  /** Undefined until the bundler has said. */
  isDev: boolean | undefined;
  /** By the dev server of Vite. */
  isServed: boolean;
}
