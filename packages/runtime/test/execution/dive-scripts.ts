/** A function that calls itself, as a step of frame objects. */
import { $enter, $keep2, $thread } from '../../src/abi.js';

export type Through = (call: (depth: number) => any, depth: number) => any;
export type Dive = (depth: number) => any;

/** It calls `next` with one less, and at 0 does what `bottom` says. Plain code stands between only with `through`. */
export const diveOfStep = (
  bottom: () => unknown,
  through: Through | undefined,
  next: () => Dive,
  entry?: typeof entryOfDive,
): Dive =>
  $thread(
    function ($f: any, $v: any, $m: number, $this: any, depth: any): any {
      let $c = $v;
      let $pc = 0;
      if ($f !== null) {
        $pc = $f.pc;
        $c = $f.code;
        $this = $f.self;
        depth = $f.l0;
        if ($m !== 0) throw $v;
      }
      if ($pc === 0 ? depth === 0 : $pc === 1) {
        if ($pc === 0 && $c.waits(($v = bottom()))) return $keep2($f, $c, $this, 1, depth);
        return $v;
      }
      if ($pc === 0) {
        $v = through === undefined ? next()(depth - 1) : through(next(), depth - 1);
        if ($c.waits($v)) return $keep2($f, $c, $this, 2, depth);
      }
      return $v + 1;
    } as never,
    'dive(1) frames bare 1:1:a 1:1:b',
    undefined,
    entry,
  ) as never;

/** The entry, as the plugin emits it. */
export const entryOfDive = ($c: any): Dive =>
  function dive(this: unknown, depth) {
    // oxlint-disable-next-line prefer-rest-params -- as it is emitted
    const args = arguments;
    if (args.length <= 1 && $c.isOpen(this))
      try {
        return $c.ran($c.run(null, $c, 0, this, depth), args.length);
      } catch ($e) {
        throw $c.threw($e, args);
      }
    return $enter($c, this, args);
  };
