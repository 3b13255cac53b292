/**
 * What is right: where each call stands after an edit, by the identities of the tree, and what a load has to tell of it. A surprise is excused by nothing but
 * its own words, in the line of its own call; and a line may say nothing that is not so.
 */
import {
  type Block,
  callsOf,
  type Fn,
  isBlock,
  isStateful,
  type Line,
  type Part,
  partsOf,
  type Printed,
  type Script,
  textOf,
  WAITS,
} from './script.js';
import { doubtsIn, type Telling, tellingsIn } from './tellings.js';

export interface Version {
  readonly script: Script;
  readonly printed: Printed;
}

/** A frame. */
export interface Position {
  readonly path: string;
  readonly line: number;
  /** Which of the pauses of its line. */
  readonly nth: number;
  readonly locals: Readonly<Record<string, unknown>>;
  /** Of one that waits for a condition: its text, and what it has captured. */
  readonly condition: { readonly text: string; readonly captured: unknown } | undefined;
}

/** With what the tree knows of it. */
export interface Place extends Position {
  readonly part: Part | undefined;
}

export const placeAt = (position: Position, { printed }: Version): Place => ({
  ...position,
  part: printed.lines.get(position.line),
});

/** What is counted of calls that are right. */
interface Count {
  /** One that has come in the place of a statement that is gone was taken for it, which is told. */
  replaced: number;
}

interface Given {
  readonly before: Version;
  readonly after: Version;
  readonly places: readonly Place[];
  readonly now: readonly Place[];
  readonly mapped: readonly string[];
  /** Whether the edits leave the statements that are there in their order. */
  readonly keepsOrder: boolean;
}

export function judge(count: Count, { before, after, places, now, mapped, keepsOrder }: Given): string[] {
  if (places.length !== now.length) return ['There are more or fewer calls than there were.'];
  const tellings = tellingsIn(mapped).slice();
  const doubts = doubtsIn(mapped);
  const problems = places.flatMap((old, at) => {
    const other = now[at]!;
    if (old.path !== other.path) return [`${old.path} has become ${other.path}`];
    const [from, to] = [before, after].map(({ script }) => script.functions.find(({ name }) => name === old.path));
    // Those at the head of the file are never edited.
    if (from === undefined || to === undefined) return old.line === other.line ? [] : ['A helper stands elsewhere.'];
    const telling = tellings[0]?.id === `game.js#${old.path}` ? tellings.shift() : undefined;
    return Array.from(
      judgeOne(count, { old, other, from, to, telling, doubts, keepsOrder }),
      (what) => `${old.path}, line ${old.line} → ${other.line}: ${what}`,
    );
  });
  return [...problems, ...tellings.map(({ id }) => `A line tells of ${id}, of which there is no such call.`)];
}

interface Pair {
  readonly old: Place;
  readonly other: Place;
  readonly from: Fn;
  readonly to: Fn;
  readonly telling: Telling | undefined;
  readonly doubts: readonly string[];
  readonly keepsOrder: boolean;
}

function* judgeOne(count: Count, pair: Pair): Iterable<string> {
  const { old, other, from, to, telling } = pair;
  const [p, q] = [old.part, other.part];
  if (p === undefined || q === undefined || isBlock(p) || isBlock(q)) {
    if (p?.id !== q?.id) yield 'It stands at no statement.';
    return;
  }
  const [oldWay, newWay] = [statefulWay(from, p), statefulWay(to, q)];
  if (oldWay.map(({ kind }) => kind).join() !== newWay.map(({ kind }) => kind).join()) {
    yield 'It stands in other loops.';
    return;
  }
  const call = callsOf(p)[old.nth]!;
  if (call !== callsOf(q)[other.nth]) yield 'It waits in another call.';
  if (p.id !== q.id && renamed(p, from, to) !== textOf(q)) {
    // One that was edited and has moved, too, has neither its words nor its place.
    const isRecognized = (now: Line): boolean => renamed(p, from, to) === textOf(now) || !hasMoved(from, to, [p, now]);
    if (linesOf(to).some((one) => one.id === p.id && callsOf(one).includes(call) && isRecognized(one)))
      yield 'It stands at another statement.';
    else count.replaced++;
  }
  if (telling !== undefined && (telling.was !== textOf(p) || telling.now !== textOf(q)))
    yield `The line tells of \`${telling.was}\` and \`${telling.now}\`.`;
  yield* judgeTold(pair, [p, q]);
  for (const { name, value, wanted } of variablesOf(old, other, { from, to }))
    if (value !== wanted) yield `${name} is ${String(value)} and should be ${String(wanted)}`;
  yield* judgeCondition(pair, [p, q]);
}

