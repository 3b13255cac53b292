/**
 * Of which kind the value of an expression is known to be. Babel's `getTypeAnnotation` needs its own paths, believes
 * annotations, and knows the methods of no kind.
 */
import { functionAround, skipTransparent } from '../babel/ast.js';
import type { Binding } from '../babel/bindings.js';
import type { Path } from '../babel/path.js';
import { propertyName } from '../babel/function-names.js';
import type { Compilation } from '../context/compilation.js';
import { type Builtin, type Kind, METHODS } from './builtins.js';
import { builtinNamed, classNamed } from './named-builtins.js';
import type { types as t } from '@babel/core';

/** What is inferred, how far, and what is known of the variables. */
interface Inference {
  readonly compilation: Compilation;
  /**
   * Only what a reader sees at a glance counts: literals, what is newly made, and constants that hold such a value. The
   * pace of a loop hangs on it, and must not change when the plugin learns to tell more.
   */
  readonly atAGlance: boolean;
  /** By declaration. Undefined while a declaration is being read, so that `const a = a.slice()` ends. */
  readonly known: Map<t.Node, Kind | undefined>;
  /**
   * A variable that is assumed to have this kind while its assignments are read: `a = a.trim()` keeps it. Nothing is
   * concluded for other variables.
   */
  readonly assumed: { readonly declaration: t.Node; readonly kind: Kind } | undefined;
}

const variablesOf = new WeakMap<Compilation, Map<t.Node, Kind | undefined>>();

/** The kind of what an expression gives, if it is known. */
export function kindOf(compilation: Compilation, path: Path, node: t.Node): Kind | undefined {
  const known = variablesOf.get(compilation) ?? new Map<t.Node, Kind | undefined>();
  variablesOf.set(compilation, known);
  return inferKind({ compilation, atAGlance: false, known, assumed: undefined }, path, node);
}

/** The same, if a reader sees it at a glance. */
export function kindAtAGlance(compilation: Compilation, path: Path, node: t.Node): Kind | undefined {
  return inferKind({ compilation, atAGlance: true, known: new Map(), assumed: undefined }, path, node);
}

function inferKind(inference: Inference, path: Path, node: t.Node): Kind | undefined {
  switch (node.type) {
    case 'StringLiteral':
    case 'TemplateLiteral':
      return 'string';
    case 'ArrayExpression':
      return 'array';
    case 'NewExpression':
      return kindOfNew(inference, path, node);
    case 'CallExpression':
      return kindOfCall(inference, path, node);
    case 'Identifier':
      return kindOfVariable(inference, path, node.name);
    case 'MemberExpression':
      return kindOfProperty(inference, path, node);
    default:
      return inference.atAGlance ? undefined : kindOfOperation(inference, path, node);
  }
}

/** A list of its own, as the table may learn more: methods of arrays that give an array. */
const ARRAY_METHODS_AT_A_GLANCE: ReadonlySet<string> = new Set(
  'concat copyWithin fill reverse slice toReversed toSpliced with'.split(' '),
);

function kindOfNew({ compilation, atAGlance }: Inference, path: Path, node: t.NewExpression): Kind | undefined {
  const kind = kindGiven(classNamed(compilation, path, node));
  return atAGlance && (kind === 'date' || kind === 'regexp') ? undefined : kind;
}

function kindOfCall(inference: Inference, path: Path, node: t.CallExpression): Kind | undefined {
  const { compilation, atAGlance } = inference;
  const callee = skipTransparent(node.callee);
  const known = builtinNamed(compilation, path, callee);
  const owner = skipTransparent(callee.type === 'MemberExpression' ? callee.object : callee);
  if (known) return atAGlance && (owner as t.Identifier).name !== 'Array' ? undefined : kindGiven(known);
  if (callee.type !== 'MemberExpression') return undefined;
  const method = propertyName(callee) ?? '';
  if (atAGlance && !ARRAY_METHODS_AT_A_GLANCE.has(method)) return undefined;
  const receiver = inferKind(inference, path, owner);
  if (receiver === undefined || (atAGlance && !isArrayKind(receiver))) return undefined;
  return kindGiven(METHODS.get(receiver)!.get(method), receiver);
}

/** Of what a built-in gives, called on a value of the kind `receiver`. */
function kindGiven(known: Builtin | undefined, receiver?: Kind): Kind | undefined {
  const gives = known?.gives;
  if (gives === 'receiver') return receiver;
  return gives !== undefined && METHODS.has(gives) ? (gives as Kind) : undefined;
}

const isArrayKind = (kind: Kind | undefined): boolean => kind === 'array' || kind === 'typed array';

/** `names.length` */
function kindOfProperty(inference: Inference, path: Path, node: t.MemberExpression): Kind | undefined {
  if (inference.atAGlance || propertyName(node) !== 'length') return undefined;
  const kind = inferKind(inference, path, skipTransparent(node.object));
  return kind === 'string' || isArrayKind(kind) ? 'number' : undefined;
}

