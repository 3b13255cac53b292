import * as babel from '@babel/core';
import generateModule from '@babel/generator';
import { parse } from '@babel/parser';
import plugin, { type Diagnostic, type ThreadsOptions } from '../src/index.js';

// Babel 7 is CommonJS, so an import from ESM gives the module object. Babel 8 is ESM, so it gives the function.
type Unwrapped<T> = T extends { default: infer D } ? D : T;
const unwrap = <T>(m: T): Unwrapped<T> =>
  (typeof m === 'function' ? m : (m as { default: unknown }).default) as Unwrapped<T>;
const generate = unwrap(generateModule);

export interface CompileOptions extends ThreadsOptions {
  readonly sourceType?: 'module' | 'script';
  readonly typescript?: boolean;
  readonly jsx?: boolean;
  readonly decorators?: boolean;
}

/** A constant, as Babel creates a plugin for each options object. */
const usual: ThreadsOptions = { onDiagnostic: () => undefined };

function transform(
  source: string,
  { sourceType = 'module', typescript = false, jsx = false, decorators = false, ...options }: CompileOptions = {},
) {
  return babel.transformSync(source, {
    babelrc: false,
    configFile: false,
    filename: typescript ? 'input.ts' : 'input.js',
    sourceType,
    sourceMaps: true,
    ast: true,
    highlightCode: false,
    parserOpts: { plugins: typescript ? ['typescript'] : jsx ? ['jsx'] : decorators ? ['decorators'] : [] },
    plugins: [[plugin, Object.keys(options).length === 0 ? usual : { ...usual, ...options }]],
  })!;
}

/** Throws if the output of the plugin does not parse. Called for every text that a test compiles. */
export function mustParse(
  code: string,
  { sourceType = 'module', typescript, jsx, decorators }: CompileOptions = {},
): void {
  try {
    parse(code, {
      sourceType,
      plugins: [
        ...(typescript ? ['typescript' as const] : []),
        ...(jsx ? ['jsx' as const] : []),
        ...(decorators ? ['decorators' as const] : []),
      ],
    });
  } catch (error) {
    throw new Error(`what came out does not parse: ${(error as Error).message}\n${code}`, { cause: error });
  }
}

/** The compiled text. */
export const compile = (source: string, options?: CompileOptions): string => compileResult(source, options).code!;

/** The compiled text on one line, without the import and the table of positions, for tests of one rewrite. */
export function brief(source: string, options?: CompileOptions): string {
  const code = compile(source, options);
  const ast = parse(code, {
    sourceType: options?.sourceType ?? 'module',
    plugins: options?.typescript ? ['typescript'] : [],
  });
  const text = generate(ast, { compact: false, comments: false, retainLines: false }).code;
  return text
    .replace(/^(?:(?:import(?: \{[^}]*\} from)?|(?:const \{[^}]*\} = )?require\() ?"@spindle[^"]*"\)?;\s*)+/, '')
    .replace(/function \$meta\w*\(n\) \{\n {2}return [^]*?\n\}/, '')
    .replace(/, \$meta\w*\(\d+\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The text as Babel prints it without the plugin. This is the expected output if there is nothing to compile. */
export const reprint = (source: string): string =>
  babel.transformSync(source, { babelrc: false, configFile: false, sourceType: 'module' })!.code!;

/** The body of `// @compile f = function () { … }` after compiling. */
export function body(statements: string, options?: CompileOptions): string {
  const out = brief(`// @compile\nf = function () {\n${statements}\n};`, options);
  const inner = /^f = \$(?:thread|plain)\(function\*? ?\(\) \{(.*)\}\);$/s.exec(out);
  if (!inner) throw new Error(`no function found in: ${out}`);
  return inner[1]!.trim();
}

export function compileResult(source: string, options?: CompileOptions): ReturnType<typeof transform> {
  const result = transform(source, options);
  mustParse(result.code!, options);
  return result;
}

/** The message of the error that the plugin throws. */
export function errorOf(source: string, options?: CompileOptions): string {
  try {
    compile(source, options);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`It compiled:\n${compile(source, options)}`);
}

/** The diagnostics of a source that compiles. */
export function diagnosticsOf(source: string, options: CompileOptions = {}): Diagnostic[] {
  const found: Diagnostic[] = [];
  compile(source, { onDiagnostic: (one) => void found.push(one), ...options });
  return found;
}

export const messagesOf = (source: string, options?: CompileOptions): string[] =>
  diagnosticsOf(source, options).map(({ message }) => message);

/** The codes of the diagnostics, each with its line: `SPN601:3`. */
export const warned = (source: string, options?: CompileOptions): string[] =>
  diagnosticsOf(source, options).map(({ code, line }) => `${code}:${line}`);

/** The codes of the diagnostics in the statements of a compiled method. */
export const inside = (statements: string): string[] =>
  warned(`let shared, obj;\n// @compile\no = { m(own) { ${statements} } };`).map((one) => one.replace(/:3$/, ''));
