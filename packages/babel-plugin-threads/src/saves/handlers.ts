/** Handlers that functions of a file put on emitters of others. Nobody can ask an emitter for them, so no save has them, and each names them. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../analyse/facts/facts.js';
import { calleeOf, functionAround, isFunction } from '../babel/ast.js';
import { methodCalled, namingOf } from '../babel/function-names.js';

const METHODS: ReadonlySet<string | undefined> = new Set('on once addEventListener addListener subscribe'.split(' '));
const TIMERS: ReadonlySet<string> = new Set(['setInterval', 'setTimeout']);

/** By the ids of the functions: `button.on('click', …)`. What the top of a module or a constructor does is done again in a new process. */
export function readHandlers({ compilation: { code, paths }, plan }: Analysis): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of paths.ofType('CallExpression', 'OptionalCallExpression')) {
    const around = functionAround(path);
    if (around === null || !putsHandler(path.node) || isConstructor(around.node)) continue;
    const id = plan.functions.get(around.node)?.id ?? namingOf(around).label;
    const [first] = path.node.arguments;
    const type = first?.type === 'StringLiteral' ? `'${first.value}', ` : '';
    const { start, end } = path.node.callee;
    const text = `${code.slice(start!, end!).replaceAll(/\s+/g, '')}(${type}…)`;
    found.set(id, found.has(id) ? `${found.get(id)}, ${text}` : text);
  }
  return found;
}

function putsHandler(node: t.CallExpression | t.OptionalCallExpression): boolean {
  const [first] = node.arguments;
  const callee = calleeOf(node);
  if (callee?.type === 'Identifier') return TIMERS.has(callee.name) && isFunction(first);
  return METHODS.has(methodCalled(node)?.name) && node.arguments.some((one) => isHandler(one, first!));
}

/** `() => …`, `this.press`, `press.bind(this)`; any name behind the name of an event. */
const isHandler = (node: t.Node, first: t.Node): boolean =>
  isFunction(node) ||
  (node !== first && node.type === 'MemberExpression') ||
  (node.type === 'Identifier' && node !== first && first.type === 'StringLiteral') ||
  methodCalled(node)?.name === 'bind';

const isConstructor = (node: t.Node): boolean => node.type === 'ClassMethod' && node.kind === 'constructor';
