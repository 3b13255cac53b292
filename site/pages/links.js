/** Links between texts of the repository become links between pages; links to other files of it lead to the repository's address. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { addressIn } from '../../scripts/address.js';
import { pageOfSource, root } from './sources.js';

export const address = addressIn(root);

/** A link, with what Markdown writes around its target. A code span is matched first, so that nothing in it is taken for a link. */
const LINK = /(`+)(?!`)[^]*?[^`]\1(?!`)|(\]\()([^)\s]+)(\))/g;

/** The text with the links that it needs as `page`. `text` is one of the file `source`. Throws if a link leads nowhere. */
export function withLinks(text, { source, page }) {
  // Where the text names a code, its own page is meant.
  const named = text.replaceAll(
    /\[(SPN\d{3})\]\(([^)#]*errors\.md)\)/g,
    (_all, code, file) => `[${code}](${file}#${code.toLowerCase()})`,
  );
  const lines = named.split(/^(```[^]*?^```$)/m);
  return lines.map((part) => (part.startsWith('```') ? part : part.replaceAll(LINK, replaced))).join('');

  function replaced(whole, tick, before, target, after) {
    return tick === undefined ? `${before}${targetOf(target, { source, page })}${after}` : whole;
  }
}

function targetOf(target, { source, page }) {
  const [, ownFile] = target.split(`${address}/blob/main/`);
  if (ownFile === undefined && /^(https?:|mailto:)/.test(target)) return target;
  if (target.startsWith('#')) return target;
  const [given, anchor] = (ownFile ?? target).split('#');
  const file = ownFile === undefined ? path.posix.join(path.posix.dirname(source), given) : given;
  return linkTo(file, anchor, page) ?? refuse(`${source} links to ${target}, which is not there.`);
}

/** The target of a link on `page` to a file of the repository. */
export function linkTo(file, anchor, page) {
  const code = file === 'docs/errors.md' && /^spn\d+$/i.test(anchor ?? '') ? anchor.toUpperCase() : undefined;
  const other = code === undefined ? pageOfSource.get(file) : `errors/${code}.md`;
  const hash = anchor === undefined || code !== undefined ? '' : `#${anchor}`;
  if (other === 'index.md' && hash !== '') return `${address}${hash}`;
  if (other !== undefined) return `${between(page, other)}${hash}`;
  const whole = path.join(root, file);
  if (!existsSync(whole)) return undefined;
  if (isPicture(file)) return between(page, pictureOf(file));
  return `${address}/${statSync(whole).isDirectory() ? 'tree' : 'blob'}/main/${file}${hash}`;
}

/** From one page to another: `./b.md`, `../a.md`. */
export function between(page, other) {
  const relative = path.posix.relative(path.posix.dirname(page), other);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

export const isPicture = (file) => /\.(svg|png|webp)$/.test(file);

/** Pictures keep their place below docs/; those of other folders lie beside the pages. */
export const pictureOf = (file) => file.replace(/^docs\//, '').replace(/^bench\//, 'pictures/');

function refuse(text) {
  throw new Error(`site: ${text}`);
}
