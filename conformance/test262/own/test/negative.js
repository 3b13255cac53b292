/*---
description: An error that is expected.
negative:
  phase: runtime
  type: TypeError
---*/
function fail() {
  throw new TypeError('expected');
}
fail();
