/** Scripts of scripts/walkers.js as frame objects, written by hand as a compiler to that form would write them. */
/* oxlint-disable oxc/no-this-in-exported-function, typescript/unbound-method -- an entry hands its `this` on */
import { Executor } from '@spindle/runtime';
import { frames } from '@spindle/runtime/abi';

const { gate, CANCEL, NEXT, F2, code, enter, first, untilFrame } = frames;

export function walk(actor) {
  if (gate.open && this === undefined && walk$.quiet) return walk$f(null, undefined, 0, undefined, actor);
  return enter(walk$, this, arguments);
}
function walk$f($f, $v, $m, $this, actor) {
  let $pc = 0;
  if ($f !== null) {
    $pc = 1;
    actor = $f.l0;
    if ($m !== 0) throw $m === 1 ? $v : CANCEL;
  }
  while (true) {
    if ($pc === 0) {
      actor.x += actor.speed;
      if ($f !== null) return NEXT;
      untilFrame();
      $f = new F2(walk$, $this, 1);
      $f.l0 = actor;
      return first($f);
    }
    $pc = 0;
  }
}
const walk$ = code(walk, walk$f, 'walk(1) 4:2:vv49', $step, 0);

export class Walker extends Executor {
  x = 0;
  speed = 1;
  walk() {
    if (gate.self === this && Walker_walk$.quiet) return Walker_walk$f(null, undefined, 0, this);
    return enter(Walker_walk$, this, arguments);
  }
}
function Walker_walk$f($f, $v, $m, $this) {
  let $pc = 0;
  if ($f !== null) {
    $pc = 1;
    $this = $f.self;
    if ($m !== 0) throw $m === 1 ? $v : CANCEL;
  }
  while (true) {
    if ($pc === 0) {
      $this.x += $this.speed;
      if ($f !== null) return NEXT;
      untilFrame();
      $f = new F2(Walker_walk$, $this, 1);
      return first($f);
    }
    $pc = 0;
  }
}
const Walker_walk$ = code(Walker.prototype.walk, Walker_walk$f, 'Walker.walk(0) 4:2:vv49', $step, 1);

/** With one function for all frames of the file, the engine knows which one the runtime calls. */
function $step($f, $v, $m) {
  switch ($f.code.at) {
    case 0:
      return walk$f($f, $v, $m, undefined, undefined);
    default:
      return Walker_walk$f($f, $v, $m, undefined);
  }
}
