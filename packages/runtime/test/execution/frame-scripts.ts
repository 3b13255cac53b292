/**
 * Scripts in two forms: generators, as the plugin emits them, and frame objects, as a compiler to that form would emit them.
 * Each script can be of either form, so calls cross from one to the other.
 */
import { $carry, $enterFinally, $leaveFinally, $method, $thread, frames, nextFrame } from '../../src/abi.js';
import { clock, Executor, race, wait, waitSignal, waitUntil } from '../../src/index.js';
import { makeSteps } from './step-scripts.js';

const {
  gate,
  PAUSE,
  NEXT,
  CANCEL,
  F2,
  F4,
  F8,
  first,
  untilFrame,
  isPause,
  enterBlock,
  leaveBlock,
  code,
  enter,
  passed,
} = frames;

/** The scripts that have both forms. */
export const NAMES = ['walk', 'guard', 'errand', 'carry', 'step'] as const;
export type Name = (typeof NAMES)[number];
export type Form = 'generator' | 'frames' | 'steps';
export type Forms = Readonly<Record<Name, Form>>;

/** An owner. Its methods are called by name, as their types differ from what scripts see. */
export interface Actor extends Executor {
  readonly name: string;
  carry(other: Actor, count: number): any;
  step(n: number): any;
}

export interface Scripts {
  readonly actors: readonly Actor[];
  walk(actor: Actor, steps: number): any;
  guard(actor: Actor, ms: number): any;
  errand(actor: Actor, count: number): any;
}

/** What a call gave: is it more than a plain value? It stands inline in emitted code. */
const isOdd = (value: unknown): boolean => typeof value === 'object' || typeof value === 'symbol' || gate.kind !== null;

/** An error that is thrown into a body or unwinds it. */
const thrownIn = (mode: number, value: unknown): unknown => (mode === 1 ? value : CANCEL);

/** The scripts, each in its form. `log` is not compiled. */
export function makeScripts(forms: Forms, log: (text: string) => void): Scripts {
  class Worker extends Executor {
    readonly name: string;
    declare carry: Actor['carry'];
    declare step: Actor['step'];
    constructor(name: string) {
      super();
      this.name = name;
    }
  }
  const make = { generator: makeGenerators, frames: makeFrames, steps: makeSteps };
  const scripts = {} as Record<Name, any>;
  const made = {
    generator: make.generator(scripts, log),
    frames: make.frames(scripts, log),
    steps: make.steps(scripts, log),
  };
  for (const name of NAMES) scripts[name] = made[forms[name]][name];
  Object.assign(Worker.prototype, { carry: scripts.carry, step: scripts.step });
  return { actors: ['Ada', 'Bob', 'Cyd'].map((name) => new Worker(name)), ...scripts };
}

// ---- generators -----------------------------------------------------------------------------------------------------

function makeGenerators(scripts: Record<Name, any>, log: (text: string) => void): Record<Name, any> {
  return {
    walk: $thread(function* (actor: Actor, steps: number): Generator {
      let n = 0;
      while (n < steps) {
        n++;
        log(`${actor.name} walks ${n}`);
        if (n === 4) throw new Error(`${actor.name} stumbles`);
        yield nextFrame;
      }
      return n;
    }, 'walk(2)'),

    carry: $method(function* (this: any, other: Actor, count: number): Generator {
      let sum = 0;
      let i = 0;
      while (i < count) {
        const frame = clock.frame;
        sum += (yield this.step(i)) as number;
        sum += (yield other.step(i)) as number;
        log(`${this.name} carries ${sum}`);
        i++;
        yield waitUntil(frame + 1);
      }
      return sum;
    }, 'Worker.carry(2)'),

    step: $method(function* (this: any, n: number): Generator {
      log(`${this.name} steps ${n}`);
      if (n % 3 === 1) yield this.wait(15);
      return 2 * n;
    }, 'Worker.step(1)'),

    guard: $thread(function* (actor: Actor, ms: number): Generator {
      let n = 0;
      let word: unknown;
      let got: number;
      try {
        try {
          yield wait(ms);
          word = yield waitSignal('go');
          if (word === 'bad') throw new Error('bad word');
          while (n < 3) {
            n++;
            log(`${actor.name} guards ${String(word)} ${n}`);
            yield nextFrame;
          }
          got = n;
        } catch (error) {
          log(`${actor.name} has caught ${(error as Error).message}`);
          got = -((yield scripts.walk(actor, 2)) as number);
        }
      } catch (error) {
        throw $carry(error);
      } finally {
        yield $enterFinally();
        log(`${actor.name} closes`);
        yield wait(20);
        // oxlint-disable-next-line eslint/no-unsafe-finally -- that is what is tried
        if (word === 'worse') throw new Error('worse');
        log(`${actor.name} has closed`);
        yield $leaveFinally();
      }
      log(`${actor.name} goes off duty`);
      return got;
    }, 'guard(2)'),

    errand: $thread(function* (actor: Actor, count: number): Generator {
      let got: unknown;
      if (count > 2)
        got = yield race(
          () => scripts.walk(actor, count),
          () => waitSignal('go'),
        );
      else if (count > 0) got = ((yield actor.step(count)) as number) + ((yield scripts.walk(actor, count)) as number);
      else got = yield scripts.guard(actor, 10);
      log(`${actor.name} is back with ${String(got)}`);
      return got;
    }, 'errand(2)'),
  };
}

