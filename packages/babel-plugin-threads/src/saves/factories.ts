/**
 * What is made inside of a function is made by a factory at the top of the module: a save writes which one, and what it was called with.
 *
 *   bump = (n) => (total.v += n);   →   bump = $made($make3(total), $make3, [total]);
 *                                       …
 *                                       function $make3(total) {
 *                                         return { bump: (n) => (total.v += n) }.bump;
 *                                       }
 *
 * One that uses private names is made in its class, if that is at the top of the module:
 *
 *   class Safe {                                  function $make4($self) {
 *     static { $make4.in = ($self) =>               return $make4.in($self);
 *       () => $self.#code; }                      }
 *
 * Needs all variables that factories cannot take as a value in boxes: see lower/box-variables.ts. Inner functions come first.
 */
import type { types as t } from '@babel/core';
import { codeKeysOf, type Fields, isClass, isFunction, isTransparent } from '../babel/ast.js';
import { longHashOf } from '../babel/hash.js';
import type { NameGiver } from '../context/unique-names.js';
import { isDecorated } from '../lower/read/class-heads.js';
import { type LoweredFile, makesStrict } from '../lower/lower.js';
import { locate } from '../write/emitter.js';
import type { WrittenFile } from '../write/writer.js';
import { foldDeletedThis } from '../lower/simplify/deleted-names.js';
import { isNameless } from '../lower/read/nameless.js';
import { putAt } from '../lower/simplify/renaming.js';
import { putUnderKey } from '../lower/simplify/inferred-names.js';
import { type Captured, Captures, usesSuper } from './captures.js';
import type { Origins } from './origins.js';
import { type Place, type Unit, Units } from './units.js';

/** The factories, and what they are called in the record of the file. */
export interface Factories {
  readonly declarations: readonly t.Statement[];
  readonly names: ReadonlyMap<string, string>;
}

export interface Given {
  readonly names: NameGiver;
  readonly origins: Origins;
  /** What has a place at the top of the module. */
  readonly placed: ReadonlySet<t.Node>;
}

export function makeFactories(written: WrittenFile, lowered: LoweredFile, given: Given): Factories {
  const maker = new Maker(written, lowered, given);
  maker.make();
  return maker;
}

class Maker implements Factories {
  readonly declarations: t.Statement[] = [];
  readonly names: Map<string, string> = new Map();
  readonly #written: WrittenFile;
  readonly #given: Given;
  readonly #captures: Captures;
  readonly #units: Units;
  readonly #isStrictFile: boolean;
  /** The parameter for `this` of factories: `$this` may be captured, too. */
  readonly #self: string;
  #isStrict: boolean;
  /** In a constructor that may not have called `super` yet: `this` cannot be read. */
  #isBeforeSuper = false;
  /** The class around extends another one. */
  #isDerived = false;
  /** The class around, if it is evaluated once, and what its static block makes. */
  #classAround: t.Class | undefined;
  readonly #inClasses = new Map<t.Class, t.Statement[]>();

  constructor(written: WrittenFile, lowered: LoweredFile, given: Given) {
    this.#written = written;
    this.#given = given;
    this.#captures = new Captures(written, lowered, given.origins);
    this.#units = new Units(written, given);
    const { node } = written.compilation.program;
    this.#isStrict = this.#isStrictFile = node.sourceType === 'module' || makesStrict(node);
    this.#self = given.names.parameter(node, '$self');
  }

