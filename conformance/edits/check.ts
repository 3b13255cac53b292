/** Plays a random script, saves it, edits it, loads the save, and judges where its frames stand now. */
import type { Frame } from '../../packages/runtime/src/execution/call.js';
import { asFrameObject, localsOf } from '../../packages/runtime/src/execution/frame-places.js';
import { pausesOf } from '../../packages/runtime/src/execution/pause-points.js';
import { LoadError, type OnEdit } from '../../packages/runtime/src/saves.js';
import { compile, Game } from '../../packages/runtime/test/saves/game.js';
import { Dice, editScript, randomScript, REWORDED } from './random-script.js';
import {
  type Block,
  callsOf,
  type Fn,
  isBlock,
  isStateful,
  type Line,
  type Part,
  partsOf,
  print,
  type Printed,
  type Script,
  textOf,
  WAITS,
} from './script.js';

export interface Count {
  edits: number;
  /** All frames go on, and nothing is told of them; with surprises; refused. */
  same: number;
  told: number;
  refused: number;
  /** One that came in the place of a statement that was deleted, or calls something else now, or was edited and moved, was taken for it, which is told. */
  replaced: number;
  readonly byEdit: Map<string, { mapped: number; refused: number }>;
  readonly wrong: string[];
}

export const newCount = (): Count => ({
  edits: 0,
  same: 0,
  told: 0,
  refused: 0,
  replaced: 0,
  byEdit: new Map(),
  wrong: [],
});

interface Version {
  readonly script: Script;
  readonly printed: Printed;
}

/** A frame, by what the tree knows of it. */
interface Place {
  readonly path: string;
  readonly part: Part | undefined;
  readonly line: number;
  /** Which of the pauses of its line. */
  readonly nth: number;
  readonly locals: Readonly<Record<string, unknown>>;
}

const versionOf = (script: Script): Version => ({ script, printed: print(script) });

/** Checks so many edits, each of them of the state of a script at some moment. */
export function checkEdits(count: Count, { seed, runs }: { readonly seed: number; readonly runs: number }): void {
  const dice = new Dice(seed);
  while (count.edits < runs) {
    const before = versionOf(randomScript(dice));
    for (const saved of savesOf(before, dice))
      for (let n = 0; n < 4 && count.edits < runs; n++) checkOne(count, dice, saved);
  }
}

/** At some moments. There is one instance of a program at a time. */
function savesOf(before: Version, dice: Dice): Saved[] {
  const game = begin(before);
  const saves: Saved[] = [];
  for (let at = 0; at < 3; at++) {
    game.pulse(1 + dice.below(6));
    if (game.scheduler.threads.length === 0) break;
    saves.push({ before, text: game.saves.save(), places: placesIn(game, before) });
  }
  return saves;
}

interface Saved {
  readonly before: Version;
  readonly text: string;
  readonly places: readonly Place[];
}

