/**
 * The target of a contender: its `limit`, the measured value `got`, and the `unit` of both. A row has targets in one of five forms:
 *
 *   targets        the ratio to the first contender, or the value itself if the row compares nothing
 *   targetsNs      the difference to the first contender in ns
 *   targetsMore    the difference to the first contender, in a row of values
 *   targetsAdded   the difference to `to`, as a share of the time of `of`
 *   targetsBelow   less than the quickest of the others in the row; `except` stands only beside them
 *
 * A row that was measured in several processes has the median of their values in `got`.
 */
export function targetOf(row, result) {
  if (result.ns === undefined && result.value === undefined) return null;
  const wanted = wantedOf(row, result);
  return wanted && judge({ ...wanted, got: result.got ?? wanted.got });
}

function wantedOf(row, result) {
  const { targets, targetsNs, targetsMore, targetsAdded, targetsBelow, results, unit } = row;
  const { name, ns, ratio, value } = result;
  const [first] = results;
  const timeOf = (other) => results.find((one) => one.name === other).ns;
  const added = targetsAdded?.[name];
  if (added !== undefined) {
    const { limit, of, to } = added;
    const what = of === to ? `× “${of}” added` : `× “${of}” added to “${to}”`;
    return { limit, got: (ns - timeOf(to)) / timeOf(of), digits: 2, unit: what };
  }
  if (targetsBelow?.[name] !== undefined) return belowOthers(row, result);
  const limit = targets?.[name];
  if (limit !== undefined)
    return ratio === undefined ? { limit, got: value, digits: 1, unit } : { limit, got: ratio, digits: 2, unit: '×' };
  const limitNs = targetsNs?.[name];
  if (limitNs !== undefined) return { limit: limitNs, got: ns - first.ns, digits: 1, unit: 'ns more than the first' };
  const limitMore = targetsMore?.[name];
  if (limitMore === undefined) return null;
  return { limit: limitMore, got: value - first.value, digits: 1, unit: `${unit} more than the first` };
}

/** The others are the libraries: neither the first contender, nor one of ours. */
function belowOthers({ targetsBelow, results }, { name, ratio }) {
  const { except } = targetsBelow[name];
  const others = results
    .slice(1)
    .filter((one) => one.ratio !== undefined && !isOurs(one) && !except.includes(one.name));
  const quickest = others.reduce((least, one) => (one.ratio < least.ratio ? one : least));
  const limit = Number(quickest.ratio.toFixed(2));
  return { limit, got: ratio, digits: 2, unit: `× (${quickest.name}, the quickest of the others)` };
}

export function isOurs({ name }) {
  return name.startsWith('spindle') || name.startsWith('with the');
}

/** Compares the rounded values that are shown, so that no table says that 1.25 exceeds 1.25. */
function judge({ limit, got, digits, unit }) {
  const shown = got.toFixed(digits).replace(/^-(0\.0+)$/, '$1');
  return { limit, got, shown, unit, isMet: Number(shown) <= limit };
}

/** Targets of our contenders. Owners, and scripts with priorities, which `spawn` starts, may have their own. */
export const forOurs = (limit, { owners = limit, spawned = limit } = {}) => ({
  spindle: limit,
  'spindle, each with an owner': owners,
  'spindle, three priorities': spawned,
});
