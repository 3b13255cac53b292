/** What a factory makes as a whole: a function with its wrapper, a class, a method of an object. */
import type { types as t } from '@babel/core';
import { isFunction, skipTransparent } from '../babel/ast.js';
import type { Types } from '../babel/types.js';
import { isNameless } from '../lower/read/nameless.js';
import type { WrittenFile } from '../write/writer.js';
import { usesSuper } from './captures.js';
import type { Origins } from './origins.js';

export interface Unit {
  readonly node: t.Node;
  /** The function or class of the source. */
  readonly source: t.Node;
  /** What gives it its name where it stands. */
  readonly name: t.Node | undefined;
  /** An object with functions that only the object itself can have: a factory makes its getters and setters alone, as all else in it are values. */
  readonly accessors?: readonly t.ObjectMethod[];
}

export interface Place {
  readonly parent: t.Node;
  readonly key: string;
}

interface Given {
  readonly origins: Origins;
  readonly placed: ReadonlySet<t.Node>;
}

/** An expression that is written for one function: that of the source, and its parts that are none for themselves. */
interface Whole {
  readonly source: t.Node;
  readonly parts: readonly t.Node[];
}

/** What gives its name to a function, by the type of their parent. */
const GIVERS: Readonly<Record<string, readonly [string, string]>> = {
  VariableDeclarator: ['init', 'id'],
  AssignmentExpression: ['right', 'left'],
  AssignmentPattern: ['right', 'left'],
  ObjectProperty: ['value', 'key'],
  ClassProperty: ['value', 'key'],
  ClassPrivateProperty: ['value', 'key'],
  ClassAccessorProperty: ['value', 'key'],
};

export class Units {
  readonly #written: WrittenFile;
  readonly #given: Given;
  /** They are parts of units, or stay where they are. */
  readonly #passed = new Set<t.Node>();

  constructor(written: WrittenFile, given: Given) {
    this.#written = written;
    this.#given = given;
  }

  /** Asked for parents first. */
  find(node: t.Node, place: Place): Unit | undefined {
    if (this.#passed.has(node)) return undefined;
    const parts = this.#wholeOf(node);
    if (parts !== undefined) {
      for (const one of parts.parts) this.#passed.add(one);
      return this.#isPlaced(parts.source) ? undefined : { node, source: parts.source, name: undefined };
    }
    if (node.type === 'ObjectExpression') return this.#object(node);
    if (node.type === 'CallExpression') {
      // It runs where it stands, and nobody keeps it.
      const callee = skipTransparent(node.callee);
      if (isFunction(callee)) this.#passed.add(callee);
      return undefined;
    }
    return this.#alone(node, place);
  }

  /** A function, a class or a method that nothing wraps. */
  #alone(node: t.Node, place: Place): Unit | undefined {
    if (node.type === 'ObjectMethod') {
      return !isProto(node.key) && !this.#isPlaced(node) ? { node, source: node, name: undefined } : undefined;
    }
    const isOne =
      node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression' || node.type === 'ClassExpression';
    if (!isOne || this.#isPlaced(node) || this.#given.origins.isCalledAtOnce(node)) return undefined;
    return { node, source: node, name: giverOf(this.#written.compilation.t, place) };
  }

  /** Methods with `super` or a computed key, getters and setters stay in their object. */
  #object(node: t.ObjectExpression): Unit | undefined {
    const { t: types } = this.#written.compilation;
    let isWhole = false;
    const accessors: t.ObjectMethod[] = [];
    for (const one of node.properties) {
      const made = one.type === 'ObjectProperty' ? one.value : one;
      const isOwn =
        one.type === 'ObjectMethod'
          ? one.kind !== 'method' || one.computed || usesSuper(types, one)
          : one.type === 'ObjectProperty' && one.computed && isNameless(types, one.value);
      if (!isOwn) continue;
      this.#passed.add(made);
      isWhole = true;
      if (one.type === 'ObjectMethod' && one.kind !== 'method' && !this.#isPlaced(node)) accessors.push(one);
    }
    return isWhole ? { node, source: accessors[0] ?? node, name: undefined, accessors } : undefined;
  }

  #isPlaced(source: t.Node): boolean {
    return this.#given.placed.has(source);
  }

  #wholeOf(node: t.Node): Whole | undefined {
    const { emit } = this.#written;
    if (node.type === 'CallExpression') {
      const [made, meta] = node.arguments;
      const plan = meta && emit.metas.get(meta);
      if (plan !== undefined && made) return { source: plan.node, parts: [made, ...inNamed(made)] };
      return this.#selfNamed(node) ?? declaredClass(node);
    }
    return node.type === 'MemberExpression' ? this.#underKey(node) : undefined;
  }

  /** `(fact => fact = $plain(FN, META))()`, `(() => { const fact = $plain(FN, META); return fact; })()` */
  #selfNamed(node: t.CallExpression): Whole | undefined {
    const { callee } = node;
    if (callee.type !== 'ArrowFunctionExpression' || node.arguments.length > 0) return undefined;
    const { body } = callee;
    const first = body.type === 'BlockStatement' ? body.body[0] : undefined;
    const wrapper =
      body.type === 'AssignmentExpression'
        ? body.right
        : first?.type === 'VariableDeclaration'
          ? first.declarations[0]?.init
          : undefined;
    const whole = wrapper?.type === 'CallExpression' ? this.#wholeOf(wrapper) : undefined;
    return whole && { source: whole.source, parts: [callee, wrapper!, ...whole.parts] };
  }

