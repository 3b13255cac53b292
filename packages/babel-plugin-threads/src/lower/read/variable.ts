/** What is known of the variables of a function that is lowered. */
import type { types as t } from '@babel/core';
import type { Kind } from './declared-names.js';

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly scope: Scope;
  readonly uses: Use[];
  /** The number of the node that declares it, in the order of the text; 0 for a parameter. */
  declaredAt: number;
  /** Where its declaration begins. */
  declaredFrom: number;
  /** The number behind the statement part that declares it: its initial value is evaluated before. */
  declaredEnd: number;
  /** What declares it, if it is one declarator. */
  declarator: t.VariableDeclarator | t.ClassDeclaration | t.TSEnumDeclaration | undefined;
  /** Where the list of statements of its `case` ends. A later `case` may be entered without it, so that its declaration has not run. */
  caseEnd: number;
  /** The `var` that sloppy code has for a function declared in a block; the block has a variable of the same name. */
  isOfBlock: boolean;
}

/** A name where it stands. */
export interface Use {
  readonly node: t.Identifier | t.JSXIdentifier;
  readonly parent: t.Node;
  /** `declares`: the name in its declaration, where it may get a first value. */
  readonly how: 'reads' | 'assigns' | 'declares';
  /** The outermost nested function or class member around it; undefined in the function's own code. */
  readonly inside: Nested | undefined;
  readonly isInLoop: boolean;
  readonly at: number;
}

/** A function inside of the one that is lowered. For a method `node` is its object or class, which is made at the same time. */
export interface Nested {
  readonly node: t.Node;
  readonly place: Place;
  /** When it is made, in the order of the text: a declaration where its block begins. */
  readonly at: number;
}

/** Where a node stands: a field of its parent, or a place in its list. */
export interface Place {
  readonly parent: t.Node;
  readonly key: string;
  readonly index: number | undefined;
}

export interface Scope {
  readonly node: t.Node;
  readonly parent: Scope | undefined;
  readonly variables: Map<string, Variable>;
  readonly isOwn: boolean;
  /** It is entered in each iteration of a loop, or is that of the variables of a `for`. */
  readonly isInLoop: boolean;
  readonly at: number;
}

export interface Variables {
  /** Of the function itself, outer scopes first. */
  readonly own: readonly Variable[];
  /** Names of classes, enums and function expressions, as they mean themselves inside, wherever they stand in it. */
  readonly inner: readonly Variable[];
  /** Names that mean something outside of it. */
  readonly free: ReadonlyMap<string, readonly Use[]>;
  readonly nested: readonly Nested[];
  /** `this` of the function itself, also in arrows in it. */
  readonly thisUses: readonly Place[];
  /** `super`, `new.target` and the like. */
  readonly others: readonly t.Node[];
  /** Somewhere in it, also in a function in it, stands a `try`. */
  readonly holdsTry: boolean;
  readonly holdsClass: boolean;
}
