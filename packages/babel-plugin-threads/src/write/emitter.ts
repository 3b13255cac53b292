import type { types as t } from '@babel/core';
import { calleeOf, isMember } from '../babel/ast.js';
import type { Parts, Templates } from '../babel/templates.js';
import type { Types } from '../babel/types.js';
import type { Compilation } from '../context/compilation.js';
import { internalError } from '../messages/errors.js';
import type { FunctionPlan, Plan } from '../plan.js';
import { type Helper, helperFor, isHelper, nameInNamespace, unknownMembers } from '../vocabulary.js';

/** What a helper of the runtime is called in the file. */
export interface HelperName {
  readonly name: string;
  /** The file imports it itself. */
  readonly isImported: boolean;
}

interface Context {
  readonly types: Types;
  readonly global: string | undefined;
  readonly target: 'generators' | 'frames';
  readonly plan: Plan;
  readonly vocabulary: ReadonlyMap<string, string>;
  readonly helpers: Map<Helper, HelperName>;
  /** The name of one that is not in use yet. */
  readonly nameOf: (helper: Helper) => HelperName;
  readonly templates: Templates;
}

/** Builds the small pieces of emitted code. */
export class Emitter {
  /** The calls of the table of positions, `$meta(2)`, with the functions that they ask for. */
  readonly metas: Map<t.Node, FunctionPlan> = new Map();
  /** The helpers in use: those that have been written. */
  readonly helpers: Map<Helper, HelperName> = new Map();
  readonly #context: Context;
  readonly #indexOf = new Map<FunctionPlan, number>();

  /** `wrapped`: the functions of the table of positions. */
  constructor(
    { t: types, options: { global, target }, vocabulary }: Compilation,
    plan: Plan,
    { wrapped, ...given }: Pick<Context, 'nameOf' | 'templates'> & { readonly wrapped: readonly FunctionPlan[] },
  ) {
    this.#context = { types, global, target, plan, vocabulary, helpers: this.helpers, ...given };
    for (const one of wrapped) this.#indexOf.set(one, this.#indexOf.size);
  }

  /** `beside`, or `CK.code.beside`. */
  helper(name: Helper): t.Expression {
    return helperOf(this.#context, name);
  }

  /** Code with names in CAPITALS for its parts; the names of helpers (`$arrow`, `beside`) mean those of the runtime. */
  expression(text: string, parts?: Parts): t.Expression {
    return this.#context.templates.expression(text, withHelpers(this.#context, text, parts));
  }

  statement(text: string, parts?: Parts): t.Statement {
    return this.#context.templates.statement(text, withHelpers(this.#context, text, parts));
  }

  id(name: string): t.Identifier {
    return this.#context.types.identifier(name);
  }

  text(text: string): t.StringLiteral {
    return this.#context.types.stringLiteral(text);
  }

  /** A variable or `this` of the source, written once more. */
  again(written: t.Identifier | t.ThisExpression): t.Expression {
    return again(this.#context, written);
  }

  assign(name: string, value: t.Expression): t.AssignmentExpression {
    return this.#context.types.assignmentExpression('=', this.id(name), value);
  }

  /** `$meta(2)`; what the table is called is not known before `nameTable`. */
  meta(plan: FunctionPlan): t.Expression {
    const { types, templates } = this.#context;
    const N = types.numericLiteral(this.#indexOf.get(plan)!);
    const meta = templates.expression('TABLE(N)', { N });
    this.metas.set(meta, plan);
    return meta;
  }

  nameTable(name: string): void {
    for (const meta of this.metas.keys()) ((meta as t.CallExpression).callee as t.Identifier).name = name;
  }
}

function withHelpers(context: Context, text: string, parts: Parts | undefined): Parts {
  const names = helpersIn(text);
  if (names.length === 0) return parts ?? NO_PARTS;
  const all: Record<string, Parts[string]> = {};
  for (const name of names) all[name] = helperOf(context, name);
  return Object.assign(all, parts);
}

/** The helpers that a template names. The texts are few, and each is used many times, so they are read once. */
function helpersIn(text: string): readonly Helper[] {
  const known = HELPERS_IN.get(text) ?? readHelpers(text);
  HELPERS_IN.set(text, known);
  return known;
}

function readHelpers(text: string): readonly Helper[] {
  const [unknown] = unknownMembers(text);
  if (unknown !== undefined)
    throw internalError(`the property ${unknown} is written, but vocabulary.ts does not name it`);
  return Array.from(text.matchAll(/[$A-Za-z\d]+/g), ([name]) => name).filter(isHelper);
}
const NO_PARTS: Parts = {};
const HELPERS_IN = new Map<string, readonly Helper[]>();

function helperOf({ types, global, target, helpers, nameOf }: Context, asked: Helper): t.Expression {
  const name = helperFor(target, asked);
  if (global !== undefined) return memberOfGlobal(types, global, nameInNamespace(name));
  const local = helpers.get(name) ?? nameOf(name);
  helpers.set(name, local);
  return types.identifier(local.name);
}

/** A free word of the runtime is a member of its global. */
function again({ types, global, plan, vocabulary }: Context, written: t.Identifier | t.ThisExpression): t.Expression {
  if (types.isThisExpression(written)) return types.thisExpression();
  const { name } = written;
  const isFree = plan.freeVocabulary.get(name)?.some((path) => path.node === written) === true;
  return isFree && global !== undefined ? memberOfGlobal(types, global, vocabulary.get(name)!) : types.identifier(name);
}

/** `CK.code.wait` */
export function memberOfGlobal(types: Types, root: string, name: string): t.MemberExpression {
  const [first = root, ...rest] = `${root}.${name}`.split('.');
  let node: t.Expression = types.identifier(first);
  for (const part of rest) node = types.memberExpression(node, types.identifier(part));
  OF_NAMESPACE.add(node);
  return node as t.MemberExpression;
}

/** Is this such a member, written here? It never changes, and needs no receiver. */
export const isOfNamespace = (node: t.Node): boolean => OF_NAMESPACE.has(node);
const OF_NAMESPACE = new WeakSet<t.Node>();

/** The node, mapped to where another stands in the source. */
export function located<N extends t.Node>(node: N, at: Place): N {
  node.loc = (node.type === 'CallExpression' ? placeOfCall(at) : at.loc) ?? null;
  return node;
}

interface Place {
  readonly loc?: t.Node['loc'] | undefined;
}

/** An engine says that a call of a method is where the name of the method stands, maybe lines below the beginning of the call. */
function placeOfCall(at: Place): t.Node['loc'] | undefined {
  const callee = 'type' in at ? calleeOf(at as t.Node) : undefined;
  const start = isMember(callee) ? callee.property.loc?.start : undefined;
  return at.loc && start ? { ...at.loc, start } : at.loc;
}
