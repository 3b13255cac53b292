/** What a view may ask of a game, each checked before anything is done. */
import type { Scheduler } from '@spindle/runtime';
import type { Control } from './control.js';
import { explain, type ExplainOptions } from './explain.js';
import { snapshotOf } from './snapshot.js';
import type { Timeline, TimelineQuestion } from './timeline.js';

/** What the commands work on. */
export interface Game {
  readonly scheduler: Scheduler;
  /** Made with the first command that needs it. */
  control(): Control;
  readonly options: ExplainOptions;
  /** Sends events, or no longer. */
  watch(on: boolean): void;
  /** Begins with the first command that needs it. */
  timeline(): Timeline;
  endTimeline(): void;
  isPaused(): boolean;
  /** The breakpoints of this view, by `file:line`. */
  readonly breakpoints: Map<string, () => void>;
}

interface Arguments {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly factor: number;
  readonly lanes?: TimelineQuestion['lanes'] & {};
  readonly ids?: readonly number[];
}

interface Command {
  readonly needs: readonly (keyof Arguments)[];
  /** Checked if they are there. */
  readonly takes?: readonly (keyof Arguments)[];
  run(game: Game, given: Arguments): unknown;
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 1;

const isFrom = (value: any): boolean => isCount(value?.id) && Number.isInteger(value.from);

const CHECKS: Record<keyof Arguments, { readonly is: (value: unknown) => boolean; readonly text: string }> = {
  id: { is: isCount, text: 'the id of a thread' },
  file: { is: (value) => typeof value === 'string' && value !== '', text: 'the name of a file' },
  line: { is: isCount, text: 'a line from 1' },
  factor: { is: (value) => typeof value === 'number' && value > 0 && value <= 1, text: 'a number above 0 and up to 1' },
  ids: { is: (value) => Array.isArray(value) && value.every(isCount), text: 'an array of ids of threads' },
  lanes: { is: (value) => Array.isArray(value) && value.every(isFrom), text: 'an array of { id, from }' },
};

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
  | 'endTimeline';

const COMMANDS: Record<CommandName, Command> = {
  snapshot: { needs: [], run: ({ scheduler, options }) => snapshotOf(scheduler, options) },
  explain: { needs: [], run: ({ scheduler, options }) => explain(scheduler, options) },
  watch: { needs: [], run: (game) => game.watch(true) },
  unwatch: { needs: [], run: (game) => game.watch(false) },
  pause: { needs: [], run: (game) => game.control().pause() },
  resume: { needs: [], run: (game) => game.control().resume() },
  step: { needs: [], run: (game) => game.control().step() },
  stepThread: { needs: ['id'], run: (game, { id }) => game.control().stepThread(id) },
  runTo: { needs: ['file', 'line'], run: (game, { file, line }) => game.control().runTo(file, line) },
  slowMotion: { needs: ['factor'], run: (game, { factor }) => game.control().slowMotion(factor) },
  break: {
    needs: ['file', 'line'],
    run(game, { file, line }) {
      const { breakpoints } = game;
      const key = `${file}:${line}`;
      if (!breakpoints.has(key)) breakpoints.set(key, game.control().breakAt(file, line));
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
    needs: [],
    takes: ['lanes', 'ids'],
    run: (game, { lanes = [], ids = [] }) => ({ ...game.timeline().read({ lanes, ids }), paused: game.isPaused() }),
  },
  endTimeline: { needs: [], run: (game) => game.endTimeline() },
};

/** Runs a command, and gives its answer. Throws a TypeError, before it has changed anything, if the command is not one. */
export function runCommand(game: Game, line: Readonly<Record<string, unknown>>): unknown {
  const name = line['command'];
  if (typeof name !== 'string' || !Object.hasOwn(COMMANDS, name))
    throw new TypeError(
      `No command is called ${JSON.stringify(name)}. There are: ${Object.keys(COMMANDS).join(', ')}.`,
    );
  const command = COMMANDS[name as CommandName];
  const { takes = [] } = command;
  for (const key of [...command.needs, ...takes.filter((one) => one in line)])
    if (!CHECKS[key].is(line[key]))
      throw new TypeError(
        `The command ${name} expected \`${key}\`: ${CHECKS[key].text}, got ${JSON.stringify(line[key])}.`,
      );
  return command.run(game, line as unknown as Arguments);
}
