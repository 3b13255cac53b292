/** What is called at a pause, for saves: the same however it is written. */
import type { types as t } from '@babel/core';
import { hashOfCode } from '../babel/hash-of-code.js';
import type { Types } from '../babel/types.js';
import { calleeText } from '../language/engine-text.js';

/**
 * `this.say`, `rooms[i].enter`; of `find("door").open` and of what has no name a hash of all of it, `find(k3f).open`. What stands in a function that is called
 * where it stands does not count: a frame in it says for itself where it goes on.
 */
export const textOfCallee = (types: Types, callee: t.Node): string =>
  calleeText(callee).replace(/\((?:\.{3}|intermediate value)\)/, () => `(${hashOfCode(types, callee, 'callee')})`);
