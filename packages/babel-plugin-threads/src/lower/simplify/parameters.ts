/** Parameters that are more than up to four names: the step gets a list, and takes them out of it. */
import type { types as t } from '@babel/core';
import { dropTypes } from './declarations.js';
import { isAssigned } from '../plan/hoisting.js';
import { separateBody } from './parameter-scope.js';
import type { DeclaredParameter } from '../read/parameter-names.js';
import type { Step, Tools } from '../read/tools.js';
import type { Variables } from '../read/variable.js';

/** So many are handed over one by one. */
const MOST = 4;

/** Four names at most, so that the runtime hands them over one by one. */
export function areSimple({ types }: Pick<Tools, 'types'>, { params }: t.Function): boolean {
  const given = params.filter((one) => !types.isIdentifier(one, { name: 'this' }));
  return given.length <= MOST && given.every((one) => types.isIdentifier(one));
}

/**
 * What tools show of the list: `(a, b = 1, { c }, ...rest)` → `a`, `b=`, `{}`, `...rest`. One that is assigned to is `*a`: in the list stands what it was.
 */
export function declaredParameters({ types }: Tools, fn: Step, { own }: Variables): DeclaredParameter[] {
  const isOther = (name: string): boolean =>
    own.some((one) => one.kind === 'param' && one.name === name && isAssigned(one));
  const declared = (one: t.Node, before: string, behind: string): DeclaredParameter => {
    if (!types.isIdentifier(one)) return { name: '{}', text: `${before}{}` };
    const { name } = one;
    return { name, text: isOther(name) ? `*${name}` : before + name + behind };
  };
  return (fn.params as t.Node[])
    .filter((one) => !types.isIdentifier(one, { name: 'this' }))
    .map((one) => {
      if (types.isRestElement(one)) return declared(one.argument, '...', '');
      return types.isAssignmentPattern(one) ? declared(one.left, '', '=') : declared(one, '', '');
    });
}

/**
 *   (a, b = 1, { c }, ...rest) { … }
 *   ($args) { let { 0: a, 1: b = 1, 2: { c } } = $args, rest = $argumentsFrom($args, 3); … }
 *
 * `first`: what comes before that. `isMapped`: that has the parameters.
 */
export function takeFromList(
  tools: Tools,
  fn: Step,
  {
    list,
    first,
    isMapped,
  }: { readonly list: string; readonly first: readonly t.Statement[]; readonly isMapped: boolean },
): void {
  const { types, emit } = tools;
  const given = isMapped ? [] : (fn.params as t.Node[]).filter((one) => !types.isIdentifier(one, { name: 'this' }));
  const rest = given.find((one) => types.isRestElement(one));
  const others = given.filter((one) => one !== rest);
  const declarators: t.VariableDeclarator[] = [];
  const body = separateBody(tools, fn, given);
  if (others.length > 0) {
    const parts = others.map((one, n) =>
      types.objectProperty(types.numericLiteral(n), dropTypes(types, one) as t.PatternLike),
    );
    declarators.push(types.variableDeclarator(types.objectPattern(parts), emit.id(list)));
  }
  if (rest) {
    const N = types.numericLiteral(others.length);
    const sliced = emit.expression('$argumentsFrom(LIST, N)', { LIST: list, N });
    declarators.push(types.variableDeclarator(dropTypes(types, rest.argument) as t.LVal, sliced));
  }
  fn.params = [emit.id(list)];
  const taken = declarators.length > 0 ? [types.variableDeclaration('let', declarators)] : [];
  fn.body.body = [...first, ...taken, ...body];
}
