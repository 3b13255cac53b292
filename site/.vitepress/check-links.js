/** VitePress itself looks for the pages that are linked to; this looks for the headings, too. Throws if one is not there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export function checkLinks({ outDir, site: { base } }) {
  const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const pages = new Map(names.map((name) => [addressOf(name), readFileSync(path.join(outDir, name), 'utf8')]));
  const ids = new Map([...pages].map(([address, html]) => [address, idsIn(html)]));
  const dead = [...pages].flatMap(([address, html]) =>
    hrefsIn(html)
      .map((href) => new URL(href.replace(base, '/'), `http://site${address}`))
      .filter(({ host, pathname, hash }) => host === 'site' && isDead(ids.get(decodeURI(pathname)), hash, pathname))
      .map(({ pathname, hash }) => `${address} links to ${pathname}${hash}`),
  );
  if (dead.length > 0) throw new Error(`site: these links lead nowhere.\n${[...new Set(dead)].join('\n')}`);
}

/** `guide/index.html` is `/guide/`, `errors/SPN101.html` is `/errors/SPN101`. */
const addressOf = (name) => `/${name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`;

const hrefsIn = (html) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => href.replaceAll('&amp;', '&'));
const idsIn = (html) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));

function isDead(ids, hash, pathname) {
  if (ids === undefined) return !/\.\w+$/.test(pathname) && !pathname.startsWith('/play/');
  return hash !== '' && !ids.has(decodeURIComponent(hash.slice(1)));
}
