/** Tables of what is stored: all of it, the few rows that docs/performance.md shows, and the targets that are missed. */
import { readFileSync } from 'node:fs';
import { markdownTable, nodesToMarkdown, showValue, toMarkdown, whenOf } from './table.js';
import { targetOf } from './target.js';

/** What a game does, and the rows that measure it, `[row, contender]`: with generators, with frames, and what it is compared with. */
const SHOWN = [
  ['a script goes on in the next frame (1,000 of them)', ['a-1k', 'spindle'], ['frames-1k', 'spindle, target frames']],
  ['… (10,000 of them)', ['a-10k', 'spindle'], ['frames-10k', 'spindle, target frames']],
  ['a script wakes from `wait(50)`', ['life-wait', 'spindle'], ['life-wait-frames', 'spindle, target frames']],
  ['a call of a function that waits 30 ms', ['life-call', 'spindle'], ['life-call-frames', 'spindle, target frames']],
  ['a race of two such calls', ['life-race-calls', 'spindle'], ['life-race-calls-frames', 'spindle, target frames']],
  ['a call of another owner’s method', ['life-used', 'spindle'], ['life-used-frames', 'spindle, target frames']],
  ['a call that does not wait', ['e-levels', 'spindle'], ['frames-calls', 'spindle, target frames']],
  ['a script starts and ends without waiting', ['d-at-once', 'spindle'], ['frames-start', 'spindle, target frames']],
  [
    'a bullet with a script of its own, in a frame',
    ['h-bullets', 'spindle'],
    ['h-bullets-frames', 'spindle, target frames'],
  ],
  [
    'a frame of a game with 10,000 scripts, median',
    ['h-frames', 'spindle, median'],
    ['h-frames', 'spindle, target frames, median'],
  ],
  [
    '… 99 of 100 frames take less',
    ['h-frames', 'spindle, 99 of 100 take less'],
    ['h-frames', 'spindle, target frames, 99 of 100 take less'],
  ],
  ['a script in a frame, compiled for saves, none made', null, ['saves-none', 'spindle, target frames, saves']],
];

/** Lines of Markdown: a few rows. */
export function shownTable(rows) {
  const dates = rows.map(({ date }) => date).toSorted();
  const newest = rows.find(({ date }) => date === dates.at(-1));
  const lines = SHOWN.map(([what, ...cells]) => [
    what,
    ...cells.map((cell) => (cell === null ? '' : shownCell(rows, cell))),
  ]);
  return [
    ...markdownTable(['', 'generators', 'frames'], lines),
    '',
    `Measured ${whenOf(newest)}, some rows since ${dates[0].slice(0, 10)}.`,
    '',
  ].join('\n');
}

/** All that is stored: the targets that are missed, the rows whose ids begin with one of `starts`, and how versions of Node and browsers differ. */
export function storedTables(starts = ['']) {
  const [results, nodes, browsers] = ['results', 'nodes', 'browsers'].map((name) =>
    JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')),
  );
  const rows = results.rows.filter(({ id }) => starts.some((start) => id.startsWith(start)));
  if (!starts.includes('')) return toMarkdown({ ...results, rows });
  return [
    '## Targets that are missed',
    '',
    `${missedCount(rows)} Measured of allowed; of several contenders in a row the worst.`,
    '',
    ...markdownTable(['missed', 'generators', 'frames'], missedOf(rows).lines),
    '',
    '## Rows',
    '',
    toMarkdown(results),
    `### How Node ${nodes.majors.join(', ')} differ`,
    '',
    nodesToMarkdown(nodes),
    '### Both targets in browsers',
    '',
    ...browsers.table,
  ].join('\n');
}

export function missedCount(rows) {
  const targets = rows.flatMap((row) => row.results.filter((result) => targetOf(row, result) !== null));
  return `${targets.length} figures have a target, and ${missedOf(rows).count} miss it.`;
}

function shownCell(rows, [id, name]) {
  const row = rows.find((one) => one.id === id);
  const result = row.results.find((one) => one.name === name);
  const compared = result.ratio === undefined ? '' : ` (${result.ratio.toFixed(2)} × ${row.results[0].name})`;
  return showValue(row, result) + compared;
}

/** One line for each row: those that differ only in their target, or in having owners, share one. */
function missedOf(rows) {
  const lines = new Map();
  let count = 0;
  for (const row of rows)
    for (const result of row.results) {
      const target = targetOf(row, result);
      if (target === null || target.isMet) continue;
      count++;
      const title = row.title.replaceAll(/, each with an owner|, target frames/g, '');
      const column =
        row.title.includes('target frames') || result.name.includes('target frames') ? 'frames' : 'generators';
      const line = lines.get(title) ?? {};
      if (line[column] === undefined || shareOf(target) > shareOf(line[column])) line[column] = target;
      lines.set(title, line);
    }
  const cellOf = (target) =>
    target === undefined
      ? ''
      : `${target.shown} of ${target.limit} ${target.unit.replace(/ “.*/, '').replace(' than the first', '')}`;
  return {
    count,
    lines: [...lines].map(([title, { generators, frames }]) => [title, cellOf(generators), cellOf(frames)]),
  };
}

const shareOf = ({ got, limit }) => got / limit;
