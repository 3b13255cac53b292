/** What is thrown, and what only traces show. */
import type { Thrown } from '../execution/call.js';
import { printable, show, unasked } from '../messages/format.js';
import { type Field, type Json, list, listOf, type Loader, orNull, type Saver, text } from './fields.js';

export const thrown: Field = orNull({
  save: ({ error }: Thrown, to, _of, key) => [to.value(error, key)],
  load: (json, from): Thrown => ({ error: from.value(listOf(json, from)[0] ?? null) }),
});

/** Is it more than a plain value? */
export const isLarge = (one: unknown): boolean =>
  (typeof one === 'object' && one !== null) || typeof one === 'function' || typeof one === 'symbol';

export const textOf = (one: unknown): Json[] => ['t', unasked(() => printable(show(one)))];

export const isText = (json: Json): boolean => Array.isArray(json) && (json as readonly Json[])[0] === 't';

/** Stands for a value that could not be saved and that nobody reads any more. Traces show its name. */
export class Gone {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** What traces show as that text. */
export const shownAs = (json: Json): Gone => new Gone(String((json as readonly Json[])[1]));

/** A plain value as it is, of others that text. */
export const saveShown = (one: unknown, to: Saver): Json => (isLarge(one) ? textOf(one) : to.value(one));

/** Such a text, or a value. */
export const readShown = (json: Json, from: Pick<Loader, 'value'>): unknown =>
  isText(json) ? shownAs(json) : from.value(json);

/** Arguments that only traces show: plain ones as they are, of the others their text. */
export const shown: Field = list({ save: saveShown, load: readShown });

export const texts: Field = list(text);
