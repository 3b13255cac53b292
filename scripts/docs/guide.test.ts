import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { guidePages } from './guide.js';

const folder = new URL('../../docs/guide/', import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

test('each example of the guide prints what stands below it, and its pictures are of this run (`npm run docs`)', async () => {
  for (const { pictures, ...page } of await guidePages())
    for (const { name, text, filled } of [page, ...pictures]) expect([name, text]).toEqual([name, filled]);
}, 60_000);

test.each(names)('what %s links to is there', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(new URL(link, new URL(name, folder))))).toEqual([]);
});

test.each(names)('every code block of %s is run, or says whose it is', (name) => {
  const kinds = [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^```(.+)$/gm)].map(([, kind = '']) => kind);
  const known = ['js', 'js other', 'text', 'sh', 'json', 'csharp', 'gdscript', 'ink'];
  expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
});
