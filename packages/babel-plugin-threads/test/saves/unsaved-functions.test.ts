import { diagnosticsOf } from '../compile.js';

const text = '// @compile\nfunction go(text) {\n  wait(1);\n  eval(text);\n}';
const codes = (options: object): string[] =>
  diagnosticsOf(text, options)
    .map(({ code }) => code)
    .filter((code) => code === 'SPN633');

test('a function that stays a generator is named, with the reason', () => {
  const [one] = diagnosticsOf(text, { target: 'frames', saves: true }).filter(({ code }) => code === 'SPN633');
  expect(one).toMatchObject({ line: 2, column: 0, severity: 'warning', values: { name: 'go' } });
  expect(one!.message).toBe(
    'It uses `eval`. So `go` stays a generator, so that no thread can be saved while it waits in it: put that into a function that does not wait. [SPN633]',
  );
});

test('it is named only where saves are wanted', () => {
  expect(codes({ target: 'frames' })).toEqual([]);
  expect(codes({ target: 'frames', saves: true, diagnostics: 'off' })).toEqual([]);
});
