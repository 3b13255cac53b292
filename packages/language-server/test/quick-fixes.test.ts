/** Each change that is offered is applied and compiled: the diagnostic is gone, and no other has come. */
import { readdirSync, readFileSync } from 'node:fs';
import { ALLOWABLE_CODES, inspect } from '@spindle/compiler';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from 'vscode-languageserver';
import { inspectText, type Inspection } from '../src/inspection.js';
import { quickFixesOf } from '../src/quick-fixes.js';
import { isOfThisLane } from '../../../fixtures/lanes.js';
import { SCENE } from './scene.js';

const read = (text: string, filename = 'scene.js'): Inspection =>
  inspectText({
    text,
    options: { filename },
    isProject: true,
    last: undefined,
    onFault(error) {
      throw error;
    },
  });

const codesOf = (text: string, filename = 'scene.js'): string[] =>
  (inspect(text, { filename })?.diagnostics ?? []).map(({ code }) => code);

interface Fix {
  readonly title: string;
  readonly after: string;
}

/** For the first diagnostic of a code, or the one at `index`. */
function fixesOf(text: string, code: string, filename?: string): Fix[] {
  const inspection = read(text, filename);
  const told = inspection.diagnostics.find((one) => one.code === code)!;
  const range = inspection.lines.range(told.span);
  return quickFixesOf(inspection, { uri: 'file:///scene.js', version: 1, range, shown: [] }).flatMap((fix) => {
    const [change] = fix.edit!.documentChanges!;
    const edits = (change as { edits: TextEdit[] }).edits;
    const document = TextDocument.create('file:///scene.js', 'javascript', 1, text);
    return [{ title: fix.title, after: TextDocument.applyEdits(document, edits) }];
  });
}

describe('what is offered', () => {
  test.each<[code: string, text: string, fixes: [title: string, line: string][]]>([
    [
      'SPN615',
      SCENE,
      [
        ['Put `// @instant` above `sees`', '  // @instant'],
        ['Allow it here: `// @allow SPN615`', '  // @allow SPN615'],
      ],
    ],
    [
      'SPN618',
      SCENE,
      [
        ['Write `start(() => guard.patrol())`', '  start(() => guard.patrol());'],
        ['Put `// @beside` above `patrol`', '  // @beside'],
        ['Allow it here: `// @allow SPN618`', '  // @allow SPN618'],
      ],
    ],
    [
      'SPN626',
      '// @compile\nclass A {\n  turn() {\n    wait(9);\n    move();\n  }\n}\n// @compile\nfunction go(a) {\n  try {\n    a.turn(1);\n  } catch {}\n}',
      [
        ['Write `waitFor(a.turn(1))`', '    waitFor(a.turn(1));'],
        ['Allow it here: `// @allow SPN626`', '    // @allow SPN626'],
      ],
    ],
    [
      'SPN627',
      '// @compile\nclass A extends Executor {\n  turn() {\n    this.wait(90);\n  }\n}\n// @compile\nfunction go(a) {\n  while (true) {\n    a.turn();\n  }\n}',
      [
        ['Write `waitFor(a.turn())`', '    waitFor(a.turn());'],
        ['Allow it here: `// @allow SPN627`', '    // @allow SPN627'],
      ],
    ],
    [
      'SPN629',
      '// @compile\nfunction go() {\n  new WaitForSeconds(2);\n}',
      [
        ['Write `wait(2000)`', '  wait(2000);'],
        ['Allow it here: `// @allow SPN629`', '  // @allow SPN629'],
      ],
    ],
    [
      'SPN614',
      '// @compile\nfunction go() {\n  let i = 0;\n  while (i < 1e6) i++;\n}',
      [
        ['Put `// @fast` above `while`', '  // @fast'],
        ['Put `// @wait` above `while`', '  // @wait'],
        ['Allow it here: `// @allow SPN614`', '  // @allow SPN614'],
      ],
    ],
    [
      'SPN606',
      '// @compile @instant\nfunction go() {\n  while (step());\n}',
      [
        ['Put `// @nowait` above `while`', '  // @nowait'],
        ['Allow it here: `// @allow SPN606`', '  // @allow SPN606'],
      ],
    ],
    [
      'SPN101',
      '// @compile\nasync function go(hero) {\n  await hero.walk(Math.random());\n}',
      [['Drop `async` and `await`', 'function go(hero) {']],
    ],
    [
      'SPN609',
      '// @compile\nclass A {\n  async go(door) {\n    wait(1);\n  }\n}',
      [['Drop `async` and `await`', '  go(door) {']],
    ],
    ['SPN423', 'function go() {\n  wait(Math.random());\n}', [['Put `// @compile` above `go`', '// @compile']]],
    [
      'SPN610',
      '// @compile\nconst a = () => 1;\nconst go = () => {\n  wait(Math.random());\n};',
      [['Put `// @compile` above `go`', '']],
    ],
    ['SPN423', 'export function go() {\n  wait(1);\n}', [['Put `// @compile` above `go`', '// @compile']]],
    [
      'SPN605',
      '// @comple\nfunction go(hero) {\n  hero.walk();\n}',
      [
        ['Write `// @compile`', '// @compile'],
        ['Allow it here: `// @allow SPN605`', '// @allow SPN605'],
      ],
    ],
    [
      'SPN621',
      '// @compile\nfunction go() {\n  wait(1);\n}\nfunction stop() {\n  go();\n}',
      [
        ['Write `// @compile the whole file`', '// @compile the whole file'],
        ['Write `/* @compile */`', '/* @compile */ function go() {'],
        ['Allow it here: `// @allow SPN621`', '// @allow SPN621'],
      ],
    ],
    ['SPN608', '// @compile\nfunction go() {\n  // @allow SPN603\n  wait(1);\n}', [['Remove it', '']]],
    [
      'SPN608',
      '// @compile\nfunction go() {\n  wait(Math.random()); // @allow SPN601, SPN603\n}',
      [['Write `// @allow, SPN603`', '  wait(Math.random()); // @allow, SPN603']],
    ],
  ])('%s in %j', (code, text, expected) => {
    const before = text.split('\n');
    const fixes = fixesOf(text, code).filter(({ title }) => expected.some(([wanted]) => wanted === title));
    const shown = fixes.map(({ title, after }) => [
      title,
      after.split('\n').find((line) => !before.includes(line)) ?? '',
    ]);
    expect(shown).toEqual(expected);
    for (const { after } of fixes) expect(codesOf(after)).not.toContain(code);
  });

  test('the right spelling of a mark is not offered where no function could have it', () => {
    const titles = fixesOf('const a = 1; // @comple\n', 'SPN605').map(({ title }) => title);
    expect(titles).toEqual(['Allow it here: `// @allow SPN605`']);
  });

  test('in JSX and in the middle of a statement, the comment stands where it is one', () => {
    const text = '// @compile\nexport function Go() {\n  return (\n    <p>\n      {Math.random()}\n    </p>\n  );\n}\n';
    const [, second] = fixesOf(text, 'SPN603', 'go.tsx');
    expect(second!.title).toContain('@allow');
    expect(second!.after).toContain('    // @allow SPN603\n    <p>');
    expect(codesOf(second!.after, 'go.tsx')).toEqual([]);
  });

  test('a line that ends with CR LF gets a line above that does', () => {
    const [, allow] = fixesOf('// @compile\r\nfunction go() {\r\n  Math.random();\r\n}', 'SPN603');
    expect(allow!.after).toBe('// @compile\r\nfunction go() {\r\n  // @allow SPN603\r\n  Math.random();\r\n}');
  });

  test('a function that does not begin its line gets a comment before it', () => {
    const text =
      '// @compile\nconst a = { b: 1, sees() { this.n++; return this.x; } };\n// @compile\nfunction go(a) { if (a.sees()) wait(1); }';
    const [instant] = fixesOf(text, 'SPN615');
    expect(instant!.title).toBe('Put `// @instant` above `sees`');
    expect(codesOf(instant!.after)).toEqual([]);
  });
});

