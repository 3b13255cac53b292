/**
 * For jest: replaces the types of a TypeScript file by spaces. Lines and columns stay the same, so that stacks need no source maps, which would not be
 * applied to the stacks in messages of Babel and the plugin.
 */
import { createHash } from 'node:crypto';
import swc from '@swc/wasm-typescript';

export default {
  process: (source, filename) => ({
    code: swc.transformSync(source, { mode: 'strip-only', module: true, filename }).code,
  }),
  // Without this function, jest would hash its whole configuration for each file.
  getCacheKey: (source) => createHash('sha256').update(source).digest('hex'),
};
