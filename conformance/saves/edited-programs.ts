/** A save of a random program is loaded after one random edit, which knows where each pause has gone. */
import * as babel from '@babel/core';
import type { Frame } from '../../packages/runtime/src/execution/call.js';
import { asFrameObject } from '../../packages/runtime/src/execution/frame-places.js';
import { pausesOf } from '../../packages/runtime/src/execution/pause-points.js';
import { LoadError } from '../../packages/runtime/src/saves.js';
import { doubtsIn, type Telling, tellingsIn } from '../edits/tellings.js';
import { mixed } from '../programs/tree.js';
import { type Compiled, Instance, type Saved } from './instance.js';

type Node = babel.types.Node;

/** A call that is under way, and where it waits, as a place in the source. */
interface Standing {
  readonly path: string;
  readonly at: number;
}

interface Edit {
  readonly name: string;
  readonly source: string;
  /** Where what stood at a place stands now; undefined for what is gone. */
  placeOf(at: number): number | undefined;
  /** Where a line was put that leaves each statement beside it as it is. */
  readonly insertedAt?: number;
  /** What a load has to tell of a call that waits in one of these statements. */
  readonly tells?: { readonly of: readonly Node[]; readonly word: string };
}

/** What has come of it: `mapped`, `told`, `refused`, or undefined if there was nothing to edit; what is wrong is thrown. */
export type EditOutcome = 'mapped' | 'told' | 'refused' | undefined;

export async function loadEdited(
  {
    source,
    compiled: own,
    saved,
    log,
    dice: seed,
  }: {
    readonly source: string;
    readonly compiled: Compiled;
    readonly saved: Saved;
    readonly log: readonly string[];
    readonly dice: number;
  },
  compile: (source: string) => Compiled | string,
): Promise<EditOutcome> {
  const before = await standingIn(own, saved, log, source);
  const dice = new Dice(seed);
  const edit = before.places.length === 0 ? undefined : editOf(source, dice.pick(before.places).at, dice);
  const compiled = edit && compile(edit.source);
  // It may be none that the plugin takes: a wait where none may be.
  if (edit === undefined || typeof compiled !== 'object') return undefined;
  try {
    const after = await standingIn(compiled, saved, log, edit.source);
    const problem = judge(source, edit, { before: before.places, after: after.places, told: after.mapped });
    if (problem !== undefined) throw new Error(problem);
    await after.instance.finish();
    const isTold =
      doubtsIn(after.mapped).length > 0 || tellingsIn(after.mapped).some((one) => one.surprises.length > 0);
    return isTold ? 'told' : 'mapped';
  } catch (error) {
    if (error instanceof LoadError && isOfEdits(error)) {
      // A closure may be one of several, what is read now may have been read no more then, and a function may stand in what is called.
      if (edit.insertedAt === undefined || /no rule tells|had no value there|now waits in/.test(error.message))
        return 'refused';
    }
    throw new Error(`${edit.name}: ${(error as Error).message}\n--- edited\n${edit.source}`, { cause: error });
  }
}

const isOfEdits = ({ refusals }: LoadError): boolean =>
  refusals.length > 0 && refusals.every(({ code }) => code === 'edited' || code === 'function' || code === 'changed');

interface Loaded {
  readonly instance: Instance;
  readonly places: readonly Standing[];
  readonly mapped: readonly string[];
}

async function standingIn(compiled: Compiled, saved: Saved, log: readonly string[], source: string): Promise<Loaded> {
  const instance = new Instance(compiled);
  await instance.settle();
  const { mapped } = instance.load(saved, log);
  const starts = source.split('\n').reduce((all, line) => [...all, all.at(-1)! + line.length + 1], [0]);
  const places: Standing[] = [];
  for (const { leaf } of instance.threads)
    for (let frame: Frame | null = leaf; frame !== null; frame = frame.parent) {
      const own = asFrameObject(frame);
      const { isOfRuntime, path } = frame.code;
      // `p` is of another file.
      if (own === null || isOfRuntime || path === 'p') continue;
      const { line, column } = pausesOf(frame.code)[own.pc - 1]!;
      places.push({ path, at: starts[line - 1]! + column });
    }
  return { instance, places, mapped };
}

// ---- what is right ----------------------------------------------------------------------------------------------------------

interface Given {
  readonly before: readonly Standing[];
  readonly after: readonly Standing[];
  readonly told: readonly string[];
}

