/** A `var` with the name of a parameter, or of the error of a `catch`: its initial value is assigned to that. */
import type { types as t } from '@babel/core';
import { type Fields, walk } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { declaredVars, namesIn } from '../read/declared-names.js';
import type { Step } from '../read/tools.js';

/** `var a = 1, b;` → `a = 1;`, `for (var a in o)` → `for (a in o)`. Gives the names that are declared no more. */
export function assignVars(types: Types, root: t.Node, names: ReadonlySet<string>): Set<string> {
  const declared = new Set<string>();
  const isOne = (node: unknown): node is t.VariableDeclaration => {
    if (!types.isVariableDeclaration(node as t.Node, { kind: 'var' })) return false;
    const own = declaredVars(types, node as t.Node).map(({ name }) => name);
    if (!own.some((name) => names.has(name))) return false;
    for (const name of own) declared.add(name);
    return true;
  };
  const assigned = ({ declarations }: t.VariableDeclaration): t.Expression[] =>
    declarations.flatMap(({ id, init }) => (init ? [types.assignmentExpression('=', id as t.LVal, init)] : []));
  walk(types, root, (node) => {
    if (types.isFunction(node) || types.isStaticBlock(node)) return false;
    const fields = node as unknown as Fields;
    if (types.isForStatement(node) && isOne(node.init)) {
      const values = assigned(node.init);
      node.init = values.length > 1 ? types.sequenceExpression(values) : (values[0] ?? null);
    }
    if (types.isForXStatement(node) && isOne(node.left)) node.left = node.left.declarations[0]!.id as t.LVal;
    for (const key of ['body', 'consequent', 'alternate']) {
      const child = fields[key];
      if (isOne(child))
        fields[key] = types.blockStatement(assigned(child).map((value) => types.expressionStatement(value)));
      if (Array.isArray(fields[key]))
        fields[key] = (fields[key] as t.Statement[]).flatMap((one) =>
          isOne(one) ? assigned(one).map((value) => types.expressionStatement(value)) : [one],
        );
    }
    return true;
  });
  return declared;
}

/** Sloppy code: `for (var a = 1 in o)` → `for (var a in (a = 1, o))`. Is there one? */
export function assignBeforeKeys(types: Types, fn: Step): boolean {
  let isChanged = false;
  walk(types, fn.body, (node) => {
    if (types.isFunction(node) || types.isStaticBlock(node)) return false;
    if (!types.isForInStatement(node) || !types.isVariableDeclaration(node.left)) return true;
    const [one] = node.left.declarations;
    const { id, init } = one!;
    if (!init) return true;
    one!.init = null;
    const value = types.assignmentExpression('=', types.cloneNode(id) as t.LVal, init);
    node.right = types.sequenceExpression([value, node.right]);
    isChanged = true;
    return true;
  });
  return isChanged;
}

/** `var a, b;`, if there are names. */
export const declareVars = (types: Types, names: readonly string[]): t.Statement[] =>
  names.length === 0
    ? []
    : [
        types.variableDeclaration(
          'var',
          names.map((name) => types.variableDeclarator(types.identifier(name))),
        ),
      ];

/** Parameters that the body declares once more: `(a) { var a = 1, b; }` → `(a) { var b; a = 1; }`. Is there one? */
export function assignParameters(types: Types, fn: Step): boolean {
  if (fn.params.length === 0) return false;
  const own = new Set(fn.params.flatMap((one) => namesIn(types, one)));
  if (!declaredVars(types, fn.body).some(({ name }) => own.has(name))) return false;
  const declared = [...assignVars(types, fn.body, own)];
  const others = declared.filter((name) => !own.has(name));
  fn.body.body.unshift(...declareVars(types, others));
  return declared.length > 0;
}
