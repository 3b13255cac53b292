/** Plays a random script, saves it, edits it, loads the save, and judges where its frames stand now. */
import { LoadError, waitAgain } from '../../packages/runtime/src/saves.js';
import { compile, Game } from '../../packages/runtime/test/saves/game.js';
import { type Count, editOne, isKnownToStay, isOfVariable, isTold, versionOf } from './edit-one.js';
import { judge, type Place, placeAt, type Version } from './judge.js';
import { positionsIn } from './places.js';
import { Dice, keepsOrder, randomScript } from './random-script.js';
import type { Line } from './script.js';
import { type Telling, tellingsIn } from './tellings.js';

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
      if (isKnownToStay(edits, before) && !isOfVariable(error.message)) tell(`It was refused: ${error.message}`);
      for (const onEdit of ['restart', 'drop'] as const) playOn(start, text, onEdit);
      return;
    }
    of.mapped++;
    if (isTold(mapped)) count.told++;
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

const placesIn = ({ scheduler }: Game, version: Version): Place[] =>
  positionsIn(scheduler).map((one) => placeAt(one, version));
