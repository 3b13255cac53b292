/** (k) How the output and the time to compile grow with what a file has of one kind, with both targets. */
import { transformSync } from '@babel/core';
import threads from 'babel-plugin-threads';
import { processorMs, quantile } from '../measure.js';

const TARGETS = [
  { name: 'generators', prefix: 'growth' },
  { name: 'frames', prefix: 'frames-growth' },
];

const times = (n, text) => Array.from({ length: n }, (_, i) => text(i)).join('\n');
const script = (statements) => `// @compile\nfunction script(key) {\n${statements}\n}\n`;

const table = (n) => script(`return [\n${times(n, (i) => `  item("sword", ${i}, 20),`)}\n];`);
const objects = (n) => script(`return [\n${times(n, (i) => `  { id: ${i}, name: item("sword") },`)}\n];`);

/** Files with so many of each. */
const KINDS = {
  statements: (n) => script(times(n, (i) => `  item("sword", ${i});`)),
  variables: (n) =>
    script(`${times(n, (i) => `  const v${i} = item(${i});`)}\n  return [${times(n, (i) => `v${i},`)}];`),
  functions: (n) => times(n, (i) => `// @compile\nfunction f${i}() { return f${i + 1}(); }`) + script('wait(1);'),
  cases: (n) => script(`switch (key) {\n${times(n, (i) => `  case ${i}: item("sword", ${i}); break;`)}\n}`),
  calls: table,
};
const SIZES = [500, 1000, 2000, 4000];

function compile(code, plugins) {
  return transformSync(code, { babelrc: false, configFile: false, compact: false, plugins }).code;
}

const pluginFor = (target) => [[threads, { target, diagnostics: 'off' }]];

function weigh(target) {
  const factor = (code) => compile(code, pluginFor(target)).length / code.length;
  return [
    { name: 'a table of 100 calls', value: factor(table(100)) },
    { name: 'a table of 400 calls', value: factor(table(400)) },
    { name: '2,000 objects with a call each', value: factor(objects(2000)) },
  ];
}

const ROUNDS = 5;

/** The time with the plugin in times that of Babel alone, which is measured before and after it. */
function compare(code, target) {
  const ms = (plugins) => {
    const startMs = processorMs();
    compile(code, plugins);
    return processorMs() - startMs;
  };
  const ratios = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = ms([]);
    const taken = ms(pluginFor(target));
    ratios.push((2 * taken) / (before + ms([])));
  }
  return quantile(ratios, 0.5);
}

/** What is measured first would be cold. */
function compareAll(make, kind, target) {
  compare(make(SIZES[0]), target);
  return SIZES.map((n) => ({ name: `${n.toLocaleString('en')} ${kind}`, value: compare(make(n), target) }));
}

export const rows = TARGETS.flatMap(({ name: target, prefix }) => [
  {
    id: `${prefix}-output`,
    title: `the length of the output, target ${target}`,
    unit: '× the source',
    isExact: true,
    targets: { 'a table of 400 calls': 6, '2,000 objects with a call each': 6 },
    measure: () => weigh(target),
  },
  ...Object.entries(KINDS).map(([kind, make]) => ({
    id: `${prefix}-time-${kind}`,
    title: `the time to compile ${kind}, target ${target}`,
    unit: '× Babel alone',
    measure: () => compareAll(make, kind, target),
  })),
]);