/** A surprise is excused by nothing but its own words, in the line of its own call. */
function judge(source: string, edit: Edit, { before, after, told }: Given): string | undefined {
  if (before.length !== after.length) return 'there are more or fewer calls than there were';
  const tellings = tellingsIn(told).slice();
  const doubts = doubtsIn(told);
  const paths = new Set(before.map(({ path }) => path));
  for (const [n, old] of before.entries()) {
    const now = after[n]!;
    if (old.path !== now.path) return `${old.path} has become ${now.path}`;
    const telling = tellings[0] && isOf(tellings[0].id, old.path, paths) ? tellings.shift() : undefined;
    const isDoubtful = doubts.some((id) => isOf(id, old.path, paths));
    const problem = judgeOne(source, edit, { old, now, surprises: telling?.surprises ?? [], isDoubtful });
    if (problem !== undefined) return `${old.path}, from ${old.at} to ${now.at}: ${problem}\n${told.join('\n')}`;
  }
  return tellings.length === 0 ? undefined : `a line tells of ${tellings[0]!.id}, of which there is no such call`;
}

/**
 * What a factory makes has more in its id: the hash of its text, and the names of what it has captured, which may be those of other calls. A method under a
 * computed key has its key there, which is the name of no other call. A method of a class that a factory makes stands behind all that: `main>Guard:5sce static walk`.
 */
function isOf(id: string, path: string, paths: ReadonlySet<string>): boolean {
  const [, made = '', member = ''] =
    /^(.*?)(?::\w*(?:\(.*\))?(?:~\d+)?)?(?: (?:static )?(\S+))?$/s.exec(id.slice(id.indexOf('#') + 1)) ?? [];
  const whole = member === '' ? made : `${made}.${member}`;
  const [own, wanted] = [whole, path].map((one) => one.replaceAll(/~[^>]*/g, '')) as [string, string];
  const beside = wanted.split('[computed]');
  const isUnderKey = beside.length > 1 && own.startsWith(beside[0]!) && own.endsWith(beside.at(-1)!);
  return own === wanted || (isUnderKey && !paths.has(own));
}

interface Call {
  readonly old: Standing;
  readonly now: Standing;
  readonly surprises: Telling['surprises'];
  /** Its function may be another one of the same text. */
  readonly isDoubtful: boolean;
}

function judgeOne(source: string, edit: Edit, { old, now, surprises, isDoubtful }: Call): string | undefined {
  const tells = (word: string): boolean => surprises.some((one) => one.includes(word));
  const wanted = edit.placeOf(old.at);
  if (wanted !== now.at && edit.source !== source && !isDoubtful) {
    const isSame = headAt(source, old.at) === headAt(edit.source, now.at);
    const words = isSame ? ['more or fewer', 'their order', 'was edited'] : ['was edited'];
    if (!words.some(tells)) return `${String(wanted)} is right, and that is not told`;
  }
  const start = statementAt(source, old.at)?.start;
  if (edit.insertedAt !== undefined && surprises.length > 0) {
    const isRight = isInHead(source, start!, edit.insertedAt) && surprises.every((one) => one.includes('was edited'));
    if (!isRight) return 'it is told, and nothing has changed';
  }
  const isDue = edit.tells?.of.some((one) => one.start === start) === true && edit.source !== source;
  return isDue && !tells(edit.tells.word) ? `\`${edit.tells.word}\` is not told` : undefined;
}

/** Whether a place stands in a function in the head of the statement that begins at `start`: with the function the head has changed. */
function isInHead(source: string, start: number, place: number): boolean {
  const around = aroundOf(source, place);
  const at = around.findIndex((one) => (babel.types.isStatement(one) || isOwn(one)) && one.start === start);
  const [part, ...inner] = around.slice(at + 1);
  const isOfBody = babel.types.isStatement(part) || babel.types.isSwitchCase(part);
  return at >= 0 && !isOfBody && [part!, ...inner].some(isOwn);
}

/** Nearly the head of the statement there. */
function headAt(source: string, at: number): string {
  const { start, end } = statementAt(source, at)!;
  return source.slice(start!, end!).split('{')[0]!;
}

// ---- edits --------------------------------------------------------------------------------------------------------------------

class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  pick<T>(all: readonly T[]): T {
    this.#state = mixed(this.#state, all.length);
    return all[this.#state % all.length]!;
  }
}

/** An edit of the function around a place. */
function editOf(source: string, at: number, dice: Dice): Edit | undefined {
  const statements = statementsBeside(source, at);
  if (statements.length === 0) return undefined;
  const of = dice.pick(statements);
  const [from, to] = [of.start!, of.end!];
  const text = source.slice(from, to);
  const put = (name: string, piece: string, more: Partial<Edit> = {}): Edit =>
    splice(source, { name, from, to: from, text: `${piece}\n`, ...more });
  const edits = [
    () => put('a plain line is inserted', 'log(77);', { insertedAt: from }),
    () => put('a wait is inserted', 'p(77);', { insertedAt: from }),
    () => put('an equal statement is inserted', text, { tells: { of: [of], word: 'more or fewer' } }),
    () => splice(source, { name: 'a statement is deleted', from, to, text: '' }),
    () => wrap(source, of),
    () => changeNumber(source, of),
    () => swap(source, of, statements),
  ];
  return dice.pick(edits)();
}

