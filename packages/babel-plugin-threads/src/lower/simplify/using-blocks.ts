/** Blocks with `using`, before they are lowered. */
import type { types as t } from '@babel/core';
import { locate } from '../../write/emitter.js';
import type { Step, Tools } from '../read/tools.js';

/**
 *   { using a = b(); c(); }        →   { try { const a = b(); $using0.use(a); c(); } finally {} }
 *   for (using a of list) c();     →   for (const a of list) { try { $using0.use(a); c(); } finally {} }
 *   for (using a = b(); …; …) c()  →   { using a = b(); for (; …; …) c(); }
 *
 * The `try` stands for the block: see `usings.ts`.
 */
export function takeUsings(tools: Tools, fn: Step, node: t.Node, usings: Map<t.Node, string>): void {
  const { types, emit, names } = tools;
  const body = types.isBlockStatement(node) ? node.body : undefined;
  if (body?.some(isUsing)) {
    const name = names.ofLoop(fn, '$using');
    const written = body.flatMap((one) => (isUsing(one) ? keepUsing(tools, one, name) : [one]));
    (node as t.BlockStatement).body = [guardUsing(types, usings, written, name)];
  }
  if (!types.isForOfStatement(node) || !isUsing(node.left)) return;
  const name = names.ofLoop(fn, '$using');
  const [{ id }] = node.left.declarations as [t.VariableDeclarator];
  node.left.kind = 'const';
  const used = emit.statement('USING.use(VALUE);', { USING: name, VALUE: (id as t.Identifier).name });
  node.body = types.blockStatement([guardUsing(types, usings, [used, node.body], name)]);
}

/** Moves `using` of the head of a `for` into a block around the loop and its label. Gives whether there was one. */
export function openHead({ types }: Tools, node: t.Node): boolean {
  let loop: t.Node = node;
  while (types.isLabeledStatement(loop)) loop = loop.body;
  if (!types.isForStatement(loop) || !isUsing(loop.init)) return false;
  const { init } = loop;
  loop.init = null;
  Object.assign(node, types.blockStatement([init, { ...node } as t.Statement]));
  return true;
}

export function isUsing(node: t.Node | null | undefined): node is t.VariableDeclaration {
  return node?.type === 'VariableDeclaration' && node.kind === 'using';
}

/** `using a = b(), c = d();` → `const a = b(); $using0.use(a); const c = d(); $using0.use(c);` */
function keepUsing({ types, emit }: Tools, { declarations }: t.VariableDeclaration, USING: string): t.Statement[] {
  return declarations.flatMap((one) => [
    locate(types.variableDeclaration('const', [one]), one),
    emit.statement('USING.use(VALUE);', { USING, VALUE: (one.id as t.Identifier).name }),
  ]);
}

function guardUsing(
  types: Tools['types'],
  usings: Map<t.Node, string>,
  body: t.Statement[],
  name: string,
): t.Statement {
  const written = types.tryStatement(types.blockStatement(body), null, types.blockStatement([]));
  usings.set(written, name);
  return written;
}
