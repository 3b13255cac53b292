import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { Script } from 'node:vm';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { launch, openPage } from './harness/browser.js';
import { bundleAgain, bundlers, makeProject, minified, project, serveGame } from './harness/bundle.js';
import { serve } from './harness/server.js';

const PLAYED = ['A heron!', 'Mira takes step 1', 'Mira takes step 2', '1', '2', 'curtain'];

/** The waits of the game in compiled code, and the source of each. */
const WAITS = [
  'yield this.wait(100) of this.wait(100);',
  'yield this.wait(20) of this.wait(20);',
  'yield this.wait(250) of this.wait(250);',
  'yield wait(10) of wait(10);',
  'yield wait(100) of withClock(slow, () => wait(100));',
  'yield wait(20) of wait(20);',
  'yield wait(5) of wait(5);',
];

/** The builds of each bundler, and what a page with the build shows. */
const builds = [];
let browser;
test.beforeAll(async () => {
  makeProject();
  browser = await launch();
  for (const bundler of Object.keys(bundlers)) {
    for (const isProduction of [true, false]) builds.push(await build(bundler, { isProduction }));
  }
});
test.afterAll(() => browser?.close());

async function build(bundler, { isProduction, passes = 1 }) {
  const name = `${bundler}, ${isProduction ? 'production' : 'development'}`;
  const out = path.join(project, 'dist', `${name.replace(', ', '-')}-${passes}`);
  const warnings = await bundlers[bundler]({ out, isProduction, passes });
  return { name, isProduction, out, warnings, seen: await lookAt(out) };
}

/** Runs a bundled game in a page, and gives what the page shows. */
async function lookAt(out) {
  const server = await serve({ '/': out });
  try {
    return await lookAtPage(server.origin);
  } finally {
    await server.close();
  }
}

/** @returns the text of the opening, the list of threads, the source position of an error, the message for a word without a mark, what was printed and thrown so far, and the warning about seconds. */
async function lookAtPage(origin) {
  const { page, lines, errors } = await openPage(browser.context, `${origin}/`);
  await page
    .waitForFunction(() => window.game !== undefined)
    .catch((error) => {
      throw new Error(`The game did not load: ${[...errors, ...lines].join('; ')}`, { cause: error });
    });
  const played = await page.evaluate(() => window.game.playOpening());
  const dump = await page.evaluate(() => window.game.dumpPatrol());
  const thrownAt = await authorsPlace(await page.evaluate(() => window.game.stumble()));
  const unmarked = await page.evaluate(() => window.game.sayWithoutMark());
  const printed = [...lines];
  await page.evaluate(() => window.game.pulseSeconds());
  await page.close();
  return { played, dump, thrownAt, unmarked, printed, errors, warned: lines.slice(printed.length) };
}

/** One step for each build, with its name. */
async function each(list, check) {
  for (const built of list) await test.step(built.name, () => check(built));
}

const isMinified = ({ isProduction }) => isProduction;

test('a bundled game plays as it is written, from every bundler', () =>
  each(builds, ({ seen: { played, printed, errors } }) => {
    assert.deepEqual({ played, printed, errors }, { played: PLAYED, printed: [], errors: [] });
  }));

test('what a page takes from the runtime parses, though a minifier has dropped the rest', async () => {
  for (const word of ['wait', 'listen', 'Executor']) {
    await test.step(word, async () => assert.ok(new Script(await minified(word))));
  }
});

test('no bundler warns of our files or of compiled scripts', () =>
  each(builds, ({ warnings }) => assert.deepEqual(warnings, [])));