  /** `{ bump: n => … }.bump`, `$methods({ area(w) {…} }, { area: META }).area` */
  #underKey({ object, property, computed }: t.MemberExpression): Whole | undefined {
    const call = object.type === 'CallExpression' ? object : undefined;
    const literal = call === undefined ? object : call.arguments[0];
    if (literal?.type !== 'ObjectExpression' || literal.properties.length !== 1) return undefined;
    const [only] = literal.properties;
    if (only!.type === 'SpreadElement' || only!.computed || computed !== (property.type !== 'Identifier'))
      return undefined;
    if (call === undefined) {
      if (only!.type !== 'ObjectProperty') return undefined;
      const { value } = only!;
      const whole = this.#wholeOf(value);
      if (whole) return { source: whole.source, parts: [value, ...whole.parts] };
      return isNameless(this.#written.compilation.t, value) ? { source: value, parts: [value] } : undefined;
    }
    const [, metas] = call.arguments;
    const meta = metas?.type === 'ObjectExpression' ? metas.properties[0] : undefined;
    const plan = meta?.type === 'ObjectProperty' ? this.#written.emit.metas.get(meta.value) : undefined;
    return plan && { source: plan.node, parts: [only!] };
  }
}

/** `NAME => FN` of `$named` */
const inNamed = (made: t.Node): t.Node[] =>
  made.type === 'ArrowFunctionExpression' && isFunction(made.body) ? [made.body] : [];

/** `(() => { @tagged class Door {…} return Door; })()` */
function declaredClass(node: t.CallExpression): Whole | undefined {
  const { callee } = node;
  if (callee.type !== 'ArrowFunctionExpression' || callee.body.type !== 'BlockStatement') return undefined;
  const [first, last] = callee.body.body;
  if (first?.type !== 'ClassDeclaration' || last?.type !== 'ReturnStatement') return undefined;
  return { source: first, parts: [callee] };
}

const isProto = (key: t.Node): boolean =>
  (key.type === 'Identifier' && key.name === '__proto__') ||
  (key.type === 'StringLiteral' && key.value === '__proto__');

/** `undefined`: it has none there, or its own. A computed key is none that can be written twice. */
function giverOf(types: Types, { parent, key }: Place): t.Node | undefined {
  const [value, giver] = GIVERS[parent.type] ?? [];
  if (value !== key || ('computed' in parent && parent.computed)) return undefined;
  const name = (parent as unknown as Record<string, t.Node>)[giver!]!;
  if (name.type === 'PrivateName') return types.stringLiteral(`#${name.id.name}`);
  const isName = name.type === 'Identifier' || name.type === 'StringLiteral' || name.type === 'NumericLiteral';
  return isName && !isProto(name) ? name : undefined;
}
