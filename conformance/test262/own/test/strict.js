/*---
description: Strict code has no this of its own.
flags: [onlyStrict]
---*/
function self() {
  return this;
}
assert.sameValue(self(), undefined);
