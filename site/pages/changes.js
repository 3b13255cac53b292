/** What has changed: the change log of each package, and what is not yet released. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { between, withLinks } from './links.js';
import { read, root } from './sources.js';

/** The pages, the index first. */
export function changePages() {
  const logs = readdirSync(path.join(root, 'packages')).map(logPage);
  const list = logs.map(({ page, title }) => `- [\`${title}\`](${between('changes/index.md', page)})`).join('\n');
  const text = [
    '---\neditLink: false\n---\n\n# Change log',
    '## By package',
    list,
    '## Not yet released',
    unreleased(),
  ].join('\n\n');
  return [{ page: 'changes/index.md', title: 'Change log', text }, ...logs];
}

function logPage(folder) {
  const { name } = JSON.parse(read(`packages/${folder}/package.json`));
  const source = `packages/${folder}/CHANGELOG.md`;
  const page = `changes/${folder}.md`;
  const text = `---\neditLink: false\n---\n\n${withLinks(read(source), { source, page }).replace(/^# .*/m, `# Changes of ${name}`)}`;
  return { page, title: name, text };
}

/** One entry for each changeset: the packages, then what has changed. */
function unreleased() {
  const files = readdirSync(path.join(root, '.changeset')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  const entries = files.map((file) => {
    const [, head, body] = /^---\n([^]*?)---\n([^]*)$/.exec(read(`.changeset/${file}`));
    const names = [...head.matchAll(/^['"]?([^'":]+)['"]?: /gm)].map(([, name]) => `\`${name}\``);
    const shown = withLinks(body.trim(), { source: `.changeset/${file}`, page: 'changes/index.md' });
    return `- **${names.join(', ')}:** ${shown.replaceAll('\n', '\n  ')}`;
  });
  return entries.length === 0 ? 'Nothing.' : entries.join('\n');
}
