/** The scripts of frame-scripts.ts as steps, in the form that the plugin emits with `target: "frames"`. */
import {
  $cancel,
  $enter,
  $enterBlock,
  $inBlock,
  $keep2,
  $keep4,
  $keep8,
  $keepMany,
  $leaveBlock,
  $method,
  $next4,
  $nextMany,
  $thread,
  clock,
  waitUntil,
} from '../../src/abi.js';
import { race, wait, waitSignal } from '../../src/index.js';

type Log = (text: string) => void;

/** What is called in place of a step, as it is emitted but for its arguments. */
export const entryOf = ($c: any): ((...args: unknown[]) => unknown) =>
  // oxlint-disable-next-line typescript/unbound-method -- it is called as a method of what has it
  ({
    entry(this: unknown, ...args: unknown[]): unknown {
      const isWhole = $c.takesList || args.length <= $c.length;
      if (isWhole && $c.isOpen(this))
        try {
          const value = $c.run.call(this, null, $c, 0, this, ...($c.takesList ? [args] : args));
          return $c.takesList ? $c.ran(value) : $c.ran(value, args.length);
        } catch ($e) {
          throw $c.threw($e, args);
        }
      return $enter($c, this, args);
    },
  }).entry;

export function makeSteps(scripts: Record<string, any>, log: Log, entry?: typeof entryOf): Record<string, any> {
  return {
    walk: walkOf(log, entry),
    carry: carryOf(log, entry),
    step: stepOf(log, entry),
    guard: guardOf(scripts, log, entry),
    errand: errandOf(scripts, log, entry),
  };
}

const walkOf = (log: Log, entry?: typeof entryOf): unknown =>
  $thread(
    function walk($f: any, $v: any, $m: number, $this: any, actor: any, steps: any): any {
      let $c = $v;
      let $pc = 0;
      let n: any;
      if ($f !== null) {
        $pc = $f.pc;
        $c = $f.code;
        $this = $f.self;
        actor = $f.l0;
        steps = $f.l1;
        n = $f.l2;
        if ($m !== 0) throw $v;
      }
      if ($pc === 0) n = 0;
      while ($pc !== 0 || n < steps) {
        if ($pc === 0) {
          n++;
          log(`${actor.name} walks ${n}`);
          if (n === 4) throw new Error(`${actor.name} stumbles`);
          return $next4($f, $c, $this, 1, actor, steps, n);
        }
        $pc = 0;
      }
      return n;
    } as never,
    'walk(2) frames 1:1:a',
    null,
    entry,
  );

const carryOf = (log: Log, entry?: typeof entryOf): unknown =>
  $method(
    function carry($f: any, $v: any, $m: number, $this: any, other: any, count: any): any {
      let $c = $v;
      let $pc = 0;
      let sum: any;
      let i: any;
      let frame: any;
      let $sum0: any;
      if ($f !== null) {
        $pc = $f.pc;
        $c = $f.code;
        $this = $f.self;
        other = $f.l0;
        count = $f.l1;
        sum = $f.l2;
        i = $f.l3;
        frame = $f.l4;
        $sum0 = $f.l5;
        if ($m !== 0) throw $v;
      }
      if ($pc === 0) {
        sum = 0;
        i = 0;
      }
      while ($pc !== 0 || i < count) {
        switch ($pc) {
          case 0:
            frame = clock.frame;
            $sum0 = sum;
            if ($c.waits(($v = $this.step(i)))) return $keep8($f, $c, $this, 1, other, count, sum, i, frame, $sum0);
          // falls through
          case 1:
            sum = $sum0 + $v;
            $sum0 = sum;
            if ($c.waits(($v = other.step(i)))) return $keep8($f, $c, $this, 2, other, count, sum, i, frame, $sum0);
          // falls through
          case 2:
            sum = $sum0 + $v;
            log(`${$this.name} carries ${sum}`);
            i++;
            if ($c.waits(waitUntil(frame + 1))) return $keep8($f, $c, $this, 3, other, count, sum, i, frame, $sum0);
          // falls through
          default:
            $pc = 0;
        }
      }
      return sum;
    } as never,
    'Worker.carry(2) frames 1:1:a 1:1:b 1:1:c',
    entry,
  );

const stepOf = (log: Log, entry?: typeof entryOf): unknown =>
  $method(
    function step($f: any, $v: any, $m: number, $this: any, $args: any): any {
      let $c = $v;
      let $pc = 0;
      let n: any;
      if ($f !== null) {
        $pc = $f.pc;
        $c = $f.code;
        $this = $f.self;
        $args = $f.l0;
        n = $f.l1;
        if ($m !== 0) throw $v;
      }
      if ($pc === 0) {
        [n] = $args;
        log(`${$this.name} steps ${n}`);
      }
      if ($pc !== 0 || n % 3 === 1) {
        if ($pc === 0 && $c.waits($this.wait(15))) return $keep2($f, $c, $this, 1, $args, n);
        $pc = 0;
      }
      return 2 * n;
    } as never,
    'Worker.step(1) frames list 1:1:a',
    entry,
  );

