/** What is thrown, and what only traces show. */
import type { Thrown } from '../execution/call.js';
import { showCalled } from '../messages/format.js';
import { type Field, list, listOf, orNull, text } from './fields.js';

export const thrown: Field = orNull({
  save: ({ error }: Thrown, to, _of, key) => [to.value(error, key)],
  load: (json, from): Thrown => ({ error: from.value(listOf(json, from)[0] ?? null) }),
});

/** Arguments that only traces show: plain ones as they are, of the others their text. */
export const shown: Field = {
  save: (given: ArrayLike<unknown>, to) =>
    Array.from(given, (one) =>
      (typeof one === 'object' && one !== null) || typeof one === 'function' || typeof one === 'symbol'
        ? ['t', showCalled({ label: '', args: [one] }).slice(1, -1)]
        : to.value(one),
    ),
  load: (json, from) =>
    listOf(json, from).map((one) =>
      Array.isArray(one) && one[0] === 't' ? { name: String(one[1]) } : from.value(one),
    ),
  usual: [],
};

export const texts: Field = list(text);
