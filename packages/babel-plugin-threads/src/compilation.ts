import type { BabelFile, NodePath, types as t } from '@babel/core';
import type { Options } from './options.js';

/** Babel's node builders and tests, taken from the Babel that runs us: the same in Babel 7 and Babel 8. */
export type Types = typeof t;

/** One file on its way through the stages. */
export interface Compilation {
  readonly t: Types;
  readonly options: Options;
  readonly file: BabelFile;
  readonly program: NodePath<t.Program>;
  /** The source text; empty where only an AST was given. */
  readonly code: string;
}

/** An error with a code frame around a node or comment. */
export function errorAt({ file }: Compilation, at: { readonly loc?: unknown }, text: string): Error {
  const builder = file as unknown as { buildCodeFrameError(node: object, text: string): Error };
  return builder.buildCodeFrameError(at, text);
}
