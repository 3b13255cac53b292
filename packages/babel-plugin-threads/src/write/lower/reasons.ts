/** Why a function stays a generator: what cannot be lowered yet. */
import type { types as t } from '@babel/core';
import { assignmentTargetsOf, childrenOf, holds, skipTransparent } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { capturesOf, type Hoisting } from './hoisting.js';
import { areSimple } from './parameters.js';
import { type Pauses, partsOf } from './pauses.js';
import type { Variable, Variables } from './variables.js';

interface Candidate {
  readonly types: Types;
  readonly fn: t.Function;
  readonly variables: Variables;
  readonly pauses: Pauses;
  readonly hoisting: Hoisting;
  readonly isStrict: boolean;
  readonly isArrayFree: boolean;
}

/** A sentence for the first thing that is not known how to be lowered; undefined if there is none. */
export function whyNotLowered(candidate: Candidate): string | undefined {
  return ofParameters(candidate) ?? ofNames(candidate) ?? ofVariables(candidate) ?? ofNodes(candidate);
}

function ofParameters({ types, fn, variables, isStrict, isArrayFree }: Candidate): string | undefined {
  if (!areSimple({ types }, fn)) return 'A parameter is a pattern.';
  if (!isStrict && mayBeMapped(types, fn, variables)) return 'It uses `arguments` of sloppy code.';
  if (variables.free.get('arguments')?.some(({ how }) => how !== 'reads')) return 'It assigns to `arguments`.';
  return isArrayFree ? undefined : 'The file has an `Array` of its own.';
}

/** Somebody may see that a parameter of sloppy code and its place in `arguments` are one variable. */
function mayBeMapped(types: Types, fn: t.Function, { free, own }: Variables): boolean {
  const uses = free.get('arguments') ?? [];
  if (uses.length === 0) return false;
  const [first] = (fn.body as t.BlockStatement).body;
  const taken: readonly t.Node[] = types.isVariableDeclaration(first) ? first.declarations : [];
  const isParameter = ({ declarator }: Variable): boolean => declarator !== undefined && taken.includes(declarator);
  if (own.some((one) => isParameter(one) && one.uses.some(({ how }) => how === 'assigns'))) return true;
  const isRead = ({ parent, node }: Variable['uses'][number]): boolean => {
    if (types.isSpreadElement(parent)) return true;
    if (!types.isMemberExpression(parent) || parent.object !== node) return false;
    return parent.computed || !types.isIdentifier(parent.property, { name: 'callee' });
  };
  return !uses.every(isRead) || assignsTo(types, fn.body, 'arguments');
}

/** `arguments[0] = 1`, `arguments[0]++`, `[arguments[0]] = list`, `delete arguments[0]` */
function assignsTo(types: Types, body: t.Node, name: string): boolean {
  const isOne = (target: t.Node): boolean =>
    types.isMemberExpression(target) && types.isIdentifier(target.object, { name });
  return holds(types, body, (node) => {
    if (types.isAssignmentExpression(node)) return assignmentTargetsOf(node.left).some(isOne);
    if (types.isForXStatement(node)) return assignmentTargetsOf(node.left).some(isOne);
    return (
      (types.isUpdateExpression(node) || types.isUnaryExpression(node, { operator: 'delete' })) &&
      isOne(skipTransparent(node.argument))
    );
  });
}

const OTHERS: Readonly<Record<string, string>> = {
  JSXIdentifier: 'It uses `this` in the name of a JSX element.',
  MetaProperty: 'It uses `new.target` or `import.meta`.',
};

function ofNames({ variables }: Candidate): string | undefined {
  const { free, others } = variables;
  if (free.has('eval')) return 'It uses `eval`.';
  const other = others.find(({ type }) => type !== 'Super');
  return other && (OTHERS[other.type] ?? `It declares something as a ${other.type}.`);
}

function ofVariables({ types, fn, variables, pauses, hoisting, isStrict }: Candidate): string | undefined {
  for (const variable of variables.own) {
    const one = hoisting.hoisted.get(variable);
    if (one === undefined) continue;
    const reason = ofVariable(types, fn, variable, one.as === 'box' || one.name !== variable.name, one.as === 'box');
    if (reason !== undefined) return reason;
    if (!isStrict && variable.kind === 'function' && variable.scope.node !== fn)
      return 'A function is declared in a block of sloppy code.';
    const isBound = one.as !== 'plain' && variable.scope.isInLoop;
    if (isBound && capturesOf(variable).some(({ node }) => pauses.holds(node)))
      return `Something that waits holds a method that uses the variable \`${variable.name}\` of a loop.`;
  }
  return undefined;
}

