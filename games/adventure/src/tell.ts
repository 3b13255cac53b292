/** What players are told when a save cannot be written or read. */
import { LoadError, SaveError } from '@spindle/runtime/saves';

const LOADS = {
  damaged: 'This saved game is damaged. Choose another one.',
  newer: 'This saved game is of a newer version of The Lamp. Reload the page to get that version, then load it again.',
  other: 'The story has changed since this game was saved, so it cannot go on from there. Choose another one.',
  busy: 'The game cannot be loaded at this moment. Try again.',
  game: 'This saved game does not fit this version of The Lamp. Choose another one.',
} as const;

/** A later version of the game has made it. */
export class NewerBuild extends Error {}

export function wordsFor(error: unknown): string {
  if (error instanceof NewerBuild) return LOADS.newer;
  if (error instanceof LoadError) return LOADS[error.kind];
  if (error instanceof SaveError) return 'The game cannot be saved at this moment. Try again in a second.';
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError')
    return 'Your browser has no more room for saved games. Delete one, and save again.';
  if (name === 'SecurityError' || name === 'InvalidStateError')
    return 'Your browser does not let this page keep saved games.';
  throw error;
}
