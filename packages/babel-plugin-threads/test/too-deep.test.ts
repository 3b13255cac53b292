import { compile, errorOf } from './compile.js';

/** Fills the stack in the hands of the plugin: with deeper code Babel itself fills it before, when it reads the scopes. */
const onDiagnostic = (): void => {
  throw new RangeError('Maximum call stack size exceeded');
};
const script = (statement: string): string => `// @compile\nfunction script() {\n  Math.random();\n  ${statement}\n}`;

test('where the stack is full, the error is at the statement with the deepest code', () => {
  const links = Array.from({ length: 150 }, (_, i) => `\n    .walk(${i})`).join('');
  expect(errorOf(script(`hero${links};`), { onDiagnostic })).toMatch(
    /This is nested deeper than the stack has room for\. Divide it: .*\[SPN220\]\n[^]*> 4 \| +hero/,
  );
});

test('where nothing is nested, it is the fault of something else', () => {
  expect(() => compile(script(''), { onDiagnostic })).toThrow(RangeError);
});
