import { brief } from '../../compile.js';

describe('parameters', () => {
  test('a default that calls moves into the body, with those behind it', () => {
    expect(brief('x;\n// @compile\ny = function (a, b = g(a), [c], ...d) {};')).toContain(
      'function* (a, ...$parameters) { let { 0: b = yield g(a), 1: [c] } = $parameters, d = $parameters.slice(2); }',
    );
  });

  test('other defaults stay', () => {
    expect(brief('x;\n// @compile\ny = function (a = 1, { b } = {}) { g(); };')).toContain(
      'function* (a = 1, { b } = {}) { yield g(); }',
    );
  });
});
