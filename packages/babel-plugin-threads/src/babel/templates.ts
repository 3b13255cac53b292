/**
 * Emitted code, written as code: each text is read once by Babel's `template`, and filled in here, as Babel's own way
 * takes twice the time.
 */
import type { Fields } from './ast.js';
import type { Types } from './types.js';
import type { types as t } from '@babel/core';

/** What is put in for a name in CAPITALS: another name, or a node, of which no copy is made. */
type Part = string | t.Node;

/** A list takes the place of its name among arguments, parameters, parts of an array or statements. */
export type Parts = Readonly<Record<string, Part | readonly Part[]>>;

/** What is used of Babel's `template`. */
export interface Template {
  statement(text: string, options: { placeholderPattern: false }): () => t.Statement;
}

export interface Templates {
  /** `expression('CALLEE.call(THIS)', { CALLEE, THIS })` */
  expression(text: string, parts?: Parts): t.Expression;
  /** One statement. */
  statement(text: string, parts?: Parts): t.Statement;
}

/**
 * What the texts became, for each Babel. A plugin is made anew for each set of options, and these are the same for all.
 */
const read = new WeakMap<Template, Read>();

/** By their texts, which are constants: an engine hashes one that is put together anew each time. */
interface Read {
  readonly statements: Map<string, t.Statement>;
  readonly expressions: Map<string, t.Expression>;
}

/** The texts are read as code of a method that is a generator, so that they may hold `yield` and `super`. */
export function makeTemplates(types: Types, template: Template): Templates {
  const known = read.get(template) ?? { statements: new Map(), expressions: new Map() };
  read.set(template, known);
  const { statements, expressions } = known;
  const readAnew = (text: string): t.Statement => {
    const wrapper = template.statement(`class Wrapper { *method() { ${text} } }`, { placeholderPattern: false })();
    const [method] = (wrapper as t.ClassDeclaration).body.body;
    return (method as t.ClassMethod).body.body[0]!;
  };
  return {
    statement(text, parts = {}) {
      const statement = statements.get(text) ?? readAnew(text);
      statements.set(text, statement);
      return fillIn(types, statement, parts) as t.Statement;
    },
    expression(text, parts = {}) {
      const expression = expressions.get(text) ?? (readAnew(`return ${text}`) as t.ReturnStatement).argument!;
      expressions.set(text, expression);
      return fillIn(types, expression, parts) as t.Expression;
    },
  };
}

/** A copy with the parts in their places. */
function fillIn(types: Types, node: t.Node, parts: Parts): t.Node {
  if (node.type === 'Identifier') return asNode(types, (partOf(parts, node.name) as Part | undefined) ?? node.name);
  const copy = { ...node };
  const fields = copy as unknown as Fields;
  for (const key of keysOf(types, node)) {
    const child = fields[key] as t.Node | (t.Node | null)[] | null | undefined;
    if (Array.isArray(child)) fields[key] = fillList(types, child, parts);
    else if (child) fields[key] = fillIn(types, child, parts);
  }
  if (copy.type === 'ArrowFunctionExpression') copy.expression = copy.body.type !== 'BlockStatement';
  return copy;
}

function fillList(types: Types, list: readonly (t.Node | null)[], parts: Parts): (t.Node | null)[] {
  const nodes: (t.Node | null)[] = [];
  for (const one of list) {
    const written = one && fillPart(types, one, parts);
    if (Array.isArray(written)) nodes.push(...written);
    else nodes.push(written);
  }
  return nodes;
}

/** One part of a list: also `ARGUMENTS`, or `STATEMENTS;`. */
function fillPart(types: Types, node: t.Node, parts: Parts): t.Node | t.Node[] {
  const name = node.type === 'ExpressionStatement' ? node.expression : node;
  const part = name.type === 'Identifier' ? partOf(parts, name.name) : undefined;
  return Array.isArray(part) ? part.map((one: Part) => asNode(types, one)) : fillIn(types, node, parts);
}

/** None for `__proto__`, which every object has. */
const partOf = (parts: Parts, name: string): Parts[string] | undefined =>
  Object.hasOwn(parts, name) ? parts[name] : undefined;

const asNode = (types: Types, part: Part): t.Node => (typeof part === 'string' ? types.identifier(part) : part);

function keysOf(types: Types, { type }: t.Node): readonly string[] {
  return (types.VISITOR_KEYS as Readonly<Record<string, readonly string[] | undefined>>)[type] ?? [];
}
