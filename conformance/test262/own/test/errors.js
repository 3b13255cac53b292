/*---
description: What is thrown, what is caught, and what runs in the end.
---*/
var ended = 0;
function fail() {
  try {
    null.x;
  } finally {
    ended = ended + 1;
  }
}
var caught;
try {
  fail();
} catch (error) {
  caught = error;
}
assert.sameValue(ended, 1);
assert.sameValue(caught.constructor, TypeError);
function called() {
  try {
    assert(true);
    assert.sameValue(ended, 1);
  } finally {
    ended = ended + 1;
  }
  return ended;
}
assert.sameValue(called(), 2);
assert.throws(ReferenceError, function () {
  early;
  let early = 1;
});
