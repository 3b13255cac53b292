/** The errors that a script catches. */
export const ERROR_CLASSES = ['CancelledError', 'OwnerGoneError', 'TimeoutError'] as const;

/** Names that a script may use without importing them: the plugin brings them in from the runtime. */
export const VOCABULARY: ReadonlySet<string> = new Set([
  ...(
    'wait waitFrames every waitUntil waitUntilTime waitFor waitSignal signal clearSignal waitForEvent eventSource hook listen all race withTimeout tracks ' +
    'tween scope withClock skippable start attach random currentThread clock Executor asExecutor asLibrary executorOf'
  ).split(' '),
  ...ERROR_CLASSES,
]);

/** Vocabulary that never waits: its calls get no `yield`. */
export const INSTANT_VOCABULARY: ReadonlySet<string> = new Set([
  ...'signal clearSignal eventSource hook listen start attach random currentThread asExecutor asLibrary executorOf'.split(
    ' ',
  ),
  ...ERROR_CLASSES,
]);

/** The class whose instances have an executor, and the word that gives an executor to another object. */
export const EXECUTOR_CLASS = 'Executor';
export const MAKES_EXECUTOR = 'asExecutor';
/** The word that takes an object to own nothing. */
export const MAKES_LIBRARY = 'asLibrary';

/** Vocabulary whose call may wait. */
export const WAITING_WORDS: ReadonlySet<string> = new Set(
  [...VOCABULARY].filter((word) => !INSTANT_VOCABULARY.has(word) && word !== 'clock' && word !== EXECUTOR_CLASS),
);

/** Vocabulary that waits in a thread, and starts one where plain code calls it. */
export const STARTS_IN_PLAIN_CODE: ReadonlySet<string> = new Set(['withClock', 'skippable']);

/** Vocabulary whose calls return a Thread. */
export const GIVE_THREAD: ReadonlySet<string> = new Set(['start', 'attach']);

/** Methods of Executor that wait. */
export const EXECUTOR_WORDS: ReadonlySet<string> = new Set(
  'wait waitFrames waitUntil waitUntilTime waitFor waitSignal waitForEvent all race withTimeout tracks hold'.split(' '),
);

/** Methods of an owner that wait and keep it; others of its methods may be anything. */
export const OWN_WAITS: ReadonlySet<string> = new Set(
  'wait waitFrames waitUntil waitUntilTime waitFor waitSignal waitForEvent'.split(' '),
);

/** Methods of Executor that not every game needs: a bundle has those that a compiled file asks for. */
export const LOADED_OWN_WAITS: ReadonlySet<string> = new Set(
  'waitFor waitSignal waitForEvent all race withTimeout tracks hold'.split(' '),
);

/**
 * Free functions that take calls as arguments and make them later: such a call is deferred; the number says from which
 * argument on.
 */
export const DEFERS: ReadonlyMap<string, number> = new Map([
  ['all', 0],
  ['race', 0],
  ['withTimeout', 1],
  ['scope', 0],
  ['start', 0],
  ['attach', 0],
]);

/** The same for methods of `this`. */
export const METHODS_THAT_DEFER: ReadonlyMap<string, number> = new Map([
  ['all', 0],
  ['race', 0],
  ['withTimeout', 1],
  ['hold', 0],
]);

/**
 * Words of the two lists above whose call may also come before the number: `withTimeout(walk(), 1000)`. The wrong order of the
 * arguments is then an error of the runtime, which it throws before anything runs.
 */
export const DEFERS_BEFORE_NUMBER: ReadonlySet<string> = new Set(['withTimeout']);

/** Vocabulary whose first argument is milliseconds, also as methods of `this`. */
export const TAKES_MILLISECONDS: ReadonlySet<string> = new Set(['wait', 'every', 'withTimeout', 'tween']);

/** Vocabulary that takes milliseconds first and then a call, also as methods of `this`. */
export const CALL_AFTER_TIME: ReadonlySet<string> = new Set(['withTimeout', 'tween']);

/** Those of both that also take one array or one object of calls. */
export const TAKE_LISTS: ReadonlySet<string> = new Set(['all', 'race']);

/** Takes an object of calls and makes them later. Free, and as a method of `this`. */
export const DEFERS_PROPERTIES = 'tracks';

