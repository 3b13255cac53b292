import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

test('prints the reason for each pause of a file', () => {
  const file = 'fixtures/options/runtime-as-global/input.js';
  const { stdout } = spawnSync(process.execPath, ['scripts/why.js', file], { cwd: root, encoding: 'utf8' });
  expect(stdout.split('\n')).toEqual([
    'blink 5:4 may wait: unknown callee log',
    'blink 6:4 waits: wait',
    'blink 7:4 may wait: unknown callee log',
    'blink 4:2 waits: a frame each iteration',
    '',
  ]);
});
