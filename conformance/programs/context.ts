/** What may stand where: the names in reach and what the place allows. */
import { VOCABULARY } from '../../packages/babel-plugin-threads/src/vocabulary.js';
import type { Cursor } from './tree.js';

/** Something that can be called. Only what was written before can be, so that every program ends. */
export interface Callable {
  /** `f1`, or the object of a method: `o1`, `this`, `super`. */
  readonly base: string;
  /** The method's name; undefined for a function. */
  readonly method?: string;
  /** It never waits: it can be called from a getter, a constructor and the like. */
  readonly isQuick: boolean;
  /** Its first argument counts its calls of itself. */
  readonly isCounted?: boolean;
  /** It is held by a field of a class. */
  readonly isField?: boolean;
}

export interface Context {
  /** Variables and constants in reach; the statements of a block add to them. */
  readonly variables: string[];
  readonly assignable: string[];
  readonly objects: string[];
  readonly classes: string[];
  readonly callables: Callable[];
  /** Async functions: called by `void` only, as compiled code waits for a Promise that a call gives. */
  readonly asyncs: string[];
  readonly generators: string[];
  readonly labels: readonly { readonly name: string; readonly isLoop: boolean }[];
  readonly isInLoop: boolean;
  readonly isInSwitch: boolean;
  readonly canReturn: boolean;
  /** What waits may stand here. */
  readonly canWait: boolean;
  /** A mark covers it: loops and functions in it may have marks of their own. */
  readonly isCovered: boolean;
  readonly hasThis: boolean;
  readonly hasArguments: boolean;
  readonly isStrict: boolean;
  /** At the top of the program, where plain code runs: nothing waits while it is evaluated. */
  readonly isTop: boolean;
  readonly names: Names;
  readonly grammar: Grammar;
  /** Undefined if the program takes none. */
  readonly words: Words | undefined;
}

/** Functions hold statements, and statements hold functions: the file of the functions, the lower one, is given the way up. */
export interface Grammar {
  readonly expression: (cursor: Cursor, context: Context) => string;
  readonly statements: (cursors: readonly Cursor[], context: Context) => string;
}

/** What the program calls the words that it takes by `require`. */
export interface Words {
  readonly all: string;
  readonly race: string;
  readonly withTimeout: string;
}

/** No two declarations of a program meet in one scope. */
export interface Names {
  next(prefix: string): string;
}

/** What stands behind a `$` in code that the plugin has written. The test beside this file looks for more of them in the plugin. */
export const STEMS =
  'arrow method methods decorate named plain detached privateMethod early propertyKey takeNewTarget sync atOnce valueNow callback carry enterFinally leaveFinally ' +
  'a arguments began can default error fn fn1 frame0 k key key1 meta newTarget parameter parameters r r1 super superG thread turn0 value';
export const HELPERS =
  'beside countTurn given handler isPause listener outside overBudget pausing pausingMethod stress';
/** No names of variables, or what every function calls its first parameter. */
const unfit = new Set(['a', 'arguments', 'default', 'super']);
const namesOfOutput: readonly string[] = [
  ...STEMS.split(' ').filter((stem) => !unfit.has(stem)),
  ...HELPERS.split(' '),
  ...STEMS.split(' ').map((stem) => `$${stem}`),
  // Generators of functions, the value of a call, and a name that is given for the second time.
  ...'$main $clock $wait $ $$thread $thread1'.split(' '),
];

export const isWord = (name: string): boolean => VOCABULARY.has(name);

/** Two of three names are such as the plugin gives too, or words of the runtime; the others are counted up. */
export function makeNames(traits: number): Names {
  const rest = rotated([...namesOfOutput, ...VOCABULARY], traits);
  let count = 0;
  return { next };

  function next(prefix: string): string {
    count++;
    // `this.all(f())` hands its call over.
    const isFree = (name: string): boolean => prefix !== 'm' || !VOCABULARY.has(name);
    const at = count % 3 === 0 ? -1 : rest.findIndex(isFree);
    return at < 0 ? `${prefix}${count}` : rest.splice(at, 1)[0]!;
  }
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

/** A block inside: what it declares stays in it. */
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

/** For what is evaluated where it stands: a value, a computed key. */
export function now(context: Context): Context {
  return context.isTop ? inner(context, { canWait: false, isTop: false }) : context;
}

/** One way to write something; the first is the simplest, as shrinking goes to 0. */
export interface Production {
  readonly weight: number;
  /** It needs nothing below it. */
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
