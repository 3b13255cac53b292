import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { check, makeProject } from './project.js';

const installed = path.join(import.meta.dirname, '../../node_modules');
const { folder, remove } = makeProject({
  modules: {
    'expect-type': path.join(installed, 'expect-type'),
    '@types/node': path.join(installed, '@types/node'),
    'undici-types': path.join(installed, 'undici-types'),
  },
});
afterAll(remove);

// `npm run compat -- types` does the same with other versions of TypeScript.
test('the packed declarations are right in themselves, and each word gives what packages/runtime/type-tests say', () => {
  const typescript = path.join(installed, 'typescript');
  // Otherwise nothing might have been compared.
  appendFileSync(
    path.join(folder, 'words.ts'),
    '// @ts-expect-error\nexpectTypeOf(g.walkTo(3)).toEqualTypeOf<string>();\n',
  );
  expect(check(folder, typescript)).toBe('');
  expect(check(path.join(folder, 'bare'), typescript)).toBe('');
}, 120_000);
