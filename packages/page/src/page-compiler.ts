/** What the small file and that of the compiler say to each other. */

export interface Told {
  readonly message: string;
  /** The lines around the place in the source. */
  readonly frame: { readonly text: string; readonly line: number } | undefined;
}

export type CompiledScript =
  | {
      readonly code: string;
      /** It imports something. */
      readonly isModule: boolean;
      readonly warnings: readonly Told[];
      /** Where a place of the output stands in the source; lines and columns count from 1. */
      frameAt(line: number, column: number): Told['frame'];
    }
  | { readonly code: null; readonly errors: readonly Told[] };

export interface PageCompiler {
  compile(text: string, file: string): CompiledScript;
}