  make(): void {
    const { program } = this.#written.compilation;
    this.#captures.readProgram(program.node);
    this.#rewriteBelow(program.node);
    for (const [{ body }, made] of this.#inClasses) body.body.unshift(this.#written.compilation.t.staticBlock(made));
  }

  /** `place`: of what has the same value as the node. */
  #rewriteBelow(node: t.Node, place?: Place): void {
    const { t: types } = this.#written.compilation;
    if (node.type === 'TSModuleBlock') return;
    const around = { isStrict: this.#isStrict, isBeforeSuper: this.#isBeforeSuper, isDerived: this.#isDerived };
    const classAround = this.#classAround;
    this.#isStrict ||= makesStrict(node);
    if (node.type === 'ClassMethod') this.#isBeforeSuper = node.kind === 'constructor' && this.#isDerived;
    else if (isFunction(node) && node.type !== 'ArrowFunctionExpression') this.#isBeforeSuper = false;
    if (isClass(node)) {
      this.#isDerived = Boolean(node.superClass);
      this.#captures.readHead(node);
    }
    if (isFunction(node) || node.type === 'StaticBlock') this.#captures.readFunction(node);
    const fields = node as unknown as Fields;
    for (const key of codeKeysOf(types, node)) {
      const child = fields[key];
      this.#classAround = isClass(node) ? this.#blockIn(node, key) : key === 'key' ? undefined : classAround;
      if (Array.isArray(child)) {
        for (let index = 0; index < child.length; index++)
          if (child[index]) child[index] = this.#rewrite(child[index] as t.Node, place ?? { parent: node, key });
      } else if (child) fields[key] = this.#rewrite(child as t.Node, place ?? { parent: node, key });
    }
    this.#isStrict = around.isStrict;
    this.#isBeforeSuper = around.isBeforeSuper;
    this.#isDerived = around.isDerived;
    this.#classAround = classAround;
  }

  /** The class, if it is evaluated once, and this part of it behind its static blocks. */
  #blockIn(node: t.Class, key: string): t.Class | undefined {
    return key === 'body' && this.#given.placed.has(node) && !isDecorated(node) ? node : undefined;
  }

  /** What stands in the place of the node. */
  #rewrite(node: t.Node, place: Place): t.Node {
    const unit = this.#units.find(node, place);
    this.#rewriteBelow(node, isTransparent(node) ? place : undefined);
    if (unit === undefined) return node;
    const origin = this.#given.origins.of(unit.source);
    if (unit.accessors && origin) return this.#stampAccessors(unit, unit.accessors);
    const captured = this.#captures.find(unit.node);
    const readsThis = captured.thisUses.length > 0;
    const isBound = !origin || origin.runsCode || (readsThis && this.#isBeforeSuper);
    // A private method is found through its class.
    const isInClass = this.#classAround !== undefined && unit.source.type !== 'ClassPrivateMethod';
    const isFactory = captured.isFactory && !isBound && (!captured.usesPrivate || isInClass);
    return isFactory ? this.#make(unit, captured) : this.#bind(unit, captured);
  }

  /** `$made($make3(total), $make3, [total])`. A call that became a function, and captures nothing, is made once: `$make3.made ??= $made($make3(), $make3, [])` */
  #make(unit: Unit, captured: Captured): t.Node {
    const { compilation, emit } = this.#written;
    const { t: types } = compilation;
    const { names, thisUses } = captured;
    const NAME = this.#declare(unit, captured, this.#makeValue(unit));
    const given = (): t.Expression[] => [
      ...names.map((name) => this.#captures.use(name, captured)),
      ...(thisUses.length > 0 ? [types.thisExpression()] : []),
    ];
    const parts = { NAME, VALUES: given(), AGAIN: given() };
    const made = emit.expression('$made(NAME(VALUES), NAME, [AGAIN])', parts);
    const isOne = parts.VALUES.length === 0 && this.#given.origins.of(unit.source)!.isDeferred;
    return this.#putInPlace(unit, isOne ? emit.expression('NAME.made ??= MADE', { NAME, MADE: made }) : made);
  }

