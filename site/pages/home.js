/** The home page: the first screen of README.md, and an example of the plugin beside its output. */
import { withLinks } from './links.js';
import { read } from './sources.js';

export function homePage() {
  const readme = withLinks(read('README.md'), { source: 'README.md', page: 'index.md' });
  const [sentence] = /^# Spindle\n\n(.*)\n/.exec(readme).slice(1);
  const [, example] = /```js\n([^`]*\/\/ @compiled\n[^]*?)```/.exec(read('packages/babel-plugin-threads/README.md'));
  const lead = readme.split('\n').find((line) => line.startsWith('You write what happens'));
  const points = readme.split('\n').filter((line) => line.startsWith('- **'));
  const pairs = columnsOf(example);
  const text = [
    '---\nlayout: page\npageClass: home\nsidebar: false\ntitle: Spindle\ntitleTemplate: false\n---',
    `<main class="home-body vp-doc">\n\n# Spindle`,
    `<p class="lead">${sentence}</p>`,
    '<HomeActions/>',
    '<HomeScene/>',
    lead,
    '<div class="columns">',
    '<p class="caption">what you write</p><p class="caption">what runs</p>',
    ...pairs.flat().map((code) => `\`\`\`js\n${code.trimEnd()}\n\`\`\``),
    '</div>',
    points.join('\n'),
    '</main>',
  ].join('\n\n');
  return { page: 'index.md', text };
}

/** The source stands on the left, the output on the right: a pair for each function. */
function columnsOf(example) {
  const lines = example.trimEnd().split('\n');
  const column = lines.find((line) => line.endsWith('// @compiled')).indexOf('// @compiled');
  const functions = lines.join('\n').split(/\n\n/);
  return functions.map((each) => {
    const rows = each.split('\n');
    return [
      rows.map((row) => row.slice(0, column).trimEnd()).join('\n'),
      rows.map((row) => row.slice(column)).join('\n'),
    ];
  });
}