const ARITHMETIC: ReadonlySet<string> = new Set('- * / % ** << >> >>> & | ^'.split(' '));

/** What operators give, and other literals. A sum with a string in it is a string. */
function kindOfOperation(inference: Inference, path: Path, node: t.Node): Kind | undefined {
  const kindOfPart = (part: t.Node): Kind | undefined => inferKind(inference, path, skipTransparent(part));
  switch (node.type) {
    case 'NumericLiteral':
    case 'BigIntLiteral':
    case 'UpdateExpression':
      return 'number';
    case 'RegExpLiteral':
      return 'regexp';
    case 'UnaryExpression':
      return node.operator === 'typeof' ? 'string' : '+-~'.includes(node.operator) ? 'number' : undefined;
    case 'BinaryExpression': {
      if (node.operator !== '+') return ARITHMETIC.has(node.operator) ? 'number' : undefined;
      const [left, right] = [kindOfPart(node.left), kindOfPart(node.right)];
      if (left === 'string' || right === 'string') return 'string';
      return left === 'number' && right === 'number' ? 'number' : undefined;
    }
    case 'ConditionalExpression': {
      const kind = kindOfPart(node.consequent);
      return kind === kindOfPart(node.alternate) ? kind : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * A constant is what it was given, a rest parameter is an array. Other variables may be strings or numbers: that of all
 * they are assigned.
 */
function kindOfVariable(inference: Inference, path: Path, name: string): Kind | undefined {
  const { atAGlance, known, assumed } = inference;
  const binding = path.scope.getBinding(name);
  if (binding === undefined || (atAGlance && !binding.constant)) return undefined;
  const { node } = binding.path;
  if (assumed?.declaration === node) return assumed.kind;
  if (!known.has(node)) {
    known.set(node, undefined);
    known.set(node, kindOfBinding({ ...inference, assumed: undefined }, binding));
  }
  return known.get(node);
}

function kindOfBinding(inference: Inference, { path, scope, constant, constantViolations }: Binding): Kind | undefined {
  const { compilation, atAGlance } = inference;
  const { program } = compilation;
  const { node } = path;
  if (!atAGlance && constant && node.type === 'RestElement' && node.argument.type === 'Identifier') return 'array';
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return undefined;
  const init = skipTransparent(node.init);
  const kind = atAGlance && init.type === 'Identifier' ? undefined : inferKind(inference, path, init);
  if (constant || (kind !== 'string' && kind !== 'number')) return constant ? kind : undefined;
  // Another script of the page may assign it.
  if (scope === program.scope && program.node.sourceType === 'script') return undefined;
  const assuming: Inference = { ...inference, assumed: { declaration: node, kind } };
  return constantViolations.every((change) => keepsKind(assuming, change, kind)) ? kind : undefined;
}

/** The variable is still a string, or a number, when it has been assigned. */
function keepsKind(inference: Inference, change: Path, kind: Kind): boolean {
  const { node } = change;
  if (node.type === 'UpdateExpression') return kind === 'number';
  if (node.type !== 'AssignmentExpression' || skipTransparent(node.left).type !== 'Identifier') return false;
  const operator = node.operator.slice(0, -1);
  const given = inferKind(inference, change, skipTransparent(node.right));
  if (operator === '') return given === kind;
  if (operator === '+') return kind === 'string' || given === 'number';
  return kind === 'number' && ARITHMETIC.has(operator);
}

/** An array that this function made, in a variable that is never assigned again: nobody else can watch it being filled. */
export function isLocalArray(compilation: Compilation, path: Path, node: t.Node): boolean {
  if (node.type !== 'Identifier') return false;
  const owner = functionAround(path);
  const binding = path.scope.getBinding(node.name);
  if (owner === null || !binding?.constant || binding.scope.getFunctionParent() !== owner.scope) return false;
  const declarator = binding.path.node;
  if (declarator.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier' || !declarator.init) return false;
  return isNewArray(compilation, binding.path, skipTransparent(declarator.init));
}

function isNewArray(compilation: Compilation, path: Path, node: t.Node): boolean {
  if (node.type === 'Identifier') return false;
  const kind = kindAtAGlance(compilation, path, node);
  if (kind === undefined || !isArrayKind(kind)) return false;
  const callee = node.type === 'CallExpression' ? skipTransparent(node.callee) : undefined;
  if (callee?.type === 'MemberExpression') {
    const { gives } = METHODS.get(kind)!.get(propertyName(callee) ?? '') ?? {};
    if (gives === 'receiver') return isNewArray(compilation, path, skipTransparent(callee.object));
  }
  // A typed array made with an offset is a view of a buffer that others have.
  return kind === 'array' || node.type !== 'NewExpression' || node.arguments.length < 2;
}
