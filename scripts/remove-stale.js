/**
 * Removes the outputs of sources that were moved or removed: a part of `npm run build`. `tsc -b` leaves them, and they would be packed, and be part of the
 * production build.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';

const root = path.join(import.meta.dirname, '..');
// What other scripts write there has no source of its own.
const ignore = ['packages/compiler/dist/bundle/**', 'packages/runtime/dist/production/**'];

for (const output of globSync('packages/*/dist/**/*.{js,js.map,d.ts,d.ts.map}', { cwd: root, ignore })) {
  const source = output.replace('/dist/', '/src/').replace(/\.(js|d\.ts)(\.map)?$/, '.ts');
  if (!existsSync(path.join(root, source))) rmSync(path.join(root, output));
}