function checkOne(count: Count, dice: Dice, { before, text, places }: Saved): void {
  const script = structuredClone(before.script);
  const near = places.flatMap(({ part }) => (part === undefined ? [] : [part.id]));
  const edits = Array.from({ length: 1 + Math.max(0, dice.below(5) - 2) }, () => editScript(dice, script, near));
  const after = versionOf(script);
  count.edits++;
  const [only] = edits.length === 1 ? edits : [];
  const of = count.byEdit.get(only ?? 'several edits') ?? { mapped: 0, refused: 0 };
  count.byEdit.set(only ?? 'several edits', of);
  const tell = (what: string): void =>
    void count.wrong.push(
      `${what}\nedits: ${edits.join(', ')}\n--- before\n${before.printed.source}\n--- after\n${after.printed.source}`,
    );
  try {
    const start = compile(after.printed.source);
    const game = new Game(start);
    let mapped: readonly string[];
    try {
      ({ mapped } = game.saves.load(text));
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      if (!isOfEdits(error)) throw error;
      count.refused++;
      of.refused++;
      // A variable that was read no more is in no save; and an assignment may need a box that a closure has not captured.
      const isOfVariable = /had no value there|no rule tells/.test(error.message);
      const isKnown = edits.every(
        (name) => HARMLESS.has(name) || (name === REWORDED && edits.length === 1 && isEachOne(before)),
      );
      if (isKnown && !isOfVariable) tell(`It was refused: ${error.message}`);
      for (const onEdit of ['restart', 'drop'] as const) playOn(start, text, onEdit);
      return;
    }
    of.mapped++;
    const isTold = mapped.some((one) => /; [a-z`]/.test(one));
    const isTooMuch = isTold && !mapped.some((one) => one.includes('is new and'));
    if (isTold) count.told++;
    else count.same++;
    if (isTooMuch && edits.every((name) => HARMLESS.has(name))) tell(`It was told: ${mapped.join('\n')}`);
    const now = placesIn(game, after);
    const problems = judge(count, { before, after, places, now, mapped });
    if (problems.length > 0) tell(`${problems.join('\n')}\nreport: ${mapped.join('\n')}`);
    game.finish();
  } catch (error) {
    tell((error as Error).stack!);
  }
}

const isOfEdits = ({ refusals }: LoadError): boolean =>
  refusals.length > 0 && refusals.every(({ code }) => code === 'edited' || code === 'function');

/** They leave each statement and each variable as it is. */
const HARMLESS = new Set(['a plain line is inserted', 'a wait is inserted', 'two functions change their places']);

/** A statement and what is new beside it call something else, so each is the only one of its call: if it was the only one of its words. */
const isEachOne = ({ script }: Version): boolean =>
  script.functions.every((fn) => {
    const all = linesOf(fn).map(textOf);
    return new Set(all).size === all.length;
  });

function begin({ printed }: Version): Game {
  const game = new Game(compile(printed.source));
  const { play } = game.module;
  play(0);
  return game;
}

/** What a thread does that has begun again, or was dropped: the checks of `verify` hold in each pulse. */
function playOn(start: Parameters<typeof savedGame>[0], text: string, onEdit: OnEdit): void {
  const game = savedGame(start);
  try {
    game.saves.load(text, { onEdit });
  } catch (error) {
    // A closure that the thread did not begin with may be refused, too.
    if (error instanceof LoadError && isOfEdits(error)) return;
    throw error;
  }
  if (onEdit === 'drop' && game.scheduler.threads.length > 0) throw new Error('A thread that was dropped is live.');
  game.finish();
}

const savedGame = (start: ReturnType<typeof compile>): Game => new Game(start);

function placesIn(game: Game, { printed }: Version): Place[] {
  const places: Place[] = [];
  for (const thread of game.scheduler.threads)
    for (let frame: Frame | null = thread.leaf; frame !== null; frame = frame.parent) {
      const own = asFrameObject(frame)!;
      const pauses = pausesOf(frame.code);
      const { line } = pauses[own.pc - 1]!;
      const nth = pauses.slice(0, own.pc - 1).filter((one) => one.line === line).length;
      places.push({ path: frame.code.path, part: printed.lines.get(line), line, nth, locals: localsOf(own) });
    }
  return places;
}

// ---- what is right ----------------------------------------------------------------------------------------------------------

interface Given {
  readonly before: Version;
  readonly after: Version;
  readonly places: readonly Place[];
  readonly now: readonly Place[];
  readonly mapped: readonly string[];
}

function judge(count: Count, { before, after, places, now, mapped }: Given): string[] {
  if (places.length !== now.length) return ['There are more or fewer calls than there were.'];
  return places.flatMap((old, at) => {
    const other = now[at]!;
    if (old.path !== other.path) return [`${old.path} has become ${other.path}`];
    const [from, to] = [before, after].map(({ script }) => script.functions.find(({ name }) => name === old.path));
    // Those at the head of the file are never edited.
    if (from === undefined || to === undefined) return old.line === other.line ? [] : ['A helper stands elsewhere.'];
    const told = mapped.filter((one) => one.includes(`goes on in game.js#${old.path} at`)).join('\n');
    return judgeOne(count, { old, other, from, to, told }).map(
      (what) => `${old.path}, line ${old.line} → ${other.line}: ${what}`,
    );
  });
}

interface Pair {
  readonly old: Place;
  readonly other: Place;
  readonly from: Fn;
  readonly to: Fn;
  readonly told: string;
}

function* judgeAll(count: Count, { old, other, from, to, told }: Pair): Iterable<string> {
  const [p, q] = [old.part, other.part];
  if (p === undefined || q === undefined || isBlock(p) || isBlock(q)) {
    if (p?.id !== q?.id) yield 'It stands at no statement.';
    return;
  }
  const words = renamed(p, from, to);
  const [oldWay, newWay] = [statefulWay(from, p), statefulWay(to, q)];
  if (oldWay.map(({ kind }) => kind).join() !== newWay.map(({ kind }) => kind).join())
    yield 'It stands in other loops.';
  const isEdited = ({ kind, argument }: Block, at: number): boolean =>
    kind !== 'catch' && kind !== 'finally' && argument !== newWay[at]?.argument;
  if (oldWay.some(isEdited) && !told.includes('the head of'))
    yield 'The head of a loop was changed, and it is not told.';
  const call = callsOf(p)[old.nth]!;
  if (call !== callsOf(q)[other.nth]) yield 'It waits in another call.';
  if (p.id !== q.id) {
    // One that was edited and has moved, too, has neither its words nor its place.
    const isRecognized = (before: Line, now: Line): boolean =>
      renamed(before, from, to) === textOf(now) || !hasMoved(from, to, before);
    const isGone = !linesOf(to).some((one) => one.id === p.id && callsOf(one).includes(call) && isRecognized(p, one));
    if (words === textOf(q)) {
      // With as many of them as before, nobody could tell which one was put there.
      if (equals(from, textOf(p)) !== equals(to, words) && !told.includes('more or fewer'))
        yield 'It stands at an equal statement, and it is not told.';
    } else if (isGone && told.includes('was edited')) count.replaced++;
    else yield 'It stands at another statement.';
    return;
  }
  if (words !== textOf(q) && !told.includes('was edited')) yield 'The statement was edited, and it is not told.';
  if (words === textOf(q) && equals(from, textOf(p)) !== equals(to, textOf(q)) && !told.includes('more or fewer'))
    yield 'There are more or fewer equal statements, and it is not told.';
  if (hasMoved(from, to, p) && !told.includes('their order')) yield 'The order has changed, and it is not told.';
  yield* judgeLocals(old, other, { from, to, told });
}

const judgeOne = (count: Count, pair: Pair): string[] => [...judgeAll(count, pair)];

/** Variables that are read behind the statement. */
function* judgeLocals(
  old: Place,
  other: Place,
  { from, to, told }: { readonly from: Fn; readonly to: Fn; readonly told: string },
): Iterable<string> {
  for (const [id, name] of to.variables) {
    if (!Object.hasOwn(other.locals, name)) continue;
    const before = from.variables.get(id);
    const isKnown = before !== undefined && Object.hasOwn(old.locals, before);
    const wanted = isKnown ? old.locals[before] : id % 10;
    if (other.locals[name] !== wanted) yield `${name} is ${String(other.locals[name])} and should be ${String(wanted)}`;
    if (before !== undefined && !isKnown && isAssigned(to, name) && !told.includes(`\`${name}\` is new`))
      yield `${name} has its first value, and it is not told`;
  }
}

const isAssigned = ({ body }: Fn, name: string): boolean =>
  [...partsOf(body)].some(({ part }) => !isBlock(part) && part.variable === name && /^(?:set|add)$/.test(part.call));

/** The words of a statement, with the names that variables have now. */
function renamed(line: Line, from: Fn, to: Fn): string {
  const [id] = [...from.variables].find(([, name]) => name === line.variable)!;
  return textOf({ ...line, variable: to.variables.get(id) ?? line.variable });
}

const linesOf = ({ body }: Fn): Line[] =>
  [...partsOf(body)].flatMap(({ part }) => (isBlock(part) || !WAITS.includes(part.call) ? [] : [part]));

const equals = (fn: Fn, text: string): number => linesOf(fn).filter((one) => textOf(one) === text).length;

const statefulWay = ({ body }: Fn, part: Part): readonly Block[] =>
  [...partsOf(body)].find((one) => one.part.id === part.id)!.around.filter(isStateful);

/** Does a statement that nobody takes for another one stand on the other side of it now? */
function hasMoved(from: Fn, to: Fn, line: Line): boolean {
  const [before, after] = [linesOf(from), linesOf(to)];
  const at = (all: readonly Line[], { id }: Line): number => all.findIndex((one) => one.id === id);
  const wayOf = (fn: Fn, one: Line): string =>
    statefulWay(fn, one)
      .map(({ kind, id }) => `${kind} ${id}`)
      .join();
  return before.some((other) => {
    const now = after.find(({ id }) => id === other.id);
    if (now === undefined || renamed(other, from, to) !== textOf(now)) return false;
    if (equals(from, textOf(other)) !== 1 || equals(to, textOf(now)) !== 1) return false;
    if (wayOf(from, other) !== wayOf(to, now)) return false;
    return at(before, other) < at(before, line) !== at(after, now) < at(after, line);
  });
}
