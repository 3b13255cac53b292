/*---
description: The end of an asynchronous test.
flags: [async]
---*/
function later() {
  return Promise.resolve(1);
}
later()
  .then(function (value) {
    assert.sameValue(value, 1);
  })
  .then($DONE, $DONE);
