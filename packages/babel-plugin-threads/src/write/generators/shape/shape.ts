/** What the backend "generators" needs beside the facts of the Plan. */
import type { types as t } from '@babel/core';
import type { CallPlan, Capture, FunctionPlan, HandlerHelper, LoopPlan, RegionCall } from '../../../plan.js';
import type { HelperName } from '../../emitter.js';
import type { PlaceOfSuper } from '../../super.js';
import type { Form, Helper } from '../../../vocabulary.js';

/**
 * How the Plan looks when it is written with generators: every name, every decision. It is made before anything is written; the writing
 * obeys it, and neither gives a name nor judges.
 *
 *   Plan ──▶ Shape ── actions ──── Action      what is done to a node
 *                  ├─ functions ── FunctionShape   how a function is declared and wrapped
 *                  ├─ prologues ── Prologue    what stands first in a body
 *                  └─ helpers                  what the file imports from the runtime
 */
export interface Shape {
  /** By node; each list in the order in which it is done. */
  readonly actions: ReadonlyMap<t.Node, readonly Action[]>;
  readonly functions: ReadonlyMap<t.Node, FunctionShape>;
  /** By what declares them: a function, a field, a static block, the file. */
  readonly prologues: ReadonlyMap<t.Node, Prologue>;
  /** Helpers in use, by the runtime's name; none if they come by a global. */
  readonly helpers: ReadonlyMap<Helper, HelperName>;
  /** What a stage behind the Shape calls one more; undefined where they come by a global. */
  readonly nameOf: (helper: Helper) => HelperName | undefined;
  /** What the table of positions is called, and the functions that it tells of; undefined if none is wrapped. */
  readonly metaTable: MetaTable | undefined;
}

export interface MetaTable {
  readonly name: string;
  readonly functions: readonly FunctionPlan[];
}

/** What the way to write a wait asks of the Shape: see `WaitForm`. */
export interface FormNeeds {
  helpersOfLoop(loop: LoopShape): readonly Helper[];
}

export type Action =
  /** `arguments` or `new.target` of a function around, under a name of its own. */
  | { readonly kind: 'captured'; readonly name: string }
  /** `delete new.target`: a name cannot be deleted. */
  | { readonly kind: 'capturedAndDeleted'; readonly name: string }
  /** `super.m` of a function around; as a callee or a tag it has to keep its `this`. */
  | { readonly kind: 'superRead'; readonly name: string; readonly as: PlaceOfSuper }
  /** A call of such a `super.m`, on `this`. */
  | { readonly kind: 'superCall' }
  | { readonly kind: 'chain'; readonly chain: ChainShape }
  /** Nobody uses the value of the chain. */
  | { readonly kind: 'chainStatement' }
  /** `f() = 1` */
  | { readonly kind: 'assignmentTarget' }
  | { readonly kind: 'regionCall'; readonly call: RegionCall }
  /** `resultName`: a constructor that returns a value. */
  | { readonly kind: 'region'; readonly name: string; readonly resultName: string | undefined }
  | { readonly kind: 'call'; readonly call: CallShape }
  | { readonly kind: 'continue'; readonly iterationName: string }
  | { readonly kind: 'loop'; readonly loop: LoopShape }
  | { readonly kind: 'catch'; readonly errorName: string }
  | { readonly kind: 'finally'; readonly errorName: string }
  | { readonly kind: 'countIterations' }
  | { readonly kind: 'handler'; readonly helper: HandlerHelper }
  | { readonly kind: 'callback'; readonly region: string };

/**
 * How an object is named a second time:
 *
 * - `this`, also for `super`.
 * - `again`: by its own name.
 * - `temporary`: what gives it is put into that variable where it stands first.
 * - `ofChain`: as the opened chain has named it.
 */
export type Receiver =
  | { readonly kind: 'this' | 'again' | 'ofChain' }
  | { readonly kind: 'temporary'; readonly name: string };

export interface CallShape {
  readonly plan: CallPlan;
  /**
   * - `wait`: the thread waits for it.
   * - `call`: it is made, and no more.
   * - `detached`: it is made as from plain code, and so early that nothing in it waits; `detachedInParts`: the parts of it are evaluated before.
   * - `spawned`: it becomes a function, and the parts of it are evaluated before.
   */
  readonly as: 'wait' | 'call' | 'detached' | 'detachedInParts' | 'spawned';
  /** What has come out becomes a function. */
  readonly isDeferred: boolean;
  /**
   * A call of `list.map` that may be the native:
   *
   * - `named`: `pausing(list, "map", …)`.
   * - `read`: `pausingMethod("list.map", list.map, list, …)`.
   * - `super`: the same with a captured `super.map`.
   */
  readonly native: NativeShape | undefined;
  /** The object of the method that is called, or of the one that `waitFor` is given, if it is named again. */
  readonly receiver: Receiver | undefined;
  readonly spawned: SpawnShape | undefined;
  /** Of an `import` whose parts are evaluated before: their names in the function that imports. */
  readonly importNames: readonly string[];
}