const guardOf = (scripts: Record<string, any>, log: Log, entry?: typeof entryOf): unknown =>
  // oxlint-disable-next-line eslint/max-lines-per-function -- one function in the source
  $thread(
    function guard($f: any, $v: any, $m: number, $this: any, actor: any, ms: any): any {
      let $c = $v;
      let $pc = 0;
      let n: any;
      let word: any;
      let got: any;
      // How the `try` has ended: 0 without an error, 2 it throws $x, 3 its `catch` gets $x.
      let $k: any = 0;
      let $x: any;
      if ($f !== null) {
        const $l = $f.l0;
        $pc = $f.pc;
        $c = $f.code;
        $this = $f.self;
        actor = $l[0];
        ms = $l[1];
        n = $l[2];
        word = $l[3];
        got = $l[4];
        $k = $l[5];
        $x = $l[6];
      }
      if ($pc === 0) n = 0;
      if ($pc < 4) {
        try {
          if ($m !== 0) throw $v;
          switch ($pc) {
            case 0:
              if ($c.waits(wait(ms))) return $keepMany($f, $c, $this, 1, [actor, ms, n, word, got, $k, $x]);
            // falls through
            case 1:
              if ($c.waits(($v = waitSignal('go'))))
                return $keepMany($f, $c, $this, 2, [actor, ms, n, word, got, $k, $x]);
            // falls through
            case 2:
              word = $v;
              if (word === 'bad') throw new Error('bad word');
              $pc = 0;
          }
          while ($pc !== 0 || n < 3) {
            if ($pc === 0) {
              n++;
              log(`${actor.name} guards ${String(word)} ${n}`);
              return $nextMany($f, $c, $this, 3, [actor, ms, n, word, got, $k, $x]);
            }
            $pc = 0;
          }
          got = n;
        } catch ($e) {
          $k = $e === $cancel ? 2 : 3;
          $x = $e;
          $pc = 0;
        }
      }
      if ($k === 3 && $pc !== 5) {
        try {
          if ($pc === 4 && $m !== 0) throw $v;
          if ($pc === 0) {
            log(`${actor.name} has caught ${$x.message}`);
            if ($c.waits(($v = scripts['walk'](actor, 2))))
              return $keepMany($f, $c, $this, 4, [actor, ms, n, word, got, $k, $x]);
          }
          $k = 0;
          got = -$v;
        } catch ($e) {
          $k = 2;
          $x = $e;
        }
        $pc = 0;
      }
      try {
        if ($pc === 5) {
          if ($m !== 0) throw $v;
        } else {
          $enterBlock($f, $k === 2 ? { error: $x } : null);
          log(`${actor.name} closes`);
          if ($c.waits(wait(20)))
            return $inBlock(
              $f,
              $keepMany($f, $c, $this, 5, [actor, ms, n, word, got, $k, $x]),
              $k === 2 ? { error: $x } : null,
            );
        }
        $pc = 0;
        // oxlint-disable-next-line eslint/no-unsafe-finally -- that is what is tried
        if (word === 'worse') throw new Error('worse');
        log(`${actor.name} has closed`);
      } catch ($e) {
        $leaveBlock($f, { error: $e });
        throw $e;
      }
      $leaveBlock($f, null);
      if ($k === 2) throw $x;
      log(`${actor.name} goes off duty`);
      return got;
    } as never,
    'guard(2) frames 1:1:a 1:1:b 1:1:c 1:1:d 1:1:e',
    null,
    entry,
  );

const errandOf = (scripts: Record<string, any>, log: Log, entry?: typeof entryOf): unknown =>
  $thread(
    function errand($f: any, $v: any, $m: number, $this: any, actor: any, count: any): any {
      let $c = $v;
      let $pc = 0;
      let got: any;
      let $left0: any;
      if ($f !== null) {
        $pc = $f.pc;
        $c = $f.code;
        $this = $f.self;
        actor = $f.l0;
        count = $f.l1;
        got = $f.l2;
        $left0 = $f.l3;
        if ($m !== 0) throw $v;
      }
      if ($pc === 0 ? count > 2 : $pc === 1) {
        if (
          $pc === 0 &&
          $c.waits(
            ($v = race(
              () => scripts['walk'](actor, count),
              () => waitSignal('go'),
            )),
          )
        )
          return $keep4($f, $c, $this, 1, actor, count, got, $left0);
        got = $v;
      } else if ($pc === 0 ? count > 0 : $pc < 4) {
        if ($pc === 0 && $c.waits(($v = actor.step(count)))) return $keep4($f, $c, $this, 2, actor, count, got, $left0);
        if ($pc !== 3) {
          $left0 = $v;
          if ($c.waits(($v = scripts['walk'](actor, count))))
            return $keep4($f, $c, $this, 3, actor, count, got, $left0);
        }
        got = $left0 + $v;
      } else {
        if ($pc === 0 && $c.waits(($v = scripts['guard'](actor, 10))))
          return $keep4($f, $c, $this, 4, actor, count, got, $left0);
        got = $v;
      }
      log(`${actor.name} is back with ${String(got)}`);
      return got;
    } as never,
    'errand(2) frames 1:1:a 1:1:b 1:1:c 1:1:d',
    null,
    entry,
  );