test('the dump of a minified game has the names of its classes', () =>
  each(builds.filter(isMinified), ({ seen: { dump } }) => assert.match(dump, /^#\d+ patrol of Guard, /m)));

test('what is said in development is not said by a production build', () =>
  each(builds, ({ isProduction, seen: { warned } }) => {
    assert.deepEqual(
      warned.map((line) => /^(\w+): .*\[(SPN7)/.exec(line)?.slice(1)),
      isProduction ? [] : [['warning', 'SPN7']],
    );
  }));

test('the stack of an error in a bundle leads to the line that its author wrote', () =>
  each(builds, ({ seen: { thrownAt } }) => assert.deepEqual(thrownAt, placeOf('guard.js', 'throw new Error'))));

test('the waits of a bundle lead to the lines that their author wrote', () =>
  each(
    builds.filter((built) => !isMinified(built)),
    ({ out }) => {
      const [file] = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((entry) => entry.endsWith('.js'));
      const code = readFileSync(path.join(out, file), 'utf8');
      const map = new TraceMap(readFileSync(path.join(out, `${file}.map`), 'utf8'));
      // A bundler may rename it to wait$1 or wait2, as an unmarked function uses the global `wait`.
      const found = [...code.matchAll(/yield (this\.)?wait[$\d]*\((\d+)\)/g)].map(
        ({ 1: receiver = '', 2: ms, index }) =>
          `yield ${receiver}wait(${ms}) of ${textAt(map, code.slice(0, index).split('\n'))}`,
      );
      assert.deepEqual(found.sort(), WAITS);
    },
  ));

test('a word in a file that was not compiled says so in every bundle', () =>
  each(builds, ({ isProduction, seen: { unmarked } }) => {
    // Vite and Rollup take the production build then, whose errors have a code and an address.
    const said = /^`wait` is a word of scripts, and this file was not compiled\./;
    assert.match(unmarked, isProduction ? new RegExp(`${said.source}|^SPN532 \\{"word":"wait"\\}: see `) : said);
  }));

test('a script that is transformed twice runs like one that is transformed once', async () => {
  for (const bundler of Object.keys(bundlers)) {
    await test.step(bundler, async () => {
      const { seen } = await build(bundler, { isProduction: false, passes: 2 });
      assert.deepEqual({ played: seen.played, errors: seen.errors }, { played: PLAYED, errors: [] });
    });
  }
});

test('a bundle that is bundled and transformed once more runs like the first', () =>
  each(
    builds.filter(({ name }) => !name.startsWith('Vite')),
    async ({ out }) => {
      const { played, errors } = await lookAt(await bundleAgain(out));
      assert.deepEqual({ played, errors }, { played: PLAYED, errors: [] });
    },
  ));

test('the development server of Vite plays the game, warns, and knows its lines', async () => {
  const server = await serveGame();
  try {
    const { played, thrownAt, errors, warned } = await lookAtPage(server.origin);
    assert.deepEqual({ played, errors }, { played: PLAYED, errors: [] });
    assert.deepEqual(thrownAt, placeOf('guard.js', 'throw new Error'));
    assert.equal(warned.length, 1);
  } finally {
    await server.close();
  }
});

/** The source text at the positions to which the source map leads from the ends of these lines. */
function textAt(map, lines) {
  const { source, line } = originalPositionFor(map, { line: lines.length, column: lines.at(-1).length });
  const file = path.join(project, 'src', path.basename(source ?? ''));
  return readFileSync(file, 'utf8').split('\n')[line - 1].trim();
}

/** The file and line of a text in the sources of the game. */
function placeOf(file, text) {
  const lines = readFileSync(path.join(project, 'src', file), 'utf8').split('\n');
  return { file, line: lines.findIndex((line) => line.includes(text)) + 1 };
}

/** The source position of the first line of a stack, by the source map of the file in that line. */
async function authorsPlace(stack) {
  const [, url, line, column] = /\(?(http:\S+?):(\d+):(\d+)\)?$/m.exec(stack) ?? assert.fail(stack);
  const { source, line: found } = originalPositionFor(await mapOf(url), { line: Number(line), column: column - 1 });
  return { file: path.basename(source ?? ''), line: found };
}

async function mapOf(url) {
  const text = await (await fetch(url)).text();
  const [, map] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(text) ?? assert.fail(`${url} names no source map`);
  return new TraceMap(await (await fetch(new URL(map, url))).text());
}