/**
 * Waits for its argument. If that is a call, it waits for what the call returns; if it is a method of an object
 * (`door.open`), for the next call of that method. Free, and as a method of `this`.
 */
export const WAIT_FOR = 'waitFor';

/** Takes a condition, which the scheduler asks in each pulse. Free, and as a method of `this`. */
export const TAKES_CONDITION = 'waitUntil';

/** Takes a callback and an ease after its time, and calls them in each frame. */
export const TWEEN = 'tween';

/** Takes a filter by this name in an object, and calls it for each event. Free, and as a method of `this`. */
export const TAKES_FILTER = { word: 'waitForEvent', property: 'filter' } as const;

/** How scripts name the scheduler whose methods are known: `scheduler`, `game.#scheduler`. */
export const isSchedulerName = (name: string): boolean => /(?:^|\.)#?scheduler$/.test(name);

/** The method of a scheduler that takes a call and makes it later. */
export const SCHEDULER_DEFERS = 'spawn';

/** `withSchema(fn, { waiting: false })` of the runtime's entry `schema`: the author states that a function never waits. */
export const SCHEMA = { entry: 'schema', word: 'withSchema', neverWaits: 'waiting' } as const;

/** The forms of the wrapper of functions, and what their bodies call. */
const FORMS = [
  '$thread',
  '$arrow',
  '$method',
  '$methods',
  '$decorate',
  '$named',
  '$plain',
  '$detached',
  '$privateMethod',
  '$early',
  '$propertyKey',
  '$takeNewTarget',
  '$sync',
  '$atOnce',
  '$valueNow',
  '$callback',
  '$carry',
  '$enterFinally',
  '$leaveFinally',
  // Called in both forms, though they stand with those of frames: methods that were read before, and places of waits.
  '$at',
  '$callOn',
  '$applyOn',
  '$callable',
  '$constructible',
  '$methodOn',
  // What the form of frames calls.
  '$keep2',
  '$keep4',
  '$keep8',
  '$keepMany',
  '$next2',
  '$next4',
  '$next8',
  '$nextMany',
  '$cancel',
  '$cursor',
  '$keysOf',
  '$restOf',
  '$argumentsFrom',
  '$argumentsOf',
  '$tdz',
  '$constant',
  '$disposables',
  '$enterBlock',
  '$inBlock',
  '$leaveBlock',
  '$isOpen',
  '$told',
  '$passed',
  '$enter',
  // Natives that take callbacks, in that form.
  '$forEach',
  '$map',
  '$pausing',
  '$pausingMethod',
] as const;

export type Form = (typeof FORMS)[number];

/** The same for a name in the output of the plugin, which may have given it a number. */
export const isNameOfForm = (name: string): boolean => (FORMS as readonly string[]).includes(name.replace(/\d+$/, ''));

/** Does a text call one of them, as the plugin's output does? */
export const callsForm = (text: string): boolean => CALL_OF_FORM.test(text);
const CALL_OF_FORM = new RegExp(`\\$(?:${FORMS.map((form) => form.slice(1)).join('|')})\\d*\\(`);

/** The other functions of the runtime that emitted code calls. */
const FUNCTIONS = [
  // The rules of marks that few games have.
  '$again',
  '$interrupt',
  // With the option `saves`.
  '$cursorOver',
  '$loading',
  '$made',
  '$private',
  '$saves',
  'beside',
  'countIteration',
  'given',
  'restartable',
  'handler',
  'listener',
  'nextFrame',
  'outside',
  'overBudget',
  'clock',
  'pausing',
  'pausingMethod',
  'promised',
  'reaction',
  'waitUntil',
] as const;

/** A name of the runtime that emitted code uses. */
export type Helper = Form | (typeof FUNCTIONS)[number];

/**
 * The properties that emitted code reads and writes of what the runtime gives to it, or takes from it, by what has them. Templates name no other ones
 * (emitter.ts), and the production build of the runtime shortens none of them (scripts/internal-names.js).
 */
