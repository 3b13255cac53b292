/** For those who have `@rolldown/plugin-babel` already, and want no second pass over their scripts. */
import { MARK_FILTER } from '@spindle/compiler';
import threads, { type ThreadsOptions } from 'babel-plugin-threads';

/** What `@rolldown/plugin-babel` takes in its list `presets`. */
export interface RolldownPreset {
  readonly preset: () => { readonly plugins: readonly unknown[] };
  readonly rolldown: {
    readonly filter: { readonly code: RegExp };
    readonly optimizeDeps: { readonly include: string[] };
  };
}

/**
 * @example
 * import babel from '@rolldown/plugin-babel';
 * export default { plugins: [babel({ presets: [spindlePreset()] })] };
 */
export function spindlePreset(options: ThreadsOptions = {}): RolldownPreset {
  return {
    preset: () => ({ plugins: [[threads, options]] }),
    rolldown: {
      filter: { code: MARK_FILTER },
      optimizeDeps: { include: ['@spindle/runtime', '@spindle/runtime/abi', '@spindle/runtime/own-waits'] },
    },
  };
}
