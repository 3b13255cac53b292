/** How a source is read: its syntax by the name of the file, a module or a script by what it holds. */
import { parse as parseWith, type ParseResult, type ParserOptions, type ParserPlugin } from '@babel/parser';
import { asProgram, mayBeProgram, saysCommonJs } from 'babel-plugin-threads';
import type { SourceType, TransformOptions } from './types.js';

interface Wanted {
  readonly filename: string;
  readonly sourceType: Exclude<SourceType, 'node'>;
  readonly mayBeProgram: boolean;
}

/** New syntax that does not change the meaning of other code. */
const NEW_SYNTAX: readonly ParserPlugin[] = [
  'decoratorAutoAccessors',
  'deferredImportEvaluation',
  'explicitResourceManagement',
  'importAttributes',
  'sourcePhaseImports',
];

/** Throws the parser's `SyntaxError`, with its `loc`. */
export function parse(code: string, options: TransformOptions): ParseResult {
  const { filename = '', page, sourceType = page ? 'node' : 'unambiguous', script } = options;
  const program = script || mayBeProgram(code);
  if (sourceType === 'node') return readFirst(code, ['script', 'module'], { filename, mayBeProgram: program });
  const wanted: Wanted = { filename, sourceType, mayBeProgram: program };
  if (sourceType !== 'unambiguous') return read(code, wanted);
  if (/\.[cm][jt]s$/.test(filename))
    return read(code, { ...wanted, sourceType: /\.c[jt]s$/.test(filename) ? 'script' : 'module' });
  return wanted.mayBeProgram ? read(code, wanted) : readUnambiguous(code, wanted);
}

/**
 * With an import or an export it is a module. Without one it is a CommonJS script if it says `require`, `module` or
 * `exports`, or is none in strict code; else a module, as bundlers and pages take it.
 */
const readUnambiguous = (code: string, wanted: Wanted): ParseResult =>
  readFirst(code, [saysCommonJs(code) ? 'unambiguous' : 'module', 'script'], wanted);

/** In the first of these ways that the parser takes. The error is that of the first. */
function readFirst(
  code: string,
  [first, second]: readonly [Wanted['sourceType'], Wanted['sourceType']],
  wanted: Omit<Wanted, 'sourceType'>,
): ParseResult {
  try {
    return read(code, { ...wanted, sourceType: first });
  } catch (error) {
    try {
      return read(code, { ...wanted, sourceType: second });
    } catch {
      throw error;
    }
  }
}

/** Decorators of the language; where these do not parse, the older ones of TypeScript, which parameters may have. */
function read(code: string, wanted: Wanted): ParseResult {
  try {
    return parseWith(code, optionsOf(code, wanted, 'decorators'));
  } catch (error) {
    if (!code.includes('@') || !isTypeScript(wanted.filename)) throw error;
    try {
      return parseWith(code, optionsOf(code, wanted, 'decorators-legacy'));
    } catch {
      throw error;
    }
  }
}

const isTypeScript = (filename: string): boolean => /\.[cm]?tsx?$/.test(filename);

function optionsOf(code: string, wanted: Wanted, decorators: ParserPlugin): ParserOptions {
  const { filename, sourceType } = wanted;
  const isTyped = isTypeScript(filename);
  // In TypeScript `<T>x` is a cast, unless the file is a `.tsx`.
  const hasJsx = !isTyped || filename.endsWith('x');
  const options: ParserOptions = {
    sourceType,
    sourceFilename: filename,
    allowReturnOutsideFunction: sourceType === 'script',
    plugins: [
      ...NEW_SYNTAX,
      decorators,
      ...(isTyped ? (['typescript'] as const) : []),
      ...(hasJsx ? (['jsx'] as const) : []),
    ],
  };
  return wanted.mayBeProgram ? asProgram(code, options) : options;
}
