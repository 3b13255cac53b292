import type { types as t } from '@babel/core';
import type { Binding } from './babel/bindings.js';
import type { Path, ListedPath } from './babel/path.js';

/**
 * What the analysis found out: facts, which the writing obeys and never judges again. It says where a thread may pause
 * and why, what becomes of each function, and what stands for something else. It is finished before anything is
 * written.
 *
 *   Plan ── functions ── FunctionPlan ── pauses ── Pause
 *        ├─ calls ────── CallPlan ─────────┘ │
 *        └─ loops ────── LoopPlan ───────────┘
 */
export interface Plan {
  /** Functions that are compiled, by node, in source order. */
  readonly functions: Map<t.Node, FunctionPlan>;
  readonly calls: Map<t.Node, CallPlan>;
  readonly loops: Map<t.Node, LoopPlan>;
  /** Loops that nothing else would stop: their iterations are counted. */
  readonly runawayLoops: Set<t.Node>;
  /** Statements with a `finally` block in which a thread may wait. */
  readonly finallys: Set<t.Node>;
  /** Those with a `catch` around such a statement. */
  readonly catchesOfFinally: Set<t.Node>;
  /** Each `continue` of a loop that must reach the loop's end. */
  readonly continues: Map<t.Node, LoopPlan>;
  /**
   * Arguments that other code may call: compiled ones start a thread of their own. A `listener` may be an object
   * with `handleEvent`; a `reaction` stands in a chain whose end a thread may wait for.
   */
  readonly handlers: Map<t.Node, HandlerHelper>;
  /** Functions that a native calls in the middle of its own work, by node: `a callback of JSON.parse`. */
  readonly callbacks: Map<t.Node, string>;
  /** Calls that are the target of an assignment, which sloppy code may have: it throws once the call is made. */
  readonly assignedCalls: Set<t.Node>;
  /** Code that runs to its end at once, as the language calls it, by node: `the getter isOn`. */
  readonly regions: Map<t.Node, string>;
  /** Calls made in such a region. */
  readonly regionCalls: Map<t.Node, RegionCall>;
  /** `arguments`, `new.target` and members of `super` that are captured; `undefined` for a `new.target` that is that. */
  readonly captured: Map<t.Node, Capture | 'undefined'>;
  /** What each function or field captures for the arrows in it. */
  readonly captures: Map<t.Node, Capture[]>;
  /** Calls of a captured member of `super`. */
  readonly superCalls: Set<t.Node>;
  /** The first parameter of a function that is evaluated in its body, with all behind it. */
  readonly movedParameters: Map<FunctionPlan, number>;
  /** Optional chains that are opened, by their outermost nodes, or the `delete` in front. */
  readonly chains: Map<t.Node, OpenedChain>;
  /** Statements that are such a chain. */
  readonly chainStatements: Set<t.Node>;
  /** Declarations that may be called before their module has begun. */
  readonly earlyDeclarations: Set<t.Node>;
  /** Free names of the vocabulary, with all their uses. */
  readonly freeVocabulary: Map<string, Path[]>;
  /** Free names that the options give another meaning, by their nodes. */
  readonly replaced: Map<t.Node, ReplacedName>;
  readonly names: NamesInUse;
}

/**
 * What has to be done with a call in a region that cannot pause. `now`: its value is needed immediately. `beside`: the
 * value is not used, so it may wait on a thread of another owner. `region`: it is on no object, so it runs as a part of
 * the region.
 */
export interface RegionCall {
  readonly kind: 'now' | 'beside' | 'region';
  /** The name of the region, where this is the only call of it that may wait: what is around the call stays as it is. */
  readonly region: string | undefined;
}

export type FunctionKind =
  | 'declaration'
  | 'expression'
  | 'arrow'
  | 'method'
  | 'classMethod'
  | 'privateMethod'
  | 'deferred';

/** What an argument is given to that other code may call. */
export type HandlerHelper = 'handler' | 'listener' | 'reaction';

