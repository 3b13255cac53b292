/** Compiles in a thread of its own. */
import { type Compiled, type Compiler, createCompiler, type Settings, type Source } from './compile.js';

let compiler: Promise<Compiler> | undefined;

/** The settings are the same in each batch of a pool. */
export default async function compileBatch(batch: { settings: Settings; sources: Source[] }): Promise<Compiled[]> {
  const compile = await (compiler ??= createCompiler(batch.settings));
  const compiled: Compiled[] = [];
  for (const source of batch.sources) compiled.push(await compile(source));
  return compiled;
}
