// Made by `npm run natives` from packages/runtime/uncompiled/restart.ts: change that one.
// @ts-nocheck -- a frame has no type
/* oxlint-disable max-lines, max-lines-per-function, no-shadow, typescript/consistent-return -- nobody reads it */

import { $keep2 } from '../dispatch/frames.js';
import { $arrow } from '../dispatch/wrappers.js';
import { beginAgain, here, waitForThenable } from './restarting.js';

/** What a save that is loaded puts in the place of a wait for a Promise, at its first pause: that begins again. */
export const restart: (begin: () => unknown, keeps: boolean) => unknown = $arrow(function (
  $f,
  $v,
  $m,
  $this,
  begin,
  keeps,
) {
  let $c = $v,
    $pc = 0;
  if ($f !== null) {
    $pc = $f.pc;
    $c = $f.code;
    begin = $f.l0;
    keeps = $f.l1;
  }
  switch ($pc) {
    case 0:
      if ($c.waits(($v = here()))) return $keep2($f, $c, $this, 1, begin, keeps);
    case 1:
      if ($c.waits(($v = beginAgain(begin, keeps)))) return $keep2($f, $c, $this, 3, begin, keeps);
    case 3:
      if ($c.waits(($v = waitForThenable($v, keeps)))) return $keep2($f, $c, $this, 2, begin, keeps);
    case 2:
  }
  return $v;
}, 'restart(2) runtime frames bare through 0:0:4wyy 0:0:koh6 0:0:koh6;begin,keeps');
