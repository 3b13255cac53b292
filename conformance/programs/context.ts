/** The context of a piece of code: the names in scope, and what the code may do. */
import { VOCABULARY } from '../../packages/babel-plugin-threads/src/vocabulary.js';
import { variantOf } from './files.js';
import type { Cursor } from './tree.js';

/** A function or method. Code calls only functions that were written before it, so that every program ends. */
export interface Callable {
  /** The function, `f1`, or the object of a method: `o1`, `this`, `super`. */
  readonly base: string;
  /** The method's name; undefined for a function. */
  readonly method?: string;
  /** Whether it never waits, so that a getter or a constructor can call it. */
  readonly isQuick: boolean;
  /** Whether its first argument limits its recursion. */
  readonly isCounted?: boolean;
  /** Whether it is the value of a field of a class. */
  readonly isField?: boolean;
}

export interface Context {
  /** Variables and constants in scope. The statements of a block add to them. */
  readonly variables: string[];
  readonly assignable: string[];
  readonly objects: string[];
  readonly classes: string[];
  readonly callables: Callable[];
  /** Async functions. They are only called with `void`, as compiled code waits for a Promise that a call returns. */
  readonly asyncs: string[];
  readonly generators: string[];
  readonly labels: readonly { readonly name: string; readonly isLoop: boolean }[];
  readonly isInLoop: boolean;
  readonly isInSwitch: boolean;
  readonly canReturn: boolean;
  /** Whether this code may wait. */
  readonly canWait: boolean;
  /** Whether a mark covers this code. Then loops and functions may have marks of their own. */
  readonly isCovered: boolean;
  readonly hasThis: boolean;
  readonly hasArguments: boolean;
  /** Whether this is a default value. An arrow there has no `arguments` in programs: if it waits and the function around it does not, it is refused. */
  readonly isInParameters?: boolean;
  /** Whether this is a method with a `super` whose properties it may change. A compiled arrow cannot. */
  readonly hasSuper: boolean;
  readonly isStrict: boolean;
  /** Whether it leaves out what no save can have. */
  readonly isSavable: boolean;
  /** What the program has of that. */
  readonly unsavable: Set<Unsavable>;
  /** Whether the program is one function. */
  readonly isOneScript: boolean;
  /** Whether this is the top of the program. Plain code runs there, so nothing waits while it is evaluated. */
  readonly isTop: boolean;
  readonly names: Names;
  readonly grammar: Grammar;
  /** Undefined if the program uses no words of the runtime. */
  readonly words: Words | undefined;
}

/** The pieces of a program that no save can have: conformance/saves/causes.ts says how each is refused. */
export type Unsavable =
  | 'accessor'
  | 'arguments'
  | 'async function'
  | 'bind'
  | 'block function'
  | 'class that runs code'
  | 'eval'
  | 'far'
  | 'generator'
  | 'method under a computed key'
  | 'private name'
  | 'replaced method'
  | 'super'
  | 'super in a closure'
  | 'word in a variable';

/** A piece of the program that no save can have. */
export function unsavable({ isSavable, unsavable: has }: Context, piece: Unsavable, text: string): string {
  if (isSavable) throw new Error(`a program for saves has a piece that no save can have: ${piece}`);
  has.add(piece);
  return text;
}

/** Functions contain statements, and statements contain functions. To avoid an import cycle, functions.ts gets the functions of the higher files from the context. */
export interface Grammar {
  readonly expression: (cursor: Cursor, context: Context) => string;
  readonly statements: (cursors: readonly Cursor[], context: Context) => string;
}

/** The names that the program gives to the words that it gets by `require`. */
export interface Words {
  readonly all: string;
  readonly race: string;
  readonly withTimeout: string;
}

/** Gives each declaration of a program a name of its own. */
export interface Names {
  next(prefix: string): string;
}

/** The names after a `$` in emitted code. programs.test.ts checks that this list contains all that occur in the plugin's sources. */
export const STEMS =
  'arrow method methods decorate named plain detached privateMethod early propertyKey takeNewTarget sync atOnce valueNow callback carry enterFinally leaveFinally ' +
  'a arguments began callee can default error fn fn1 frame0 k key key1 meta newTarget o parameter parameters r r1 super superG thread iteration0 value ' +
  'args c case case0 caught caught0 cursor cursor0 cursorOver e exit exit0 f kind kind0 loop loop0 m paused paused0 pc t t0 this thrown thrown0 v cancel ' +
  'keep2 keep4 keep8 keepMany next2 next4 next8 nextMany keysOf enterBlock inBlock leaveBlock ' +
  'again applyOn argumentsFrom argumentsOf at callOn callable constant constructible disposables enter forEach interrupt isOpen map mapped methodOn passed ran restOf tdz told using vars loading made make private record restartable saves self';
