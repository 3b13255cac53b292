/** What the parts of the writing work with, and what is known of a file that is written. */
import type { types as t } from '@babel/core';
import type { Types } from '../babel/types.js';
import type { Compilation } from '../context/compilation.js';
import type { NameGiver } from '../context/unique-names.js';
import type { Marks } from '../marks/marks.js';
import type { CallPlan, Capture, FunctionPlan, LoopPlan, Pause, Plan } from '../plan.js';
import type { Form } from '../vocabulary.js';
import type { Emitter } from './emitter.js';

export interface Writer extends Marked {
  readonly types: Types;
  readonly compilation: Compilation;
  readonly marks: Marks;
  readonly plan: Plan;
  readonly emit: Emitter;
  readonly names: NameGiver;
  readonly form: WaitForm;
  readonly firstNames: FirstNames;
  /** Links of chains that are opened: their calls are written with the chain. */
  readonly links: ReadonlySet<t.Node>;
  /** The functions that are wrapped, in source order. */
  readonly functions: ReadonlyMap<t.Node, WrappedFunction>;
  /** By a written node: the node of the source that it replaces. */
  readonly sourceOf: Map<t.Node, t.Node>;
  /** By a deferred call or a static block: what holds its statements now, an arrow or a block in it. */
  readonly holders: Map<t.Node, t.Node>;
  /** By an opened chain: the object of its last link. */
  readonly receivers: Map<t.Node, t.Expression>;
}

/** What written nodes stand for. */
interface Marked {
  /** The generators, with what they were made of. */
  readonly generators: Map<t.Node, FunctionPlan>;
  /** What each `yield` stands for. */
  readonly pauses: Map<t.Node, Pause>;
  /** Those that wait for the next frame, `yield nextFrame`. */
  readonly frameWaits: Set<t.Node>;
  /** What was written for a `finally` block that waits: its statement, the `yield`s that begin and end the block, and the `try` inside a `catch` around it. */
  readonly edges: Map<t.Node, 'finally' | 'yield' | 'catch'>;
  /** Calls of natives that take callbacks, by the name of a method, with that name. */
  readonly natives: Map<t.CallExpression, string>;
}

export interface WrappedFunction {
  readonly plan: FunctionPlan;
  /** What wraps it; undefined for a method that a later member of its literal always replaces. */
  readonly form: Form | undefined;
  /** `$meta(2)` */
  readonly meta: t.Expression;
  /** The temporary that keeps its computed key. */
  readonly key: string | undefined;
}

/** Names that are given before anything is written. */
export interface FirstNames {
  /** What an error is called that comes to a `finally` block in which a thread may wait. */
  readonly error: string;
  readonly loops: ReadonlyMap<LoopPlan, LoopNames>;
  readonly captures: ReadonlyMap<Capture, string>;
  /** The temporaries that keep computed keys. */
  readonly keys: ReadonlyMap<FunctionPlan, string>;
}

export interface LoopNames {
  /** `$frame0`; undefined where no frame can pass in an iteration, and where the pace is a budget. */
  readonly frame: string | undefined;
  /** `$iteration0`, if a `continue` goes on with the loop. */
  readonly iteration: string | undefined;
}

/** A file that is written, and what the stages behind have to know of it. */
export interface WrittenFile extends Marked, Pick<Writer, 'compilation' | 'marks' | 'plan' | 'emit'> {
  /** What the table of positions is called, and the functions that it tells of; undefined if none is wrapped. */
  readonly metaTable: MetaTable | undefined;
  /** Does the file call a method of Executor that a bundle has only where it is asked for? */
  readonly hasOwnWaits: boolean;
  /** Of the author's; its comments may be those of the file. */
  readonly firstStatement: t.Statement | undefined;
  /** What wraps a function; undefined where nothing does. */
  readonly formOf: (plan: FunctionPlan) => Form | undefined;
}

export interface MetaTable {
  readonly name: string;
  readonly functions: readonly FunctionPlan[];
}

/** A call whose parts are written. */
export interface ReadyCall {
  readonly plan: CallPlan;
  readonly node: t.Expression;
  /** Its method was read before, and is an argument of `$callOn` or `pausingMethod`. */
  readonly isReadBefore: boolean;
}

/** How a wait looks. */
export interface WaitForm {
  /** A call that is waited for. */
  call(writer: Writer, call: ReadyCall): t.Expression;
  /** The statements before and behind an iteration of a loop. */
  pace(writer: Writer, loop: LoopPlan): Pacing;
  /** What stands first of all in a function. */
  begin(writer: Writer, fn: FunctionPlan): readonly t.Statement[];
}

export interface Pacing {
  readonly before: readonly t.Statement[];
  readonly after: readonly t.Statement[];
}
