import { body } from '../../compile.js';

test.each(['{ length: 3 }', '{ length: n, "of": [1, , n] }', '[[], () => {}]', '`a`'])(
  'to evaluate %s cannot change the method, which is named',
  (list) => {
    expect(body(`const n = 3; x = Array.from(${list}, (one) => g(one));`)).toContain('pausing(Array, "from", ');
  },
);

test.each(['{ [k]: 1 }', '{ length: k }', '{ ...k }', '[...k]', '[k]', '{ a() {}, b: k }', '`a${k}`', 'k()'])(
  'to evaluate %s may change the method, which is read before',
  (list) => {
    expect(body(`x = Array.from(${list}, (one) => g(one));`)).toContain(
      'pausingMethod("Array.from", Array.from, Array, ',
    );
  },
);
