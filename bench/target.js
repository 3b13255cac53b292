/**
 * What a row says of a target: `limit`, what was `got`, and the `unit` of both, in one of three forms.
 *
 *   targets        the ratio to the first contender, or the value of a row that has no first one
 *   targetsNs      ns more than the first contender
 *   targetsAdded   the time more than that of `to`, as a share of the time of `of`
 */
export function targetOf(row, result) {
  const { targets, targetsNs, targetsAdded, results, unit } = row;
  const { name, ns, ratio, value } = result;
  if (ns === undefined && value === undefined) return null;
  const timeOf = (other) => results.find((one) => one.name === other).ns;
  const added = targetsAdded?.[name];
  if (added !== undefined) {
    const { limit, of, to } = added;
    return judge({ limit, got: (ns - timeOf(to)) / timeOf(of), digits: 2, unit: `× “${of}” added to “${to}”` });
  }
  const limit = targets?.[name];
  if (limit !== undefined) {
    return ratio === undefined
      ? judge({ limit, got: value, digits: 1, unit })
      : judge({ limit, got: ratio, digits: 2, unit: '×' });
  }
  const limitNs = targetsNs?.[name];
  if (limitNs === undefined) return null;
  return judge({ limit: limitNs, got: ns - results[0].ns, digits: 1, unit: 'ns more than the first' });
}

/** Judged as it is shown, with so many digits: no table says that 1.25 is more than 1.25. */
function judge({ limit, got, digits, unit }) {
  const shown = got.toFixed(digits).replace(/^-(0\.0+)$/, '$1');
  return { limit, got, shown, unit, isMet: Number(shown) <= limit };
}

/** The same target for each of our contenders. */
export const forAll = (limit) => ({
  spindle: limit,
  'spindle, each with an owner': limit,
  'spindle, three priorities': limit,
});
