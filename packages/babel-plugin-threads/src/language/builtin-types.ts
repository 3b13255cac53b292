/**
 * Of which kind the value of an expression is known to be. Babel's `getTypeAnnotation` needs its own paths, believes
 * annotations, and knows the methods of no kind.
 */
import { skipTransparent } from '../babel/ast.js';
import { functionAround, type Path } from '../babel/path.js';
import { propertyName } from '../babel/property-name.js';
import { type Compilation, isFree } from '../context/compilation.js';
import {
  GIVE_ANOTHER,
  GIVE_ITSELF,
  type Kind,
  kindOfFunctionResult,
  kindOfInstance,
  kindOfResult,
} from './builtin-kinds.js';
import { setOf } from './set-of.js';
import type { types as t } from '@babel/core';

type Binding = NonNullable<ReturnType<Path['scope']['getBinding']>>;

/** Who asks, and what is known of the variables. */
interface Asked {
  readonly compilation: Compilation;
  /**
   * Only what a reader sees at a glance counts: literals, what is newly made, and constants that hold such a value. The
   * pace of a loop hangs on it, and must not change when the plugin learns to tell more.
   */
  readonly atAGlance: boolean;
  /** By declaration. One that is being looked at has none, so that each is looked at once: `const a = a.slice()`. */
  readonly known: Map<t.Node, Kind | undefined>;
  /**
   * A variable, and what it is if all that it is assigned is that, too: `a = a.trim()`. Of other variables nothing
   * follows from it.
   */
  readonly assumed: { readonly declaration: t.Node; readonly kind: Kind } | undefined;
}

const variablesOf = new WeakMap<Compilation, Map<t.Node, Kind | undefined>>();

/** A typed array that is newly made, or a `const` that holds one. */
export function isTypedArray(compilation: Compilation, path: Path, node: t.Node): boolean {
  return kindOf(compilation, path, node) === 'typed array';
}

/** The kind of what an expression gives, if it is known. */
export function kindOf(compilation: Compilation, path: Path, node: t.Node): Kind | undefined {
  const known = variablesOf.get(compilation) ?? new Map<t.Node, Kind | undefined>();
  variablesOf.set(compilation, known);
  return kindAsked({ compilation, atAGlance: false, known, assumed: undefined }, path, node);
}

/** The same, if a reader sees it at a glance. */
export function kindAtAGlance(compilation: Compilation, path: Path, node: t.Node): Kind | undefined {
  return kindAsked({ compilation, atAGlance: true, known: new Map(), assumed: undefined }, path, node);
}

function kindAsked(asked: Asked, path: Path, node: t.Node): Kind | undefined {
  const { t: types } = asked.compilation;
  if (types.isStringLiteral(node) || types.isTemplateLiteral(node)) return 'string';
  if (types.isArrayExpression(node)) return 'array';
  if (types.isNewExpression(node)) return kindOfNew(asked, path, node);
  if (types.isCallExpression(node)) return kindOfCall(asked, path, node);
  if (types.isIdentifier(node)) return kindOfVariable(asked, path, node.name);
  if (types.isMemberExpression(node)) return kindOfProperty(asked, path, node);
  return asked.atAGlance ? undefined : kindOfOperation(asked, path, node);
}

function kindOfNew({ compilation, atAGlance }: Asked, path: Path, node: t.NewExpression): Kind | undefined {
  const callee = skipTransparent(node.callee);
  if (!compilation.t.isIdentifier(callee) || !isFree(compilation, path, callee.name)) return undefined;
  const kind = kindOfInstance(callee.name);
  return atAGlance && (kind === 'date' || kind === 'regexp') ? undefined : kind;
}

function kindOfCall(asked: Asked, path: Path, node: t.CallExpression): Kind | undefined {
  const { compilation, atAGlance } = asked;
  const { t: types } = compilation;
  const callee = skipTransparent(node.callee);
  const member = types.isMemberExpression(callee) ? callee : undefined;
  const method = member && (propertyName(types, member) ?? '');
  const owner = skipTransparent(member?.object ?? callee);
  if (types.isIdentifier(owner) && isFree(compilation, path, owner.name)) {
    const kind = kindOfFunctionResult(owner.name, method);
    return atAGlance && (kind !== 'array' || owner.name !== 'Array') ? undefined : kind;
  }
  if (method === undefined || (atAGlance && !GIVE_ANOTHER.has(method) && !GIVE_ITSELF.has(method))) return undefined;
  const receiver = kindAsked(asked, path, owner);
  if (atAGlance && receiver !== 'array' && receiver !== 'typed array') return undefined;
  return receiver && kindOfResult(receiver, method);
}

/** `names.length` */
function kindOfProperty(asked: Asked, path: Path, node: t.MemberExpression): Kind | undefined {
  if (asked.atAGlance || propertyName(asked.compilation.t, node) !== 'length') return undefined;
  const kind = kindAsked(asked, path, skipTransparent(node.object));
  return kind === 'string' || kind === 'array' || kind === 'typed array' ? 'number' : undefined;
}

const ARITHMETIC = setOf('- * / % ** << >> >>> & | ^');
const UNARY_ARITHMETIC = setOf('- + ~');

