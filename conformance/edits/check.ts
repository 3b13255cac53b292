/** Plays a random script, saves it, edits it, loads the save, and judges where its frames stand now. */
import type { Frame } from '../../packages/runtime/src/execution/call.js';
import { asFrameObject, localsOf } from '../../packages/runtime/src/execution/frame-places.js';
import { pausesOf } from '../../packages/runtime/src/execution/pause-points.js';
import { LoadError, waitAgain } from '../../packages/runtime/src/saves.js';
import { originOf } from '../../packages/runtime/src/saves/registry.js';
import type { Thread } from '../../packages/runtime/src/threads/thread.js';
import { compile, Game } from '../../packages/runtime/test/saves/game.js';
import { judge, linesOf, type Place, type Version } from './judge.js';
import { type Telling, tellingsIn } from './tellings.js';
import { Dice, editScript, keepsOrder, randomScript, REWORDED } from './random-script.js';
import { type Line, print, type Script, textOf } from './script.js';

export interface Count {
  edits: number;
  /** All frames go on, and nothing is told of them; with surprises; refused. */
  same: number;
  told: number;
  refused: number;
  /** One that came in the place of a statement that was deleted, or calls something else now, or was edited and moved, was taken for it, which is told. */
  replaced: number;
  /** Those of which a wait begins anew where the game says so. */
  again: number;
  readonly byEdit: Map<string, { mapped: number; refused: number }>;
  readonly wrong: string[];
}

export const newCount = (): Count => ({
  edits: 0,
  same: 0,
  told: 0,
  refused: 0,
  replaced: 0,
  again: 0,
  byEdit: new Map(),
  wrong: [],
});

export const versionOf = (script: Script): Version => ({ script, printed: print(script) });

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

export interface Edited {
  readonly edits: readonly string[];
  readonly after: Version;
  readonly of: { mapped: number; refused: number };
  readonly tell: (what: string) => void;
}

/** In half of the cases near a statement where a call waits. */
export function editOne(count: Count, dice: Dice, before: Version, places: readonly Place[]): Edited {
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
  return { edits, after, of, tell };
}

/** Nothing that waits may be refused after such edits. */
export const isKnownToStay = (edits: readonly string[], before: Version): boolean =>
  edits.every((name) => HARMLESS.has(name) || (name === REWORDED && edits.length === 1 && isEachOne(before)));

function checkOne(count: Count, dice: Dice, { before, text, places }: Saved): void {
  const { edits, after, of, tell } = editOne(count, dice, before, places);
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
      if (isKnownToStay(edits, before) && !isOfVariable) tell(`It was refused: ${error.message}`);
      for (const onEdit of ['restart', 'drop'] as const) playOn(start, text, onEdit);
      return;
    }
    of.mapped++;
    const isTold = mapped.some((one) => /; [a-z`]/.test(one));
    if (isTold) count.told++;
    else count.same++;
    const now = placesIn(game, after);
    const problems = judge(count, {
      before,
      after,
      places,
      now,
      mapped,
      keepsOrder: edits.length === 1 && keepsOrder(edits[0]!),
    });
    if (problems.length > 0) tell(`${problems.join('\n')}\nreport: ${mapped.join('\n')}`);
    game.finish();
    const again = waitOnceMore(count, start, text, { mapped, now });
    if (again !== undefined) tell(`${again}\nreport: ${mapped.join('\n')}`);
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
function playOn(start: Parameters<typeof savedGame>[0], text: string, onEdit: 'restart' | 'drop'): void {
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

interface Mapped {
  readonly mapped: readonly string[];
  readonly now: readonly Place[];
}

/** Of the outermost call that waits in another statement than it did, perhaps, the wait begins anew: what its call is given is known in most statements. */
function waitOnceMore(
  count: Count,
  start: Parameters<typeof savedGame>[0],
  text: string,
  { mapped, now }: Mapped,
): string | undefined {
  const isOther = ({ surprises }: Telling): boolean =>
    surprises.some((one) => /^(?:the statement was|statements have|there are more)/.test(one));
  const wanted = tellingsIn(mapped).filter(isOther);
  const game = savedGame(start);
  const { restarted, mapped: left } = game.saves.load(text, { onEdit: waitAgain });
  const others = tellingsIn(left).filter(isOther);
  if (others.some(({ surprises }) => !surprises.includes('it cannot wait again')))
    return 'It is not told that one cannot wait again.';
  if (restarted.length + others.length < Math.min(1, wanted.length))
    return 'None waits again, and none is told not to.';
  const [line = ''] = restarted;
  const place = now.findLast(({ path }) => line.includes(`game.js#${path} at `));
  if (place !== undefined) {
    count.again++;
    const { call, argument } = place.part as Line;
    const [thread] = game.pulse().scheduler.threads;
    if (call === 'wait' && thread!.content !== argument) return `It waits again for ${String(thread!.content)} ms.`;
  }
  game.finish();
  return undefined;
}

const savedGame = (start: ReturnType<typeof compile>): Game => new Game(start);

function placesIn(game: Game, version: Version): Place[] {
  const places: Place[] = [];
  for (const thread of game.scheduler.threads)
    for (let frame: Frame | null = thread.leaf; frame !== null; frame = frame.parent)
      places.push(placeOf(thread, frame, version));
  return places;
}

export function placeOf(thread: Thread, frame: Frame, { printed }: Version): Place {
  const own = asFrameObject(frame)!;
  const pauses = pausesOf(frame.code);
  const { line } = pauses[own.pc - 1]!;
  const nth = pauses.slice(0, own.pc - 1).filter((one) => one.line === line).length;
  const part = printed.lines.get(line);
  const condition = frame === thread.leaf ? conditionOf(thread) : undefined;
  return { path: frame.code.path, part, line, nth, locals: localsOf(own), condition };
}

function conditionOf({ content }: Thread): Place['condition'] {
  if (typeof content !== 'function') return undefined;
  const [captured] = originOf(content)!.captured;
  const box = Object(captured) as { readonly v?: unknown };
  // A variable that changes stands in a box.
  return { text: /clock\.now.*/.exec(String(content))![0].replace('.v', ''), captured: box.v ?? captured };
}
