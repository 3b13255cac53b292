import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const options = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));

/** The text of a file as `npm run format` would write it, but for `changes` of its options. */
export async function formatted(file, text, changes) {
  const { code, errors } = await format(file, text, { ...options, ...changes });
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0].codeframe ?? errors[0].message}`);
  return code;
}
