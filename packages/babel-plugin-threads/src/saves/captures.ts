/** What a function uses of the functions around it, and whether a factory can have that. */
import type { types as t } from '@babel/core';
import { holds, isClass, isFunction, walk } from '../babel/ast.js';
import type { Types } from '../babel/types.js';
import { isDirectEval } from '../language/direct-eval.js';
import type { LoweredFile } from '../lower/lower.js';
import { formOf } from '../lower/plan/hoisting.js';
import { headOf, isPausing, isWait } from '../lower/read/class-heads.js';
import type { Pauses } from '../lower/read/pauses.js';
import { makeScopeMarks } from '../lower/read/scope-marks.js';
import { readVariables } from '../lower/read/variables.js';
import type { Place, Use, Variable, Variables } from '../lower/read/variable.js';
import type { WrittenFile } from '../write/writer.js';
import type { Origins } from './origins.js';

export interface Captured {
  /** A factory can make it, if it gets these. */
  readonly isFactory: boolean;
  readonly names: readonly string[];
  /** Those of the names that stand for a box. */
  readonly boxes: ReadonlySet<string>;
  /** `this` of the function around. */
  readonly thisUses: readonly Place[];
  /** It uses private names of the class around it. */
  readonly usesPrivate: boolean;
  /** Those of the names that each iteration of a loop has anew: what is made in it keeps them. */
  readonly perIteration: readonly string[];
}

/** What is known of a variable of a function, where it is used. */
interface Known {
  /** Its value is the same for as long as anybody has it. */
  readonly isFinal: boolean;
  /** It is a box that has the value. */
  readonly isBox: boolean;
  /** It is declared at the head of its function, and each iteration of a loop has it anew. */
  readonly isOfLoop: boolean;
}

export class Captures {
  readonly #written: WrittenFile;
  readonly #lowered: LoweredFile;
  readonly #origins: Origins;
  /** What became of the bodies of functions. */
  readonly #forms = new Map<unknown, 'frames' | 'generator'>();
  /** The names of variables of functions, where they are used; other names are of the module or of the platform. */
  readonly #known = new Map<t.Node, Known>();
  /** The names that stand for `this` of steps: the plugin has given them, so no variable of the source has one. */
  readonly selves: Set<string> = new Set();

  constructor(written: WrittenFile, lowered: LoweredFile, origins: Origins) {
    this.#written = written;
    this.#lowered = lowered;
    this.#origins = origins;
    for (const [node, plan] of written.generators) {
      const form = lowered.functions.get(plan)?.form;
      if (form !== undefined) this.#forms.set((node as t.Function).body, form);
    }
  }

  /** Variables in blocks at the top of the module. */
  readProgram(program: t.Program): void {
    const { t: types } = this.#written.compilation;
    const body = types.blockStatement(program.body);
    const { own, inner } = this.#read(types.arrowFunctionExpression([], body));
    for (const one of own)
      if (one.scope.parent !== undefined) this.#note(one, { ...FINAL, isFinal: this.#isFinal(one) });
    for (const one of inner) if (one.scope.parent?.parent !== undefined) this.#note(one, FINAL);
  }

  readFunction(fn: t.Function | t.StaticBlock): void {
    const { t: types } = this.#written.compilation;
    const isStatic = fn.type === 'StaticBlock';
    const { own, inner } = this.#read(isStatic ? types.arrowFunctionExpression([], types.blockStatement(fn.body)) : fn);
    const form = this.#forms.get(fn.body);
    const hoisted = this.#lowered.hoisted.get(fn.body as t.Node);
    const isUnread = form === undefined && !isStatic && hoisted === undefined;
    const isLoose = form === 'generator' || isUnread || holds(types, fn, isDirectEval);
    if (isUnread) this.#noteBlockFunctions(fn);
    if (form === 'frames') this.selves.add(((fn as t.Function).params[3] as t.Identifier).name);
    for (const one of own) {
      // All that stands at the head of a step is written so that it can be captured. A step that is declared in a function has no factory itself: `$thread($step)`.
      const isAtHead = form === 'frames' ? one.scope.parent === undefined : hoisted?.all.has(one.name) === true;
      const isFinal = !isLoose && one.kind !== 'function' && (isAtHead || this.#isFinal(one));
      const isBox = isAtHead && hoisted?.boxes.has(one.name) === true;
      this.#note(one, { isFinal, isBox, isOfLoop: isAtHead && hoisted?.ofLoops.has(one.name) === true });
    }
    for (const one of inner) this.#note(one, { ...FINAL, isFinal: !isLoose });
  }

  /** Where the head of a class is evaluated, its name has no value yet. */
  readHead(node: t.Class): void {
    const { t: types } = this.#written.compilation;
    const { id } = node;
    if (!id) return;
    for (const part of headOf(node))
      walk(types, part, (inner) => {
        if (inner.type === 'Identifier' && inner.name === id.name) this.#known.set(inner, LATE);
      });
  }

  /** In sloppy code the whole function may see them. */
  #noteBlockFunctions(fn: t.Function): void {
    const { t: types } = this.#written.compilation;
    const names = new Set<string>();
    walk(types, fn, (node) => void (node.type === 'FunctionDeclaration' && node.id && names.add(node.id.name)));
    walk(types, fn, (node) => {
      if (node.type === 'Identifier' && names.has(node.name)) this.#known.set(node, LATE);
    });
  }

