/** A step with more than four parameters, or with one that is no plain name, gets a list of arguments and takes them out of it. */
import type { types as t } from '@babel/core';
import { dropTypes } from './declarations.js';
import { isAssigned } from '../plan/hoisting.js';
import { separateBody } from './parameter-scope.js';
import type { DeclaredParameter } from '../read/parameter-names.js';
import type { Step, Tools } from '../read/tools.js';
import type { Variables } from '../read/variable.js';

/** The runtime hands over so many arguments one by one. */
const MOST = 4;

/** The parameters are names, and at most four. */
export function areSimple({ types }: Pick<Tools, 'types'>, { params }: t.Function): boolean {
  const given = params.filter((one) => !types.isIdentifier(one, { name: 'this' }));
  return given.length <= MOST && given.every((one) => types.isIdentifier(one));
}

/**
 * The names that tools show for the list: `(a, b = 1, { c }, ...rest)` → `a`, `b=`, `{}`, `...rest`. `*a` is a parameter that is assigned to: the list keeps
 * what was given.
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
 * `first`: statements before that. `isMapped`: the object of `arguments` has the parameters.
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
