/** Draws who had each owner in which frame, as lanes. */

const FRAME = 26;
const ROW = 24;
const LEFT = 96;
const TOP = 26;
/** The width of an entry of the legend. */
const ENTRY = 160;

/** What a thread does to its owner, in the order of the legend. */
const KINDS = {
  holds: 'acts, or keeps its owner',
  waits: 'waits, others may act',
  stopped: 'stopped, goes on later',
  queues: 'queues',
};

/** The picture of samples `{ frame, id, name, owner, kind }`: a lane for each owner, a bar for each thread. */
export function drawLanes(title, samples) {
  const bars = barsOf(samples);
  const owners = [...new Set(bars.map(({ owner }) => owner))];
  const frames = Math.max(0, ...bars.map(({ to }) => to));
  const lines = [];
  let y = TOP;
  for (const owner of owners) {
    const rows = rowsOf(bars.filter((bar) => bar.owner === owner));
    lines.push(`<text class="owner" x="8" y="${y + 16}">${escape(owner)}</text>`);
    lines.push(`<line x1="0" x2="${LEFT + frames * FRAME + 8}" y1="${y - 4}" y2="${y - 4}"/>`);
    for (const [i, row] of rows.entries()) lines.push(...row.flatMap((thread) => drawThread(thread, y + i * ROW)));
    y += rows.length * ROW + 8;
  }
  const kinds = Object.keys(KINDS).filter((kind) => samples.some((one) => one.kind === kind));
  const width = Math.max(kinds.length * ENTRY, LEFT + frames * FRAME + 8);
  const ticks = Array.from({ length: frames }, (_, i) => i).filter((i) => frames <= 20 || i % 5 === 0);
  const axis = ticks.map((i) => `<text class="tick" x="${LEFT + i * FRAME + FRAME / 2}" y="14">${i}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y + 22}" viewBox="0 0 ${width} ${y + 22}" role="img">`,
    `<title>${escape(title)}</title>`,
    STYLE,
    `<text class="owner" x="8" y="14">frame</text>`,
    ...axis,
    ...lines,
    ...legend(kinds, y + 6),
    '</svg>\n',
  ].join('\n');
}

/** Neighbouring frames of one thread in which it does the same. */
function barsOf(samples) {
  const bars = [];
  for (const { frame, id, name, owner, kind } of samples) {
    const last = bars.findLast((bar) => bar.id === id);
    if (last?.kind === kind && last.to === frame) last.to = frame + 1;
    else bars.push({ id, name, owner, kind, from: frame, to: frame + 1 });
  }
  return bars;
}

/** Threads that are live at the same time get rows of their own. */
function rowsOf(bars) {
  const rows = [];
  for (const id of new Set(bars.map((bar) => bar.id))) {
    const thread = bars.filter((bar) => bar.id === id);
    const row = rows.find((one) => one.at(-1).at(-1).to <= thread[0].from);
    if (row) row.push(thread);
    else rows.push([thread]);
  }
  return rows;
}

function drawThread(bars, y) {
  const boxes = bars.map(
    ({ from, to, kind }) =>
      `<rect class="${kind}" x="${LEFT + from * FRAME}" y="${y}" width="${(to - from) * FRAME - 2}" height="${ROW - 4}" rx="3"/>`,
  );
  const [{ from, name }] = bars;
  return [...boxes, `<text x="${LEFT + from * FRAME + 5}" y="${y + 14}">${escape(name)}</text>`];
}

function legend(kinds, y) {
  return kinds.flatMap((kind, i) => [
    `<rect class="${kind}" x="${8 + i * ENTRY}" y="${y}" width="12" height="12" rx="2"/>`,
    `<text class="tick" style="text-anchor: start" x="${26 + i * ENTRY}" y="${y + 10}">${KINDS[kind]}</text>`,
  ]);
}

const STYLE = `<style>
  text { font: 12px system-ui, sans-serif; fill: #1b1f24; }
  .owner { font-weight: 600; }
  .tick { font-size: 11px; text-anchor: middle; }
  line { stroke: #8c959f; stroke-opacity: 0.4; }
  .holds { fill: #9ecbff; stroke: #0969da; }
  .waits { fill: #e6edf3; stroke: #8c959f; }
  .stopped { fill: #eac54f; fill-opacity: 0.45; stroke: #9a6700; }
  .queues { fill: #fff8f0; stroke: #bc4c00; stroke-dasharray: 4 3; }
  @media (prefers-color-scheme: dark) { .owner, .tick { fill: #e6edf3; } }
</style>`;

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