/** What operators give, and other literals. A sum with a string in it is a string. */
function kindOfOperation(asked: Asked, path: Path, node: t.Node): Kind | undefined {
  const { t: types } = asked.compilation;
  const kind = (part: t.Node): Kind | undefined => kindAsked(asked, path, skipTransparent(part));
  if (types.isNumericLiteral(node) || types.isBigIntLiteral(node) || types.isUpdateExpression(node)) return 'number';
  if (types.isRegExpLiteral(node)) return 'regexp';
  if (types.isUnaryExpression(node))
    return node.operator === 'typeof' ? 'string' : UNARY_ARITHMETIC.has(node.operator) ? 'number' : undefined;
  if (types.isBinaryExpression(node)) {
    if (node.operator !== '+') return ARITHMETIC.has(node.operator) ? 'number' : undefined;
    const [left, right] = [kind(node.left), kind(node.right)];
    if (left === 'string' || right === 'string') return 'string';
    return left === 'number' && right === 'number' ? 'number' : undefined;
  }
  if (!types.isConditionalExpression(node)) return undefined;
  const one = kind(node.consequent);
  return one === kind(node.alternate) ? one : undefined;
}

/**
 * A constant is what it was given, a rest parameter is an array. Other variables may be strings or numbers: that of all
 * they are assigned.
 */
function kindOfVariable(asked: Asked, path: Path, name: string): Kind | undefined {
  const { atAGlance, known, assumed } = asked;
  const binding = path.scope.getBinding(name);
  if (binding === undefined || (atAGlance && !binding.constant)) return undefined;
  const { node } = binding.path;
  if (assumed?.declaration === node) return assumed.kind;
  if (!known.has(node)) {
    known.set(node, undefined);
    known.set(node, kindOfBinding({ ...asked, assumed: undefined }, binding));
  }
  return known.get(node);
}

function kindOfBinding(asked: Asked, { path, scope, constant, constantViolations }: Binding): Kind | undefined {
  const { compilation, atAGlance } = asked;
  const { t: types, program } = compilation;
  const { node } = path;
  if (!atAGlance && constant && types.isRestElement(node) && types.isIdentifier(node.argument)) return 'array';
  if (!types.isVariableDeclarator(node) || !types.isIdentifier(node.id) || !node.init) return undefined;
  const init = skipTransparent(node.init);
  const kind = atAGlance && types.isIdentifier(init) ? undefined : kindAsked(asked, path, init);
  if (constant || (kind !== 'string' && kind !== 'number')) return constant ? kind : undefined;
  // Another script of the page may assign it.
  if (scope === program.scope && program.node.sourceType === 'script') return undefined;
  const assuming: Asked = { ...asked, assumed: { declaration: node, kind } };
  return constantViolations.every((change) => keepsKind(assuming, change, kind)) ? kind : undefined;
}

/** The variable is still a string, or a number, when it has been assigned. */
function keepsKind(asked: Asked, change: Path, kind: Kind): boolean {
  const { t: types } = asked.compilation;
  const { node } = change;
  if (types.isUpdateExpression(node)) return kind === 'number';
  if (!types.isAssignmentExpression(node) || !types.isIdentifier(skipTransparent(node.left))) return false;
  const operator = node.operator.slice(0, -1);
  const given = kindAsked(asked, change, skipTransparent(node.right));
  if (operator === '') return given === kind;
  if (operator === '+') return kind === 'string' || given === 'number';
  return kind === 'number' && ARITHMETIC.has(operator);
}

/** What a variable that is never assigned again was given where it is declared. */
function initOf(compilation: Compilation, path: Path, name: string): { path: Path; value: t.Node } | undefined {
  const { t: types } = compilation;
  const binding = path.scope.getBinding(name);
  const declarator = binding?.path.node;
  if (!binding?.constant || !types.isVariableDeclarator(declarator)) return undefined;
  if (!types.isIdentifier(declarator.id) || !declarator.init) return undefined;
  return { path: binding.path, value: skipTransparent(declarator.init) };
}

/** An array that this function made, in a variable that is never assigned again: nobody else can watch it being filled. */
export function isLocalArray(compilation: Compilation, path: Path, node: t.Node): boolean {
  const { t: types } = compilation;
  if (!types.isIdentifier(node)) return false;
  const owner = functionAround(types, path);
  if (owner === null || path.scope.getBinding(node.name)?.scope.getFunctionParent() !== owner.scope) return false;
  const init = initOf(compilation, path, node.name);
  return init !== undefined && isNewArray(compilation, init.path, init.value);
}

function isNewArray(compilation: Compilation, path: Path, node: t.Node): boolean {
  const { t: types } = compilation;
  if (types.isIdentifier(node)) return false;
  const kind = kindAtAGlance(compilation, path, node);
  if (types.isCallExpression(node)) {
    const callee = skipTransparent(node.callee);
    if (types.isMemberExpression(callee) && GIVE_ITSELF.has(propertyName(types, callee) ?? ''))
      return kind !== undefined && isNewArray(compilation, path, skipTransparent(callee.object));
  }
  // A typed array made with an offset is a view of a buffer that others have.
  if (kind === 'typed array' && types.isNewExpression(node)) return node.arguments.length < 2;
  return kind === 'array' || kind === 'typed array';
}
