/** The tables that the harness prints: by folder and mode, then what was refused and what differs. */

/** Outcomes of cases that count. */
const counted = ['same', 'waits', 'different', 'excepted', 'refused', 'crashed'];

export function makeReport({ modes, isExcepted }) {
  const rows = new Map();
  const codes = new Map();
  const uncounted = new Map();
  const bad = [];
  return { add, print, bad };

  function add(name, results) {
    for (const { mode, isStrict, outcome: given, code, detail, waited, pulses = 0 } of results) {
      const outcome = (given === 'different' || given === 'crashed') && isExcepted(name, mode) ? 'excepted' : given;
      if (!counted.includes(outcome)) count(uncounted, `${mode} ${outcome}`);
      else {
        const row = rowOf(mode, name.split('/').slice(0, 2).join('/'));
        row.cases++;
        row[outcome]++;
        if (waited) row.waited++;
        if (pulses > 0) row.paused++;
        row.pulses += pulses;
      }
      if (code !== undefined) count(codes, `${mode} ${code}`);
      if (outcome === 'different' || outcome === 'crashed') bad.push({ name, mode, isStrict, outcome, detail, waited });
      if (outcome === 'refused') bad.push({ name, mode, isStrict, outcome, code });
    }
  }

  function rowOf(mode, folder) {
    const key = `${mode} ${folder}`;
    if (!rows.has(key)) rows.set(key, { mode, folder, ...empty() });
    return rows.get(key);
  }

  function print() {
    for (const mode of modes) {
      const own = [...rows.values()].filter((row) => row.mode === mode);
      own.sort((a, b) => (a.folder < b.folder ? -1 : 1));
      const total = own.reduce(plus, { mode, folder: '**all**', ...empty() });
      console.log(`\n### ${mode}\n`);
      printTable(['folder', 'cases', ...counted], [...own, total]);
      const share = ((100 * (total.different + total.crashed + total.excepted)) / Math.max(1, total.cases)).toFixed(3);
      console.log(
        `\nNot the same, exceptions included: ${share} % of cases. In ${total.waited} a thread waited for a Promise; ${total.paused} took ${total.pulses} frames.`,
      );
      console.log(`Refused: ${listOf(codes, mode) || 'none'}. Not counted: ${listOf(uncounted, mode) || 'none'}.`);
    }
  }

  function printTable(columns, lines) {
    console.log(`| ${columns.join(' | ')} |`);
    console.log(`| ${columns.map((c) => (c === 'folder' ? '---' : '---:')).join(' | ')} |`);
    for (const line of lines) console.log(`| ${columns.map((c) => line[c]).join(' | ')} |`);
  }

  function listOf(counts, mode) {
    return [...counts]
      .filter(([key]) => key.startsWith(`${mode} `))
      .map(([key, n]) => `${key.slice(mode.length + 1)} ${n}`)
      .sort((a, b) => (a < b ? -1 : 1))
      .join(', ');
  }
}

const empty = () => ({
  cases: 0,
  same: 0,
  waits: 0,
  different: 0,
  excepted: 0,
  refused: 0,
  crashed: 0,
  waited: 0,
  paused: 0,
  pulses: 0,
});

function plus(sum, row) {
  for (const key of Object.keys(empty())) sum[key] += row[key];
  return sum;
}

function count(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
