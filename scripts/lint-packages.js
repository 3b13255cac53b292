/**
 * Publint for all packages, on the tarballs that npm would publish: `npm run packages`. Its command would start npm for each package, which takes most of
 * its time.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const folder = mkdtempSync(path.join(tmpdir(), 'spindle-packages-'));
try {
  execFileSync('npm', ['pack', '--workspaces', '--ignore-scripts', '--silent', `--pack-destination=${folder}`]);
  for (const name of readdirSync(folder).sort()) await lint(name);
} finally {
  rmSync(folder, { recursive: true });
}

/** Prints what is wrong with a package. An error makes the exit code 1. */
async function lint(name) {
  const { buffer, byteOffset, byteLength } = readFileSync(path.join(folder, name));
  const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
  const { messages, pkg } = await publint({ pack: { tarball } });
  console.log(`${name}: ${messages.length === 0 ? 'all is well' : ''}`.trimEnd());
  for (const message of messages) console.log(`  ${message.type}: ${formatMessage(message, pkg)}`);
  if (messages.some(({ type }) => type === 'error')) process.exitCode = 1;
}
