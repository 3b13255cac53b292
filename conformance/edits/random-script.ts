/** Random scripts, and random edits of them. */
import {
  type Block,
  BLOCKS,
  type Call,
  CALLS,
  callsOf,
  type Fn,
  isBlock,
  type Line,
  type Part,
  partsOf,
  PLAIN_BLOCKS,
  type Script,
  STATEFUL_BLOCKS,
  WAITS,
} from './script.js';

/** A small generator of numbers (mulberry32). */
export class Dice {
  #state: number;
  #nextId = 1;
  #aim: readonly number[] = [];

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 on, less than `n`. */
  below(n: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** One of those that are aimed at, or their neighbours, if there are some. */
  ofParts<T extends { readonly part: Part; readonly list: Part[] }>(all: readonly T[]): T {
    const near = all.filter(({ part, list }) => {
      const at = list.indexOf(part);
      return [at - 1, at, at + 1].some((index) => this.#aim.includes(list[index]?.id ?? 0));
    });
    return this.of(near.length > 0 ? near : all);
  }

  aimAt(ids: readonly number[]): void {
    this.#aim = ids;
  }

  newId(): number {
    return this.#nextId++;
  }
}

const NAMES = ['a', 'b', 'c', 'hero', 'guard', 'gold', 'n', 'steps'];

export function randomScript(dice: Dice): Script {
  const functions: Fn[] = ['play', 'visit'].map((name) => ({
    id: dice.newId(),
    name,
    variables: new Map(),
    asked: new Set(),
    body: [],
  }));
  for (const fn of functions) {
    for (let n = 1 + dice.below(3); n > 0; n--) addVariable(dice, fn);
    fn.body = randomBody(dice, fn, { depth: 0, length: 2 + dice.below(5), calls: fn.name === 'visit' });
  }
  return { functions };
}

function addVariable(dice: Dice, fn: Fn): number {
  const free = NAMES.filter((name) => ![...fn.variables.values()].includes(name));
  const id = dice.newId();
  fn.variables.set(id, free[0] === undefined ? `v${id}` : dice.of(free));
  return id;
}

const WORDS =
  'the gate is open and nobody knows why you came here so late with a lamp in your hand while all of us sleep at sea'.split(
    ' ',
  );

interface Room {
  readonly depth: number;
  readonly length: number;
  /** It is called itself, so that it calls no other one. */
  readonly calls: boolean;
}

function randomBody(dice: Dice, fn: Fn, { depth, length, calls }: Room): Part[] {
  return Array.from({ length }, (): Part => {
    if (depth < 3 && dice.below(10) < 3)
      return {
        kind: dice.of(BLOCKS),
        id: dice.newId(),
        argument: dice.below(9),
        body: randomBody(dice, fn, { depth: depth + 1, length: 1 + dice.below(3), calls }),
      };
    return randomLine(dice, fn, calls ? CALLS.filter((call) => call !== 'visit') : CALLS);
  });
}

function randomLine(dice: Dice, fn: Fn, calls: readonly Call[]): Line {
  const id = dice.newId();
  return {
    kind: 'line',
    id,
    call: dice.of(calls),
    argument: 1 + dice.below(30),
    sentence: Array.from({ length: 1 + dice.below(7) }, () => dice.of(WORDS)).join(' '),
    variable: dice.of([...fn.variables.values()]),
    mark: dice.below(12) === 0 ? `mark${id}` : undefined,
  };
}

// ---- edits ----------------------------------------------------------------------------------------------------------------

type Editor = (dice: Dice, fn: Fn) => boolean;

const lines = (fn: Fn): { part: Line; list: Part[]; around: readonly Block[] }[] =>
  [...partsOf(fn.body)].filter(
    (one): one is { part: Line; list: Part[]; around: readonly Block[] } => !isBlock(one.part),
  );
const blocks = (fn: Fn): { part: Block; list: Part[] }[] =>
  [...partsOf(fn.body)].filter((one): one is { part: Block; list: Part[]; around: readonly Block[] } =>
    isBlock(one.part),
  );
const waits = (fn: Fn): ReturnType<typeof lines> => lines(fn).filter(({ part }) => WAITS.includes(part.call));

/** All lists of statements of a function. */
const lists = (fn: Fn): Part[][] => [fn.body, ...blocks(fn).map(({ part }) => part.body)];

const callsIn = ({ name }: Fn): readonly Call[] => (name === 'play' ? CALLS : CALLS.filter((call) => call !== 'visit'));

function insert(dice: Dice, fn: Fn, part: Part): boolean {
  const all = [...partsOf(fn.body)];
  if (all.length === 0 || dice.below(3) === 0) {
    const list = dice.of(lists(fn));
    list.splice(dice.below(list.length + 1), 0, part);
    return true;
  }
  const { part: neighbour, list } = dice.ofParts(all);
  list.splice(list.indexOf(neighbour) + dice.below(2), 0, part);
  return true;
}

const replace = (list: Part[], part: Part, others: readonly Part[]): boolean => {
  list.splice(list.indexOf(part), 1, ...others);
  return true;
};

function wrap(dice: Dice, fn: Fn, kinds: readonly Block['kind'][]): boolean {
  const all = [...partsOf(fn.body)];
  if (all.length === 0) return false;
  const { part, list } = dice.ofParts(all);
  return replace(list, part, [{ kind: dice.of(kinds), id: dice.newId(), argument: dice.below(9), body: [part] }]);
}

const onLine = (dice: Dice, fn: Fn, edit: (one: ReturnType<typeof lines>[number]) => boolean): boolean => {
  const all = waits(fn);
  return all.length > 0 && edit(dice.ofParts(all));
};

const onBlock = (dice: Dice, fn: Fn, edit: (one: ReturnType<typeof blocks>[number]) => boolean): boolean => {
  const all = blocks(fn);
  return all.length > 0 && edit(dice.ofParts(all));
};

/** Statements that no script has had before. */
const freshArgument = (dice: Dice): number => 1000 + dice.newId();

/** What authors do most. */
export const REWORDED = 'an argument is changed, and a wait in another call is new beside it';

export const EDITORS: Readonly<Record<string, Editor>> = {
  'a plain line is inserted': (dice, fn) =>
    insert(dice, fn, { ...randomLine(dice, fn, ['add']), argument: freshArgument(dice) }),
  'a wait is inserted': (dice, fn) =>
    insert(dice, fn, {
      ...randomLine(
        dice,
        fn,
        callsIn(fn).filter((call) => WAITS.includes(call)),
      ),
      argument: freshArgument(dice),
    }),
  'an equal statement is inserted': (dice, fn) =>
    onLine(dice, fn, ({ part }) => insert(dice, fn, { ...part, id: dice.newId(), mark: undefined })),
  'a variable is renamed': (dice, fn) => {
    const [id, before] = dice.of([...fn.variables]);
    const name = `other${dice.below(9)}`;
    if ([...fn.variables.values()].includes(name)) return false;
    fn.variables.set(id, name);
    for (const { part } of lines(fn)) if (part.variable === before) part.variable = name;
    return true;
  },
  'a variable is new': (dice, fn) => {
    fn.variables.set(dice.newId(), `fresh${dice.below(1000)}`);
    return true;
  },
  'a variable is new that is no literal': (dice, fn) => {
    const id = dice.newId();
    fn.variables.set(id, `fresh${dice.below(1000)}`);
    fn.asked.add(id);
    return true;
  },
  'a statement is deleted': (dice, fn) => {
    const all = [...partsOf(fn.body)];
    if (all.length === 0) return false;
    const { part, list } = dice.ofParts(all);
    return replace(list, part, []);
  },
  'a statement is moved': (dice, fn) =>
    onLine(dice, fn, ({ part, list }) => {
      replace(list, part, []);
      return insert(dice, fn, part);
    }),
  'two neighbours are swapped': (dice, fn) => {
    const list = dice.of(lists(fn));
    if (list.length < 2) return false;
    const at = dice.below(list.length - 1);
    list.splice(at, 2, list[at + 1]!, list[at]!);
    return true;
  },
  'an argument is changed': (dice, fn) =>
    onLine(dice, fn, ({ part }) => {
      part.argument = freshArgument(dice);
      return true;
    }),
  [REWORDED]: (dice, fn) =>
    onLine(dice, fn, ({ part, list }) => {
      const others = callsIn(fn).filter(
        (call) => WAITS.includes(call) && !callsOf({ ...part, call }).some((one) => callsOf(part).includes(one)),
      );
      const line = { ...randomLine(dice, fn, others), argument: freshArgument(dice) };
      list.splice(list.indexOf(part) + dice.below(2), 0, line);
      part.argument = freshArgument(dice);
      return true;
    }),
  'an argument is changed, and a wait in the same call is new beside it': (dice, fn) =>
    onLine(dice, fn, ({ part, list }) => {
      const line = { ...randomLine(dice, fn, [part.call]), argument: freshArgument(dice) };
      list.splice(list.indexOf(part) + dice.below(2), 0, line);
      part.argument = freshArgument(dice);
      return true;
    }),
  'two neighbours are changed': (dice, fn) =>
    onLine(dice, fn, ({ part, list }) => {
      const other = list[list.indexOf(part) + 1];
      if (other === undefined || isBlock(other)) return false;
      for (const one of [part, other]) one.argument = freshArgument(dice);
      return true;
    }),
  'an argument is made that of another one': (dice, fn) =>
    onLine(dice, fn, ({ part }) => {
      part.argument = dice.of(waits(fn)).part.argument;
      return true;
    }),
  'what is called is changed': (dice, fn) =>
    onLine(dice, fn, ({ part }) => {
      part.call = dice.of(callsIn(fn).filter((call) => call !== part.call));
      return true;
    }),
  'it is wrapped into a plain block': (dice, fn) => wrap(dice, fn, PLAIN_BLOCKS),
  'it is wrapped into a block with state': (dice, fn) => wrap(dice, fn, STATEFUL_BLOCKS),
  'a block is taken away': (dice, fn) => onBlock(dice, fn, ({ part, list }) => replace(list, part, part.body)),
  'the kind of a block is changed': (dice, fn) =>
    onBlock(dice, fn, ({ part, list }) => replace(list, part, [{ ...part, kind: dice.of(BLOCKS) }])),
  'the head of a block is changed': (dice, fn) =>
    onBlock(dice, fn, ({ part }) => {
      part.argument += 1 + dice.below(5);
      return true;
    }),
  'two functions change their places': () => true,
};

/** After one of these, the statements that are there before and after stand in the order in which they were. */
export const keepsOrder = (edit: string): boolean => !/moved|swapped|equal statement|made that of another/.test(edit);

/** Edits a script in its place; in half of the cases near one of these statements. Gives what was done. */
export function editScript(dice: Dice, script: Script, near: readonly number[]): string {
  for (;;) {
    const name = dice.of(Object.keys(EDITORS));
    dice.aimAt(dice.below(2) === 0 ? near : []);
    if (name === 'two functions change their places') {
      script.functions = [script.functions[0]!, ...script.functions.slice(1).toReversed()];
      return name;
    }
    if (EDITORS[name]!(dice, dice.of(script.functions))) return name;
  }
}
