import { compile } from '../../compile.js';

test('an error is told once in each `catch` around a `this`, however deep that stands', () => {
  const script = 'try { try { this.leap(); } catch (inner) { o.p(inner); } } catch (outer) { o.p(outer); }';
  const code = compile(`let o;\n// @compile\nexport function script() { ${script} }`, { target: 'frames' });
  expect(code.match(/\w+ = \$told/g)).toEqual(['inner = $told', 'outer = $told']);
});
