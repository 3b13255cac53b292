/** Compiles in a thread of its own. */
import { type Compiled, type Compiler, createCompiler, type Settings, type Source } from './compile.js';

let compile: Compiler | undefined;

/** The settings are the same in each batch of a pool. */
export default function compileBatch(batch: { settings: Settings; sources: Source[] }): Compiled[] {
  compile ??= createCompiler(batch.settings);
  return batch.sources.map(compile);
}
