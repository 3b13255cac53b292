/** One row out of several: each process measures the row from its start, and the table has the medians of their medians. */
import { quantile } from './measure.js';
import { targetOf } from './target.js';

/** @param runs the row as each process has measured it. */
export function mergeRuns(runs) {
  const [first] = runs;
  const results = first.results.map((_result, i) => mergeResults(runs, i));
  return { ...first, processes: runs.length, results };
}

/** A contender that could not be measured in one of the processes is told with the reason of that one. */
function mergeResults(runs, i) {
  const all = runs.map(({ results }) => results[i]);
  const unable = all.find(({ cannot }) => cannot !== undefined);
  if (unable !== undefined) return unable;
  const [{ name, rounds }] = all;
  const got = runs.map((row) => targetOf(row, row.results[i])?.got);
  return {
    name,
    ...(rounds !== undefined && { rounds }),
    ...mediansOf(all),
    ...(got[0] !== undefined && { got: quantile(got, 0.5) }),
  };
}

/** The spread is the lowest and the highest of the medians that the processes give. */
function mediansOf(all) {
  const medians = {};
  for (const field of ['ns', 'ratio', 'value']) {
    const values = all.map((one) => one[field]);
    if (values[0] !== undefined) medians[field] = quantile(values, 0.5);
  }
  const shown = all.map(({ ratio, value }) => ratio ?? value);
  return { ...medians, spread: [Math.min(...shown), Math.max(...shown)] };
}
