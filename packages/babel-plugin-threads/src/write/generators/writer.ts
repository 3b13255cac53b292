/** What the parts that write generators work with. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import type { Marks } from '../../marks/marks.js';
import type { FunctionPlan, Pause, Plan } from '../../plan.js';
import type { Emitter } from '../emitter.js';
import type { Form } from '../../vocabulary.js';
import type { CallShape, FormNeeds, LoopShape, MetaTable, Shape } from './shape/shape.js';

export interface Writer {
  readonly types: Types;
  readonly compilation: Compilation;
  readonly marks: Marks;
  readonly plan: Plan;
  readonly shape: Shape;
  readonly emit: Emitter;
  readonly form: WaitForm;
  readonly written: Written;
}

/** What has been written so far, where one part has to know what another has made. */
export interface Written {
  /** Functions made out of deferred calls, by those. */
  readonly thunks: Map<t.Node, t.ArrowFunctionExpression>;
  /** The object of the last link of an opened chain, by the opened chain. */
  readonly receivers: Map<t.Node, t.Expression>;
  /** What holds the statements of a static block now. */
  readonly blocks: Map<t.Node, t.BlockStatement>;
  /** Declarations that stand where an `export` of them stood, by that. */
  readonly outOfExport: Map<t.Node, t.Statement>;
  /** The generators, with what they were made of. */
  readonly generators: Map<t.Node, FunctionPlan>;
  /** What each `yield` stands for. */
  readonly pauses: Map<t.Node, Pause>;
  /** Those that wait for the next frame, `yield nextFrame`. */
  readonly frameWaits: Set<t.Node>;
  /** Statements with a `finally` block that waits, what begins and ends that, and what is put around them for a `catch`. */
  readonly edges: Map<t.Node, 'finally' | 'yield' | 'catch'>;
  /** Calls of natives that take callbacks, by the name of a method, with that name. */
  readonly natives: Map<t.CallExpression, string>;
}

/** A file that is written, and what the stages behind have to know of it. */
export interface WrittenFile extends Pick<Written, 'generators' | 'pauses' | 'frameWaits' | 'edges' | 'natives'> {
  readonly compilation: Compilation;
  readonly marks: Marks;
  readonly plan: Plan;
  readonly emit: Emitter;
  /** What the table of positions is called, and the functions that it tells of; undefined if none is wrapped. */
  readonly metaTable: MetaTable | undefined;
  /** Does the file call a method of Executor that a bundle has only where it is asked for? */
  readonly hasOwnWaits: boolean;
  /** Of the author's; its comments may be those of the file. */
  readonly firstStatement: t.Statement | undefined;
  /** What wraps a function; undefined where nothing does. */
  readonly formOf: (plan: FunctionPlan) => Form | undefined;
}

/** How a wait looks. */
export interface WaitForm extends FormNeeds {
  /** A call that is waited for, whose parts are already written. */
  call(writer: Writer, call: CallShape, node: t.Expression): t.Expression;
  /** The statements before and behind an iteration of a loop. */
  pace(writer: Writer, loop: LoopShape): Pacing;
  /** What stands first of all in a function. */
  begin(writer: Writer, fn: FunctionPlan): readonly t.Statement[];
}

export interface Pacing {
  readonly before: readonly t.Statement[];
  readonly after: readonly t.Statement[];
}
