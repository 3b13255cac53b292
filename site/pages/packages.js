/** The list of the packages, from what each says of itself. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { read, root } from './sources.js';

export function packagesPage() {
  const rows = readdirSync(path.join(root, 'packages')).map((folder) => {
    const { name, description } = JSON.parse(read(`packages/${folder}/package.json`));
    return `| [\`${name}\`](./${folder}.md) | ${description} |`;
  });
  return {
    page: 'packages/index.md',
    text: ['# Packages', '', '| package | what it does |', '| --- | --- |', ...rows].join('\n'),
  };
}
