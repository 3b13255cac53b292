/** The tables that the harness prints: by folder and mode, then what was refused and what differs. */

/** Outcomes of cases that count. */
const counted = ['same', 'waits', 'different', 'excepted', 'refused', 'crashed'];

export function makeReport({ modes, reasonOf }) {
  const rows = new Map();
  const codes = new Map();
  const reasons = new Map();
  const uncounted = new Map();
  /** Every case that counts and is not the same. */
  const notSame = [];
  return { add, print, printNoticed, notSame };

  function add(name, results) {
    for (const {
      mode,
      isStrict,
      outcome: given,
      code,
      detail,
      waited,
      isReordered,
      pulses = 0,
      assertions = 0,
    } of results) {
      const reason = given === 'different' || given === 'crashed' ? reasonOf(name, mode) : undefined;
      const outcome = reason === undefined ? given : 'excepted';
      if (reason !== undefined) count(reasons, `${mode} ${reason}`);
      if (code !== undefined) count(codes, `${mode} ${code}`);
      if (!counted.includes(outcome)) {
        count(uncounted, `${mode} ${outcome}`);
        continue;
      }
      const row = rowOf(mode, name.split('/').slice(0, 2).join('/'));
      row.cases++;
      row[outcome]++;
      if (waited) row.waited++;
      if (isReordered) row.reordered++;
      if (pulses > 0) row.paused++;
      row.pulses += pulses;
      row.assertions += assertions;
      if (outcome !== 'same') notSame.push({ name, mode, isStrict, outcome, code, detail });
    }
  }

  function rowOf(mode, folder) {
    const key = `${mode} ${folder}`;
    if (!rows.has(key)) rows.set(key, { mode, folder, ...empty() });
    return rows.get(key);
  }

  function totalOf(mode) {
    const own = [...rows.values()].filter((row) => row.mode === mode);
    own.sort((a, b) => (a.folder < b.folder ? -1 : 1));
    return { own, total: own.reduce(plus, { mode, folder: '**all**', ...empty() }) };
  }

  function print() {
    for (const mode of modes) {
      const { own, total } = totalOf(mode);
      console.log(`\n### ${mode}\n`);
      printTable(['folder', 'cases', ...counted], [...own, total]);
      const share = ((100 * (total.different + total.crashed + total.excepted)) / Math.max(1, total.cases)).toFixed(3);
      console.log(
        `\nNot the same, exceptions included: ${share} % of cases. ${total.assertions} assertions were compared.`,
      );
      console.log(
        `In ${total.waited} cases a thread waited for a Promise; ${total.paused} took ${total.pulses} frames together.`,
      );
      console.log(`Of the ${total.waits} that wait, ${total.reordered} make the same assertions in another order.`);
      console.log(`Refused: ${listOf(codes, mode)}.`);
      console.log(`Excepted: ${listOf(reasons, mode)}.`);
      console.log(`Not counted: ${listOf(uncounted, mode)}.`);
    }
  }

  /** For a run with a planted bug. */
  function printNoticed() {
    for (const mode of modes) {
      const { same, waits, different, crashed } = totalOf(mode).total;
      console.log(`${mode}: planted in ${same + waits + different} cases, noticed in ${different}`);
      if (crashed > 0) console.log(`${mode}: ${crashed} crashed`);
    }
  }

  function printTable(columns, lines) {
    console.log(`| ${columns.join(' | ')} |`);
    console.log(`| ${columns.map((c) => (c === 'folder' ? '---' : '---:')).join(' | ')} |`);
    for (const line of lines) console.log(`| ${columns.map((c) => line[c]).join(' | ')} |`);
  }

  function listOf(counts, mode) {
    const own = [...counts].filter(([key]) => key.startsWith(`${mode} `));
    const lines = own.map(([key, n]) => `${key.slice(mode.length + 1)} ${n}`);
    return lines.sort((a, b) => (a < b ? -1 : 1)).join(', ') || 'none';
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
  reordered: 0,
  paused: 0,
  pulses: 0,
  assertions: 0,
});

function plus(sum, row) {
  for (const key of Object.keys(empty())) sum[key] += row[key];
  return sum;
}

function count(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
