/** Which functions may return a Promise, which their caller would wait for. */
import { isClass, isFunction, isLogicalAssignment, isTransparent, skipTransparent } from '../../babel/ast.js';
import { childAt, type Path } from '../../babel/path.js';
import { givesNoPromise } from '../../language/builtin-calls.js';
import { partsOfValue } from '../../language/evaluation.js';
import { CONSTANT_NAMES } from '../../language/globals.js';
import type { Analysis, FunctionSummary } from '../facts/facts.js';
import { type Callees, isReachedFromOutside } from '../calls/callees.js';
import type { types as t } from '@babel/core';

/** What decides if a value is a Promise. */
interface Question {
  readonly analysis: Analysis;
  readonly callees: Callees;
  /** A function of the file whose call may be waited for, so that what it gives is not known. */
  readonly mayWaitFor: (summary: FunctionSummary) => boolean;
  /** Variables that are being asked for: `a = b` and `b = a` would go on for ever. */
  readonly seen: readonly t.Node[];
}

export function mayGivePromise(given: Omit<Question, 'seen'>, summary: FunctionSummary): boolean {
  const question: Question = { ...given, seen: [] };
  const { body } = summary.path.node as t.Function;
  if (body.type !== 'BlockStatement') return !isNoPromise(question, childAt(summary.path, 'body'));
  return summary.returns.some((path) => path.node.argument && !isNoPromise(question, childAt(path, 'argument')));
}

/** The value of an expression is known to be no Promise. */
function isNoPromise(question: Question, path: Path): boolean {
  const { compilation } = question.analysis;
  const { node } = path;
  if (isTransparent(node)) return isNoPromise(question, childAt(path, 'expression'));
  if (isNeverPromise(question, node)) return true;
  const values = partsOfValue(node);
  if (values) return values.every((key) => isNoPromise(question, childAt(path, key)));
  if (node.type === 'SequenceExpression')
    return isNoPromise(question, childAt(path, 'expressions', node.expressions.length - 1));
  if (node.type === 'AssignmentExpression') {
    if (node.operator === '=') return isNoPromise(question, childAt(path, 'right'));
    return !isLogicalAssignment(node);
  }
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const called = node.type === 'CallExpression' ? question.callees.summaryCalled(path) : undefined;
    return called ? !question.mayWaitFor(called) : givesNoPromise(compilation, path);
  }
  return node.type === 'Identifier' && isNoPromiseVariable(question, path, node.name);
}

/** Literals, and what operators give. */
function isNeverPromise({ analysis }: Question, node: t.Node): boolean {
  const { t: types } = analysis.compilation;
  if (types.isLiteral(node) || node.type === 'UnaryExpression' || node.type === 'UpdateExpression') return true;
  if (node.type === 'BinaryExpression' || isFunction(node) || isClass(node)) return true;
  return node.type === 'ObjectExpression' || node.type === 'ArrayExpression';
}

function isNoPromiseVariable(question: Question, path: Path, name: string): boolean {
  const { analysis, seen } = question;
  const { t: types } = analysis.compilation;
  const binding = path.scope.getBinding(name);
  if (binding === undefined) return CONSTANT_NAMES.has(name);
  if (analysis.facts.isDynamic || isReachedFromOutside(analysis, path, name)) return false;
  const { node } = binding.path;
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return binding.constant;
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || seen.includes(node)) return false;
  if (types.isForXStatement(binding.path.parentPath?.parent)) return false;
  const inner: Question = { ...question, seen: [...seen, node] };
  if (node.init && !isNoPromise(inner, childAt(binding.path, 'init'))) return false;
  return binding.constantViolations.every((change) => {
    if (change.node.type === 'UpdateExpression') return true;
    return (
      change.node.type === 'AssignmentExpression' &&
      skipTransparent(change.node.left).type === 'Identifier' &&
      isNoPromise(inner, change)
    );
  });
}
