function assert(value, message) {
  if (value !== true) throw new Test262Error(message);
}

assert.sameValue = function (actual, expected, message) {
  if (!Object.is(actual, expected)) throw new Test262Error(message);
};

assert.throws = function (type, fn, message) {
  try {
    fn();
  } catch (error) {
    if (error.constructor === type) return;
  }
  throw new Test262Error(message);
};