// ---- frame objects --------------------------------------------------------------------------------------------------

function makeFrames(scripts: Record<Name, any>, log: (text: string) => void): Record<Name, any> {
  return {
    ...framesOfWalk(log),
    ...framesOfCarry(log),
    ...framesOfStep(log),
    ...framesOfGuard(scripts, log),
    ...framesOfErrand(scripts, log),
  };
}

/** A loop with a frame-wait: the entry asks the gate. */
function framesOfWalk(log: (text: string) => void): { walk: unknown } {
  function walk(this: unknown, actor: Actor, steps: number): unknown {
    if (gate.open && this === undefined && walk$.quiet) {
      try {
        return walk$f(null, undefined, 0, undefined, actor, steps);
      } catch (error) {
        throw passed(error, walk$, [actor, steps]);
      }
    }
    return enter(walk$, this, arguments);
  }
  function walk$f($f: any, $v: any, $m: number, $this: unknown, actor: any, steps: any): unknown {
    let $pc = 0;
    let n = 0;
    if ($f !== null) {
      $pc = 1;
      actor = $f.l0;
      steps = $f.l1;
      n = $f.l2;
      if ($m !== 0) throw thrownIn($m, $v);
    }
    while ($pc !== 0 || n < steps) {
      if ($pc === 0) {
        n++;
        log(`${actor.name} walks ${n}`);
        if (n === 4) throw new Error(`${actor.name} stumbles`);
        if ($f !== null) {
          $f.l2 = n;
          return NEXT;
        }
        untilFrame();
        $f = new F4(walk$, $this, 1);
        $f.l0 = actor;
        $f.l1 = steps;
        $f.l2 = n;
        return first($f);
      }
      $pc = 0;
    }
    return n;
  }
  const walk$ = code(walk, walk$f, 'walk(2)');
  return { walk };
}

/** A method with two calls that may wait and whose values are used, on its own owner and on another. */
function framesOfCarry(log: (text: string) => void): { carry: unknown } {
  // oxlint-disable-next-line typescript/unbound-method -- it hands its `this` on
  const { carry } = {
    carry(this: Actor, other: Actor, count: number): unknown {
      if (gate.self === this && carry$.quiet) {
        try {
          return carry$f(null, undefined, 0, this, other, count);
        } catch (error) {
          throw passed(error, carry$, [other, count]);
        }
      }
      return enter(carry$, this, arguments);
    },
  };
  function carry$f($f: any, $v: any, $m: number, $this: any, other: any, count: any): unknown {
    let $pc = 0;
    let sum = 0;
    let i = 0;
    let $frame0 = 0;
    if ($f !== null) {
      $pc = $f.pc;
      $this = $f.self;
      [other, count, sum, i, $frame0] = [$f.l0, $f.l1, $f.l2, $f.l3, $f.l4];
      if ($m !== 0) throw thrownIn($m, $v);
    }
    const $pause = (pc: number, how: unknown): unknown => {
      const isNew = $f === null;
      $f ??= new F8(carry$, $this, pc);
      $f.pc = pc;
      [$f.l0, $f.l1, $f.l2, $f.l3, $f.l4] = [other, count, sum, i, $frame0];
      return isNew ? first($f) : how;
    };
    while ($pc !== 0 || i < count) {
      switch ($pc) {
        case 0:
          $frame0 = clock.frame;
          $v = $this.step(i);
          if (isOdd($v) && isPause($v, carry$)) return $pause(1, PAUSE);
        // falls through
        case 1:
          sum += $v;
          $v = other.step(i);
          if (isOdd($v) && isPause($v, carry$)) return $pause(2, PAUSE);
        // falls through
        case 2:
          sum += $v;
          log(`${$this.name} carries ${sum}`);
          i++;
          if (clock.frame === $frame0) {
            if ($f === null) untilFrame();
            return $pause(3, NEXT);
          }
        // falls through
        default:
          $pc = 0;
      }
    }
    return sum;
  }
  const carry$ = code(carry, carry$f, 'Worker.carry(2)');
  return { carry };
}

