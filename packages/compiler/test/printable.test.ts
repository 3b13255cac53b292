/** Sources of others: what a terminal would obey, or an editor show in another order, is escaped wherever it is told. */
import { transformSync } from '@babel/core';
import { CompileError, type Diagnostic, findUncompiledWait, inspect, transform } from '@spindle/compiler';
import threads from 'babel-plugin-threads';
import { analyse } from '../../eslint-plugin/src/analyse.js';

// A clear of the screen, a bell, a title of the window in C1, and three that change the direction.
const UNSEEN = '\u001B[2J\u0007\u009D0;x\u009C\u202E\u2066\u061C';
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const RAW = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

const SOURCES: Record<string, string> = {
  'an error': `class A {\n  // @compile\n  '${UNSEEN}' = 5; // ${UNSEEN}\n}`,
  'a warning': `// @compile\nfunction f() {\n  Math.random(); // ${UNSEEN}\n}`,
  'a mark': `// @complie ${UNSEEN}\nfunction f() {}`,
  'a syntax error': `// @compile\nfunction f() { ${UNSEEN}`,
  'a syntax error that names the character': '// @compile\n\u202E',
  'a word without a mark': `wait(1); // ${UNSEEN}`,
};

/** All that is told of the source, as one text. */
function toldBy(code: string, filename: string): string {
  const found: (Diagnostic | null)[] = [...(inspect(code, { filename })?.diagnostics ?? [])];
  found.push(findUncompiledWait(code, { filename }));
  const texts = found.flatMap((one) => (one === null ? [] : [one.message, one.frame]));
  try {
    transform(code, { filename });
  } catch (error) {
    texts.push((error as CompileError).message, (error as CompileError).frame);
  }
  return texts.join('\n');
}

test.each(Object.entries(SOURCES))('the compiler: %s', (_name, code) => {
  const told = toldBy(code, `a${UNSEEN}.js`);
  expect(told).toMatch(/\[SPN\d{3}\]/);
  expect(told).not.toMatch(RAW);
});

test('a character of a line is shown as one, so that the marks below stand at their places', () => {
  const { frame } = inspect(`// @compile\nasync function f() { /* \u001B\u0007\u202E */ }`)!.diagnostics[0]!;
  expect(frame).toContain('async function f() { /* ␛␇� */ }');
});

test.each(['an error', 'a warning', 'a mark'])('the plugin in Babel, with and without colours: %s', (name) => {
  const { warn } = console;
  const told: string[] = [];
  console.warn = (text: string) => void told.push(text);
  for (const highlightCode of [false, true]) {
    try {
      const plugins = [threads as never];
      transformSync(SOURCES[name]!, { plugins, highlightCode, configFile: false, babelrc: false });
    } catch (error) {
      told.push((error as Error).message);
    }
  }
  console.warn = warn;
  expect(told).toHaveLength(2);
  for (const text of told) expect(text).not.toMatch(RAW);
});

test.each(Object.entries(SOURCES))('ESLint: %s', (_name, text) => {
  const found = analyse({ text, filename: 'a.js', settings: {} });
  for (const { message } of found) expect(message).not.toMatch(RAW);
});
