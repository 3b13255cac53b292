import { errors } from '../messages/errors.js';
import { didYouMean } from '../messages/suggestions.js';
import type { Finding, Validation } from './validation.js';

/** Free names that nobody knows, under `strictGlobals`. */
export function tellUnknownNames({ facts }: Validation): Finding[] {
  return facts.unknownNames.map(({ at, name, near }) => ({
    at,
    text: errors.unknownName(name, near.length > 0 ? didYouMean(near) : undefined),
    mends: near.map((text) => ({ kind: 'replace' as const, text, at })),
  }));
}