/**
 * What becomes of a compiled function:
 *
 * - `suspendable`: it may wait.
 * - `wrapped`: it never waits, but has its owner, its queue and its hooks as any other.
 * - `unwrapped`: it never waits, and no code can notice the missing wrapper; it stays as it is written.
 */
export type WrapperKind = 'suspendable' | 'wrapped' | 'unwrapped';

export interface FunctionPlan {
  /** The function's node; for `deferred` the call. */
  readonly node: t.Node;
  readonly path: ListedPath;
  readonly kind: FunctionKind;
  /** True if a mark is on this very function. */
  readonly marked: boolean;
  /** Path of the function in the file, e.g. `glitch.walk` or `ButtonC.onPress>arrow`. */
  id: string;
  /** JavaScript's `.name`; undefined where it is known at run time only. */
  readonly name: string | undefined;
  /** JavaScript's `.length`. */
  readonly length: number;
  /** Where it can pause, in source order. Empty: it never waits. */
  readonly pauses: Pause[];
  wrapper: WrapperKind;
  /** Why it has that wrapper, as a sentence. */
  wrapperReason: string;
  /** It uses `this`, itself or in an arrow inside. */
  usesThis: boolean;
  usesSuper: boolean;
  usesNewTarget: boolean;
  /** `this` outside it is that of a module or a script. */
  readonly atTop: boolean;
  /** A `function` expression that is immediately invoked and uses no `this`. */
  isImmediatelyInvoked: boolean;
  /** It refers to itself by the name of its function expression. */
  readonly selfName: { readonly name: string; readonly assigned: boolean } | undefined;
  /** For declarations: how the function's name leaves the file, if it does. */
  readonly exported: 'no' | 'named' | 'default';
  /** For methods of objects: another member behind it in the literal replaces it, or may do so. */
  isReplaced: 'never' | 'maybe' | 'always';
  /** `@fast` is above it. */
  readonly fast: boolean;
  /** The author's word that it never waits: `@instant`, or its schema. A wait in it is an error when it comes to it. */
  readonly instant: boolean;
  /** How a call of it is taken while its owner is busy: by a mark, other than in its turn. */
  readonly busy: 'beside' | 'interrupt' | undefined;
  /** How a call of it is taken while an earlier one is under way: by a mark, other than after that. */
  readonly again: 'restart' | 'drop' | 'latest' | undefined;
  /** Its text says that it never waits and changes nothing (R5c): it is answered at once, whoever asks. */
  isQuestion: boolean;
  /** Its code is strict. */
  readonly isStrict: boolean;
  /** `() => this.walk(pick())`, or such a call given to a combinator: as a branch it names the owners of its calls (R5b). */
  readonly concise: boolean;
}

/** Where a thread can wait. */
export interface Pause {
  /** Stable: the function's id, the ordinal, the hash of the statement. */
  id: string;
  /** The call or the loop. */
  readonly node: t.Node;
  readonly path: ListedPath;
  /** `start`: of the function itself, where nothing is taken not to wait. */
  readonly kind: 'call' | 'loop' | 'start';
  /** Is the value of the call used? A loop has none. */
  readonly value: 'used' | 'dropped';
  reason: Reason;
  readonly line: number;
  readonly column: number;
  /** Pauses are numbered by position in the source: a call's start, a loop's end. */
  readonly position: number;
  /** Breaks ties: what is evaluated first comes first. */
  readonly order: number;
  readonly hash: string;
  /** The line of the loop around it, if that does not wait in each iteration: it may run away. */
  loop: number | undefined;
  /** By `@pause` above its statement. */
  name: string | undefined;
}

/**
 * Why something is taken to wait. The chain leads through the functions of the file to what waits, or may: walk, step,
 * loop.
 */
export interface Reason {
  readonly isSure: boolean;
  readonly chain: readonly string[];
}

