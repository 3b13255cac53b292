/** A word that waits in a file that nothing compiles: the mark was forgotten, or another tool has removed it. */
import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { WAITING_WORDS } from 'babel-plugin-threads';
import { codeFrame } from './code-frame.js';
import { parse } from './parse.js';
import type { Diagnostic } from './plugin.js';
import { SourceFile } from './source-file.js';
import { WAIT_FILTER } from './text-filters.js';
import type { TransformOptions } from './types.js';

const RUNTIME = '@spindle/runtime';

const unmarkedWord = (word: string): string =>
  `\`${word}\` waits, and nothing in this file is marked, so the file is not compiled. Put \`// @compile\` above the function that waits. [SPN423]`;

/**
 * Finds the first call of a word that waits, in a file for which `transform` gives null. The word is a free name, or an import from the
 * runtime. A call of an imported word is passed over where it may be right: in a generator, and where its value is returned to whoever
 * called the function, as in `start(() => wait(100))`.
 *
 * @returns Null if there is none; if the options turn diagnostics off or know the name; or if the file cannot be parsed.
 */
export function findUncompiledWait(code: string, options: TransformOptions = {}): Diagnostic | null {
  const { filename, sourceType = 'unambiguous', diagnostics, globals, constants } = options;
  if (diagnostics === 'off' || !WAIT_FILTER.test(code)) return null;
  let file: SourceFile;
  try {
    file = new SourceFile(code, parse(code, { filename, sourceType }), filename);
  } catch {
    return null;
  }
  const known = new Set([globals, constants].flatMap((names) => Object.keys(names ?? {})));
  const runtime = options.runtime?.module ?? RUNTIME;
  let found: Diagnostic | null = null;
  file.path.traverse({
    CallExpression(path) {
      const word = wordOf(path, { known, runtime });
      if (word === undefined) return;
      const { start, end } = path.node.callee.loc!;
      const frame = codeFrame(code, { start, end });
      const severity = diagnostics === 'error' ? 'error' : 'warning';
      const place = { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
      found = { code: 'SPN423', severity, message: unmarkedWord(word), file: filename, ...place, frame };
      path.stop();
    },
  });
  return found;
}

interface Names {
  readonly known: ReadonlySet<string>;
  readonly runtime: string;
}

function wordOf(path: NodePath<t.CallExpression>, { known, runtime }: Names): string | undefined {
  const { callee } = path.node;
  if (callee.type === 'MemberExpression') {
    const { object, property, computed } = callee;
    if (computed || object.type !== 'Identifier' || property.type !== 'Identifier') return undefined;
    const imported = importedName(path, object.name, runtime);
    return imported === '*' && isWord(property.name) && isLost(path) ? `${object.name}.${property.name}` : undefined;
  }
  if (callee.type !== 'Identifier') return undefined;
  const { name } = callee;
  if (!path.scope.hasBinding(name, true)) return isWord(name) && !known.has(name) ? name : undefined;
  const imported = importedName(path, name, runtime);
  return imported !== undefined && isWord(imported) && isLost(path) ? name : undefined;
}

const isWord = (name: string): boolean => WAITING_WORDS.has(name);

/** What the name is an import of: a name of the runtime, or `*` for all of it. */
function importedName({ scope }: NodePath, name: string, runtime: string): string | undefined {
  const binding = scope.getBinding(name)?.path;
  const declaration = binding?.parent;
  if (declaration?.type !== 'ImportDeclaration' || declaration.source.value !== runtime) return undefined;
  const specifier = binding!.node;
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  if (specifier.type !== 'ImportSpecifier') return undefined;
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
}

/** Nobody gets to know that the word waits. */
function isLost(path: NodePath): boolean {
  const around = path.getFunctionParent()?.node;
  return !(around && 'generator' in around && around.generator) && !isReturned(path);
}

function isReturned({ node, key, parent, parentPath }: NodePath): boolean {
  switch (parent?.type) {
    case 'ReturnStatement':
      return true;
    case 'ArrowFunctionExpression':
      return parent.body === node;
    case 'ConditionalExpression':
      return key !== 'test' && isReturned(parentPath!);
    case 'LogicalExpression':
      return key === 'right' && isReturned(parentPath!);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return isReturned(parentPath!);
    default:
      return false;
  }
}
