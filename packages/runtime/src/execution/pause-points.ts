/** The points where a function may wait, for tools, traces and saves. */
import type { CompiledFunction } from './compiled-function.js';

/** One point in a function where it may wait. `line` counts from 1, `column` from 0, both in the source. */
export interface PausePoint {
  readonly id: string;
  readonly line: number;
  readonly column: number;
  /** The line of the loop around it, if that does not wait in each iteration. */
  readonly loop?: number;
}

/** Where a function may wait, in the order of the source. Read from its compact text on demand. */
export function pausesOf({ id, pauseText }: CompiledFunction): readonly PausePoint[] {
  const points = pauseText.trim();
  if (points === '') return [];
  return points.split(' ').map((point, ordinal) => {
    const [line = '0', column = '0', hash = '', loop] = point.split(':');
    const plain = { id: `${id}#${ordinal}:${hash}`, line: Number(line), column: Number(column) };
    return loop === undefined ? plain : { ...plain, loop: Number(loop) };
  });
}
