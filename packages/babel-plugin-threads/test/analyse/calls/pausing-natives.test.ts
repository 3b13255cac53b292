import { body } from '../../compile.js';

describe('functions that a native calls', () => {
  test.each([
    [
      'y = Object.groupBy(l, this.kind);',
      'y = yield Object.groupBy(l, $callback(this.kind, "a callback of Object.groupBy"));',
    ],
    ['y = Map.groupBy(l, kind);', 'y = yield Map.groupBy(l, $callback(kind, "a callback of Map.groupBy"));'],
    ['y = new Promise(run);', 'y = new Promise($callback(run, "a callback of new Promise"));'],
    ['y = JSON.parse(t, revive);', 'y = yield JSON.parse(t, $callback(revive, "a callback of JSON.parse"));'],
    ['y = JSON.stringify(t, null, 2);', 'y = yield JSON.stringify(t, null, 2);'],
    ['y = new Promise((done) => { x = done; });', 'y = new Promise(done => { x = done; });'],
    ['y = Promise.try(load);', 'y = yield Promise.try(handler(load));'],
    ['const JSON = q; y = JSON.parse(t, revive);', 'const JSON = q; y = yield JSON.parse(t, revive);'],
  ])('%s → %s', (source, expected) => {
    expect(body(source)).toBe(expected);
  });
});
