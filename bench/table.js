/** Formats a row for the terminal, and all rows as tables for docs/performance.md. */
import { targetOf } from './target.js';

export function printRow(row) {
  console.log(`\n${row.id}  ${row.title}`);
  for (const [name, value, ratio, target] of cellsOf(row)) {
    console.log(`  ${name.padEnd(30)} ${value.padStart(14)} ${ratio.padStart(9)}  ${target}`);
  }
}

export function toMarkdown({ machine, rows }) {
  const { node, processor, cores, memoryGb, system } = machine;
  const newest = rows.reduce((last, row) => (row.date > last.date ? row : last));
  const loads = rows.map(({ load }) => load).filter((load) => load !== undefined);
  const load = `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  const head = `Measured ${whenOf(newest)}: Node ${node}, ${processor}, ${cores} cores, ${memoryGb} GB, ${system}; load average while it ran: ${load}.`;
  return [head, '', ...rows.map((row) => tableOf(row, newest))].join('\n');
}

/** Rows are grouped by commit, as a run may continue past midnight. */
function tableOf(row, newest) {
  const lines = cellsOf(row).map((cells) => `| ${cells.join(' | ')} |`);
  const [first] = row.results;
  const ratio = first.ratio === undefined ? 'ratio' : `ratio to ${first.name}`;
  const older = row.commit === newest.commit ? [] : [`Older: measured ${whenOf(row)}.`, ''];
  const head = [`| | a ${row.unit} | ${ratio} | target |`, '|---|--:|--:|---|'];
  return [`### ${row.title}`, '', ...older, ...head, ...lines, ''].join('\n');
}

/** A commit with a `+` had uncommitted changes. */
function whenOf({ date, commit }) {
  return `on ${date.slice(0, 10)} at ${commit ?? 'a commit that was not noted'}`;
}

/** The texts for name, value, ratio and target of each contender. */
function cellsOf(row) {
  return row.results.map((result) => {
    const { name, cannot, ratio } = result;
    if (cannot !== undefined) return [name, 'not run', '', cannot];
    const few = result.rounds < 11 ? `${result.rounds} rounds` : '';
    return [
      name,
      showValue(row, result),
      ratio === undefined ? '' : ratio.toFixed(2),
      showTarget(targetOf(row, result)) || few,
    ];
  });
}

function showValue({ unit }, { ns, value }) {
  if (value !== undefined) return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
  if (ns >= 1e6) return `${(ns / 1e6).toFixed(1)} ms`;
  return ns >= 10_000 ? `${(ns / 1000).toFixed(1)} µs` : `${ns.toFixed(1)} ns`;
}

function showTarget(target) {
  if (target === null) return '';
  const { limit, shown, unit, isMet } = target;
  return `≤ ${limit} ${unit} (${shown}): ${isMet ? 'met' : 'missed'}`;
}
