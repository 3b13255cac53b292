/**
 * Rows of both targets in browsers: `npm run e2e -- bench`. Each row is measured by a page in a browser that was started for it,
 * once for each target, and the medians are written to bench/browsers.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import esbuild from 'esbuild';
import { launch } from '../../e2e/harness/browser.js';
import { findFirefox, HOW_TO_GET_FIREFOX, launchFirefox } from '../../e2e/harness/firefox.js';
import { serve } from '../../e2e/harness/server.js';
import { readScript, writeCompiled } from '../compile.js';
import { quantile } from '../measure.js';
import { targetRows } from '../target-rows.js';

const here = import.meta.dirname;
const built = path.join(here, '../../build/bench/browsers');
const TARGETS = ['generators', 'frames'];
const LIMIT_MS = 120_000;

/** Resumes, with owners, of four scripts; calls; starts that end. */
const IDS = [
  'frames-1k',
  'frames-1k-owners',
  'frames-four',
  'frames-calls',
  'frames-calls-owners',
  'frames-calls-short',
  'frames-start',
  'frames-start-owners',
];

/** Pages that are isolated have clocks of finer steps. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** The browsers that are there: `open(url)` shows a page in a new one, and gives its name and how to close it. */
function findBrowsers() {
  const all = [{ open: openInChromium }];
  if (findFirefox() === undefined) console.error(HOW_TO_GET_FIREFOX);
  else all.push({ open: openInFirefox });
  return all;
}

async function openInChromium(url) {
  const browser = await launch();
  const page = await browser.context.newPage();
  await page.goto(url);
  return { name: await nameOf(page), close: () => browser.close() };
}

async function openInFirefox(url) {
  const browser = await launchFirefox();
  const page = await browser.newPage();
  await page.goto(url);
  return { name: await nameOf(page), close: () => browser.close() };
}

/** The browser and its major version, such as `Firefox 153`. */
async function nameOf(page) {
  const agent = await page.evaluate(() => navigator.userAgent);
  const [, name, version] = /(Firefox|Chrome)\/(\d+)/.exec(agent);
  return `${name.replace('Chrome', 'Chromium')} ${version}`;
}

/**
 * For each row its title, unit and limit, and the figures by browser and target: the medians of `times` pages, and the lowest
 * and highest.
 */
export async function measureTargets({ times }) {
  const rows = targetRows.filter(({ id }) => IDS.includes(id));
  for (const row of rows) for (const target of TARGETS) await bundle(row, target);
  const home = await listen();
  const measured = rows.map((row) => ({ row, got: new Map() }));
  try {
    for (const browser of findBrowsers())
      for (const { row, got } of measured)
        // In turns, so that what else runs on the machine concerns both targets.
        for (let time = 0; time < times; time++)
          for (const target of TARGETS) {
            const { name, value } = await measureOnce(browser, row, { target, home });
            if (!got.has(name)) got.set(name, { generators: [], frames: [] });
            got.get(name)[target].push(value);
            console.log(`${name}  ${row.id}  ${target}: ${value.toFixed(2)}`);
          }
  } finally {
    await home.close();
  }
  return { load: os.loadavg()[0], times, rows: measured.map(({ row, got }) => summaryOf(row, got)) };
}

async function measureOnce(browser, row, { target, home }) {
  const figures = home.next();
  const { name, close } = await browser.open(`${home.origin}/${row.id}-${target}.html`);
  try {
    const { results, error, isIsolated } = await figures;
    if (error !== undefined) throw new Error(`bench: ${row.id} in ${name}: ${error}`);
    if (!isIsolated) throw new Error(`bench: the page is not isolated in ${name}, so its clock is coarse`);
    const [first, ours] = results;
    return { name, value: row.limitNs === undefined ? ours.ratio : ours.ns - first.ns };
  } finally {
    await close();
  }
}

function summaryOf({ id, title, limit, limitNs }, got) {
  const unit = limitNs === undefined ? '×' : 'ns more';
  const figures = [...got].map(([browser, byTarget]) => [
    browser,
    Object.fromEntries(TARGETS.map((target) => [target, spreadOf(byTarget[target])])),
  ]);
  return { id, title, limit: limit ?? limitNs, unit, figures: Object.fromEntries(figures) };
}

const spreadOf = (values) => ({
  median: quantile(values, 0.5),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** The page of a row, with the scripts of this target. */
async function bundle({ id, scripts }, target) {
  mkdirSync(built, { recursive: true });
  const compiled = writeCompiled(scripts, readScript(scripts), { target });
  const source = path.join(here, `../scripts/${scripts}.js`);
  await esbuild.build({
    stdin: {
      contents: `
        import * as scripts from ${JSON.stringify(compiled)};
        import * as source from ${JSON.stringify(source)};
        import { measureInPage } from './page.js';
        measureInPage(${JSON.stringify(id)}, scripts, source);`,
      resolveDir: here,
    },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    outfile: path.join(built, `${id}-${target}.js`),
    logLevel: 'error',
  });
  writeFileSync(
    path.join(built, `${id}-${target}.html`),
    `<!doctype html><title>${id}</title><script type="module" src="${id}-${target}.js"></script>\n`,
  );
}

/** Serves the pages. `next` gives the figures that a page will send. */
async function listen() {
  let take;
  const server = await serve(
    { '/': built },
    {
      async '/figures'(request, response) {
        const chunks = await request.toArray();
        response.writeHead(204).end();
        take(JSON.parse(Buffer.concat(chunks).toString()));
      },
    },
    { headers: ISOLATED },
  );
  return {
    ...server,
    next: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('bench: the page sends nothing')), LIMIT_MS);
        take = (figures) => {
          clearTimeout(timer);
          resolve(figures);
        };
      }),
  };
}
