/** What a view may ask of a game, each checked before anything is done. */
import type { Scheduler } from '@spindle/runtime';
import { type Control, isPaused } from './control.js';
import { explain } from './explain.js';
import type { ServeOptions } from './serve-options.js';
import { checkFields, type FieldName, told } from './shapes.js';
import { snapshotOf } from './snapshot.js';
import type { Timeline, TimelineQuestion } from './timeline.js';

/** What the commands work on. */
export interface Game {
  readonly scheduler: Scheduler;
  /** Made with the first command that needs it. */
  control(): Control;
  readonly options: ServeOptions;
  /** Sends events, or no longer. */
  watch(on: boolean): void;
  /** Begins with the first command that needs it. */
  timeline(): Timeline;
  endTimeline(): void;
  /** Goes back to a frame, and stays there. */
  goTo(frame: number): void;
  /** The breakpoints of this view, by `file:line`. */
  readonly breakpoints: Map<string, () => void>;
  /** Takes away the line to which this view runs. */
  endRun: () => void;
}

/** Each of them looks at all that happens in the game. */
const MOST_BREAKPOINTS = 100;

interface Arguments extends TimelineQuestion {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly factor: number;
  readonly frame: number;
}

interface Command {
  readonly needs: readonly FieldName[];
  run(game: Game, given: Arguments): unknown;
}

export type CommandName =
  | 'snapshot'
  | 'explain'
  | 'watch'
  | 'unwatch'
  | 'pause'
  | 'resume'
  | 'step'
  | 'stepThread'
  | 'runTo'
  | 'slowMotion'
  | 'break'
  | 'unbreak'
  | 'source'
  | 'timeline'
  | 'endTimeline'
  | 'goTo';

const COMMANDS: Record<CommandName, Command> = {
  snapshot: { needs: [], run: ({ scheduler, options }) => snapshotOf(scheduler, options) },
  explain: { needs: [], run: ({ scheduler, options }) => explain(scheduler, options) },
  watch: { needs: [], run: (game) => game.watch(true) },
  unwatch: { needs: [], run: (game) => game.watch(false) },
  pause: { needs: [], run: (game) => game.control().pause() },
  resume: { needs: [], run: (game) => game.control().resume() },
  step: { needs: [], run: (game) => game.control().step() },
  stepThread: { needs: ['id'], run: (game, { id }) => game.control().stepThread(id) },
  runTo: {
    needs: ['file', 'line'],
    run(game, { file, line }) {
      game.endRun = game.control().runTo(file, line);
    },
  },
  slowMotion: { needs: ['factor'], run: (game, { factor }) => game.control().slowMotion(factor) },
  break: {
    needs: ['file', 'line'],
    run(game, { file, line }) {
      const { breakpoints } = game;
      const key = `${file}:${line}`;
      if (breakpoints.has(key)) return;
      if (breakpoints.size >= MOST_BREAKPOINTS)
        throw new RangeError(`A view has at most ${MOST_BREAKPOINTS} breakpoints: \`unbreak\` one.`);
      breakpoints.set(key, game.control().breakAt(file, line));
    },
  },
  unbreak: {
    needs: ['file', 'line'],
    run({ breakpoints }, { file, line }) {
      const key = `${file}:${line}`;
      breakpoints.get(key)?.();
      return breakpoints.delete(key);
    },
  },
  source: { needs: ['file'], run: ({ options: { sourceOf } }, { file }) => sourceOf?.(file) ?? null },
  timeline: {
    needs: ['lanes', 'ids'],
    run(game, question) {
      const { past } = game.options;
      return {
        ...game.timeline().read(question),
        paused: isPaused(game.scheduler),
        past: past && { oldest: past.oldest, newest: past.newest, whyNot: past.whyNot },
      };
    },
  },
  endTimeline: { needs: [], run: (game) => game.endTimeline() },
  goTo: { needs: ['frame'], run: (game, { frame }) => game.goTo(frame) },
};

/** Runs a command, and gives its answer. Throws an error, before it has changed anything, if the command is not one or cannot be done. */
export function runCommand(game: Game, line: Readonly<Record<string, unknown>>): unknown {
  const name = line['command'];
  if (typeof name !== 'string' || !Object.hasOwn(COMMANDS, name))
    throw new TypeError(`No command is called ${told(name)}. There are: ${Object.keys(COMMANDS).join(', ')}.`);
  const command = COMMANDS[name as CommandName];
  checkFields(`The command ${name}`, line, command.needs);
  return command.run(game, line as unknown as Arguments);
}
