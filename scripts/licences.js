import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The licences of all packages in a bundle but ours, by esbuild's metafile. `folder` is what its names are relative to. */
export function licencesOf({ inputs }, folder = '.') {
  const packages = new Set(
    Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
  );
  return [...packages]
    .sort()
    .map((name) => textOf(path.join(folder, name)))
    .join('\n----\n\n');
}

function textOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(path.join(folder, file), 'utf8').trim() : ''}\n`;
}
