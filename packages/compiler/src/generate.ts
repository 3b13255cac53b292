import generateModule, { type GeneratorOptions, type GeneratorResult } from '@babel/generator';
import type * as t from '@babel/types';
import { defaultOf } from './default-of.js';
import type { SourceMap } from './types.js';

type Generate = (ast: t.Node, options: GeneratorOptions, code: string) => GeneratorResult;
const generateCode = defaultOf(generateModule as unknown as Generate);

interface Wanted {
  readonly code: string;
  readonly filename: string | undefined;
  readonly sourceMap: boolean;
  readonly inputMap: object | undefined;
}

/** The text of the tree, and where each part of it comes from. */
export function generate(
  ast: t.File,
  { code, filename, sourceMap, inputMap }: Wanted,
): { code: string; map: SourceMap | null } {
  const options = {
    compact: false,
    sourceMaps: sourceMap,
    sourceFileName: filename ?? 'unknown',
    ...(inputMap !== undefined && { inputSourceMap: inputMap }),
  };
  const result = generateCode(ast, options, code);
  return { code: result.code, map: sourceMap ? result.map : null };
}
