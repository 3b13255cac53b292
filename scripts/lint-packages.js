/**
 * Publint for all packages, on the tarballs that npm would publish: `npm run packages`. Its command would start npm for each package, which takes most of
 * its time.
 */
import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packAll } from './tarballs.js';

for (const one of packAll()) await lint(one);

/** Prints what is wrong with a package. An error makes the exit code 1. */
async function lint({ name, tarball: file }) {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
  const { messages, pkg } = await publint({ pack: { tarball } });
  console.log(`${name}: ${messages.length === 0 ? 'all is well' : ''}`.trimEnd());
  for (const message of messages) console.log(`  ${message.type}: ${formatMessage(message, pkg)}`);
  if (messages.some(({ type }) => type === 'error')) process.exitCode = 1;
}
