import { errors } from '../messages/errors.js';
import type { Finding, Validation } from './validation.js';

/** Free names that nobody knows, under `strictGlobals`. */
export function tellUnknownNames({ facts }: Validation): Finding[] {
  return facts.unknownNames.map(({ at, name, near }) => ({
    at,
    message: errors.unknownName({ name, near }),
    mends: near.map((text) => ({ kind: 'replace' as const, text, at })),
  }));
}
