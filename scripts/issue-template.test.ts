import { readFileSync } from 'node:fs';
import { bugForm } from '../play/src/report.js';

const file = 'bug.yml';
const text = readFileSync(new URL(`../.github/ISSUE_TEMPLATE/${file}`, import.meta.url), 'utf8');

/** The fields of the form, and whether each has to be filled in. */
const fields = text
  .split(/^ {2}- type: /m)
  .slice(1)
  .flatMap((entry) => {
    const [, id] = /^ {4}id: (\S+)$/m.exec(entry) ?? [];
    return id === undefined
      ? []
      : [{ id, label: /^ {6}label: \S/m.test(entry), required: /required: true/.test(entry) }];
  });

test('the form asks for a link to the playground, for what each thread does, and for what happened', () => {
  expect(fields).toEqual([
    { id: 'playground', label: true, required: true },
    { id: 'snapshot', label: true, required: false },
    { id: 'what-happened', label: true, required: true },
  ]);
});

test('the playground fills in fields of that form', () => {
  const link = 'https://example.org/play/#code=abc';
  const { searchParams } = new URL(bugForm({ link, explained: JSON.stringify({ frame: 3, threads: [] }) }));
  const { template, ...filled } = Object.fromEntries(searchParams);
  expect(template).toBe(file);
  expect(Object.keys(filled)).toEqual(['playground', 'snapshot']);
  expect(filled.playground).toBe(link);
  expect(JSON.parse(filled.snapshot as string)).toEqual({ frame: 3, threads: [] });
});