export interface NativeShape {
  readonly form: 'named' | 'read' | 'super';
  /** `map` */
  readonly name: string;
  /** What the engine would call it, were it no function: `this.rooms.map`. */
  readonly text: string;
}

/** The names under which the parts of a call that is given to `spawn` are taken over; a part without a name stays. */
export interface SpawnShape {
  readonly callee: string | undefined;
  readonly object: string | undefined;
  readonly property: string | undefined;
  /** In the order of the arguments as they are written: `pausing` has more. */
  readonly args: readonly (string | undefined)[];
}

export interface ChainShape {
  readonly in: FunctionPlan;
  /** The `delete` in front goes into it. */
  readonly isDeleted: boolean;
  /** Innermost first, as they are found in the tree when it is written. */
  readonly links: readonly LinkShape[];
  /** The call at its top, if that is deferred: the opened chain as a whole becomes a function. */
  readonly deferred: CallPlan | undefined;
  /** `spawn` gets a function in any case. */
  readonly isSpawned: boolean;
}

export interface LinkShape {
  /** What stands before its `?.` is tested; a name of the source needs no temporary. */
  readonly test: { readonly name: string | undefined } | undefined;
  /** The method is read before the test and called on this object behind it. */
  readonly owner: Receiver | undefined;
  /** The last link of `waitFor(a?.b.open)`: the temporary of its object. */
  readonly objectName: string | undefined;
  /** The object behind this test is the one that `waitFor` needs. */
  readonly isReceiver: boolean;
  /** With an owner: what the engine would call the method, were it no function; and whether it may be a native. */
  readonly text: string | undefined;
  readonly isNative: boolean;
  readonly call: CallShape | undefined;
}

export interface LoopShape {
  readonly plan: LoopPlan;
  /** `$frame0`; undefined where no frame can pass in an iteration, and where the pace is a budget. */
  readonly frameName: string | undefined;
  /** `$iteration0` */
  readonly iterationName: string | undefined;
}

export interface FunctionShape {
  readonly plan: FunctionPlan;
  /** For declarations. */
  readonly declaration: DeclarationShape | undefined;
  /** For methods, and functions in properties, with a computed key: the temporary that keeps the key. */
  readonly key: string | undefined;
  /** For an object's method: the literal is wrapped as a whole, and it stays what it is. */
  readonly isWrappedWhole: boolean;
  /** Of a function expression that assigns to its own name: `$fact` of `fact`. Of a private method: the generator's name without `#`. */
  readonly innerName: string | undefined;
  /** Written with `this`: its arrow had that of the code around. */
  readonly hasOuterThis: boolean;
  /** What wraps it; undefined for a method that a later member of its literal always replaces. */
  readonly form: Form | undefined;
}

/**
 * How a declaration is written:
 *
 * - `wrapped`: it never waits, and stays.
 * - `variable`: its name becomes a variable.
 * - `exported`: the same, and the `export` goes with the variable.
 * - `function`: it stays, to be seen outside its block (Annex B), and is assigned to.
 * - `early`: it stays, to be called before the module has begun, and is assigned to.
 */
export interface DeclarationShape {
  readonly form: 'wrapped' | 'variable' | 'exported' | 'function' | 'early';
  /** Also that of an anonymous default export. */
  readonly name: string;
  /** `$walk` of `walk` */
  readonly generatorName: string;
  readonly variable: 'var' | 'let';
  /** The node in whose statement list it stands. */
  readonly scope: t.Node;
  /** Names of the parameters of an early one, where they have none of their own. */
  readonly parameterNames: readonly string[];
}

export interface Prologue {
  readonly captures: readonly NamedCapture[];
  readonly temporaries: readonly string[];
  readonly parameters: DesugaredParameters | undefined;
  /** The function that it is the prologue of. */
  readonly fn: FunctionPlan | undefined;
}

/** Parameters that are evaluated in the body, as one of them may wait. */
export interface DesugaredParameters {
  readonly from: number;
  /** `$parameters` */
  readonly listName: string;
}

export interface NamedCapture extends Capture {
  readonly name: string;
}