/** Inputs of the fixtures that have something to tell: every second one, each night all. */
const fixtures = ['diagnostics', 'errors'].flatMap((topic) => {
  const folder = new URL(`../../../fixtures/${topic}/`, import.meta.url);
  return readdirSync(folder).flatMap((name) => {
    const files = readdirSync(new URL(`${name}/`, folder));
    if (files.includes('options.json')) return [];
    const file = files.find((one) => /^input\.[jt]sx?$/.test(one));
    return file === undefined ? [] : [[`${topic}/${name}`, new URL(`${name}/${file}`, folder)] as const];
  });
});

test.each(fixtures.filter((_, index) => isOfThisLane(index)))('each change that is offered mends: %s', (_, url) => {
  const text = readFileSync(url, 'utf8');
  const filename = url.pathname;
  const inspection = read(text, filename);
  for (const told of inspection.diagnostics) {
    const range = inspection.lines.range(told.span);
    const same = codesOf(text, filename).filter((code) => code === told.code).length;
    const fixes = fixesOfRange(inspection, range).filter(({ code }) => code === told.code);
    for (const { after } of fixes) {
      expect(codesOf(after, filename).filter((code) => code === told.code).length).toBeLessThan(same);
    }
    const isRefused = inspection.diagnostics.some(({ severity }) => severity === 'error');
    if (ALLOWABLE_CODES.includes(told.code) && !isRefused)
      expect(fixes.map(({ title }) => title).join()).toContain('@allow');
  }
});

function fixesOfRange(inspection: Inspection, range: TextEdit['range']): (Fix & { code: string })[] {
  const { text } = inspection.lines;
  const shown = inspection.diagnostics.map((one) => ({
    code: one.code,
    message: '',
    range: inspection.lines.range(one.span),
  }));
  const document = TextDocument.create('file:///scene.js', 'javascript', 1, text);
  return quickFixesOf(inspection, { uri: 'file:///scene.js', version: 1, range, shown }).map((fix) => {
    const { edits } = fix.edit!.documentChanges![0] as { edits: TextEdit[] };
    return {
      title: fix.title,
      code: String(fix.diagnostics?.[0]?.code),
      after: TextDocument.applyEdits(document, edits),
    };
  });
}
