/** The types of what users and tools give to the plugin and get from it. They need no types of Babel. */

/** Which kinds of loop wait a frame after each iteration. */
export interface FrameWait {
  readonly while: boolean;
  readonly doWhile: boolean;
  /** `'uncounted'`: all but those that count, such as `for (let i = 0; i < 8; i++)`. */
  readonly for: boolean | 'uncounted';
  readonly forOf: boolean;
  readonly forIn: boolean;
}

/** What a user may write beside the plugin's name. */
export interface ThreadsOptions {
  /**
   * Where emitted code finds the runtime: an import from `module` (default `@spindle/runtime`), or a `global` such as
   * `CK.code`.
   */
  readonly runtime?: { readonly global?: string; readonly module?: string };
  /** Loops that wait a frame after each iteration; default: `while`, `doWhile` and each `for` that does not count. */
  readonly frameWait?: Partial<FrameWait>;
  /** Iterations of a `@fast` loop between two waits; default 10,000. */
  readonly fastIterations?: number;
  /**
   * Count the iterations of loops that may come round without a wait, so that one that never ends is a `RunawayError`;
   * default true.
   */
  readonly countTurns?: boolean;
  /** Callees that never wait, by name (`distance`) or pattern (`ui.*`). */
  readonly plain?: readonly string[];
  /**
   * The output tells the runtime the name of the file, and where each thread waits in it: for `framesOf` in a production build, without
   * source maps (docs/guide/cookbook/current-line.md). Default false.
   */
  readonly positions?: boolean;
  /**
   * Each function at the top of a file can be replaced by another version while threads run (docs/hot-updates.md): it keeps its
   * wrapper, and with the target `frames` its calls are waited for, as the next version may wait. With that target, threads go on in the
   * next version where they wait, for which the output has what `saves` asks for, unless that is `false`.
   */
  readonly hotUpdates?: boolean;
  /**
   * The text is a program, as with `// @script` as its first comment: its body is one script, the default export, which
   * `start` runs (docs/programs.md). For texts in which nobody should have to write a mark.
   */
  readonly script?: boolean;
  /**
   * For pages without a bundler, which load `spindle.js` of `@spindle/page`: the runtime is the global `Spindle`, unless `runtime` names
   * another one, and a program is no export: it runs where its element stands. Default false.
   */
  readonly page?: boolean;
  /**
   * What a function that may wait becomes: a generator, or, which is experimental, a function whose state is plain data
   * (docs/frames.md). With `frames`, a function that cannot be written so stays a generator.
   */
  readonly target?: 'generators' | 'frames';
  /**
   * The output has what `@spindle/runtime/saves` needs, so that threads that wait can be saved (docs/frames.md). Needs `target: 'frames'`.
   * Default: only with `hotUpdates`.
   */
  readonly saves?: boolean;
  /** The folder below which files are named in saves; default: that of the nearest package.json above each file. */
  readonly root?: string;
  /**
   * Free names and where they are found: `{ Position: 'CK.api.Position' }`; `true` stands for "there is such a global".
   */
  readonly globals?: Readonly<Record<string, string | true>>;
  /** Free names and the expression that replaces them: `{ NORTH: 'Direction(0)' }`. */
  readonly constants?: Readonly<Record<string, string>>;
  /** Words of the runtime and what else they are called in scripts, as in the language of those who write them: `{ wait: 'warte' }`. */
  readonly words?: Readonly<Record<string, string>>;
  /** In code that a mark covers, a free name that is not known is an error. */
  readonly strictGlobals?: boolean;
  /** What becomes of doubtful code: it is warned of (default), an error, or passed over. */
  readonly diagnostics?: 'warn' | 'error' | 'off';
  /** Takes the warnings; without it they go to `console.warn`. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
}

/** What a message names: plain data. */
export type Values = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/**
 * Where code stands. Lines count from 1, columns from 0, as Babel counts. The end is the start where only that is known, as for an error
 * of the parser.
 */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Code that compiles, and that its author may not mean. */
export interface Diagnostic extends Place {
  /** `SPN601` and the like: see https://github.com/spindle-scripts/spindle/blob/main/docs/errors.md. */
  readonly code: string;
  readonly severity: 'warning' | 'error';
  /** The fact and the fix, with the code at the end. */
  readonly message: string;
  /**
   * What the message names, for texts in another language (docs/messages.md): names, words and code as they are written, lists of
   * them, and which of several facts is meant.
   */
  readonly values: Values;
  /** An absolute path, if Babel knows the file. */
  readonly file: string | undefined;
  /** The lines around the place, as they are shown below an error; empty where the source is not known. */
  readonly frame: string;
  /** Changes that an editor can offer, the likeliest first. Each is a proposal: compile the result before it is shown. */
  readonly mends?: readonly Mend[];
}

/** A change of the source that may mend what a diagnostic is about. */
export interface Mend extends Place {
  /**
   * - `mark`: put a comment with the text above the code at the place, which is a function, a loop or a statement.
   * - `replace`: put the text in the place of the code; if it is empty, remove that.
   */
  readonly kind: 'mark' | 'replace';
  /** `@instant`, `start(() => guard.patrol())` */
  readonly text: string;
}

/**
 * What the plugin did with one file: `result.metadata.spindle` of Babel, and `report` of `@spindle/compiler`. Plain
 * data.
 */
export interface SpindleReport {
  /** Something was compiled. A file of which this is not true is as it came. */
  compiled: boolean;
  /** The functions that a mark covers, in source order. Empty if the marks were not understood. */
  functions: readonly FunctionReport[];
  diagnostics: Diagnostic[];
  /** What stands at the top of the file as `let` or `var`, and is set in a function: all games of a process have it in common. Left out if there is none. */
  sharedVariables?: readonly SharedVariable[];
}

export interface SharedVariable extends Place {
  readonly name: string;
}

/** What became of one function that a mark covers. */
export interface FunctionReport extends Place {
  /** The path of the function in the file, e.g. `Guard.patrol` or `ButtonC.onPress>arrow`. */
  readonly id: string;
  /** The innermost mark that covers it: on itself, on a class, object or function around it, or of the file. */
  readonly markedBy: { readonly on: 'function' | 'class' | 'object' | 'around' | 'file'; readonly line: number };
  /**
   * - `suspendable`: a generator, as it may wait.
   * - `wrapped`: it never waits, but its calls stand in line for its owner.
   * - `unwrapped`: it never waits, and stays as it is written, as no code can tell.
   * - `left out`: it cannot be a thread, or a mark keeps it as it is.
   */
  readonly form: 'suspendable' | 'wrapped' | 'unwrapped' | 'left out';
  /**
   * Why it is left out:
   *
   * - `native`: the mark `// @native` keeps it as it is.
   * - `compiled`: the plugin has written it, in an earlier build.
   * - `thisBeforeSuper`: it is in a constructor, and its `this` may be read before `super()` has returned.
   * - `calledByLanguage`: the language itself calls it, as `toString`, and does not wait.
   * - else: it is what the word says, and such a function cannot be a thread.
   */
  readonly leftOut?:
    | 'native'
    | 'compiled'
    | 'thisBeforeSuper'
    | 'calledByLanguage'
    | 'async'
    | 'generator'
    | 'getter'
    | 'setter'
    | 'constructor';
  /** With the option `target: "frames"`: is a suspendable one written so, or why does it stay a generator? */
  readonly target?: { readonly form: 'frames' | 'generator'; readonly reason?: string };
  /** Why it has this form, as a sentence. */
  readonly reason: string;
  /** It never waits and changes nothing: it is answered at once. */
  readonly question: boolean;
  /**
   * With the option `hotUpdates`, of a function or method at the top of the file: what a call of it may do, and the most that one of its
   * next version may, for code that may go on after an update. 0: neither pause nor give a Promise, 1: give a Promise, 2: pause.
   */
  readonly inUpdates?: { readonly does: 0 | 1 | 2; readonly limit: 0 | 1 | 2 };
  /** Marks that say how it is compiled or how its calls are taken. */
  readonly marks: readonly string[];
  /** The places where it may wait, in source order. */
  readonly pauses: readonly PauseReport[];
  /** The calls that it makes on threads of their own, without waiting for them. */
  readonly starts: readonly StartReport[];
}

/** A place where a thread may wait. */
export interface PauseReport extends Place {
  /** The same as in traces and saves: the function's id, the ordinal, the hash of the statement. */
  readonly id: string;
  /** `start`: of the function itself. */
  readonly kind: 'call' | 'loop' | 'start';
  /** True if it waits whenever it is reached; false if that depends on what is called. */
  readonly isSure: boolean;
  /** `waits: walk → step → loop`, `may wait: unknown callee log`. */
  readonly reason: string;
  /**
   * What a wait there means for others:
   *
   * - `waits`: a free word, after which others may act on the owner meanwhile; or a call in the same thread, which does
   *   what its function does.
   * - `keeps`: the thread keeps its owner, if it has one: `this.wait(…)`, a frame of a loop.
   * - `queues`: the value of a call on another object is waited for. The call stands in line while that object is busy,
   *   unless it is a question or a mark says otherwise.
   * - `asks`: the same, and all functions of that name in the file are questions or marked `@instant`: it is answered at
   *   once.
   * - `beside`: a call on another object is begun, and the thread goes on at once. It waits only if the call turns out
   *   to run in this thread.
   */
  readonly manner: 'waits' | 'keeps' | 'queues' | 'asks' | 'beside';
  /** The call is begun beside, is known to take time, and stands between two statements `waitFor(…)`: is it meant so? */
  readonly isBetweenWaits?: true;
}

/** A call that runs on a thread of its own. */
export interface StartReport extends Place {
  /**
   * `start`, `attach`: by the word. `void`: as the operand of `void`. `promise`: its value is asked for `then`, or given
   * to `Promise.all` and the like.
   */
  readonly kind: 'start' | 'attach' | 'void' | 'promise';
}
