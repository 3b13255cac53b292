/**
 * For jest: puts spaces in the place of the types of a TypeScript file. Each line and column stays what it is in the source, so
 * that a stack needs no source map; Babel and the plugin write stacks that are never led back.
 */
import { createHash } from 'node:crypto';
import swc from '@swc/wasm-typescript';

export default {
  process: (source, filename) => ({
    code: swc.transformSync(source, { mode: 'strip-only', module: true, filename }).code,
  }),
  // Without one, jest hashes all of its own configuration for each file.
  getCacheKey: (source) => createHash('sha256').update(source).digest('hex'),
};