  #read(fn: t.Function): Variables {
    return readVariables({ types: this.#written.compilation.t, marks: makeScopeMarks() }, fn);
  }

  #note({ uses }: Variable, known: Known): void {
    for (const { node } of uses) this.#known.set(node, known);
  }

  #isFinal(variable: Variable): boolean {
    return formOf(variable, NO_PAUSES, this.#origins).as !== 'box';
  }

  /** What an expression or a method captures. */
  find(unit: t.Node): Captured {
    const { t: types } = this.#written.compilation;
    const value = unit.type === 'ObjectMethod' ? types.objectExpression([unit]) : (unit as t.Expression);
    const { free, thisUses, others } = this.#read(types.arrowFunctionExpression([], value));
    const names: string[] = [];
    const boxes = new Set<string>();
    const perIteration: string[] = [];
    // In a function that stays a generator or is `async`: the head of a class, or the key of an object.
    const isWaiting = !isFunction(unit) && isPausing(types, unit, isWait);
    let isFactory = !isWaiting && others.every(isImportMeta) && !free.has('arguments') && !isBoundToPlace(types, unit);
    for (const [name, uses] of free) {
      const known = uses.map(({ node }) => this.#known.get(node)).find(Boolean);
      if (known === undefined) continue;
      // What the head of a class assigns, it assigns where the class stands.
      // A save checks that a class still extends the same.
      isFactory &&=
        known.isFinal && !uses.some((use) => use.how === 'assigns' || (!isClass(value) && isAskedAtOnce(use)));
      if (known.isFinal && known.isOfLoop && isKept(uses) && !isWaiting) perIteration.push(name);
      if (known.isBox) boxes.add(name);
      names.push(name);
    }
    return { isFactory, usesPrivate: usesPrivateNames(types, unit), names, boxes, thisUses, perIteration };
  }

  /** A use of a captured variable, where the unit is made. */
  use(name: string, { boxes }: Captured): t.Identifier {
    const node = this.#written.emit.id(name);
    this.#known.set(node, { ...FINAL, isBox: boxes.has(name) });
    return node;
  }
}

/** What it is made of may be another one when a save is loaded, or not there yet: `$plain(box.v)`. */
const isAskedAtOnce = ({ inside, node, parent }: Use): boolean =>
  !inside && parent.type === 'MemberExpression' && parent.object === node;

/** A function in it uses the variable, and nothing else changes that while it is made. */
const isKept = (uses: readonly Use[]): boolean =>
  uses.some(({ inside }) => inside) && uses.every(({ how }) => how !== 'assigns');

const FINAL: Known = { isFinal: true, isBox: false, isOfLoop: false };
const LATE: Known = { ...FINAL, isFinal: false };

const NO_PAUSES = { holds: () => false } as unknown as Pauses;

const isImportMeta = (node: t.Node): boolean => node.type === 'MetaProperty' && node.meta.name === 'import';

/** It uses `super` of the object around it, or its text is not all of its code. */
const isBoundToPlace = (types: Types, unit: t.Node): boolean =>
  holds(types, unit, isDirectEval) || (unit.type === 'ObjectMethod' && usesSuper(types, unit));

function usesPrivateNames(types: Types, unit: t.Node): boolean {
  const used = new Set<string>();
  const declared = new Set<string>();
  walk(types, unit, (node) => {
    if (node.type === 'PrivateName') used.add(node.id.name);
    if (isClass(node))
      for (const member of node.body.body)
        if ('key' in member && member.key.type === 'PrivateName') declared.add(member.key.id.name);
  });
  return [...used].some((name) => !declared.has(name));
}

/** Functions in it but arrows, and classes, have one of their own. */
export function usesSuper(types: Types, fn: t.Function): boolean {
  const isBoundary = (node: t.Node): boolean =>
    node !== fn && (isClass(node) || (isFunction(node) && node.type !== 'ArrowFunctionExpression'));
  return holds(types, fn, (node) => node.type === 'Super', isBoundary);
}