// ---- what is told

type Two = readonly [before: Line, now: Line];

function* judgeTold({ old, other, from, to, telling, keepsOrder }: Pair, two: Two): Iterable<string> {
  const told = new Set(telling?.surprises);
  const variables = variablesOf(old, other, { from, to });
  const due = new Set([
    ...surprisesOfStatement(from, to, two),
    ...variables.filter((one) => one.isAssigned).flatMap(surpriseOfVariable),
    ...(hasMoved(from, to, two) ? [ORDER] : []),
  ]);
  for (const one of due) if (!told.has(one)) yield `It is not told that ${one}.`;
  const isSo = new Set([...due, ...variables.flatMap(surpriseOfVariable), ...renamedIn(from, to, two)]);
  // Of equal statements nobody knows which has moved.
  for (const one of told)
    if (!isSo.has(one) && (one !== ORDER || keepsOrder)) yield `It is told that ${one}, which is not so.`;
}

const ORDER = 'statements have changed their order: some may run twice, or not at all';

function* surprisesOfStatement(from: Fn, to: Fn, [p, q]: Two): Iterable<string> {
  const words = renamed(p, from, to);
  if (words !== textOf(q)) yield 'the statement was edited: what has begun in it goes on as it was';
  // With as many of them as before, nobody could tell which one was put there.
  else if (equals(from, textOf(p)) !== equals(to, textOf(q)))
    yield 'there are more or fewer statements with these words: it may be another one of them';
  const newWay = statefulWay(to, q);
  for (const [at, { kind, argument }] of statefulWay(from, p).entries())
    if (kind !== 'catch' && kind !== 'finally' && argument !== newWay[at]!.argument)
      yield `the head of the \`${kind}\` around it was edited: it goes on with what the old one gave`;
}

interface Variable {
  readonly name: string;
  readonly value: unknown;
  /** What it was called; undefined for one that the old frame has not. */
  readonly was: string | undefined;
  /** What it had. */
  readonly wanted: unknown;
  readonly isAssigned: boolean;
}

/** What the new frame has: all variables are read behind the statement, and so are the counters of the loops around it. */
function variablesOf(
  old: Place,
  other: Place,
  { from, to }: { readonly from: Fn; readonly to: Fn },
): readonly Variable[] {
  const own = Array.from(to.variables, ([id, name]) => ({
    name,
    before: from.variables.get(id),
    first: id % 10,
    isAssigned: isAssigned(to, name),
  }));
  const countersIn = (fn: Fn, part: Part): string[] =>
    wayOf(fn, part).flatMap(({ kind, id }) => (kind === 'for' ? [`i${id}`] : []));
  const [then, now] = [countersIn(from, old.part!), countersIn(to, other.part!)];
  const gone = then.filter((name) => ![...partsOf(to.body)].some(({ part }) => `i${part.id}` === name));
  const come = now.filter((name) => !then.includes(name));
  // One loop is gone and another one has come: its counter may have been renamed.
  const isRenamed = gone.length === 1 && come.length === 1;
  const counters = now.map((name) => ({
    name,
    before: isRenamed && come.includes(name) ? gone[0]! : name,
    first: 0,
    isAssigned: true,
  }));
  return [...own, ...counters].flatMap(({ name, before, first, isAssigned: isChanged }) => {
    if (!Object.hasOwn(other.locals, name)) return [];
    const was = before !== undefined && Object.hasOwn(old.locals, before) ? before : undefined;
    const wanted = was === undefined ? first : old.locals[was];
    return [{ name, value: other.locals[name], was, wanted, isAssigned: isChanged }];
  });
}