export interface CallPlan {
  readonly node: t.Node;
  readonly path: ListedPath;
  /**
   * - `wait`: the thread waits for the call.
   * - `detached`: made as from plain code, on a thread of its own; gives the value or the Thread.
   * - `deferred`: given to a combinator as a function.
   * - `returned`: the author's own arrow gives it to a combinator, `race(() => this.walk())`; the combinator waits for it.
   */
  treatment: 'wait' | 'detached' | 'deferred' | 'returned';
  /** The function that waits. */
  in: FunctionPlan;
  readonly pause: Pause | undefined;
  /** The value is dropped and the owner unknown: no thread joins one on another owner. */
  readonly isUnjoined: boolean;
  /** `void f()`: nobody waits for what a detached call gives. */
  readonly isForgotten: boolean;
  /** An argument or the receiver waits before the call itself is made. */
  waitsBefore: boolean;
  /**
   * It is given to `spawn`, and what it is made with is evaluated before: all but these parts, which come out the same
   * at any time.
   */
  readonly spawned: ReadonlySet<t.Node> | undefined;
  /** A `waitFor(object.method)`, which also needs to know the object. */
  readonly passReceiver: boolean;
  /** A `waitFor(call())`: what a call gives need not be something to wait for. */
  readonly takesGiven: boolean;
  /** If it may be a native that has a version which can pause. */
  native: NativePlan | undefined;
}

/** A method that may be a native. */
export interface NativePlan {
  /** `map` */
  readonly name: string;
  /** What the engine would call it, were it no function: `this.rooms.map`. */
  readonly text: string;
  /** To evaluate the arguments cannot change what the method is, so it may be read behind them. */
  readonly isReadLate: boolean;
}

/** What the arrows in a function or a field take from it, for which it would mean something else in the compiled arrow. */
export interface Capture {
  readonly what: 'arguments' | 'new.target' | 'super';
  /** For `super`: the property; undefined where it is computed. */
  readonly property: string | undefined;
}

/** An optional chain that pauses in its middle. */
export interface OpenedChain {
  readonly in: FunctionPlan;
  /** Innermost first. */
  readonly links: readonly ChainLink[];
  /** It ends in a member whose object is needed again: `waitFor(a?.b.open)`. */
  readonly keepsReceiver: boolean;
}

export interface ChainLink {
  readonly node: t.OptionalMemberExpression | t.OptionalCallExpression;
  /** What the engine would call the method of a call, were it no function. */
  readonly text: string;
}

export interface LoopPlan {
  readonly node: t.Node;
  readonly in: FunctionPlan;
  readonly pause: Pause;
  /** `frame`: one iteration a frame. `budget`: a wait only after many. */
  readonly pace: 'frame' | 'budget';
  /** Nothing in it leaves it. An error of a call would, but that is not known. */
  readonly isEndless: boolean;
  /** A `continue` goes on with it. */
  isContinued: boolean;
}

/** What the options `globals` and `constants` put in the place of a free name. */
export interface Replacement {
  readonly kind: 'global' | 'constant';
  /** Never changed itself: each use gets a copy. */
  readonly expression: t.Expression;
  /** The free names in the expression. */
  readonly names: ReadonlySet<string>;
}

export interface ReplacedName {
  readonly path: Path;
  readonly replacement: Replacement;
  /** It is called by its name alone, so what is called gets no `this`. */
  readonly isCallee: boolean;
}

/** What the file calls the runtime and its words, by import or by `require`. */
export interface RuntimeNames {
  /** The runtime's word that the name stands for. */
  wordOf(path: Path, name: string): string | undefined;
  /** The word that a member is: `rt.wait`, `CK.code.wait`. */
  wordOfMember(path: Path, member: t.Node): string | undefined;
  /** The name stands for the runtime itself: `rt` of `rt.wait(16)`. */
  isNamespace(path: Path, name: string): boolean;
  /** The variables that hold something of a module of the runtime: all of them, or those of one name. */
  bindingsOf(module: string, name?: string): Binding[];
}

/** The names of the source. */
export interface NamesInUse {
  /** Names of variables, bound or free. */
  readonly taken: ReadonlySet<string>;
  /** Names that the source binds, in any scope, with the number of scopes. */
  readonly bound: ReadonlyMap<string, number>;
}
