/** What the whole file is lowered with. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import type { NameGiver } from '../../context/unique-names.js';
import type { Emitter } from '../../write/emitter.js';
import type { FormChoices } from './form-choices.js';
import type { ScopeMarks } from './scope-marks.js';

export interface Tools {
  readonly types: Types;
  readonly emit: Emitter;
  readonly names: NameGiver;
  /** Is this the name of a helper in the file? It never changes. */
  isOfRuntime(name: string): boolean;
  /** Is this the object of the option `runtime.global`, as the source names it? It never changes either. */
  isNamespace(node: t.Node): boolean;
  /** The frame-waits of loops: `yield nextFrame`. */
  readonly frameWaits: ReadonlySet<t.Node>;
  /** The hash of a statement of the source, as its pauses have it. */
  hashOf(node: t.Node): string;
  readonly marks: ScopeMarks;
  readonly choices: FormChoices;
  /** With the option `saves`: what is made in a function is made by factories, which get values and boxes and no variables. */
  readonly saving: Saving | undefined;
  /** With that option, by the bodies of functions. */
  readonly hoisted: Map<t.Node, HoistedNames>;
  /** The parts that generators need for `finally` blocks that pause: see `write/statements/finally-blocks.ts`. */
  readonly edges: ReadonlyMap<t.Node, 'finally' | 'yield' | 'catch'>;
}

/** The variables that stand at the head of a function: they are boxes, or final values for whoever captures them. */
export interface HoistedNames {
  readonly all: ReadonlySet<string>;
  readonly boxes: ReadonlySet<string>;
  /** Those that each iteration of a loop has anew. */
  readonly ofLoops: ReadonlySet<string>;
}

export interface Saving {
  /** A callback that is called at once and never kept: it is made where it stands, and shares the variables around it. */
  isCalledAtOnce(node: t.Node): boolean;
  /** The literal that a variable gets in its declaration; undefined if it gets something else. `name`: in the declaration. */
  firstValueOf(name: t.Node): Literal | undefined;
}

/** As the source has it; `undefined` of a variable that is declared without a value. */
export interface Literal {
  readonly value: string | number | boolean | null | undefined;
}

/** A variable that is none of the source: what it is, and the statement that it belongs to. */
export interface Lasting {
  readonly role: string;
  readonly at: t.Node;
}

/** A compiled function as it stands in the output. */
export type Step = t.FunctionExpression | t.FunctionDeclaration | t.ObjectMethod | t.ClassMethod | t.ClassPrivateMethod;
