/** Formats a row for the terminal, and rows as tables in Markdown: `npm run bench -- tables`, and the page of the site with all of them. */
import { targetOf } from './target.js';

export function printRow(row) {
  console.log(`\n${row.id}  ${row.title}`);
  for (const [name, value, ratio, spread, target] of cellsOf(row)) {
    console.log(`  ${name.padEnd(30)} ${value.padStart(14)} ${ratio.padStart(9)} ${spread.padStart(15)}  ${target}`);
  }
}

/** `[major, row]` for each version of Node. */
export function printNodes(measured) {
  const [[, first]] = measured;
  console.log(`\n${first.id}  ${first.title}`);
  for (const [i, { name }] of first.results.entries()) {
    const cells = measured.map(([major, row]) => `${major}: ${targetOf(row, row.results[i])?.shown ?? '-'}`);
    console.log(`  ${name.padEnd(46)} ${cells.join('   ')}`);
  }
}

/** The rows of bench/results.json. */
export function toMarkdown({ machine, rows }) {
  const newest = newestOf(rows);
  const loads = rows.map(({ load }) => load).filter((load) => load !== undefined);
  const load = `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  const head = `Measured ${whenOf(newest)}: Node ${machine.node}, ${describeMachine(machine)}; load average while it ran: ${load}.`;
  return [head, '', ...rows.map((row) => tableOf(row, newest))].join('\n');
}

function describeMachine({ processor, cores, memoryGb, system }) {
  return `${processor}, ${cores} cores, ${memoryGb} GB, ${system}`;
}

function newestOf(rows) {
  return rows.reduce((last, row) => (row.date > last.date ? row : last));
}

/** Rows are grouped by commit, as a run may continue past midnight. */
function tableOf(row, newest) {
  const [first] = row.results;
  const columns = [
    '',
    first.ns === undefined ? row.unit : `a ${row.unit}`,
    ...(first.ratio === undefined ? [] : [`ratio to ${first.name}`]),
    ...(row.processes === undefined ? [] : [`lowest to highest of ${row.processes}`]),
    'target',
  ];
  const lines = cellsOf(row).map(([name, value, ratio, spread, target]) => [
    name,
    value,
    ...(first.ratio === undefined ? [] : [ratio]),
    ...(row.processes === undefined ? [] : [spread]),
    target,
  ]);
  const older = row.commit === newest.commit ? [] : [`Older: measured ${whenOf(row)}.`, ''];
  return [`### \`${row.id}\`: ${row.title}`, '', ...older, ...markdownTable(columns, lines), ''].join('\n');
}

/** All columns but the first and the last are numbers. */
export function markdownTable(columns, lines) {
  const isNumbers = (i) => i > 0 && lines.every((cells) => /^\d|^$/.test(cells[i]));
  const rule = columns.map((_column, i) => (isNumbers(i) ? '--:' : '---'));
  return [columns, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`);
}

/** A commit with a `+` had uncommitted changes. */
export function whenOf({ date, commit }) {
  return `on ${date.slice(0, 10)} at ${commit ?? 'a commit that was not noted'}`;
}

/** The texts for name, value, ratio, spread and target of each contender. */
function cellsOf(row) {
  return row.results.map((result) => {
    const { name, cannot, ratio } = result;
    if (cannot !== undefined) return [name, 'not run', '', '', cannot];
    const few = result.rounds < 11 ? `${result.rounds} rounds` : '';
    return [
      name,
      showValue(row, result),
      ratio === undefined ? '' : ratio.toFixed(2),
      row.processes === undefined ? '' : showSpread(result),
      showTarget(targetOf(row, result)) || few,
    ];
  });
}

export function showValue({ unit }, { ns, value }) {
  if (value !== undefined) return `${digitsOf(value)} ${unit}`;
  if (ns >= 1e6) return `${(ns / 1e6).toFixed(1)} ms`;
  return ns >= 10_000 ? `${(ns / 1000).toFixed(1)} µs` : `${ns.toFixed(1)} ns`;
}

function showSpread({ ratio, spread }) {
  return spread.map((one) => (ratio === undefined ? digitsOf(one) : one.toFixed(2))).join(' to ');
}

function digitsOf(value) {
  return value.toFixed(value < 100 ? 1 : 0);
}

function showTarget(target) {
  if (target === null) return '';
  const { limit, shown, unit, isMet } = target;
  return `≤ ${limit} ${unit} (${shown}): ${isMet ? 'met' : 'missed'}`;
}

export function nodesToMarkdown({ machine, majors, rows }) {
  const newest = newestOf(rows);
  const versions = majors.filter((major) => rows.some((row) => row.contenders[0].got[major] !== undefined));
  const lines = rows.flatMap(({ title, contenders }) =>
    contenders.map(({ name, limit, unit, got }) => [
      title,
      name,
      `≤ ${limit} ${unit}`,
      ...versions.map((major) => got[major]?.shown ?? ''),
      '',
    ]),
  );
  const head = `Measured ${whenOf(newest)}: ${describeMachine(machine)}.`;
  return [head, '', differences(rows, versions), '', ...nodesTable(versions, lines), ''].join('\n');
}

function nodesTable(versions, lines) {
  const columns = ['row', 'contender', 'target', ...versions.map((major) => `Node ${major}`)];
  const rule = columns.map((_column, i) => (i < 3 ? '---' : '--:'));
  return [columns, rule, ...lines.map((cells) => cells.slice(0, -1))].map((cells) => `| ${cells.join(' | ')} |`);
}

/** How each version differs from the first in the median, and where it differs most. */
function differences(rows, [base, ...others]) {
  const figures = rows.flatMap(({ id, contenders }) =>
    contenders.map(({ name, got }) => ({ what: `${id}, ${name}`, got })),
  );
  return others
    .map((major) => {
      const quotients = figures
        .filter(({ got }) => got[base]?.got > 0 && got[major]?.got > 0)
        .map(({ what, got }) => ({ what, by: got[major].got / got[base].got }))
        .toSorted((a, b) => a.by - b.by);
      if (quotients.length === 0) return '';
      const middle = quotients[Math.floor(quotients.length / 2)].by.toFixed(2);
      const [least, most] = [quotients[0], quotients.at(-1)].map(({ what, by }) => `${by.toFixed(2)} times (${what})`);
      return `- Node ${major}: in the middle ${middle} times the figures of Node ${base}, from ${least} to ${most}.`;
    })
    .join('\n');
}