/** A wait that keeps the owner, in one of two ways through the body. */
function framesOfStep(log: (text: string) => void): { step: unknown } {
  // oxlint-disable-next-line typescript/unbound-method -- it hands its `this` on
  const { step } = {
    step(this: Actor, n: number): unknown {
      if (gate.self === this && step$.quiet) {
        try {
          return step$f(null, undefined, 0, this, n);
        } catch (error) {
          throw passed(error, step$, [n]);
        }
      }
      return enter(step$, this, arguments);
    },
  };
  function step$f($f: any, $v: any, $m: number, $this: any, n: any): unknown {
    if ($f === null) {
      log(`${$this.name} steps ${n}`);
      if (n % 3 === 1) {
        $v = $this.wait(15);
        if (isOdd($v) && isPause($v, step$)) {
          $f = new F2(step$, $this, 1);
          $f.l0 = n;
          return first($f);
        }
      }
    } else {
      n = $f.l0;
      if ($m !== 0) throw thrownIn($m, $v);
    }
    return 2 * n;
  }
  const step$ = code(step, step$f, 'Worker.step(1)');
  return { step };
}

/** `try`, `catch` and `finally`, each with waits: what waits in a block stands behind the `try`. */
function framesOfGuard(scripts: Record<Name, any>, log: (text: string) => void): { guard: unknown } {
  function guard(this: unknown, actor: Actor, ms: number): unknown {
    if (gate.open && this === undefined && guard$.quiet) {
      try {
        return guard$f(null, undefined, 0, undefined, actor, ms);
      } catch (error) {
        throw passed(error, guard$, [actor, ms]);
      }
    }
    return enter(guard$, this, arguments);
  }
  // oxlint-disable-next-line eslint/max-lines-per-function -- one function in the source
  function guard$f($f: any, $v: any, $m: number, $this: unknown, actor: any, ms: any): unknown {
    let $pc = 0;
    let n = 0;
    let word: any;
    let got: any;
    // How the `try` has ended: 0 without an error, 2 it throws $x, 3 its `catch` gets $x.
    let $k = 0;
    let $x: any;
    if ($f !== null) {
      $pc = $f.pc;
      [actor, ms, n, word, $k, $x, got] = [$f.l0, $f.l1, $f.l2, $f.l3, $f.l4, $f.l5, $f.l6];
    }
    const $pause = (pc: number, how: unknown): unknown => {
      const isNew = $f === null;
      $f ??= new F8(guard$, $this, pc);
      $f.pc = pc;
      [$f.l0, $f.l1, $f.l2, $f.l3, $f.l4, $f.l5, $f.l6] = [actor, ms, n, word, $k, $x, got];
      return isNew ? first($f) : how;
    };
    if ($pc < 4) {
      try {
        if ($m !== 0) throw thrownIn($m, $v);
        switch ($pc) {
          case 0:
            $v = wait(ms);
            if (isOdd($v) && isPause($v, guard$)) return $pause(1, PAUSE);
          // falls through
          case 1:
            $v = waitSignal('go');
            if (isOdd($v) && isPause($v, guard$)) return $pause(2, PAUSE);
          // falls through
          case 2:
            word = $v;
            if (word === 'bad') throw new Error('bad word');
            $pc = 0;
        }
        while ($pc === 3 || n < 3) {
          if ($pc !== 3) {
            n++;
            log(`${actor.name} guards ${String(word)} ${n}`);
            if ($f === null) untilFrame();
            return $pause(3, NEXT);
          }
          $pc = 0;
        }
        got = n;
      } catch (error) {
        $k = error === CANCEL ? 2 : 3;
        $x = error;
        $pc = 0;
      }
    }
    if ($k === 3 && $pc !== 5) {
      try {
        if ($pc === 4) {
          if ($m !== 0) throw thrownIn($m, $v);
        } else {
          log(`${actor.name} has caught ${$x.message}`);
          $v = scripts.walk(actor, 2);
          if (isOdd($v) && isPause($v, guard$)) return $pause(4, PAUSE);
        }
        $k = 0;
        got = -$v;
      } catch (error) {
        $k = 2;
        $x = error;
      }
      $pc = 0;
    }
    try {
      if ($pc === 5) {
        if ($m !== 0) throw thrownIn($m, $v);
      } else {
        if ($f !== null) enterBlock($f, $k === 2 ? { error: $x } : null);
        log(`${actor.name} closes`);
        $v = wait(20);
        if (isOdd($v) && isPause($v, guard$)) {
          const isNew = $f === null;
          const paused = $pause(5, PAUSE);
          if (isNew) enterBlock($f, $k === 2 ? { error: $x } : null);
          return paused;
        }
      }
      if (word === 'worse') throw new Error('worse');
      log(`${actor.name} has closed`);
    } catch (error) {
      if ($f !== null) leaveBlock($f, { error });
      throw error;
    }
    if ($f !== null) leaveBlock($f, null);
    if ($k === 2) throw $x;
    log(`${actor.name} goes off duty`);
    return got;
  }
  const guard$ = code(guard, guard$f, 'guard(2)');
  return { guard };
}

