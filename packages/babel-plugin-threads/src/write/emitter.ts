import type { types as t } from '@babel/core';
import type { Parts, Templates } from '../babel/templates.js';
import type { Types } from '../babel/types.js';
import type { Compilation } from '../context/compilation.js';
import { errors } from '../messages/errors.js';
import type { FunctionPlan, Plan } from '../plan.js';
import { type Helper, isHelper, nameInNamespace } from '../vocabulary.js';

/** Builds the small pieces of emitted code. */
export interface Emitter {
  /** `beside`, or `CK.code.beside`. */
  helper(name: Helper): t.Expression;
  /** Code with names in CAPITALS for its parts; the names of helpers (`$arrow`, `beside`) mean those of the runtime. */
  expression(text: string, parts?: Parts): t.Expression;
  statement(text: string, parts?: Parts): t.Statement;
  id(name: string): t.Identifier;
  text(text: string): t.StringLiteral;
  /** A variable or `this` of the source, written once more. */
  again(written: t.Identifier | t.ThisExpression): t.Expression;
  assign(name: string, value: t.Expression): t.AssignmentExpression;
  /** `$meta(2)` */
  meta(plan: FunctionPlan): t.Expression;
}

/** What the helpers of the runtime are called in the file. */
export type HelpersInFile = ReadonlyMap<Helper, { readonly name: string }>;

interface Context {
  readonly types: Types;
  readonly global: string | undefined;
  readonly plan: Plan;
  readonly helpers: HelpersInFile;
  readonly templates: Templates;
  /** What the table of positions is called, and which functions it tells of; undefined if none is wrapped. */
  readonly metaTable: { readonly name: string; readonly functions: readonly FunctionPlan[] } | undefined;
}

export function makeEmitter(
  { t: types, options: { global } }: Compilation,
  plan: Plan,
  given: Pick<Context, 'helpers' | 'templates' | 'metaTable'>,
): Emitter {
  const { templates, metaTable } = given;
  const indexOf = new Map(metaTable?.functions.map((one, index) => [one, index]));
  const context: Context = { types, global, plan, ...given };
  const id = (name: string): t.Identifier => types.identifier(name);
  const helper = (name: Helper): t.Expression => helperOf(context, name);
  const partsOf = (text: string, parts?: Parts): Parts => ({
    ...Object.fromEntries(helpersIn(text).map((name) => [name, helper(name)])),
    ...parts,
  });
  return {
    helper,
    id,
    text: (text) => types.stringLiteral(text),
    again: (written) => again(context, written),
    expression: (text, parts) => templates.expression(text, partsOf(text, parts)),
    statement: (text, parts) => templates.statement(text, partsOf(text, parts)),
    assign: (name, value) => types.assignmentExpression('=', id(name), value),
    meta: (one) =>
      templates.expression('TABLE(N)', { TABLE: metaTable!.name, N: types.numericLiteral(indexOf.get(one)!) }),
  };
}

/** The helpers that a template names. The texts are few, and each is asked for many times. */
function helpersIn(text: string): readonly Helper[] {
  const known = HELPERS_IN.get(text) ?? Array.from(text.matchAll(/[$A-Za-z]+/g), ([name]) => name).filter(isHelper);
  HELPERS_IN.set(text, known);
  return known;
}
const HELPERS_IN = new Map<string, readonly Helper[]>();

function helperOf({ types, global, helpers }: Context, name: Helper): t.Expression {
  if (global !== undefined) return rooted(types, global, nameInNamespace(name));
  const local = helpers.get(name);
  if (local === undefined) throw new Error(errors.internal(`the helper ${name} is written, but was not asked for`));
  return types.identifier(local.name);
}

/** A free word of the runtime is a member of its global. */
function again({ types, global, plan }: Context, written: t.Identifier | t.ThisExpression): t.Expression {
  if (types.isThisExpression(written)) return types.thisExpression();
  const { name } = written;
  const isFree = plan.freeVocabulary.get(name)?.some((path) => path.node === written) === true;
  return isFree && global !== undefined ? rooted(types, global, name) : types.identifier(name);
}

/** `CK.code.wait` */
export function rooted(types: Types, root: string, name: string): t.MemberExpression {
  const [first = root, ...rest] = `${root}.${name}`.split('.');
  let node: t.Expression = types.identifier(first);
  for (const part of rest) node = types.memberExpression(node, types.identifier(part));
  return node as t.MemberExpression;
}

/** The node, mapped to where another stands in the source. */
export function located<N extends t.Node>(node: N, { loc }: { readonly loc?: t.Node['loc'] | undefined }): N {
  node.loc = loc ?? null;
  return node;
}
