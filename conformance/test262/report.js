/** The tables that the harness prints: the outcomes by folder and mode, then refused and different cases. */

/** Outcomes of cases that count. */
const counted = ['same', 'waits', 'different', 'excepted', 'refused', 'crashed'];

export class Report {
  #modes;
  #reasonOf;
  #rows = new Map();
  #codes = new Map();
  #reasons = new Map();
  #uncounted = new Map();
  #forms = new Map();
  /** Each counted case whose outcome is not `same`. */
  notSame = [];

  /** `reasonOf(name, mode)` gives the reason why a test may differ, or undefined. */
  constructor({ modes, reasonOf }) {
    this.#modes = modes;
    this.#reasonOf = reasonOf;
  }

  /** Adds the outcomes of one test. */
  add(name, results) {
    for (const result of results) this.#addCase(name, result);
  }

  print() {
    for (const mode of this.#modes) {
      const { own, total } = this.#totalOf(mode);
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
      console.log(`Refused: ${listOf(this.#codes, mode)}.`);
      console.log(`Excepted: ${listOf(this.#reasons, mode)}.`);
      console.log(`Not counted: ${listOf(this.#uncounted, mode)}.`);
      if (mode.endsWith('-frames')) console.log(`Functions: ${listOf(this.#forms, mode)}.`);
    }
  }

  /** For a run with a planted bug. */
  printNoticed() {
    for (const mode of this.#modes) {
      const { same, waits, different, crashed } = this.#totalOf(mode).total;
      console.log(`${mode}: planted in ${same + waits + different} cases, noticed in ${different}`);
      if (crashed > 0) console.log(`${mode}: ${crashed} crashed`);
    }
  }

  #addCase(name, result) {
    const { mode, isStrict, outcome: given, code, detail, waited, isReordered, pulses = 0, assertions = 0 } = result;
    const reason = given === 'different' || given === 'crashed' ? this.#reasonOf(name, mode) : undefined;
    const outcome = reason === undefined ? given : 'excepted';
    if (reason !== undefined) count(this.#reasons, `${mode} ${reason}`);
    if (code !== undefined) count(this.#codes, `${mode} ${code}`);
    if (!counted.includes(outcome)) return count(this.#uncounted, `${mode} ${outcome}`);
    const row = this.#rowOf(mode, name.split('/').slice(0, 2).join('/'));
    row.cases++;
    row[outcome]++;
    if (waited) row.waited++;
    if (isReordered) row.reordered++;
    if (pulses > 0) row.paused++;
    row.pulses += pulses;
    row.assertions += assertions;
    for (const [form, n] of Object.entries(result.forms ?? {})) count(this.#forms, `${mode} ${form}`, n);
    if (outcome !== 'same') this.notSame.push({ name, mode, isStrict, outcome, code, detail });
  }

  #rowOf(mode, folder) {
    const key = `${mode} ${folder}`;
    if (!this.#rows.has(key)) this.#rows.set(key, { mode, folder, ...empty() });
    return this.#rows.get(key);
  }

  #totalOf(mode) {
    const own = [...this.#rows.values()].filter((row) => row.mode === mode);
    own.sort((a, b) => (a.folder < b.folder ? -1 : 1));
    return { own, total: own.reduce(plus, { mode, folder: '**all**', ...empty() }) };
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

function count(counts, key, n = 1) {
  counts.set(key, (counts.get(key) ?? 0) + n);
}
