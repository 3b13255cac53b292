/** Which built-in a name in a file stands for, where nothing in the file hides it. */
import { isMember, skipTransparent } from '../babel/ast.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/function-names.js';
import { type Compilation, isFree } from '../context/compilation.js';
import { type Builtin, CLASSES, FUNCTIONS, STATICS } from './builtins.js';
import type { types as t } from '@babel/core';

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['window', 'globalThis']);

/** `window`, which nothing in the file hides. */
export function isGlobalObject(compilation: Compilation, path: Path, object: t.Node): boolean {
  const { name } = skipTransparent(object) as t.Identifier;
  return GLOBAL_OBJECTS.has(name) && isFree(compilation, path, name);
}

/** `Number`, `Math.max`, `window.setTimeout`: what is known of a function of the language that is named so. */
export function builtinNamed(compilation: Compilation, path: Path, wrapped: t.Node): Builtin | undefined {
  const node = skipTransparent(wrapped);
  if (node.type === 'Identifier') {
    const known = FUNCTIONS.get(node.name);
    return known && isFree(compilation, path, node.name) ? known : undefined;
  }
  const method = isMember(node) ? propertyName(node) : undefined;
  const object = isMember(node) ? skipTransparent(node.object) : undefined;
  if (method === undefined || object?.type !== 'Identifier') return undefined;
  const keeper = GLOBAL_OBJECTS.has(object.name) && FUNCTIONS.get(method)?.keeps ? FUNCTIONS.get(method) : undefined;
  const statics = STATICS.get(object.name);
  const known = statics?.get(method) ?? statics?.get('*') ?? keeper;
  return known && isFree(compilation, path, object.name) ? known : undefined;
}

/** What is known of the class of a `new`. */
export function classNamed(compilation: Compilation, path: Path, { callee }: t.NewExpression): Builtin | undefined {
  const node = skipTransparent(callee);
  const known = node.type === 'Identifier' ? CLASSES.get(node.name) : undefined;
  return known && isFree(compilation, path, (node as t.Identifier).name) ? known : undefined;
}

/** `Promise`, which nothing in the file hides. */
export function isPromiseClass(compilation: Compilation, path: Path, wrapped: t.Node): boolean {
  const node = skipTransparent(wrapped);
  return node.type === 'Identifier' && node.name === 'Promise' && isFree(compilation, path, 'Promise');
}

/** `Symbol.iterator` */
export const isSymbolOfLanguage = (node: t.Node): boolean =>
  isMember(node) && node.object.type === 'Identifier' && node.object.name === 'Symbol';

/** What the free name at `path` is asked for, if that differs from run to run, and the runtime's word to write instead. */
export function notReplayable(path: Path): { text: string; instead: string } | undefined {
  const { node, parent, key } = path as Path<t.Identifier>;
  if (key === 'object' && isMember(parent)) {
    const method = propertyName(parent) ?? '';
    const instead = STATICS.get(node.name)?.get(method)?.instead;
    return instead === undefined ? undefined : { text: `${node.name}.${method}`, instead };
  }
  if (key !== 'callee') return undefined;
  const isNew = parent.type === 'NewExpression';
  // With an argument `new Date` is the same on every run.
  const instead = isNew
    ? parent.arguments.length === 0 && CLASSES.get(node.name)?.instead
    : FUNCTIONS.get(node.name)?.instead;
  return instead ? { text: `${isNew ? 'new ' : ''}${node.name}()`, instead } : undefined;
}
