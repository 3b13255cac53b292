import { readdirSync, readFileSync } from 'node:fs';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const files = readdirSync(new URL('../.github/workflows', import.meta.url)).map((name) => `.github/workflows/${name}`);

test('each action of a workflow is one commit, whose version stands beside it', () => {
  const uses = files.flatMap((file) => read(file).match(/uses: .*/g) ?? []);
  expect(uses.length).toBeGreaterThan(8);
  expect(uses.filter((line) => !/^uses: [\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test('CI runs the command of .ci/run, on the oldest Node of `engines` too', () => {
  const [command] = read('.ci/run').trim().split('\n').slice(-1);
  const ci = read('.github/workflows/ci.yml');
  expect(ci).toContain(`- run: ${command}\n`);
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const [, oldest] = /\^([\d.]+)/.exec(engines.node) ?? [];
  expect(ci).toContain(`node: [${oldest}, `);
});

test('the nightly workflow runs each part of the nightly script but those that judge how long rooms take', () => {
  const [, parts = ''] = /const PARTS = \{(.*?)\n\};/s.exec(read('scripts/nightly.js')) ?? [];
  const names = [...parts.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  const [, matrix = ''] = /part:\s*\[([^\]]*)\]/.exec(read('.github/workflows/nightly.yml')) ?? [];
  const run = matrix.match(/\w+/g) ?? [];
  expect(new Set(run)).toEqual(new Set(names.filter((name) => !['redis', 'storm'].includes(name!))));
});
