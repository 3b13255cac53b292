/** An async function as the script that it would be: a proposal for who comes from `async` and `await`. */
import type { types as t } from '@babel/core';
import { isCall, isFunction, skipTransparent } from '../babel/ast.js';
import { type MendAt, replaceBy } from './diagnostic.js';
import type { Source } from './compilation.js';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A call that waits already waits, so its `await` goes; that of anything else becomes a `waitFor`.
 *
 *   async walk(): Promise<void> { await this.step(); await this.ready; }
 *   walk(): void { this.step(); waitFor(this.ready); }
 *
 * @returns Nothing for an async generator, for `for await`, and where the text that is left would mean something else.
 */
export function withoutAsync(source: Pick<Source, 't' | 'code'>, fn: t.Node): MendAt[] {
  const { t: types, code } = source;
  if (!isFunction(fn) || !fn.async || fn.generator || typeof fn.start !== 'number') return [];
  const nested: t.Node[] = [];
  const awaits: (t.AwaitExpression | t.ForOfStatement)[] = [];
  types.traverseFast(fn, (node) => {
    if (node !== fn && isFunction(node)) nested.push(node);
    else if (node.type === 'AwaitExpression' || types.isForOfStatement(node, { await: true })) awaits.push(node);
  });
  const own = awaits.filter((one) => !nested.some(({ start, end }) => start! <= one.start! && one.end! <= end!));
  const edits = own.map((one) => (one.type === 'AwaitExpression' ? editsOfAwait(code, one) : undefined));
  const head = keywordOf(code, fn);
  if (head === undefined || edits.includes(undefined)) return [];
  const all = [head, ...typeOf(types, code, fn), ...(edits as Edit[][]).flat()];
  return [replaceBy(fn, applied(code, fn, all))];
}

/** The same for one `await`. */
export function withoutAwait({ code }: Pick<Source, 't' | 'code'>, node: t.Node): MendAt[] {
  const edits = node.type === 'AwaitExpression' ? editsOfAwait(code, node) : undefined;
  return edits ? [replaceBy(node, applied(code, node, edits))] : [];
}

/** The word `async`, and the spaces behind it. */
function keywordOf(code: string, fn: t.Function): Edit | undefined {
  const decorators = 'decorators' in fn ? fn.decorators : undefined;
  const from = decorators?.at(-1)?.end ?? fn.start!;
  const found = /\basync\b[^\S\n]*/.exec(code.slice(from, fn.body.start!));
  const start = from + (found?.index ?? 0);
  return found ? { start, end: start + found[0].length, text: '' } : undefined;
}

/** `Promise<number>` gives a `number`. */
function typeOf(types: Source['t'], code: string, { returnType }: t.Function): Edit[] {
  const type = returnType?.type === 'TSTypeAnnotation' ? returnType.typeAnnotation : undefined;
  if (type?.type !== 'TSTypeReference' || !types.isIdentifier(type.typeName, { name: 'Promise' })) return [];
  // The first is the name in Babel 7, the second that in Babel 8.
  const { typeParameters, typeArguments } = type as { typeParameters?: t.Node; typeArguments?: t.Node };
  const given = ((typeParameters ?? typeArguments) as t.TSTypeParameterInstantiation | undefined)?.params[0];
  return given ? [{ start: type.start!, end: type.end!, text: code.slice(given.start!, given.end!) }] : [];
}

function editsOfAwait(code: string, { argument, start, end }: t.AwaitExpression): Edit[] | undefined {
  const { parenStart } = (argument.extra ?? {}) as { parenStart?: number };
  const from = parenStart ?? argument.start!;
  const word = { start: start!, end: from };
  if (!isCall(skipTransparent(argument)))
    return [
      { ...word, text: 'waitFor(' },
      { start: end!, end: end!, text: ')' },
    ];
  // At the start of a line, a bracket would belong to the line above.
  return '([`'.includes(code[from]!) ? undefined : [{ ...word, text: '' }];
}

function applied(code: string, { start, end }: t.Node, edits: readonly Edit[]): string {
  let text = '';
  let at = start!;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at, end!);
}
