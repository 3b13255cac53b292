/**
 * Gives each module of packages/runtime/dist constants of its own for what every turn reads of other modules: the last part of `npm run build`. A
 * server loads the files as they are, and an import is then a binding that is read at each use: without these constants it takes 1.1 to 1.5 times as
 * long. A bundle has all modules in one scope, where an import is such a constant, so the production build is made without them.
 *
 *   import { turn } from './turn-state.js';    →    import { turn as turn_ } from './turn-state.js'; const turn = turn_;
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';

const READ_BY_TURNS = new Set(
  'turn pending PAUSE nextFrame layers current cutOff stayed conclude goOn callOn MANY_CALLS'.split(' '),
);

/** On the line of the import, so that the source map holds. */
const withConstants = (code) =>
  code.replaceAll(/^import \{ (.*) \} from '.*';$/gm, (line, list) => {
    const names = list.split(', ').filter((name) => READ_BY_TURNS.has(name));
    const renamed = names.reduce(
      (text, name) => text.replace(new RegExp(`\\b${name}\\b`), `${name} as ${name}_`),
      line,
    );
    return [renamed, ...names.map((name) => `const ${name} = ${name}_;`)].join(' ');
  });

/** A module as `tsc` has written it. A build leaves the modules of unchanged sources as they are. */
export const withoutConstants = (code) =>
  code.replaceAll(/ const (\w+) = \1_;/g, '').replaceAll(/\b(\w+) as \1_/g, '$1');

if (process.argv[1] === import.meta.filename) {
  const dist = path.join(import.meta.dirname, '../packages/runtime/dist');
  for (const file of globSync('**/*.js', { cwd: dist, absolute: true, ignore: 'production/**' })) {
    const code = readFileSync(file, 'utf8');
    const written = withConstants(code);
    if (written !== code) writeFileSync(file, written);
  }
}
