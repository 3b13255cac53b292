import { readFileSync } from 'node:fs';
import { readExplanations } from '../../src/explain/explain.js';
import { Project } from '../project.js';

let project = new Project({});
beforeEach(() => (project = new Project({})));
afterEach(() => project.remove());

const explain = (...codes: string[]) => project.spindle(['explain', ...codes]);

test.each(['SPN601', 'spn601', '601', '[SPN601]'])('%s is explained: what happened, and what to do', async (code) => {
  expect(await explain(code)).toEqual({
    code: 0,
    text: '',
    out: `SPN601: Diagnostics (plugin)

  What happened: \`x += f()\` or \`x = x + f()\`, where this file shows that \`f\` waits: the old \`x\` is read before, so what other code writes to \`x\` meanwhile is lost.
  What to do:    Put the value into a variable first: \`const value = f(); x += value;\`.

  These are warnings; with \`diagnostics: "error"\` they are errors. To silence one, write \`// @allow SPN601\` above the statement or at the end of its line.
`,
  });
});

test('several are explained one after the other', async () => {
  expect((await explain('101', '102')).out.match(/^SPN\d+/gm)).toEqual(['SPN101', 'SPN102']);
});

test('what holds for all of a section is said with the code that was asked for', async () => {
  expect((await explain('SPN605')).out).toContain('// @allow SPN605');
});

test('without a code, all are listed', async () => {
  const { out } = await explain();
  expect(out).toContain('SPN101  The mark is on an async function.\n');
  expect(out.trimEnd().split('\n')).toHaveLength(readExplanations().length);
});

test('an error of the runtime has its class, a bug of ours has no row', async () => {
  expect((await explain('SPN501')).out).toMatch(
    /^SPN501: Errors at run time \(runtime\), `CannotPauseError`\n\n {2}What happened: A pause was lost: [^|]+\n {2}What to do: {4}Mark the function [^|]+\n$/,
  );
  expect((await explain('SPN901')).out).toBe(`SPN901: Bugs in Spindle

  What happened: SPN599 and SPN901 are bugs in Spindle itself.
  What to do:    Report them with the script or the file that causes them.
`);
});

test('every code of the page is there once, and every row is read whole', () => {
  const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
  const codes = readExplanations().map(({ code }) => code);
  expect([...codes].sort()).toEqual([...new Set(page.match(/SPN\d{3}/g))].sort());

  const all = readExplanations();
  expect(all.length).toBeGreaterThan(90);
  expect(
    all.filter(({ section, happened, fix }) => !section || !happened || !fix || /\]\(|\|/.test(happened + fix)),
  ).toEqual([]);
});

test('a code that does not exist is said to be none', async () => {
  expect(await explain('SPN666')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^`SPN666` is not a code of Spindle\. Did you mean `SPN\d+`\? .*\[SPN427\]\n$/),
    out: '',
  });
});