function ofVariable(
  types: Types,
  fn: t.Function,
  variable: Variable,
  isAnew: boolean,
  isBox: boolean,
): string | undefined {
  const { name, kind, uses, declaredAt, scope } = variable;
  if (kind === 'using') return 'It has a `using` declaration.';
  if (kind === 'const' && uses.some(({ how }) => how === 'assigns')) return `It assigns to the constant \`${name}\`.`;
  const isEarly = kind === 'let' || kind === 'const' || kind === 'class';
  if (isEarly && uses.some((use) => !use.inside && use.how !== 'declares' && use.at < declaredAt))
    return `\`${name}\` may be read before its line.`;
  if (isAnew && uses.some(({ node }) => node.type === 'JSXIdentifier'))
    return `\`${name}\` is the name of a JSX element.`;
  const isHead = scope.node !== fn && !types.isBlockStatement(scope.node);
  if (isBox && isHead && !types.isForStatement(scope.node) && types.isSwitchStatement(scope.node))
    return `A function uses \`${name}\` of a \`switch\`.`;
  if (types.isSwitchStatement(scope.node)) return `\`${name}\` is declared in a \`switch\`.`;
  return undefined;
}

const TO_A_CALL = 'It waits beside an assignment to a call.';

/** Nodes that may hold a pause, in the parts that are lowered. */
const EXPRESSIONS: ReadonlySet<string> = new Set(
  (
    'YieldExpression CallExpression NewExpression TaggedTemplateExpression AssignmentExpression LogicalExpression ConditionalExpression ' +
    'SequenceExpression TemplateLiteral ArrayExpression ObjectExpression BinaryExpression MemberExpression UnaryExpression UpdateExpression ' +
    'ParenthesizedExpression TSAsExpression TSSatisfiesExpression TSNonNullExpression TSTypeAssertion SpreadElement ObjectProperty ImportExpression ' +
    'OptionalMemberExpression OptionalCallExpression ObjectPattern ArrayPattern AssignmentPattern RestElement'
  ).split(' '),
);
const STATEMENTS: ReadonlySet<string> = new Set(
  (
    'BlockStatement ExpressionStatement ReturnStatement ThrowStatement IfStatement LabeledStatement WhileStatement DoWhileStatement ForStatement ' +
    'VariableDeclaration VariableDeclarator TryStatement CatchClause SwitchStatement SwitchCase ForOfStatement ForInStatement'
  ).split(' '),
);

const WORDS: Readonly<Record<string, string>> = {
  WithStatement: 'It uses `with`.',
};

function ofNodes(candidate: Candidate): string | undefined {
  const { types, fn, pauses } = candidate;
  const look = (node: t.Node): string | undefined => {
    if (node.type === 'WithStatement') return WORDS[node.type];
    const reason = pauses.holds(node) ? ofNode(candidate, node) : undefined;
    if (reason !== undefined) return reason;
    for (const child of partsOf(types, node)) {
      const found = look(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return look(fn.body);
}

function ofNode({ types, pauses }: Candidate, node: t.Node): string | undefined {
  if (!EXPRESSIONS.has(node.type) && !STATEMENTS.has(node.type))
    return WORDS[node.type] ?? `It waits in a ${node.type}.`;
  switch (node.type) {
    case 'YieldExpression':
      return node.delegate || !node.argument ? 'It has a `yield` of another kind.' : undefined;
    case 'AssignmentExpression':
      if (types.isCallExpression(skipTransparent(node.left))) return TO_A_CALL;
      return undefined;
    case 'ForOfStatement':
    case 'ForInStatement':
      return types.isCallExpression(skipTransparent(node.left)) ? TO_A_CALL : undefined;
    case 'ArrayPattern':
      return assignmentTargetsOf(node).some((one) => types.isCallExpression(one)) ? TO_A_CALL : undefined;
    case 'ObjectPattern':
      if (assignmentTargetsOf(node).some((one) => types.isCallExpression(one))) return TO_A_CALL;
      return node.properties.some((one) => one.type === 'RestElement')
        ? 'It waits in a pattern with a rest.'
        : undefined;
    case 'OptionalMemberExpression':
      return node.computed && pauses.holds(node.property) ? 'It waits in an optional chain.' : undefined;
    case 'OptionalCallExpression':
      return node.arguments.some((one) => pauses.holds(one)) ? 'It waits in an optional chain.' : undefined;
    case 'CallExpression': {
      const callee = skipTransparent(node.callee);
      const isOptional = callee.type === 'OptionalMemberExpression' && node.arguments.some((one) => pauses.holds(one));
      return isOptional ? 'It waits in an optional chain.' : undefined;
    }
    case 'ArrayExpression':
    case 'ObjectExpression': {
      const held = childrenOf(types, node).flatMap((one) => (one.type === 'ObjectProperty' ? [one.value] : [one]));
      return held.some((one) => types.isClassExpression(one)) ? 'A class stands beside a wait.' : undefined;
    }
    default:
      return undefined;
  }
}
