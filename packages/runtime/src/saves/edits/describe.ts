/** What a load says of edited functions, for their authors. */
import type { Thread } from '../../threads/thread.js';
import type { ChangedName } from './map-names.js';
import { isMapped, type Obstacle, type Surprise } from './map-pauses.js';
import type { Standing } from './standing.js';

export const nameOf = ({ name, id }: Thread): string => `\`${name}\` (thread #${id})`;

/** `guard.js#patrol` (thread #3) goes on at `wait(5)` */
export function mappedText(thread: Thread, standing: Standing): string {
  const { found } = standing;
  const surprises = isMapped(found) ? found.surprises.map(surpriseText) : [];
  return `${nameOf(thread)} goes on in ${placeText(standing)}${surprises.map((one) => `; ${one}`).join('')}`;
}

/** `guard.js#patrol at `wait(5)`, which was `wait(4)`` */
export const placeText = ({ saved, text, now }: Standing): string =>
  `${saved.id} at ${now!.text === text ? `\`${text}\`` : `\`${now!.text}\`, which was \`${text}\``}`;

export const whyNot = ({ saved, text, found }: Standing): string =>
  `it waited in ${saved.id} at \`${text}\`, and ${obstacleText(found as Obstacle)}`;

export const leftText = (thread: Thread, standing: Standing): string => `${nameOf(thread)}: ${whyNot(standing)}`;

/** `there is no such statement any more` */
export function obstacleText(found: Obstacle): string {
  switch (found.kind) {
    case 'gone':
      return 'there is no such statement any more';
    case 'migration':
      return `its migration leads to \`${found.target}\`, which is not there`;
    case 'function':
      return found.why ?? 'there is no such function any more';
    case 'unknown':
      return 'its function was changed, and nothing is known of it';
    case 'construct':
      return `it stood ${inConstructs(found.before)} and now stands ${inConstructs(found.after)}`;
    case 'callee':
      return `it waited in \`${found.before}\` and now waits in \`${found.after}\``;
    default:
      return `${found.names.map((name) => `\`${name.replace(/^&|[:.].*$/g, '')}\``).join(' and ')} had no value there`;
  }
}

const inConstructs = (way: string): string => (way === '' ? 'in none of them' : `in \`${way}\``);

/** `the statement was edited, and waits for what it waited for` */
export function surpriseText(one: Surprise): string {
  switch (one.kind) {
    case 'edited':
      return 'the statement was edited: what has begun in it goes on as it was';
    case 'order':
      return 'statements have changed their order: some may run twice, or not at all';
    case 'equal':
      return 'there are more or fewer statements with these words: it may be another one of them';
    case 'head':
      return `the head of the \`${one.construct}\` around it was edited: it goes on with what the old one gave`;
    default:
      return changeText(one.change);
  }
}

const changeText = ({ kind, name, from }: ChangedName): string =>
  kind === 'renamed' ? `\`${from}\` is called \`${name}\` now` : `\`${name}\` is new and has its first value`;
