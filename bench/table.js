/** A row on the terminal, and all rows as tables for docs/performance.md. */

export function printRow(row) {
  console.log(`\n${row.id}  ${row.title}`);
  for (const [name, value, ratio, target] of cellsOf(row)) {
    console.log(`  ${name.padEnd(30)} ${value.padStart(14)} ${ratio.padStart(9)}  ${target}`);
  }
}

export function toMarkdown({ machine, rows }) {
  const { date, node, processor, cores, memoryGb, system } = machine;
  const loads = rows.map(({ load }) => load).filter((load) => load !== undefined);
  const load = `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  const head = `Measured on ${date}: Node ${node}, ${processor}, ${cores} cores, ${memoryGb} GB, ${system}; load average while it ran: ${load}.`;
  return [head, '', ...rows.map(tableOf)].join('\n');
}

function tableOf(row) {
  const lines = cellsOf(row).map((cells) => `| ${cells.join(' | ')} |`);
  return [`### ${row.title}`, '', `| | a ${row.unit} | ratio | target |`, '|---|--:|--:|---|', ...lines, ''].join('\n');
}

/** Name, value, ratio and target of each contender, as text. */
function cellsOf(row) {
  const [first] = row.results;
  return row.results.map((result) => {
    const { name, cannot, ratio } = result;
    if (cannot !== undefined) return [name, 'not run', '', cannot];
    const few = result.rounds < 11 ? `${result.rounds} rounds` : '';
    return [
      name,
      showValue(row, result),
      ratio === undefined ? '' : ratio.toFixed(2),
      showTarget(row, result, first) || few,
    ];
  });
}

function showValue({ unit }, { ns, value }) {
  if (value !== undefined) return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
  if (ns >= 1e6) return `${(ns / 1e6).toFixed(1)} ms`;
  return ns >= 10_000 ? `${(ns / 1000).toFixed(1)} µs` : `${ns.toFixed(1)} ns`;
}

function showTarget({ targets, targetsNs, targetsAdded, results }, { name, ratio, value, ns }, first) {
  const added = targetsAdded?.[name];
  if (added !== undefined) return judgeAdded(ns - first.ns, added, results);
  const limit = targets?.[name];
  if (limit !== undefined) return judge(ratio ?? value, limit, '');
  const limitNs = targetsNs?.[name];
  return limitNs === undefined ? '' : judge(ns - first.ns, limitNs, ' ns more than the first');
}

/** What comes on top of the first contender, in shares of others. */
function judgeAdded(addedNs, { limit, of }, results) {
  const shares = of.map((name) => {
    const share = addedNs / results.find((one) => one.name === name).ns;
    return `≤ ${limit} × ${name} (${share.toFixed(2)}): ${share <= limit ? 'met' : 'missed'}`;
  });
  return `more than the first: ${shares.join('; ')}`;
}

function judge(got, limit, unit) {
  const met = got <= limit * 1.005 + (unit === '' ? 0 : 0.1);
  const measured = unit === '' ? '' : ` (${got.toFixed(1)})`;
  return `≤ ${limit}${unit}${measured}: ${met ? 'met' : 'missed'}`;
}
