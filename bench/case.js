/** Measures one row in a process of its own: `node --expose-gc bench/case.js resume a-1k` prints the result as JSON. Without an id, it lists the rows. */
import { measure } from './measure.js';

// Warnings that a crowd of scripts was started by plain code are no news here.
console.warn = () => {};

const [file, id] = process.argv.slice(2);
const { rows } = await import(`./cases/${file}.js`);
if (id === undefined) {
  process.stdout.write(JSON.stringify(rows.map(listed)));
  process.exit();
}
const row = rows.find((one) => one.id === id);
const { contenders, measure: measureOnce, ...facts } = row;

const results = measureOnce === undefined ? await compare() : await measureOnce();
process.stdout.write(JSON.stringify({ ...facts, results }), () => process.exit());

async function compare() {
  const all = await contenders();
  const able = all.filter(({ cannot }) => cannot === undefined);
  const unable = all.filter(({ cannot }) => cannot !== undefined).map(({ name, cannot }) => ({ name, cannot }));
  return [...(await measure(able, row)), ...unable];
}

function listed(one) {
  const { isExact = false } = one;
  return { id: one.id, isExact, hasTarget: Object.keys(one).some((field) => field.startsWith('targets')) };
}
