/**
 * Draws bench/results.svg with Vega-Lite: first the figures with a target, as measured / target, then the ratios of each row. Both scales are
 * logarithmic.
 */
import { compile } from 'vega-lite';
import { parse, View } from 'vega';
import { isOurs, targetOf } from './target.js';

/** Suppresses a warning of Vega-Lite about facets with different scales, which are intended here. */
const quiet = { level: () => quiet, error: console.error, warn: () => quiet, info: () => quiet, debug: () => quiet };

export async function drawResults(rows) {
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    vconcat: [targetsOf(rows), ratiosOf(rows)],
    resolve: { scale: { color: 'independent' } },
  };
  const view = new View(parse(compile(spec, { logger: quiet }).spec), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/** The smallest value that is drawn. A figure may be zero or negative, as it is a difference of measured times. */
const LEAST_SHARE = 0.01;

function targetsOf(rows) {
  const values = rows.flatMap((row) =>
    row.results
      .map((result) => ({ result, target: targetOf(row, result) }))
      .filter(({ target }) => target !== null)
      .map(({ result, target }) => {
        const { limit, shown, unit, isMet } = target;
        return {
          name: `${row.id}: ${result.name}`,
          share: Math.max(LEAST_SHARE, shareOf(row, result, target)),
          label: `${shown} of ${limit} ${unit.replaceAll(/ “.*/g, '')}`,
          kind: isMet ? 'met' : 'missed',
        };
      }),
  );
  const y = { field: 'name', type: 'nominal', title: null, sort: null, axis: { labelLimit: 400 } };
  return {
    title: 'Each target: what is measured / the target. Beyond the black line it is missed',
    width: 600,
    height: { step: 16 },
    data: { values },
    layer: [
      {
        mark: { type: 'bar', height: { band: 0.7 } },
        encoding: {
          y,
          x: {
            field: 'share',
            type: 'quantitative',
            scale: { type: 'log', domainMin: LEAST_SHARE, nice: false },
            title: 'measured / target',
          },
          x2: { datum: LEAST_SHARE },
          color: {
            field: 'kind',
            type: 'nominal',
            title: null,
            scale: { domain: ['missed', 'met'], range: ['#b3261e', '#3b7d4f'] },
          },
        },
      },
      {
        mark: { type: 'text', align: 'left', dx: 4 },
        encoding: { y, x: { field: 'share', type: 'quantitative' }, text: { field: 'label', type: 'nominal' } },
      },
      { mark: { type: 'rule', color: 'black' }, encoding: { x: { datum: 1 } } },
    ],
  };
}

/** If the target allows no time in addition to that of the first contender, the ratio to that contender is drawn instead. */
function shareOf({ results }, { ns }, { got, limit }) {
  return limit === 0 ? ns / results[0].ns : got / limit;
}

function ratiosOf(rows) {
  const values = rows.flatMap(({ id, title, results, targets }) =>
    results
      .filter(({ ratio }) => ratio !== undefined)
      .map(({ name, ratio }) => ({
        row: `${id}  ${title}; ratio to ${results[0].name}`,
        name,
        ratio,
        target: targets?.[name] ?? null,
        kind: isOurs({ name }) ? 'Spindle' : 'others',
      })),
  );
  const y = { field: 'name', type: 'nominal', title: null, sort: null, axis: { labelLimit: 300 } };
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
  return {
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
    spec: { width: 600, height: { step: 16 }, layer: [ratioBars(y), labels, targets] },
    resolve: { scale: { y: 'independent' } },
  };
}

function ratioBars(y) {
  return {
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
}