  /** `function $make3(total) { return RETURNED; }` */
  #declare(unit: Unit, captured: Captured, RETURNED: t.Expression): string {
    const { compilation, emit } = this.#written;
    const { t: types } = compilation;
    const { names, thisUses } = captured;
    const NAME = this.#nameOf(unit, captured);
    for (const place of foldDeletedThis(types, thisUses))
      putAt(place, place.parent.type === 'JSXMemberExpression' ? types.jsxIdentifier(this.#self) : emit.id(this.#self));
    const PARAMS = thisUses.length > 0 ? [...names, this.#self] : names;
    if (captured.usesPrivate) {
      const made = this.#inClasses.get(this.#classAround!) ?? [];
      this.#inClasses.set(this.#classAround!, made);
      made.push(emit.statement('NAME.in = (PARAMS) => RETURNED;', { NAME, PARAMS, RETURNED }));
      RETURNED = emit.expression('NAME.in(PARAMS)', { NAME, PARAMS });
    }
    const factory = emit.statement('function NAME(PARAMS) { return RETURNED; }', { NAME, PARAMS, RETURNED });
    if (this.#isStrict && !this.#isStrictFile)
      (factory as t.FunctionDeclaration).body.directives = [types.directive(types.directiveLiteral('use strict'))];
    this.declarations.push(locate(factory, unit.node));
    return NAME;
  }

  /**
   * `{ bump() {…}, get total() {…} }` → `$made({ bump: …, get total() {…} }, $make3, [total])`: the factory makes the accessors alone, which a load puts
   * into an object that it has made. With null in its place they are told of, as nobody knows what they have captured.
   */
  #stampAccessors(unit: Unit, accessors: readonly t.ObjectMethod[]): t.Node {
    const { compilation, emit } = this.#written;
    const { t: types } = compilation;
    const VALUE = this.#bind(unit, this.#captures.find(unit.node));
    const captured = this.#captures.find(types.objectExpression([...accessors]));
    if (!captured.isFactory || captured.usesPrivate || accessors.some((one) => one.computed || usesSuper(types, one)))
      return locate(emit.expression('$made(VALUE, null, [])', { VALUE }), unit.node);
    const copies = accessors.map((one) => types.cloneNode(one));
    const NAME = this.#declare(unit, captured, types.objectExpression(copies));
    const VALUES = captured.names.map((name) => this.#captures.use(name, captured));
    return locate(emit.expression('$made(VALUE, NAME, [VALUES])', { VALUE, NAME, VALUES }), unit.node);
  }

  /**
   * No factory can make it, or none needs to, as it was no function in the source and is called at once. In a loop it keeps the values of its iteration:
   * `((x) => UNIT)(x)`.
   */
  #bind(unit: Unit, captured: Captured): t.Node {
    const { perIteration: NAMES } = captured;
    if (NAMES.length === 0) return unit.node;
    const VALUES = NAMES.map((name) => this.#captures.use(name, captured));
    const parts = { NAMES, VALUES, VALUE: this.#makeValue(unit) };
    return this.#putInPlace(unit, this.#written.emit.expression('((NAMES) => VALUE)(VALUES)', parts));
  }

  /** The expression that makes it, wherever it stands. */
  #makeValue({ node, name }: Unit): t.Expression {
    const { t: types } = this.#written.compilation;
    if (node.type === 'ObjectMethod') {
      const object = types.objectExpression([node]);
      return types.memberExpression(object, types.cloneNode(node.key), node.key.type !== 'Identifier');
    }
    const value = node as t.Expression;
    return name !== undefined && isNameless(types, value) ? putUnderKey(types, value, name) : value;
  }

  #putInPlace({ node }: Unit, value: t.Expression): t.Node {
    const { t: types } = this.#written.compilation;
    const made = locate(value, node);
    return node.type === 'ObjectMethod' ? locate(types.objectProperty(types.cloneNode(node.key), made), node) : made;
  }

  /** The scripts of a page share their functions: there it has the hash of what it makes, too. */
  #nameOf(unit: Unit, captured: Captured): string {
    const { program, code } = this.#written.compilation;
    const { sourceType } = program.node;
    const id = this.#idOf(unit, captured);
    const name = this.#given.names.unique(sourceType === 'script' ? `$make_${longHashOf(code + id)}` : '$make');
    this.names.set(id, name);
    return name;
  }

  /** `shop>bump:k3f(&total,price,this)`: what it gets, of which `total` is a box; of a second one that is equal with `~2` behind it. */
  #idOf({ source }: Unit, { names, boxes, thisUses }: Captured): string {
    const given = names
      .map((name) => (this.#captures.selves.has(name) ? 'this' : boxes.has(name) ? `&${name}` : name))
      .concat(thisUses.length > 0 ? ['this'] : []);
    const wanted = `${this.#given.origins.of(source)!.id}${given.length > 0 ? `(${given.join(',')})` : ''}`;
    let id = wanted;
    for (let n = 2; this.names.has(id); n++) id = `${wanted}~${n}`;
    return id;
  }
}
