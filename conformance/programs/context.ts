/** What may stand where: the names in reach and what the place allows. */
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
  readonly hasThis: boolean;
  readonly hasArguments: boolean;
  readonly isStrict: boolean;
  /** At the top of the program, where plain code runs: nothing waits while it is evaluated. */
  readonly isTop: boolean;
  readonly names: Names;
}

/** Counts names up, so that no two declarations meet in one scope. */
export interface Names {
  next(prefix: string): string;
}

export function makeNames(): Names {
  let count = 0;
  return { next: (prefix) => `${prefix}${++count}` };
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
