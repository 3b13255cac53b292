/** What a view says in words. */
import { LANE_STATES } from '../../timeline.js';
import { isNextFrame, NOT_BEGUN, type ViewThread } from './model.js';

/** A shape for each state, so that nobody needs the colours. */
export const SHAPES: readonly string[] = ['▶', '–', '◇', '‖'];
export const STATE_WORDS: readonly string[] = LANE_STATES;

const numbers = new Intl.NumberFormat('en');

/** `1,200`. The method of numbers takes much longer. */
export const numberWords = (number: number): string => numbers.format(number);

export const ownerName = (owner: string | null): string => owner ?? 'no owner';

/** The state of a thread, or that of the wait that has just begun, if it is not that of a loop for its next frame. */
export function stateNow({ state, info }: ViewThread): number {
  if (state !== 0 || info === null || isNextFrame(info.waitsFor)) return state;
  return Math.max(STATE_WORDS.indexOf(info.state), 0);
}

/** What a thread waits for, as a sentence. */
export function sentenceOf({ info, ended, state }: ViewThread): string {
  if (ended?.status === NOT_BEGUN) return 'Has not begun.';
  if (ended !== null) return ended.status === 'done' ? 'Has ended.' : `Has ended: ${ended.status}.`;
  if (info === null) return '';
  if (info.waitsFor === '') return 'Runs.';
  if (state === 0 && isNextFrame(info.waitsFor)) return 'Goes on in each frame.';
  if (info.state === 'queued') return `Queues: ${info.waitsFor.replace(/^blocked: /, '')}.`;
  const begin = { sleeping: 'Sleeps', waiting: 'Waits' }[info.state as string];
  return begin === undefined ? 'Runs.' : `${begin}: ${info.waitsFor}.`;
}

export const fileName = (file: string): string =>
  file
    .replace(/[?#].*$/, '')
    .split('/')
    .at(-1) || file;

export function placeWords(file: string | null, line: number | null): string {
  if (file === null) return line === null ? '' : `line ${line}`;
  return line === null ? fileName(file) : `${fileName(file)}:${line}`;
}