/** A variable that is not read behind the statement, but stands in it. */
function renamedIn(from: Fn, to: Fn, [{ variable }, now]: Two): string[] {
  const [id] = [...from.variables].find(([, name]) => name === variable)!;
  return now.variable === to.variables.get(id) ? [`\`${variable}\` is called \`${now.variable}\` now`] : [];
}

function surpriseOfVariable({ name, was, isAssigned: isChanged }: Variable): string[] {
  if (was !== undefined) return was === name ? [] : [`\`${was}\` is called \`${name}\` now`];
  return isChanged ? [`\`${name}\` is new and has its first value`] : [];
}

/** It is that of its statement, with the variable of then. */
function* judgeCondition({ old, other, from, to, doubts }: Pair, [p, q]: Two): Iterable<string> {
  const { condition } = other;
  if (condition === undefined) {
    if (old.condition !== undefined) yield 'It waits for no condition any more.';
    return;
  }
  if (old.condition!.captured !== condition.captured) yield 'Its condition has captured something else.';
  const name = `game.js#${old.path}>arrow~waitUntil`;
  // Where the statement was edited, and an equal one is left, it goes on as it was, and that is told.
  const isAsItWas = condition.text === old.condition!.text && doubts.includes(name);
  if (!isAsItWas && !textOf(q).includes(condition.text)) yield `It waits for another condition: ${condition.text}`;
  const isDoubtful = renamed(p, from, to) === textOf(q) && conditions(from, p) !== conditions(to, q);
  if (isDoubtful && !doubts.includes(name)) yield `It is not told that ${name} may be another one.`;
}

const conditions = (fn: Fn, line: Line): number =>
  linesOf(fn).filter((one) => one.call === 'until' && textOf(one) === textOf(line)).length;

// ---- what is so

const isAssigned = ({ body }: Fn, name: string): boolean =>
  [...partsOf(body)].some(({ part }) => !isBlock(part) && part.variable === name && /^(?:set|add)$/.test(part.call));

/** The words of a statement, with the names that variables have now. */
function renamed(line: Line, from: Fn, to: Fn): string {
  const [id] = [...from.variables].find(([, name]) => name === line.variable)!;
  return textOf({ ...line, variable: to.variables.get(id) ?? line.variable });
}

export const linesOf = ({ body }: Fn): Line[] =>
  [...partsOf(body)].flatMap(({ part }) => (isBlock(part) || !WAITS.includes(part.call) ? [] : [part]));

const equals = (fn: Fn, text: string): number => linesOf(fn).filter((one) => textOf(one) === text).length;

const wayOf = ({ body }: Fn, part: Part): readonly Block[] =>
  [...partsOf(body)].find((one) => one.part.id === part.id)!.around;

const statefulWay = (fn: Fn, part: Part): readonly Block[] => wayOf(fn, part).filter(isStateful);

/** Does a statement that nobody takes for another one stand on the other side of it now? */
function hasMoved(from: Fn, to: Fn, [line, lineNow]: Two): boolean {
  const [before, after] = [linesOf(from), linesOf(to)];
  const at = (all: readonly Line[], { id }: Line): number => all.findIndex((one) => one.id === id);
  const nameOfWay = (fn: Fn, one: Line): string =>
    statefulWay(fn, one)
      .map(({ kind, id }) => `${kind} ${id}`)
      .join();
  return before.some((other) => {
    const now = after.find(({ id }) => id === other.id);
    if (now === undefined || renamed(other, from, to) !== textOf(now)) return false;
    if (equals(from, textOf(other)) !== 1 || equals(to, textOf(now)) !== 1) return false;
    if (nameOfWay(from, other) !== nameOfWay(to, now)) return false;
    return at(before, other) < at(before, line) !== at(after, now) < at(after, lineNow);
  });
}
