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

interface Given {
  readonly compilation: Compilation;
  readonly plan: Plan;
  /** The functions of the table of positions. */
  readonly wrapped: readonly FunctionPlan[];
  /** The name of a helper that is not in use yet. */
  readonly nameOf: (helper: Helper) => HelperName;
  readonly templates: Templates;
}

/** Builds the small pieces of emitted code. */
export class Emitter {
  /** The calls of the table of positions, `$meta(2)`, with the functions that they ask for. */
  readonly metas: Map<t.Node, FunctionPlan> = new Map();
  /** The helpers in use: those that have been written. */
  readonly helpers: Map<Helper, HelperName> = new Map();
  readonly #given: Given;
  readonly #types: Types;
  readonly #indexOf: ReadonlyMap<FunctionPlan, number>;

  constructor(given: Given) {
    this.#given = given;
    this.#types = given.compilation.t;
    this.#indexOf = new Map(given.wrapped.map((fn, index) => [fn, index]));
  }

  /** `beside`, or `CK.code.beside`. */
  helper(asked: Helper): t.Expression {
    const { global, target } = this.#given.compilation.options;
    const name = helperFor(target, asked);
    if (global !== undefined) return memberOfGlobal(this.#types, global, nameInNamespace(name));
    const local = this.helpers.get(name) ?? this.#given.nameOf(name);
    this.helpers.set(name, local);
    return this.id(local.name);
  }

  /** Code with names in CAPITALS for its parts; the names of helpers (`$arrow`, `beside`) mean those of the runtime. */
  expression(text: string, parts?: Parts): t.Expression {
    return this.#given.templates.expression(text, this.#withHelpers(text, parts));
  }

  statement(text: string, parts?: Parts): t.Statement {
    return this.#given.templates.statement(text, this.#withHelpers(text, parts));
  }

  id(name: string): t.Identifier {
    return this.#types.identifier(name);
  }

  text(text: string): t.StringLiteral {
    return this.#types.stringLiteral(text);
  }

  /** A variable or `this` of the source, written once more. A free word of the runtime is a member of its global. */
  repeatName(written: t.Identifier | t.ThisExpression): t.Expression {
    if (written.type === 'ThisExpression') return this.#types.thisExpression();
    const { plan, compilation } = this.#given;
    const { name } = written;
    const { global } = compilation.options;
    const isFree = plan.freeVocabulary.get(name)?.some((path) => path.node === written) === true;
    if (!isFree || global === undefined) return this.id(name);
    return memberOfGlobal(this.#types, global, compilation.vocabulary.get(name)!);
  }

  assign(name: string, value: t.Expression): t.AssignmentExpression {
    return this.#types.assignmentExpression('=', this.id(name), value);
  }

  /** `$meta(2)`; what the table is called is not known before `nameTable`. */
  meta(plan: FunctionPlan): t.Expression {
    const N = this.#types.numericLiteral(this.#indexOf.get(plan)!);
    const meta = this.#given.templates.expression('TABLE(N)', { N });
    this.metas.set(meta, plan);
    return meta;
  }

  nameTable(name: string): void {
    for (const meta of this.metas.keys()) ((meta as t.CallExpression).callee as t.Identifier).name = name;
  }

  #withHelpers(text: string, parts: Parts | undefined): Parts {
    const names = helpersIn(text);
    if (names.length === 0) return parts ?? NO_PARTS;
    const all: Record<string, Parts[string]> = {};
    for (const name of names) all[name] = this.helper(name);
    return Object.assign(all, parts);
  }
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
export function locate<N extends t.Node>(node: N, at: Place): N {
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
