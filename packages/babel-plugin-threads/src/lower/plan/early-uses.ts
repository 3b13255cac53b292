/** Uses in the TDZ: which may come before the declaration of their variable has run. */
import type { types as t } from '@babel/core';
import { skipTransparent } from '../../babel/ast.js';
import { isNameOfForm } from '../../vocabulary.js';
import type { Nested, Use, Variable, Variables } from '../read/variable.js';

/** `always`: each time. `maybe`: it depends on when the function around is called, or which `case` was chosen. */
export type Early = 'always' | 'maybe' | 'never';

export interface EarlyUsesInput {
  readonly variables: Variables;
  /** A function that the plugin has written: only its wrapper names it. */
  readonly isWritten: (node: t.Node) => boolean;
}

const DECLARED_LATE: ReadonlySet<string> = new Set(['let', 'const', 'class']);

export function makeEarlyUses({ variables, isWritten }: EarlyUsesInput): (variable: Variable, use: Use) => Early {
  const functions = new Map<t.Node, Variable>();
  const wrappers = new Map<t.Node, Variable>();
  for (const variable of variables.own)
    for (const { node, parent, how } of variable.uses) {
      if (how !== 'declares') continue;
      functions.set(parent, variable);
      const init = parent.type === 'VariableDeclarator' && parent.id === node ? parent.init : undefined;
      const [wrapped] = init?.type === 'CallExpression' ? init.arguments : [];
      if (wrapped) wrappers.set(wrapped, variable);
    }

  /** The point in the text from which on a function may run: where it is made; for a declaration, the first use of its name. */
  const runsFrom = ({ node, at }: Nested, visited: ReadonlySet<t.Node>): number => {
    const variable = node.type === 'FunctionDeclaration' ? functions.get(node) : undefined;
    if (variable === undefined) return at;
    if (visited.has(node)) return Infinity;
    const deeper = new Set([...visited, node]);
    const wrapped = isWritten(node) ? variable.uses.flatMap((use) => wrappers.get(use.node)?.uses ?? [use]) : undefined;
    const uses = (wrapped ?? variable.uses).filter(({ how }) => how !== 'declares');
    return Math.min(Infinity, ...uses.map((use) => (use.inside ? runsFrom(use.inside, deeper) : use.at)));
  };

  return (variable, { at, inside }) => {
    const { kind, declaredAt, caseEnd, scope } = variable;
    if (!DECLARED_LATE.has(kind)) return 'never';
    // `for (const x of x)`: the iterated object is evaluated in the TDZ of `x`.
    if (scope.node.type.startsWith('For') && scope.node.type !== 'ForStatement' && at < declaredAt) return 'always';
    const from = inside ? runsFrom(inside, new Set()) : at;
    if (!inside && at < declaredAt) return 'always';
    if (inside && from <= declaredAt) return isItsValue(variable, inside) ? 'never' : 'maybe';
    return from > caseEnd ? 'maybe' : 'never';
  };
}

/** The function is the initial value of the variable, so it cannot be called before the variable has it. */
function isItsValue({ declarator }: Variable, { node }: Nested): boolean {
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier' || !declarator.init)
    return false;
  const value = skipTransparent(declarator.init);
  const isWrapper =
    value.type === 'CallExpression' && value.callee.type === 'Identifier' && isNameOfForm(value.callee.name);
  const made = isWrapper ? value.arguments[0] : value;
  return made === node && !runsAtOnce(node);
}

/** A class with static parts, which run when it is made; or an object with such a class, whose name comes from a computed key. */
function runsAtOnce(node: t.Node): boolean {
  if (node.type === 'ObjectExpression')
    return node.properties.some((one) => one.type === 'ObjectProperty' && runsAtOnce(one.value));
  const isStatic = (one: t.ClassBody['body'][number]): boolean =>
    one.type === 'StaticBlock' || ('static' in one && one.static === true);
  return node.type === 'ClassExpression' && node.body.body.some(isStatic);
}
