/** `arguments` of a step, which gets its arguments as a list of the runtime. */
import type { types as t } from '@babel/core';
import { assignmentTargetsOf, holds, skipTransparent } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { keepInferredName, useMember, useName } from './renaming.js';
import type { Step, Tools } from '../read/tools.js';
import type { Use, Variable, Variables } from '../read/variable.js';
import { assignParameters } from './var-assignments.js';
import { readVariables } from '../read/variables.js';

interface Given {
  readonly tools: Tools;
  readonly fn: Step;
  /** The list. */
  readonly list: string;
  readonly isStrict: boolean;
  readonly variables: Variables;
}

interface Taken {
  readonly first: readonly t.Statement[];
  readonly isMapped: boolean;
}

/**
 * If only elements and the length are read, the name of the list replaces it. Else it is an object of its own, as the runtime shows the list in traces:
 *
 *   arguments.length    →   $args.length
 *   save(arguments)     →   let $arguments = $argumentsOf($args);   …   save($arguments)
 *
 * In sloppy code with plain parameters it shares their variables, if a script can tell:
 *
 *   function (a) { a = 1; save(arguments); }
 *   let $mapped = $argumentsOf($args, function (a) { return { arguments, get a() { return a; }, set a($value) { a = $value; } }; });
 *   $mapped.a = 1; save($mapped.arguments);
 *
 * `first`: the declaration of that object. `isMapped`: the object has the parameters as properties.
 */
export function takeArguments(given: Given): Taken {
  const { tools, fn, list, isStrict, variables } = given;
  const { types, emit, names } = tools;
  const uses = variables.free.get('arguments') ?? [];
  const declared = variables.own.find(({ name, kind }) => name === 'arguments' && kind === 'var');
  if (uses.length === 0 && !declared) return taken([]);
  const isSimple = fn.params.every((one) => types.isIdentifier(one));
  const isRead = !declared && uses.every((use) => isOnlyRead(types, use)) && !changesIt(types, fn.body);
  const parameters = variables.own.filter(({ kind }) => kind === 'param');
  if (!isStrict && isSimple && (!isRead || parameters.some(isGivenAnew)))
    return { first: mapParameters(given, parameters, uses, declared), isMapped: true };
  if (isRead) {
    for (const { node } of uses) node.name = list;
    return taken([]);
  }
  const VALUE = emit.expression('$argumentsOf(LIST)', { LIST: list });
  // `var arguments` of the body begins with this object: see `separateBody`.
  const NAME = declared ? 'arguments' : names.parameter(fn, '$arguments');
  for (const use of uses) useName(types, use, NAME);
  return taken([types.variableDeclaration('let', [types.variableDeclarator(emit.id(NAME), VALUE)])]);
}

const taken = (first: readonly t.Statement[]): Taken => ({ first, isMapped: false });

/** The parameter is assigned to, also by `var a = 1` or `function a() {}`. */
const isGivenAnew = ({ uses }: Variable): boolean =>
  uses.filter(({ how }) => how === 'declares').length > 1 || uses.some(({ how }) => how === 'assigns');

/** `arguments[0]`, `arguments.length`, `...arguments` */
function isOnlyRead(types: Types, { parent, node, how }: Use): boolean {
  if (how !== 'reads') return false;
  if (types.isSpreadElement(parent)) return true;
  if (!types.isMemberExpression(parent) || parent.object !== node) return false;
  return parent.computed || types.isIdentifier(parent.property, { name: 'length' });
}

/** `arguments[0] = 1`, `arguments[0]++`, `[arguments[0]] = list`, `delete arguments[0]`, `arguments[0]()` */
function changesIt(types: Types, body: t.Node): boolean {
  const isOne = (target: t.Node): boolean =>
    types.isMemberExpression(target) && types.isIdentifier(target.object, { name: 'arguments' });
  return holds(types, body, (node) => {
    if (types.isAssignmentExpression(node) || types.isForXStatement(node))
      return assignmentTargetsOf(node.left).some(isOne);
    if (types.isCallExpression(node) || types.isTaggedTemplateExpression(node))
      return isOne(skipTransparent(types.isCallExpression(node) ? node.callee : node.tag));
    return (
      (types.isUpdateExpression(node) || types.isUnaryExpression(node, { operator: 'delete' })) &&
      isOne(skipTransparent(node.argument))
    );
  });
}

function mapParameters(
  { tools, fn, list }: Given,
  parameters: readonly Variable[],
  uses: readonly Use[],
  declared: Variable | undefined,
): t.Statement[] {
  const { types, emit, names } = tools;
  fn.params = fn.params.filter((one) => !types.isIdentifier(one, { name: 'this' }));
  const MAPPED = names.parameter(fn, '$mapped');
  const VALUE = names.parameter(fn, '$value');
  const accessors = parameters.map(
    ({ name }) =>
      (
        emit.expression('({ get NAME() { return NAME; }, set NAME(VALUE) { NAME = VALUE; } })', {
          NAME: name,
          VALUE,
        }) as t.ObjectExpression
      ).properties,
  );
  const made = emit.expression('({ arguments })') as t.ObjectExpression;
  made.properties.push(...accessors.flat());
  const parts = { PARAMS: fn.params.map((one) => emit.id((one as t.Identifier).name)), MADE: made, LIST: list };
  const SHARED = emit.expression('$argumentsOf(LIST, function (PARAMS) { return MADE; })', parts);
  asAssignments(tools, fn, new Set(parameters.map(({ name }) => name)));
  const again = readVariables(tools, fn);
  for (const { name, kind, uses: all } of again.own) {
    if (kind !== 'param') continue;
    for (const use of all) {
      if (fn.params.includes(use.node as t.Identifier)) continue;
      keepInferredName(types, use, name);
      useMember(tools, use, MAPPED, name);
    }
  }
  for (const use of declared ? [] : (again.free.get('arguments') ?? uses)) useMember(tools, use, MAPPED, 'arguments');
  const first = types.variableDeclaration('let', [types.variableDeclarator(emit.id(MAPPED), SHARED)]);
  return declared ? [first, emit.statement('NAME = MAPPED.arguments;', { NAME: 'arguments', MAPPED })] : [first];
}

/** `var a = 1` and `function a() {}` in the body, where `a` is a parameter, assign to it. */
function asAssignments(tools: Tools, fn: Step, parameters: ReadonlySet<string>): void {
  const { types, emit } = tools;
  const functions: t.Statement[] = [];
  fn.body.body = fn.body.body.filter((one) => {
    if (!types.isFunctionDeclaration(one) || !parameters.has(one.id!.name)) return true;
    const FN = types.functionExpression(null, one.params, one.body, one.generator, one.async);
    functions.push(emit.statement('NAME = FN;', { NAME: one.id!.name, FN }));
    return false;
  });
  assignParameters(types, fn);
  fn.body.body.unshift(...functions);
}
