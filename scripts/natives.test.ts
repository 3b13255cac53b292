import threads from 'babel-plugin-threads';
import { compileNative, natives, readTarget } from './natives.js';

test.each(natives)('src/$target is natives/$source, compiled by the plugin', async (native) => {
  expect(readTarget(native)).toBe(await compileNative(threads, native));
});
