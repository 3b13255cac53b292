/** Which calls are of words of the runtime. */
import type { types as t } from '@babel/core';
import { calleeOf, skipTransparent } from '../../babel/ast.js';
import { dotted, methodCalled } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import { OWN_WAITS } from '../../vocabulary.js';

/** The vocabulary's word that a callee is: a free name, or one that the file takes from the runtime. */
export function vocabularyName(compilation: Compilation, path: Path, callee: t.Node): string | undefined {
  const { vocabulary, runtimeNames } = compilation;
  if (callee.type === 'SequenceExpression') return ofSequence(compilation, path, callee);
  if (callee.type !== 'Identifier') return runtimeNames.wordOfMember(path, callee);
  const { name } = callee;
  if (path.scope.getBinding(name) === undefined) return vocabulary.get(name);
  return runtimeNames.wordOf(path, name);
}

/** `(0, rt.wait)(16)`: what other compilers make of a call of an imported name. */
function ofSequence(compilation: Compilation, path: Path, { expressions }: t.SequenceExpression): string | undefined {
  const [first, second, ...rest] = expressions;
  const isCommon = first?.type === 'NumericLiteral' && second !== undefined && rest.length === 0;
  return isCommon ? vocabularyName(compilation, path, skipTransparent(second)) : undefined;
}

/** The name stands for a module: what is called on it is a function of its own. */
export function isNamespace({ runtimeNames }: Compilation, path: Path, name: string): boolean {
  return (
    path.scope.getBinding(name)?.path.node.type === 'ImportNamespaceSpecifier' || runtimeNames.isNamespace(path, name)
  );
}

/** The vocabulary's word that is called. Nearly each stage asks it of each call. */
export function wordCalled(compilation: Compilation, path: Path): string | undefined {
  const { wordsCalled } = compilation;
  const { node } = path;
  const known = wordsCalled.get(node);
  if (known !== undefined) return known === NO_WORD ? undefined : known;
  const callee = calleeOf(node);
  const word = callee && vocabularyName(compilation, path, callee);
  wordsCalled.set(node, word ?? NO_WORD);
  return word;
}

const NO_WORD = '';

/** What the file calls the word: by an import or an option it may have another name. */
export function nameOfWord({ node }: Path, word: string): string {
  const callee = calleeOf(node);
  return callee?.type === 'Identifier' ? callee.name : word;
}

/** `this.door.open` */
export function calledName(path: Path): string | undefined {
  const callee = calleeOf(path.node);
  return callee && dotted(callee);
}

/** `wait` of `this.wait()`, and of `super.wait()`, which is called on the same object. */
export function ownMethodCalled({ node }: Path): { readonly on: 'this' | 'super'; readonly name: string } | undefined {
  const { object, name } = methodCalled(node) ?? {};
  const type = object && skipTransparent(object).type;
  if (type !== 'ThisExpression' && type !== 'Super') return undefined;
  return { on: type === 'Super' ? 'super' : 'this', name: name! };
}

/** The word that is called, free or as a method of `this`. */
export const wordOrOwnMethod = (compilation: Compilation, path: Path): string | undefined =>
  wordCalled(compilation, path) ?? ownMethodCalled(path)?.name;

/** That word is called: free, or as a method of `this`. */
export const isCallOf = (compilation: Compilation, path: Path, word: string): boolean =>
  wordOrOwnMethod(compilation, path) === word;

/** What is called, if it is known to wait: `wait`, `this.waitSignal`. */
export function waitCalled(compilation: Compilation, path: Path): string | undefined {
  const { on, name = '' } = ownMethodCalled(path) ?? {};
  return OWN_WAITS.has(name) ? `${on}.${name}` : wordCalled(compilation, path);
}

/** `wait` of `this.wait`. */
export const withoutThis = (name: string): string => name.replace(/^(?:this|super)\s*\??\.\s*/, '');
