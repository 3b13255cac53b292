/** A loader for Turbopack, which has no plugins. `@spindle/unplugin/next` sets it up. */
import { CompileError } from '@spindle/compiler';
import { compileAnyFile } from './compile-any-file.js';
import type { CompilerOptions } from './options.js';
import { placedText } from './tell.js';

/** What Turbopack gives a loader. */
interface LoaderContext {
  readonly resourcePath: string;
  getOptions(): CompilerOptions;
  emitWarning?(warning: Error): void;
  callback(error: Error | null, code?: string, map?: object): void;
}

function compileInTurbopack(this: LoaderContext, code: string, inputMap?: object): void {
  const { resourcePath: file } = this;
  try {
    const options = { ...this.getOptions(), filename: file, inputMap };
    const result = compileAnyFile({ code, file, isDev: true }, options, (text) => this.emitWarning?.(new Error(text)));
    this.callback(null, result?.code ?? code, result?.map ?? inputMap);
  } catch (error) {
    const told =
      error instanceof CompileError
        ? error.diagnostics.map((one) => placedText({ ...one, file })).join('\n\n')
        : String(error);
    this.callback(new Error(told));
  }
}

export default compileInTurbopack;