export const HELPERS =
  'beside countIteration given handler listener reaction nextFrame outside overBudget pausing pausingMethod promised stress';
/** Words that cannot be names of variables, and the name of every function's first parameter. */
const unfit = new Set(['a', 'arguments', 'c', 'case', 'default', 'e', 'private', 'super', 'this']);
const namesOfOutput: readonly string[] = [
  ...STEMS.split(' ').filter((stem) => !unfit.has(stem)),
  ...HELPERS.split(' '),
  ...STEMS.split(' ').map((stem) => `$${stem}`),
  // Generators of functions, the value of a call, and names that the plugin gives for the second time.
  ...'$main $clock $wait $ $$thread $thread1'.split(' '),
];

export const isWord = (name: string): boolean => VOCABULARY.has(name);

/** The properties that programs read and assign to. No method has such a name: as a part of a text, it would be the text of a compiled function. */
export const PROPERTIES: readonly string[] = ['v', 'w', 'k', 'g', 'nope'];

/**
 * Two of three names are words of the runtime or names that also occur in emitted code; every third has a number instead. In a program of several files
 * all have numbers: in the next file a word means the word, and what is emitted for that hides what an earlier one declares.
 */
export function makeNames(traits: number): Names {
  const rest = variantOf(traits) === 'files' ? [] : rotated([...namesOfOutput, ...VOCABULARY], traits);
  let count = 0;
  return { next };

  function next(prefix: string): string {
    count++;
    // A method must not have the name of a word either, as `this.all(f())` passes its call on without making it.
    const isFree = (name: string): boolean => prefix !== 'm' || !(VOCABULARY.has(name) || PROPERTIES.includes(name));
    const at = count % 3 === 0 ? -1 : rest.findIndex(isFree);
    return at < 0 ? `${prefix}${count}` : rest.splice(at, 1)[0]!;
  }
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

/** The context of an inner block: what is declared there is not in scope outside. */
export function inner(context: Context, changes: Partial<Context> = {}): Context {
  return {
    ...context,
    variables: [...context.variables],
    assignable: [...context.assignable],
    objects: [...context.objects],
    classes: [...context.classes],
    callables: [...context.callables],
    asyncs: [...context.asyncs],
    generators: [...context.generators],
    ...changes,
  };
}

/** The context of code that is evaluated immediately: a value, a computed key. */
export function now(context: Context): Context {
  return context.isTop ? inner(context, { canWait: false, isTop: false }) : context;
}

/** In sloppy code `arguments` are bound to the parameters, which no save can have. */
export const mayUseArguments = ({ isSavable, isStrict }: Context): boolean => isStrict || !isSavable;

export const withArguments = (context: Context, text: string): string =>
  context.isStrict ? text : unsavable(context, 'arguments', text);

/** The mark of a loop. In a function that must not wait, each loop has a mark that turns its frame-wait off. */
export function pace(cursor: Cursor, { canWait, isCovered }: Context): string {
  if (!isCovered) return '\n';
  if (canWait) return cursor.isTrue(8) ? `\n// ${cursor.pick(['@nowait', '@fast', '@wait'])}\n` : '';
  return `\n// ${cursor.pick(['@nowait', '@fast'])}\n`;
}

/** One alternative of a grammar rule. The first alternative should be the simplest, as fast-check shrinks numbers towards 0. */
export interface Production {
  readonly weight: number;
  /** Whether it needs no subtree. */
  readonly isLeaf?: boolean;
  readonly when?: (context: Context) => boolean;
  readonly write: (cursor: Cursor, context: Context) => string;
}

export function writeOne(productions: readonly Production[], cursor: Cursor, context: Context): string {
  const open = productions.filter(
    ({ isLeaf = false, when }) => (isLeaf || !cursor.isLeaf) && (when === undefined || when(context)),
  );
  let left = cursor.number(open.reduce((sum, { weight }) => sum + weight, 0));
  const chosen = open.find(({ weight }) => (left -= weight) < 0)!;
  return chosen.write(cursor, context);
}