export const MEMBERS = {
  clock: ['frame'],
  /** The record of a function whose calls are frame objects. */
  code: ['isOpen', 'run', 'ran', 'threw', 'ownThis', 'waits'],
  frame: ['code', 'self', 'pc', 'l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7'],
  /** What `for…of` goes through. */
  cursor: ['value', 'more', 'close', 'fail'],
  /** The keys of `for…in`. */
  keys: ['value', 'more'],
  /** What a block with `using` has to dispose of. */
  disposables: ['use', 'close', 'fail'],
  /** The error that a `finally` block holds back. */
  thrown: ['error'],
  /** The box of a variable. */
  box: ['v'],
} as const;

/**
 * Those of JavaScript, and of what emitted code makes for itself: the table of positions, factories in classes, what a factory has made once, the object with mapped `arguments`. No `call`,
 * `apply` or `bind`: a callee of a script may have its own, or none.
 */
const OTHER_MEMBERS = ['arguments', 'in', 'length', 'made', 'prototype', 'slice', 'table'];

/** What the output for `target: "frames"` calls in place of a helper. */
const IN_FRAMES: Partial<Readonly<Record<Helper, Helper>>> = { pausing: '$pausing', pausingMethod: '$pausingMethod' };

export const helperFor = (target: 'generators' | 'frames', helper: Helper): Helper =>
  (target === 'frames' ? IN_FRAMES[helper] : undefined) ?? helper;

export const HELPERS: ReadonlySet<string> = new Set([...FORMS, ...FUNCTIONS]);

export const isHelper = (name: string): name is Helper => HELPERS.has(name);

/** The runtime is a file (`./engine.js`, `@spindle/page/spindle.mjs`) and no package. */
export const isFile = (runtime: string): boolean => /^[./]|:|\.m?js$/.test(runtime);

/**
 * Where helpers are imported from: `@spindle/runtime/abi`. A file that was given as the runtime has them beside the
 * words.
 */
export const moduleOfHelpers = (runtime: string): string => (isFile(runtime) ? runtime : `${runtime}/abi`);

/** The package. */
export const RUNTIME = '@spindle/runtime';

/** The runtime in a page without a bundler, and its function that runs a program. */
export const GLOBAL_OF_PAGES = 'Spindle';
export const RUNS_PROGRAM = 'run';

/** Words that not every game has. The output takes them from where the helpers are; by hand they come from `scenes`. */
export const WORDS_OF_SCENES: ReadonlySet<string> = new Set('scope skippable tween'.split(' '));

/** Where a free word is imported from. */
export const moduleOfWord = (word: string, runtime: string): string =>
  WORDS_OF_SCENES.has(word) ? moduleOfHelpers(runtime) : runtime;

/** Does this module have the word? */
export const hasWord = (source: string, word: string, runtime: string): boolean =>
  VOCABULARY.has(word) &&
  (source === runtime ||
    (WORDS_OF_SCENES.has(word) && (source === `${runtime}/scenes` || source === moduleOfHelpers(runtime))));

/**
 * The entry that has all methods of Executor: `@spindle/runtime/own-waits`. Who gave a file as the runtime imports it
 * there.
 */
export const moduleOfOwnWaits = (runtime: string): string | undefined =>
  isFile(runtime) ? undefined : `${runtime}/own-waits`;

/** The module is the runtime, or one of its entries. */
export const isOfRuntime = (source: string, runtime: string): boolean =>
  source === runtime || source.startsWith(`${runtime}/`);

/** Every name by which emitted code reaches into the runtime: words, helpers, properties. */
export const namesInRuntime = (): ReadonlySet<string> =>
  new Set([...VOCABULARY, ...HELPERS, ...Object.values(MEMBERS).flat()]);

const KNOWN_MEMBERS: ReadonlySet<string> = new Set([...Object.values(MEMBERS).flat(), ...OTHER_MEMBERS]);

export const isKnownMember = (name: string): boolean => KNOWN_MEMBERS.has(name);

/** The properties in a text of emitted code that are neither of the runtime nor known else: `.pc`, `{ error: … }`, `{ set v(…) }`. */
export const unknownMembers = (text: string): string[] =>
  Array.from(text.matchAll(MEMBER), ([, read, key]) => read ?? key!).filter((name) => !isKnownMember(name));
const MEMBER = /(?<!\.|\bnew)\.([a-z][$\w]*)|\{ *(?:[gs]et )?([a-z]\w*)(?=[:(])/g;