interface Splice extends Omit<Edit, 'source' | 'placeOf'> {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function splice(source: string, { from, to, text, ...edit }: Splice): Edit {
  const placeOf = (at: number): number | undefined =>
    at < from ? at : at < to ? undefined : at + text.length - (to - from);
  return { ...edit, source: source.slice(0, from) + text + source.slice(to), placeOf };
}

function wrap(source: string, { start, end }: Node): Edit {
  const [from, to] = [start!, end!];
  const head = 'if (true) { ';
  const text = `${head}${source.slice(from, to)} }`;
  const edit = splice(source, { name: 'a statement is wrapped', from, to, text });
  return { ...edit, placeOf: (at) => (at >= from && at < to ? at + head.length : edit.placeOf(at)) };
}

function changeNumber(source: string, of: Node): Edit | undefined {
  const number = partsOf(of).find(
    (one) => one.type === 'NumericLiteral' && /^[0-3]$/.test(source.slice(one.start!, one.end!)),
  );
  if (number === undefined) return undefined;
  const [from, to] = [number.start!, number.end!];
  const text = String((Number(source.slice(from, to)) + 1) % 4);
  return splice(source, {
    name: 'a number is changed',
    from,
    to,
    text,
    tells: { of: [of], word: 'was edited' },
  });
}

/** With the one behind it. */
function swap(source: string, of: Node, statements: readonly Node[]): Edit | undefined {
  const next = statements.find(({ start }) => start! >= of.end! && source.slice(of.end!, start!).trim() === '');
  if (next === undefined) return undefined;
  const [a, b, c, d] = [of.start!, of.end!, next.start!, next.end!];
  const text = source.slice(c, d) + source.slice(b, c) + source.slice(a, b);
  const placeOf = (at: number): number => (at >= a && at < b ? at + d - b : at >= c && at < d ? at - c + a : at);
  return {
    name: 'two statements change their places',
    source: source.slice(0, a) + text + source.slice(d),
    placeOf,
    ...(isPlain(source, of) && isPlain(source, next) ? { tells: { of: [of, next], word: 'their order' } } : {}),
  };
}

/** Does it wait, perhaps, and is it the only one of its words? */
const isPlain = (source: string, of: Node): boolean =>
  of.type === 'ExpressionStatement' &&
  partsOf(of).some(({ type }) => type === 'CallExpression') &&
  source.split(source.slice(of.start!, of.end!)).length === 2;

const parse = (source: string): Node =>
  babel.parseSync(source, { babelrc: false, configFile: false, sourceType: 'script' })!.program;

function childrenOf(node: Node): Node[] {
  return (babel.types.VISITOR_KEYS[node.type] ?? []).flatMap((key) => {
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null>)[key];
    return Array.isArray(child) ? child.filter((one) => one !== null) : child ? [child] : [];
  });
}

const isOwn = (node: Node): boolean => babel.types.isFunction(node) || babel.types.isClass(node);

/** What stands in a node, but not in a function or class of its own. */
const partsOf = (node: Node): Node[] => childrenOf(node).flatMap((one) => (isOwn(one) ? [] : [one, ...partsOf(one)]));

/** The nodes around a place, outermost first. */
function aroundOf(source: string, at: number): Node[] {
  const around = [parse(source)];
  for (let inner: Node | undefined = around[0]; inner !== undefined;) {
    inner = childrenOf(inner).find(({ start, end }) => start! <= at && at < end!);
    if (inner !== undefined) around.push(inner);
  }
  return around;
}

const statementAt = (source: string, at: number): Node | undefined =>
  aroundOf(source, at).findLast((one) => babel.types.isStatement(one) || isOwn(one));

/** The statements, in lists, of the function around a place that are an expression. */
function statementsBeside(source: string, at: number): Node[] {
  const fn = aroundOf(source, at).findLast((one) => babel.types.isFunction(one));
  if (fn === undefined) return [];
  const isList = (node: Node): node is babel.types.BlockStatement => node.type === 'BlockStatement';
  return partsOf(fn)
    .filter(isList)
    .flatMap(({ body }) => body.filter(({ type }) => type === 'ExpressionStatement'));
}
