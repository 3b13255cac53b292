import { readFileSync } from 'node:fs';
import { MARKS } from '@spindle/compiler';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Inspection, inspectText } from '../src/inspection.js';
import { MARK_DOCS } from '../src/marks.js';
import { follow, Lines } from '../src/positions.js';
import { SCENE } from './scene.js';

test('the marks are those of the compiler, and their docs those of its README', () => {
  expect(MARK_DOCS.map(({ name }) => name).sort()).toEqual([...MARKS].sort());
  const page = readFileSync(new URL('../../babel-plugin-threads/README.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (`\/\/ @.*?) +\| (.*?) +\| (.*?) +\|$/gm)].flatMap(([, marks, where, does]) => {
    const names = [...marks!.matchAll(/@(\w+)/g)].map(([, name]) => name!);
    // Of several, another page says what each does.
    return names.map((name) => ({ name, where, does: names.length === 1 ? does : expect.any(String) }));
  });
  expect(MARK_DOCS.filter(({ name }) => name !== 'compile' && name !== 'script')).toEqual(rows);
});

test('a bug of the compiler is told, and what was known stays', () => {
  const asked = { text: SCENE, isProject: true, last: undefined, options: {}, onFault() {} };
  const last = inspectText(asked);
  const faults: unknown[] = [];
  const options = {
    get plain(): never {
      throw new Error('a bug');
    },
  };
  const now = inspectText({ ...asked, text: `\n${SCENE}`, options, last, onFault: (error) => void faults.push(error) });
  expect(faults).toEqual([new Error('a bug')]);
  expect(now.functions).toHaveLength(last.functions.length);
  expect(now.older.map(({ code }) => code)).toEqual(['SPN615', 'SPN618']);
});

test('whatever is typed, nothing is thrown, and each place is in the text', () => {
  const pieces = fc.constantFrom(
    '',
    ' ',
    '{',
    '}',
    '(',
    ')',
    '`',
    '"',
    '/*',
    '// @',
    '@compile',
    'wait(1);',
    'async ',
    '=>',
    ';',
    '\n',
    '…',
  );
  const edit = fc.tuple(fc.nat(SCENE.length), fc.nat(40), pieces);
  expect.hasAssertions();
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
      let text = SCENE;
      let last: Inspection | undefined;
      const onFault = (error: unknown): never => {
        throw error;
      };
      for (const [start, removed, added] of [[0, 0, ''] as const, ...edits]) {
        text = text.slice(0, start) + added + text.slice(start + removed);
        last = inspectText({ text, isProject: true, options: { filename: 'a.js' }, last, onFault });
        const spans = [
          ...last.diagnostics,
          ...last.older,
          ...last.functions.flatMap(({ pausesHere, startsHere, span }) => [...pausesHere, ...startsHere, { span }]),
        ].map(({ span }) => span);
        expect(spans.every(({ start: from, end }) => from >= 0 && from <= end && end <= text.length)).toBe(true);
      }
    }),
    { numRuns: Number(process.env.EDIT_RUNS ?? 50) },
  );
});

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '(', '\n', '\r', '\r\n', '\u2028', '🧵'), maxLength: 30 });

test('positions are those of the protocol', () => {
  fc.assert(
    fc.property(texts, fc.nat(60), (text, at) => {
      const document = TextDocument.create('a', 'b', 1, text);
      const lines = new Lines(text);
      const offset = Math.min(at, text.length);
      // Between CR and LF there is no position.
      fc.pre(!(text[offset - 1] === '\r' && text[offset] === '\n'));
      expect(lines.position(offset)).toEqual(document.positionAt(offset));
      expect(lines.offsetAt(lines.position(offset))).toBe(offset);
    }),
  );
});

test('a span that is followed has the same text, and one before the change is never lost', () => {
  expect.hasAssertions();
  fc.assert(
    fc.property(texts, texts, texts, texts, fc.nat(60), fc.nat(60), (before, old, now, behind, a, b) => {
      const [older, newer] = [before + old + behind, before + now + behind];
      const [start = 0, end = 0] = [a, b].map((one) => Math.min(one, older.length)).sort((x, y) => x - y);
      const found = follow(older, newer)({ start, end });
      if (found) expect(newer.slice(found.start, found.end)).toBe(older.slice(start, end));
      if (end <= before.length) expect(found).toBeDefined();
    }),
  );
});
