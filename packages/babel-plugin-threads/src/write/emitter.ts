import type { types as t } from '@babel/core';
import { calleeOf, isMember } from '../babel/ast.js';
import type { Parts, Templates } from '../babel/templates.js';
import type { Types } from '../babel/types.js';
import type { Compilation } from '../context/compilation.js';
import type { NameGiver } from '../context/unique-names.js';
import { internalError } from '../messages/errors.js';
import type { FunctionPlan, Plan } from '../plan.js';
import { type Helper, helperFor, isHelper, isOfRuntime, unknownMembers } from '../vocabulary.js';

/** What a helper of the runtime is called in the file. */
export interface HelperName {
  readonly name: string;
  /** The file imports it itself. */
  readonly isImported: boolean;
}

interface Given {
  readonly compilation: Compilation;
  readonly plan: Plan;
  readonly names: NameGiver;
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
  /** Helpers that the file imports itself, with their names in the file. */
  readonly #imported: ReadonlyMap<string, string>;
  readonly #numbers = new Map<FunctionPlan, number>();
  /** What `memberOfGlobal` has written. */
  readonly #ofGlobal = new Set<t.Node>();

  constructor(given: Given) {
    this.#given = given;
    this.#types = given.compilation.t;
    this.#imported = importedHelpers(given.compilation);
  }

  /** `beside`, or `CK.code.beside`. */
  helper(asked: Helper): t.Expression {
    const { global, target } = this.#given.compilation.options;
    const name = helperFor(target, asked);
    if (global !== undefined) return this.memberOfGlobal(global, name);
    const local = this.helpers.get(name) ?? this.#nameHelper(name);
    this.helpers.set(name, local);
    return this.id(local.name);
  }

  /** A helper keeps its own name if it can; what the file imports itself is used under the file's name for it. */
  #nameHelper(helper: Helper): HelperName {
    const { plan, names } = this.#given;
    const own = this.#imported.get(helper);
    // Another variable of that name would hide it.
    const isImported = own !== undefined && plan.names.bound.get(own) === 1;
    return { name: isImported ? own : names.ofRuntime(helper, plan.freeVocabulary.has(helper)), isImported };
  }

  /**
   * Code with names in CAPITALS for its parts; the names of helpers (`$arrow`, `beside`) mean those of the runtime. It maps to `at`, if
   * that is given.
   */
  expression(text: string, parts?: Parts, at?: Place): t.Expression {
    const written = this.#given.templates.expression(text, this.#withHelpers(text, parts));
    return at ? locate(written, at) : written;
  }

  statement(text: string, parts?: Parts, at?: Place): t.Statement {
    const written = this.#given.templates.statement(text, this.#withHelpers(text, parts));
    return at ? locate(written, at) : written;
  }

  id(name: string): t.Identifier {
    return this.#types.identifier(name);
  }

  text(text: string): t.StringLiteral {
    return this.#types.stringLiteral(text);
  }

  /** Babel 7 escapes what is no ASCII, Babel 8 does not: with a text of its own, both print the same. */
  textAsWritten(text: string): t.StringLiteral {
    return Object.assign(this.text(text), { extra: { raw: JSON.stringify(text), rawValue: text } });
  }

  /** A variable or `this` of the source, written once more. A free word of the runtime is a member of its global. */
  repeatName(written: t.Identifier | t.ThisExpression): t.Expression {
    if (written.type === 'ThisExpression') return this.#types.thisExpression();
    const { plan, compilation } = this.#given;
    const { name } = written;
    const { global } = compilation.options;
    const isFree = plan.freeVocabulary.get(name)?.some((path) => path.node === written) === true;
    if (!isFree || global === undefined) return this.id(name);
    return this.memberOfGlobal(global, compilation.vocabulary.get(name)!);
  }

  /** `CK.code.wait` */
  memberOfGlobal(root: string, name: string): t.MemberExpression {
    const [first = root, ...rest] = `${root}.${name}`.split('.');
    let node: t.Expression = this.id(first);
    for (const part of rest) node = this.#types.memberExpression(node, this.id(part));
    this.#ofGlobal.add(node);
    return node as t.MemberExpression;
  }

  /** Is this such a member, written here? It never changes, and needs no receiver. */
  isOfGlobal(node: t.Node): boolean {
    return this.#ofGlobal.has(node);
  }

  assign(name: string, value: t.Expression): t.AssignmentExpression {
    return this.#types.assignmentExpression('=', this.id(name), value);
  }

  /** `$meta(2)`. Functions have their numbers in the order in which they are asked for; what the table is called is not known before `nameTable`. */
  meta(plan: FunctionPlan): t.Expression {
    const n = this.#numbers.get(plan) ?? this.#numbers.size;
    this.#numbers.set(plan, n);
    const meta = this.#given.templates.expression('TABLE(N)', { N: this.#types.numericLiteral(n) });
    this.metas.set(meta, plan);
    return meta;
  }

  nameTable(name: string): void {
    for (const meta of this.metas.keys()) ((meta as t.CallExpression).callee as t.Identifier).name = name;
  }

  #withHelpers(text: string, parts: Parts | undefined): Parts | undefined {
    const names = helpersIn(text);
    if (names.length === 0) return parts;
    const all: Record<string, Parts[string]> = {};
    for (const name of names) all[name] = this.helper(name);
    return Object.assign(all, parts);
  }
}

/** Helpers that the file imports already, with their names in the file. */
function importedHelpers({ program, options }: Compilation): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of program.node.body) {
    if (statement.type !== 'ImportDeclaration' || !isOfRuntime(statement.source.value, options.module)) continue;
    if (statement.importKind === 'type') continue;
    for (const one of statement.specifiers) {
      if (one.type !== 'ImportSpecifier' || one.importKind === 'type') continue;
      const { imported, local } = one;
      found.set(imported.type === 'Identifier' ? imported.name : imported.value, local.name);
    }
  }
  return found;
}

/** The helpers that a template names. The texts are few, and each is used many times, so they are read once. */
function helpersIn(text: string): readonly Helper[] {
  const known = HELPERS_IN.get(text);
  if (known) return known;
  const [unknown] = unknownMembers(text);
  if (unknown !== undefined)
    throw internalError(`the property ${unknown} is written, but vocabulary.ts does not name it`);
  const helpers = Array.from(text.matchAll(/[$A-Za-z\d]+/g), ([name]) => name).filter(isHelper);
  HELPERS_IN.set(text, helpers);
  return helpers;
}
const HELPERS_IN = new Map<string, readonly Helper[]>();

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
