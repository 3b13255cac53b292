/**
 * The target of a contender: its `limit`, the measured value `got`, and the `unit` of both. A row has targets in one of three forms:
 *
 *   targets        the ratio to the first contender, or the value itself if the row compares nothing
 *   targetsNs      the difference to the first contender in ns
 *   targetsAdded   the difference to `to`, as a share of the time of `of`
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

/** Compares the rounded values that are shown, so that no table says that 1.25 exceeds 1.25. */
function judge({ limit, got, digits, unit }) {
  const shown = got.toFixed(digits).replace(/^-(0\.0+)$/, '$1');
  return { limit, got, shown, unit, isMet: Number(shown) <= limit };
}

/** Gives each of our contenders the same target. */
export const forAll = (limit) => ({
  spindle: limit,
  'spindle, each with an owner': limit,
  'spindle, three priorities': limit,
});
