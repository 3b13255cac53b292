import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANES } from '../../e2e/harness/lanes.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
/** The names at the beginning of the lines of a table in a script. */
const namesIn = (file: string, table: string): string[] => {
  const [, lines = ''] = new RegExp(`^const ${table} = \\{\\n([^]*?)^\\};`, 'm').exec(read(file)) ?? [];
  return [...lines.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
};

/** What may stand behind the two dashes. */
const KNOWN: Readonly<Record<string, string[]>> = {
  compat: namesIn('scripts/compat.js', 'LANES'),
  nightly: namesIn('scripts/nightly.js', 'PARTS'),
  e2e: Object.keys(LANES),
};

/** Each command in the table of the last section of docs/tools.md, without `npm run`: `[script, argument]`. */
const commands = read('docs/tools.md')
  .split('## What checks all this\n')[1]!
  .split('\n')
  .flatMap((line) => {
    const [, script = '', first, rest = ''] = /\| `(\w+)(?: -- ([\w/]+))?`((?:, `\w+`)*)/.exec(line) ?? [];
    return [first, ...[...rest.matchAll(/`(\w+)`/g)].map(([, name]) => name)].map(
      (argument) => [script, argument] as const,
    );
  })
  .filter(([script]) => script !== '');

test('what is said to check the tools is there', () => {
  const { scripts } = JSON.parse(read('package.json'));
  expect(commands.length).toBeGreaterThan(15);
  const isThere = ([script, argument]: readonly [string, string | undefined]): boolean =>
    script in scripts &&
    (argument === undefined || (KNOWN[script]?.includes(argument) ?? existsSync(path.join(root, argument))));
  expect(commands.filter((command) => !isThere(command))).toEqual([]);
  expect(isThere(['compat', 'nowhere'])).toBe(false);
  expect(isThere(['jest', 'packages/nowhere'])).toBe(false);
});
