/** How the texts of the repository are shown. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf } from '../../scripts/docs/anchors.js';
import { wholeProgram } from '../../scripts/docs/whole-program.js';
import { OUT } from '../pages/sources.js';

/** What the highlighter does not know, and shows as it is. */
const UNKNOWN = new Set(['ink']);

const slugify = (heading) => anchorsOf(`# ${heading}`)[0];

export const markdown = {
  // As on GitHub, so that a link to a heading leads there on both.
  anchor: { slugify },
  // The picture of all benchmarks is large, and far down.
  image: { lazyLoading: true },
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
  config(md) {
    showRuns(md);
    showTables(md);
    md.core.ruler.push('codes', linkCodes);
  },
};

/** A scene that is a whole program gets a button, and what a block prints is told apart from code. */
function showRuns(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (UNKNOWN.has(info)) tokens[index].info = 'text';
    const shown = fence(tokens, index, ...rest);
    if (/^js run\b/.test(info))
      return `<RunnableScene code="${encodeURIComponent(wholeProgram(content))}">${shown}</RunnableScene>\n`;
    return info.endsWith(' prints') ? `<div class="prints">${shown}</div>\n` : shown;
  };
}

/** A wide table is scrolled by itself, also with the keyboard. */
function showTables(md) {
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  // The corner above the first column is no header.
  md.core.ruler.push('corners', ({ tokens }) => {
    for (const [index, { type, content }] of tokens.entries())
      if (type === 'inline' && content === '' && tokens[index - 1].type === 'th_open')
        tokens[index - 1].tag = tokens[index + 1].tag = 'td';
  });
}

/** `SPN601` in a text leads to the page of that code. */
function linkCodes({ tokens, Token, env }) {
  for (const [index, { type, children }] of tokens.entries()) {
    if (type !== 'inline' || tokens[index - 1]?.type === 'heading_open') continue;
    let links = 0;
    tokens[index].children = children.flatMap((token) => {
      if (token.type === 'link_open') links += 1;
      if (token.type === 'link_close') links -= 1;
      return token.type === 'text' && links === 0 ? linked(token, Token, env) : [token];
    });
  }
}

function linked(token, Token, { relativePath }) {
  const parts = token.content.split(/\b(SPN[1-79]\d\d)\b/);
  return parts.flatMap((part, i) => {
    const text = Object.assign(new Token('text', '', 0), { content: part, level: token.level });
    if (i % 2 === 0) return part === '' ? [] : [text];
    // The page itself, or a code of an older version.
    if (relativePath?.endsWith(`${part}.md`) || !existsSync(path.join(OUT, `errors/${part}.md`))) return [text];
    const open = new Token('link_open', 'a', 1);
    open.attrs = [['href', `/errors/${part}`]];
    return [open, text, new Token('link_close', 'a', -1)];
  });
}
