/**
 * Copies the types of the plugin into @spindle/compiler, as its declarations are no dependency of who installs that: a part of `npm run build`, in which it runs twice.
 * Before all other packages are built, so that these are checked with the types of today; and behind that, as `tsc` has then written the file anew if the compiler has changed.
 * An equal file is left alone: `tsc -b` would check all packages that read it once more.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const read = (url) => readFileSync(url, 'utf8');
const from = new URL('../packages/babel-plugin-threads/dist/public.d.ts', import.meta.url);
const copy = new URL('../packages/compiler/dist/plugin.d.ts', import.meta.url);

const types = read(from).replace(/^\/\/# sourceMappingURL=.*\n?/m, '');
if (existsSync(copy) && read(copy) !== types) writeFileSync(copy, types);
