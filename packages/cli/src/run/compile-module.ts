import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Compiler, createCompiler } from '../compile/compile.js';
import type { StripTypes } from '../compile/strip-types.js';
import { textOf } from '../errors.js';
import { sourceTypeFinder } from '../files/package-type.js';
import { extensions } from '../outputs/outputs.js';
import type { RunOrder } from './run.js';

/** A file as Node loads it. */
export interface CompiledModule {
  code: string;
  format: 'module' | 'commonjs';
}

/** Loads Babel for the first file of TypeScript: that takes longer than all else in a short run. */
const stripTypes: StripTypes = (given, wanted) => {
  const { stripTypes: strip } = createRequire(import.meta.url)(
    '../compile/strip-types.js',
  ) as typeof import('../compile/strip-types.js');
  return strip(given, wanted);
};

/**
 * Compiles a file that a script loads, the map in its last line. Gives undefined for what is loaded as it is. Prints
 * the warnings.
 */
export function moduleCompiler({ cwd, options }: RunOrder): (file: string) => CompiledModule | undefined {
  const sourceTypeOf = sourceTypeFinder();
  const config = { options, file: undefined };
  let compile: Compiler | undefined;
  return (file) => {
    if (file.includes(`${path.sep}node_modules${path.sep}`) || !extensions.includes(path.extname(file)))
      return undefined;
    compile ??= createCompiler({ config, runtimeGlobal: undefined, sourceMaps: true, cwd }, { stripTypes });
    const sourceType = sourceTypeOf(file);
    const { output, findings } = compile({ input: file, output: file, bytes: readFileSync(file), sourceType });
    if (output === undefined) {
      const errors = findings.filter((one) => one.severity === 'error');
      throw Object.assign(new Error(errors.map(textOf).join('\n')), { isCompileError: true });
    }
    for (const one of findings) writeSync(2, `${textOf(one)}\n`);
    if (output === 'copy') return undefined;
    const isModule = sourceType === 'module' || (sourceType === 'node' && /^(?:import|export)\b/m.test(output.code));
    return { code: withInlineMap(output), format: isModule ? 'module' : 'commonjs' };
  };
}

function withInlineMap({ code, map = '' }: { code: string; map?: string }): string {
  const data = Buffer.from(map).toString('base64');
  return code.replace(/\/\/# sourceMappingURL=.*\n$/, `//# sourceMappingURL=data:application/json;base64,${data}\n`);
}
