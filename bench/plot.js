/** Draws bench/results.svg with Vega-Lite: for each row the ratios, on a scale of powers of ten. */
import { compile } from 'vega-lite';
import { parse, View } from 'vega';

/** Vega-Lite warns of every facet with a scale of its own, which is wanted here. */
const quiet = { level: () => quiet, error: console.error, warn: () => quiet, info: () => quiet, debug: () => quiet };

export async function drawResults(rows) {
  const values = rows.flatMap(({ id, title, results, targets }) =>
    results
      .filter(({ ratio }) => ratio !== undefined)
      .map(({ name, ratio }) => ({
        row: `${id}  ${title}`,
        name,
        ratio,
        target: targets?.[name] ?? null,
        kind: name.startsWith('spindle') || name.startsWith('with the') ? 'Spindle' : 'others',
      })),
  );
  const y = { field: 'name', type: 'nominal', title: null, sort: null, axis: { labelLimit: 300 } };
  const bars = {
    mark: { type: 'bar', height: { band: 0.7 } },
    encoding: {
      y,
      x: {
        field: 'ratio',
        type: 'quantitative',
        scale: { type: 'log', domainMin: 0.005, nice: false },
        title: 'ratio to the first, which is 1',
      },
      x2: { datum: 0.005 },
      color: {
        field: 'kind',
        type: 'nominal',
        title: null,
        scale: { domain: ['Spindle', 'others'], range: ['#c2571a', '#9aa5b1'] },
      },
    },
  };
  const labels = {
    mark: { type: 'text', align: 'left', dx: 4 },
    encoding: {
      y,
      x: { field: 'ratio', type: 'quantitative' },
      text: { field: 'ratio', type: 'quantitative', format: ',.3~r' },
    },
  };
  const targets = {
    transform: [{ filter: 'isValid(datum.target)' }],
    mark: { type: 'tick', color: 'black', thickness: 2 },
    encoding: { y, x: { field: 'target', type: 'quantitative' } },
  };
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: 'What each takes, as the ratio to the first of its row; a black mark is the target',
    data: { values },
    facet: {
      row: {
        field: 'row',
        type: 'nominal',
        title: null,
        sort: null,
        header: { labelAngle: 0, labelAlign: 'left', labelOrient: 'top', labelAnchor: 'start' },
      },
    },
    spec: { width: 600, height: { step: 16 }, layer: [bars, labels, targets] },
    resolve: { scale: { y: 'independent' } },
  };
  const view = new View(parse(compile(spec, { logger: quiet }).spec), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}
