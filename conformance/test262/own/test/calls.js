/*---
description: The order of calls, their receivers and their values.
---*/
var log = [];
function say(word) {
  log.push(word);
  return word;
}
var o = {
  name: 'o',
  both: function (a, b) {
    return this.name + a + b;
  },
};
var text = o.both(say('a'), say('b'));
assert.sameValue(text, 'oab');
['c'].forEach(function (word) {
  say(word);
});
assert.sameValue(log.join(), 'a,b,c');
assert.sameValue(say.name, 'say');
assert.sameValue(say.length, 1);
var turns = '';
for (var turn = 0; turn++ < 3;) {
  assert(true);
  turns = turns + turn;
}
assert.sameValue(turns, '123');
