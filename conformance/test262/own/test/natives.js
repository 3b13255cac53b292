/*---
description: Natives whose callbacks are functions of the test, in the order of their calls.
---*/
var log = [];
function seen(value) {
  log.push(value);
  return value;
}
var doubled = [1, 2, 3].map(function (x) {
  return seen(x) * 2;
});
assert.sameValue(doubled.join(), '2,4,6');
var sorted = [3, 1, 2].sort(function (a, b) {
  return seen(a) - seen(b);
});
assert.sameValue(sorted.join(), '1,2,3');
assert.sameValue(
  Array.from(
    'ab',
    function (letter) {
      return seen(letter) + this.more;
    },
    { more: '!' },
  ).join(),
  'a!,b!',
);
assert.sameValue('x1y2'.replace(/\d/g, seen), 'x1y2');
assert.sameValue('x1'.replace({ [Symbol.replace]: (text, given) => given === seen }, seen), true);
new Map([['key', 'value']]).forEach(function (value, key) {
  seen(key + value);
});
[4].forEach(seen.bind(null));
({
  map: function (callback) {
    assert.sameValue(callback, seen);
  },
}).map(seen);
assert.throws(TypeError, function () {
  [1].some(function () {
    throw new TypeError('no');
  });
});
assert.sameValue(log.join(), '1,2,3,1,3,2,1,2,3,2,1,a,b,1,2,keyvalue,4');
var received;
var iterable = {
  [Symbol.iterator]: function () {
    return {
      next: function () {
        return { done: false };
      },
      // `throw` of the generator is a native, which calls this one.
      throw: function (value) {
        received = value;
        return { done: true };
      },
    };
  },
};
function* passOn() {
  yield* iterable;
}
var passing = passOn();
passing.next();
passing.throw(1);
assert.sameValue(received, 1);
