import { compile } from '../../../compile.js';

test('a `break` keeps its label where no later case has one', () => {
  const script = 'switch (o.x) { case o.p(): { o.q(); if (o.y) break; o.r(); } case 2: o.s(); }';
  // `compile` parses what comes out.
  expect(compile(`let o;\n// @compile\nfunction script() { ${script} }`, { target: 'frames' })).toContain(
    'break $loop0;',
  );
});
