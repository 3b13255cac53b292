/** How the output grows with what it is made of. Bytes are compared, never times. */
import type { Diagnostic } from '../../src/index.js';
import { compile, warned } from '../compile.js';

const times = (n: number, text: (i: number) => string): string => Array.from({ length: n }, (_, i) => text(i)).join('');

/** Source of a function in which one thing stands `n` times. */
const sources: Record<string, (n: number) => string> = {
  'elements of an array': (n) => `return [\n${times(n, (i) => `  item("sword", ${i}, 20),\n`)}];`,
  'objects in an array': (n) => `return [\n${times(n, (i) => `  { id: ${i}, name: item("sword") },\n`)}];`,
  'properties of an object': (n) => `return {\n${times(n, (i) => `  sword${i}: item("sword", 20),\n`)}};`,
  'arguments of a call': (n) => `return list(\n${times(n, (i) => `  item("sword", ${i}, 20),\n`)});`,
  'arguments of a method': (n) => `return shop.list(\n${times(n, (i) => `  item("sword", ${i}, 20),\n`)});`,
  'arguments of new': (n) => `return new List(\n${times(n, (i) => `  item("sword", ${i}, 20),\n`)});`,
  'values of a template': (n) => `return \`\n${times(n, (i) => `  sword \${item("sword", ${i}, 20)}\n`)}\`;`,
  'children of an element': (n) => `return <List>\n${times(n, (i) => `  {item("sword", ${i}, 20)}\n`)}</List>;`,
  'attributes of an element': (n) => `return <List\n${times(n, (i) => `  sword${i}={item("sword", 20)}\n`)}/>;`,
  'terms of a sum': (n) => `return 0${times(n, (i) => `\n  + item("a long sword", ${i}, 20, "of steel")`)};`,
  'links of a chain': (n) => `return shop${times(n, (i) => `\n  .item("a long sword", ${i}, 20, "of steel")`)};`,
  'variables that live on': (n) =>
    `${times(n, (i) => `  const sword${i} = item("sword", 20);\n`)}return [${times(n, (i) => `sword${i},`)}];`,
  'cases of a switch': (n) =>
    `switch (key) {\n${times(n, (i) => `    case "sword ${i}": item("sword", ${i}, 20); break;\n`)}}`,
  statements: (n) => times(n, (i) => `  item("a long sword", ${i}, 20, "of steel");\n`),
};

interface Made {
  /** How many times as long the output is as its source. */
  readonly factor: number;
  /** The codes of what is warned of. */
  readonly codes: readonly string[];
}

/** Each is compiled once for all tests. */
const known = new Map<string, Made>();
function make(name: string, n: number): Made {
  const key = `${name} ${n}`;
  const made = known.get(key) ?? compileSource(name, n);
  known.set(key, made);
  return made;
}

function compileSource(name: string, n: number): Made {
  const source = `// @compile\nfunction make(key) {\n${sources[name]!(n)}\n}\n`;
  const codes: string[] = [];
  const onDiagnostic = ({ code }: Diagnostic): void => void codes.push(code);
  const output = compile(source, { target: 'frames', jsx: true, onDiagnostic });
  return { factor: output.length / source.length, codes };
}

test('a table of 400 calls is at most 6 times as long as its source', () => {
  expect(make('elements of an array', 400).factor).toBeLessThan(6);
});

test('1,000 objects with a call each are at most 6 times as long as their source', () => {
  expect(make('objects in an array', 1000).factor).toBeLessThan(6);
});

test.each(Object.keys(sources))('the output does not grow faster than its source: %s', (name) => {
  // What stands around it is a smaller part of the larger one.
  expect(make(name, 200).factor / make(name, 50).factor).toBeLessThan(1.02);
});

describe('what still grows with the square is told', () => {
  const nested = (n: number): string =>
    `// @compile\nfunction make() {\n  return ${'item('.repeat(n)}1${')'.repeat(n)};\n}\n`;
  const warnedOf = (source: string, diagnostics?: 'off'): string[] =>
    warned(source, { target: 'frames', ...(diagnostics && { diagnostics }) });

  test('calls deep inside of each other', () => {
    expect(warnedOf(nested(150))).toEqual(['SPN625:2']);
    expect(warnedOf(nested(150), 'off')).toEqual([]);
    expect(warnedOf(nested(50))).toEqual([]);
  });

  test('no list, and no function with many variables', () => {
    for (const name of Object.keys(sources)) expect([name, make(name, 200).codes]).toEqual([name, []]);
  });
});
