/** How a source is read: its syntax by the name of the file, a module or a script by what it holds. */
import { parse as parseWith, type ParseResult, type ParserOptions, type ParserPlugin } from '@babel/parser';
import type { SourceType } from './types.js';

interface Wanted {
  readonly filename: string | undefined;
  readonly sourceType: SourceType;
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
export function parse(code: string, { filename, sourceType }: Wanted): ParseResult {
  if (sourceType !== 'unambiguous') return read(code, { filename, sourceType });
  if (/\.[cm][jt]s$/.test(filename ?? ''))
    return read(code, { filename, sourceType: /\.c[jt]s$/.test(filename!) ? 'script' : 'module' });
  return readUnambiguous(code, filename);
}

/**
 * With an import or an export it is a module. Without one it is a CommonJS script if it says `require`, `module` or
 * `exports`, or is none in strict code; else a module, as bundlers and pages take it.
 */
function readUnambiguous(code: string, filename: string | undefined): ParseResult {
  const saysCommonJs = /\b(?:require\s*\(|module\s*\.\s*exports|exports\s*[.[])/.test(code);
  const [first, second] = saysCommonJs ? (['unambiguous', 'script'] as const) : (['module', 'script'] as const);
  try {
    return read(code, { filename, sourceType: first });
  } catch (error) {
    try {
      return read(code, { filename, sourceType: second });
    } catch {
      throw error;
    }
  }
}

/** Decorators of the language; where these do not parse, the older ones of TypeScript, which parameters may have. */
function read(code: string, wanted: Wanted): ParseResult {
  try {
    return parseWith(code, optionsOf(wanted, 'decorators'));
  } catch (error) {
    if (!code.includes('@') || !isTypeScript(wanted.filename ?? '')) throw error;
    try {
      return parseWith(code, optionsOf(wanted, 'decorators-legacy'));
    } catch {
      throw error;
    }
  }
}

const isTypeScript = (filename: string): boolean => /\.[cm]?tsx?$/.test(filename);

function optionsOf({ filename = '', sourceType }: Wanted, decorators: ParserPlugin): ParserOptions {
  const isTyped = isTypeScript(filename);
  // In TypeScript `<T>x` is a cast, unless the file is a `.tsx`.
  const hasJsx = !isTyped || filename.endsWith('x');
  return {
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
}