/** Branches, a sum of two calls that wait, and a race. */
function framesOfErrand(scripts: Record<Name, any>, log: (text: string) => void): { errand: unknown } {
  function errand(this: unknown, actor: Actor, count: number): unknown {
    if (gate.open && this === undefined && errand$.quiet) {
      try {
        return errand$f(null, undefined, 0, undefined, actor, count);
      } catch (error) {
        throw passed(error, errand$, [actor, count]);
      }
    }
    return enter(errand$, this, arguments);
  }
  function errand$f($f: any, $v: any, $m: number, $this: unknown, actor: any, count: any): unknown {
    let $pc = 0;
    let got: any;
    let $t0: any;
    if ($f !== null) {
      $pc = $f.pc;
      [actor, count, $t0] = [$f.l0, $f.l1, $f.l2];
      if ($m !== 0) throw thrownIn($m, $v);
    }
    const $pause = (pc: number): unknown => {
      const isNew = $f === null;
      $f ??= new F4(errand$, $this, pc);
      $f.pc = pc;
      [$f.l0, $f.l1, $f.l2] = [actor, count, $t0];
      return isNew ? first($f) : PAUSE;
    };
    if ($pc === 1 || ($pc === 0 && count > 2)) {
      if ($pc === 0) {
        $v = race(
          () => scripts.walk(actor, count),
          () => waitSignal('go'),
        );
        if (isOdd($v) && isPause($v, errand$)) return $pause(1);
      }
      got = $v;
    } else if ($pc === 2 || $pc === 3 || ($pc === 0 && count > 0)) {
      if ($pc === 0) {
        $v = actor.step(count);
        if (isOdd($v) && isPause($v, errand$)) return $pause(2);
      }
      if ($pc !== 3) {
        $t0 = $v;
        $v = scripts.walk(actor, count);
        if (isOdd($v) && isPause($v, errand$)) return $pause(3);
      }
      got = $t0 + $v;
    } else {
      if ($pc === 0) {
        $v = scripts.guard(actor, 10);
        if (isOdd($v) && isPause($v, errand$)) return $pause(4);
      }
      got = $v;
    }
    log(`${actor.name} is back with ${String(got)}`);
    return got;
  }
  const errand$ = code(errand, errand$f, 'errand(2)');
  return { errand };
}
