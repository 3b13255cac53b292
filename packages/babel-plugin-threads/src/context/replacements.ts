import { childrenOf, isCalled, isClass, isFunction, isMember, walk } from '../babel/ast.js';
import type { Types } from '../babel/types.js';
import { CONSTANT, type Options, wrong } from '../options.js';
import type { Replacement } from '../plan.js';
import { vocabularyOf } from './free-words.js';
import type { types as t } from '@babel/core';

/** Babel's reader of small pieces of code. */
export interface ExpressionTemplate {
  expression(text: string, options: { placeholderPattern: false }): () => t.Expression;
}

/** What a name stands for, as the option has it: not expanded yet. */
interface Written {
  readonly kind: Replacement['kind'];
  readonly expression: t.Expression;
}

/** What is known while the options are read. */
interface Reader {
  readonly types: Types;
  readonly template: ExpressionTemplate;
  readonly options: Options;
  readonly vocabulary: ReadonlyMap<string, string>;
  readonly written: Map<string, Written>;
}

/**
 * What the options put in the place of free names. Their texts mean what they would mean in a script: a name in them
 * that is in the options too is replaced in its turn, but for one that is just being replaced (`{ Math:
 * 'Object.freeze(Math)' }`).
 */
export function readReplacements(
  { types, template }: { types: Types; template: ExpressionTemplate },
  options: Options,
): Map<string, Replacement> {
  const reader: Reader = { types, template, options, vocabulary: vocabularyOf(options), written: new Map() };
  const { written } = reader;
  for (const [name, value] of options.globals)
    if (value !== true && value !== name)
      written.set(name, { kind: 'global', expression: expressionOf(reader, value) });
  for (const [name, text] of options.constants)
    written.set(name, { kind: 'constant', expression: readConstant(reader, name, text) });

  const replacements = new Map<string, Replacement>();
  for (const [name, { kind, expression: unexpanded }] of written) {
    const expression = expand(reader, unexpanded, [name]);
    replacements.set(name, { kind, expression, names: freeNames(types, expression) });
  }
  return replacements;
}

function readConstant(reader: Reader, name: string, text: string): t.Expression {
  let expression: t.Expression;
  try {
    expression = expressionOf(reader, text);
  } catch {
    throw wrong(`constants.${name}`, CONSTANT, text);
  }
  const unfit = unfitPart(reader.types, expression);
  if (unfit !== undefined) throw wrong(`constants.${name}`, `an expression without ${unfit}`, text);
  return expression;
}

function expressionOf({ template }: Reader, text: string): t.Expression {
  return template.expression(text, { placeholderPattern: false })();
}

/** A copy of the expression, with the names in it replaced, but for those that are just being replaced. */
function expand(reader: Reader, expression: t.Expression, inside: readonly string[]): t.Expression {
  const { types, options, vocabulary, written } = reader;
  const copy = types.cloneNode(expression, true, true);
  forFreeNames(types, copy, (identifier, parent) => {
    const { name } = identifier;
    const inner = inside.includes(name) ? undefined : written.get(name);
    if (inner)
      become(types, identifier, parent, {
        expression: expand(reader, inner.expression, [...inside, name]),
        isCallee: isCalled(identifier, parent),
      });
    else if (vocabulary.has(name) && options.global !== undefined)
      become(types, identifier, parent, {
        expression: expressionOf(reader, `${options.global}.${vocabulary.get(name)!}`),
        isCallee: false,
      });
  });
  return copy;
}

/** Puts an expression in the place of an identifier. The node itself changes, as it may be anywhere. */
export function become(
  types: Types,
  identifier: t.Identifier,
  parent: t.Node | undefined,
  { expression, isCallee }: { expression: t.Expression; isCallee: boolean },
): void {
  // `spawn()` → `(0, CK.api.spawn)()`: a free call has no `this`, and `(0, eval)` does not see the variables around it.
  const hasReceiver = isMember(expression);
  const dropsReceiver = isCallee && (hasReceiver || types.isIdentifier(expression, { name: 'eval' }));
  const written = dropsReceiver ? types.sequenceExpression([types.numericLiteral(0), expression]) : expression;
  const fields = identifier as unknown as Record<string, unknown>;
  delete fields['name'];
  for (const key of ['type', ...Object.keys(types.NODE_FIELDS[written.type] ?? {}), 'extra'])
    if (key in written) fields[key] = (written as unknown as Record<string, unknown>)[key];
  if (parent && parent.type === 'ObjectProperty' && parent.shorthand && parent.key !== identifier) {
    parent.shorthand = false;
    delete parent.extra?.['shorthand'];
  }
}

type OnName = (identifier: t.Identifier, parent: t.Node | undefined) => void;

/** An expression without functions and patterns: all its identifiers are read, but for names of properties. */
function forFreeNames(types: Types, node: t.Node, visit: OnName, parent?: t.Node): void {
  if (node.type === 'Identifier') {
    if (!isPropertyName(node, parent)) visit(node, parent);
    return;
  }
  for (const child of childrenOf(types, node)) forFreeNames(types, child, visit, node);
}

function isPropertyName(node: t.Node, parent: t.Node | undefined): boolean {
  if (isMember(parent)) return parent.property === node && !parent.computed;
  return parent?.type === 'ObjectProperty' && parent.key === node && !parent.computed;
}

function freeNames(types: Types, expression: t.Expression): Set<string> {
  const names = new Set<string>();
  forFreeNames(types, expression, ({ name }) => names.add(name));
  return names;
}

/** What a constant cannot hold: its expression is put into many places, and must mean and do the same in each. */
const UNFIT: readonly (readonly [what: string, is: (node: t.Node) => boolean])[] = [
  ['functions', isFunction],
  ['classes', isClass],
  ['`this` and the like', ({ type }) => type === 'ThisExpression' || type === 'Super' || type === 'MetaProperty'],
  ['`arguments`', (node) => node.type === 'Identifier' && node.name === 'arguments'],
  ['`await` and `yield`', ({ type }) => type === 'AwaitExpression' || type === 'YieldExpression'],
  [
    'assignments',
    (node) =>
      node.type === 'AssignmentExpression' ||
      node.type === 'UpdateExpression' ||
      (node.type === 'UnaryExpression' && node.operator === 'delete'),
  ],
  ['`import()`', ({ type }) => type === 'Import' || type === 'ImportExpression'],
];

/** The first part of the expression that is unfit, parents before what is in them. */
function unfitPart(types: Types, expression: t.Expression): string | undefined {
  let unfit: string | undefined;
  walk(types, expression, (node) => {
    unfit ??= UNFIT.find(([, is]) => is(node))?.[0];
    return unfit === undefined;
  });
  return unfit;
}
