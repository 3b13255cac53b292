/** Random programs that are replayed up to a frame, and go on live. */
/* oxlint-disable unicorn/no-thenable -- an option is called so */
import * as runtime from '../../src/index.js';
import { type Log, recorder, replay } from '../../src/replay.js';
import { byHand, type Build } from './build.js';
import { maxFrames } from './compare.js';
import { Player } from './drive.js';
import { number, print, type Program, type Statement } from './program.js';
import { decode, encode } from './sources.js';

/** Without calls of hooked functions by plain code: no log holds them, so nor does it say where among events they came. */
function loggedOf(program: Program): Program {
  const silent = (statement: Statement): Statement => {
    if (statement.do === 'after') return { ...statement, body: statement.body.map(silent) };
    return statement.do === 'hooked' ? { id: 0, do: 'log' } : statement;
  };
  return number({ ...program, roots: program.roots.map(({ frame, body }) => ({ frame, body: body.map(silent) })) });
}

const recorded = (program: Program, build: Build): Player =>
  new Player(program, null, {
    scheduler: new runtime.Scheduler({ warnings: false, inbox: recorder({ encode }) }),
    build,
  });

/** How it is compiled when it is recorded, and when it is replayed. */
type Builds = readonly [recording: Build, replaying: Build];

/** Plays up to the end of a frame, replays the log of that, as it comes out of a file, and goes on. */
async function stopAndGoOn(
  program: Program,
  frame: number,
  [recording, build]: Builds,
): Promise<{ lines: readonly string[]; isOver: boolean }> {
  const first = recorded(program, recording);
  const isOver = await first.runFrames(0, frame);
  const log = JSON.parse(JSON.stringify(first.scheduler.record())) as Log;
  const players: Player[] = [];
  const play = async (scheduler: runtime.Scheduler): Promise<void> => {
    const player = new Player(program, null, { scheduler, build });
    players.push(player);
    await player.runFrames(0, frame);
  };
  await replay(log, play, { encode, decode, then: 'live' });
  const [player] = players as [Player];
  if (!isOver) await player.runFrames(frame + 1, maxFrames);
  await player.pulse();
  return { lines: player.lines, isOver };
}

/** Throws if the program is another one when it is stopped after this frame, replayed, and gone on with. True if it was over by then. */
export async function goesOn(made: Program, frame: number, builds: Builds = [byHand, byHand]): Promise<boolean> {
  const program = loggedOf(made);
  const whole = recorded(program, byHand);
  await whole.run(maxFrames);
  const { lines, isOver } = await stopAndGoOn(program, frame, builds);
  const at = lines.findIndex((line, index) => line !== whole.lines[index]);
  if (at < 0 && lines.length === whole.lines.length) return isOver;
  const part = (all: readonly string[]): string => all.slice(Math.max(0, at - 8), at + 5).join('\n');
  const traces = `--- gone on\n${part(lines)}\n--- whole\n${part(whole.lines)}`;
  throw new Error(
    `after frame ${frame}, ${builds.map(({ name }) => name).join(' and ')}\n${print(program)}\n${traces}`,
  );
}
