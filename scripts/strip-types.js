/**
 * Takes the types out of a TypeScript file for jest: all that our sources and tests need, and ten times as fast as Babel. The map
 * leads a stack back to the lines of the source.
 */
import { createHash } from 'node:crypto';
import { transformSync, version } from 'esbuild';

export default {
  process(source, file) {
    return transformSync(source, {
      loader: 'ts',
      format: 'esm',
      target: 'node20.19',
      sourcefile: file,
      sourcemap: 'external',
      tsconfigRaw: '{}',
    });
  },
  // Without one, jest would hash all of its own configuration for each file.
  getCacheKey(source, file) {
    return createHash('sha256').update(`${version}\0${file}\0${source}`).digest('hex');
  },
};
