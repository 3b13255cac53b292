/** Plays a random script, edits it while it waits, and judges where its calls stand in the new text: a hot update. */
import type { Frame } from '../../packages/runtime/src/execution/call.js';
import { takeFiles } from '../../packages/runtime/src/hot/made.js';
import { putInPlace } from '../../packages/runtime/src/hot/put-in-place.js';
import { leftText, mappedText } from '../../packages/runtime/src/saves/edits/describe.js';
import { savedFiles } from '../../packages/runtime/src/saves/registry.js';
import { verify } from '../../packages/runtime/src/testing.js';
import { compileAll, Game } from '../../packages/runtime/test/saves/game.js';
import { type Count, editOne, isKnownToStay, isOfVariable, isTold, versionOf } from './edit-one.js';
import { judge, type Place, placeAt, type Version } from './judge.js';
import { positionOf } from './places.js';
import { Dice, keepsOrder, randomScript } from './random-script.js';

/** Checks so many edits, each of a script that has run for some pulses. */
export function checkInPlace(count: Count, { seed, runs }: { readonly seed: number; readonly runs: number }): void {
  const dice = new Dice(seed);
  for (let n = 0; count.edits < runs; n++) {
    const before = versionOf(randomScript(dice));
    // Those that earlier scripts have made are of other files.
    const file = `game-${n}.js`;
    const start = compileAs(file, before);
    for (let at = 0, pulses = 0; at < 3; at++) {
      pulses += 1 + dice.below(6);
      for (let k = 0; k < 4 && count.edits < runs; k++) {
        const game = new Game(start);
        game.module['play'](0);
        game.pulse(pulses);
        if (game.scheduler.threads.length > 0) checkOne(count, dice, { game, before, file });
        else k = 4;
      }
    }
  }
}

type Start = ReturnType<typeof compileAll>;

const compileAs = (file: string, { printed }: Version): Start =>
  compileAll({ [file]: printed.source }, { hotUpdates: true });

interface Running {
  readonly game: Game;
  readonly before: Version;
  readonly file: string;
}

function checkOne(count: Count, dice: Dice, { game, before, file }: Running): void {
  const old = callsIn(game, before);
  const { edits, after, tell, of } = editOne(
    count,
    dice,
    before,
    old.map(({ place }) => place),
  );
  try {
    const start = compileAs(file, after);
    const { mapped, left, doubts } = update(game, file, start);
    const told = [...mapped.map(({ thread, standing }) => mappedText(thread, standing!)), ...doubts].map((line) =>
      line.replaceAll(file, 'game.js'),
    );
    const refusals = left.map(({ thread, standing }) => leftText(thread, standing!));
    // The calls whose code is another one have gone on; of the others nothing has changed.
    const isMoved = (at: number): boolean => old[at]!.frame.code !== old[at]!.code;
    const now = callsIn(game, after, (at) => (isMoved(at) ? after : before)).map(({ place }) => place);
    const problems = judge(count, {
      before,
      after,
      places: old.map(({ place }) => place).filter((_, at) => isMoved(at)),
      now: now.filter((_, at) => isMoved(at)),
      mapped: told,
      keepsOrder: edits.length === 1 && keepsOrder(edits[0]!),
    });
    problems.push(...old.flatMap(({ place }, at) => (isMoved(at) ? [] : changesIn(place, now[at]!))));
    if (old.filter((_, at) => !isMoved(at)).length !== left.length) problems.push('Not all that stay are told.');
    if (left.length > 0 && isKnownToStay(edits, before) && !refusals.every(isOfVariable))
      problems.push('It was refused.');
    if (left.length > 0) {
      count.refused++;
      of.refused++;
    } else {
      of.mapped++;
      if (isTold(told)) count.told++;
      else count.same++;
      problems.push(...saveAndLoad(game, start));
    }
    game.finish();
    problems.push(...game.lines.filter((line) => line.includes('uncaught')));
    if (problems.length > 0) tell(`${problems.join('\n')}\ntold: ${[...told, ...refusals].join('\n')}`);
  } catch (error) {
    tell((error as Error).stack!);
  }
}

/** What a bundler and the module do. */
function update(game: Game, file: string, start: Start): ReturnType<typeof putInPlace> {
  const bindings = (): Record<string, unknown> =>
    Object.fromEntries(Object.entries(savedFiles().get(file)!.functions!).map(([name, get]) => [name, get()]));
  takeFiles();
  const versions = [bindings()];
  start();
  const updated = putInPlace({
    file: 'game.js',
    files: takeFiles(),
    versions,
    bindings: bindings(),
    schedulers: [game.scheduler],
  });
  verify(game.scheduler);
  return updated;
}

/** Of a game that is wholly in the new version, a save is one of that version. */
function saveAndLoad(game: Game, start: Start): string[] {
  const text = game.saves.save();
  const other = new Game(start);
  const { mapped } = other.saves.load(text);
  const isSame = other.saves.save() === text;
  return [...mapped, ...(isSame ? [] : ['A save of it that is loaded is another one.'])];
}

interface Call {
  readonly frame: Frame;
  readonly code: Frame['code'];
  readonly place: Place;
}

function callsIn(game: Game, version: Version, versionAt: (at: number) => Version = () => version): Call[] {
  const calls: Call[] = [];
  for (const thread of game.scheduler.threads)
    for (let frame: Frame | null = thread.leaf; frame !== null; frame = frame.parent)
      calls.push({ frame, code: frame.code, place: placeAt(positionOf(thread, frame), versionAt(calls.length)) });
  return calls;
}

const changesIn = (before: Place, now: Place): string[] =>
  JSON.stringify([before.line, before.nth, before.locals]) === JSON.stringify([now.line, now.nth, now.locals])
    ? []
    : [`${before.path} stays, and something of it has changed.`];
