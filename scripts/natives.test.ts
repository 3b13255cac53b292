import { readFileSync } from 'node:fs';
import threads from 'babel-plugin-threads';
import { compileNatives, target } from './natives.js';

test('the pausing natives are what our plugin makes of their source (`npm run natives` writes them)', async () => {
  expect(await compileNatives(threads)).toBe(readFileSync(target, 'utf8'));
});
