/** Entries: what the plugin emits in place of a wrapper, where the body of a function is a step. */
import { $arrow, $enter, $keep2, $thread, nextFrame } from '../../src/abi.js';
import { MANY_CALLS, turn } from '../../src/execution/turn-state.js';
import { type Thread, wait } from '../../src/index.js';
import { stackOf } from '../../src/stacks.js';
import { verify } from '../../src/testing.js';
import { Stage } from '../stage.js';

type Walk = (a?: unknown, b?: unknown) => any;
type Call = (a: unknown, b: unknown) => unknown;

const entryOfWalk = ($c: any): Walk =>
  function walk(this: unknown, a, b) {
    // oxlint-disable-next-line prefer-rest-params -- as it is emitted
    const args = arguments;
    if (args.length <= 2 && $c.isOpen(this))
      try {
        return $c.ran($c.run(null, $c, 0, this, a, b), args.length);
      } catch ($e) {
        throw $c.threw($e, args);
      }
    return $enter($c, this, args, new.target);
  };

interface Body {
  /** Whether it passes the pause of its call on. */
  readonly passesOn?: boolean;
  /** What it does behind that. */
  readonly behind?: ($v: any) => unknown;
}

/** `walk(a, b) { return behind(call(a, b)); }` */
const makeWalk = (call: Call, { passesOn = true, behind = ($v) => $v }: Body = {}): Walk =>
  $thread(
    function ($f: any, $v: any, $m: number, $this: any, a: unknown, b: unknown): unknown {
      let $c = $v;
      if ($f === null) {
        $v = call(a, b);
        if (passesOn && $c.waits($v)) return $keep2($f, $c, $this, 1, a, b);
      } else {
        $c = $f.code;
        if ($m !== 0) throw $v;
      }
      return behind($v);
    } as never,
    'walk(2) frames bare 1:1:a',
    undefined,
    entryOfWalk,
  ) as never;

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => verify(stage.scheduler));

/** Runs the calls of a script, one after the other, and logs what each gives or throws. */
function playAll(...calls: readonly (() => unknown)[]): Thread {
  const script = stage.script('script', function* (): any {
    for (const call of calls)
      try {
        stage.log(String(yield call()));
      } catch (error) {
        stage.log((error as Error).message);
      }
  });
  const thread: Thread = stage.play(script);
  stage.finish();
  return thread;
}

test('a body stands on the native stack while it runs, however it ends', () => {
  const depths = new Set<number>();
  const walk = makeWalk(() => depths.add(turn.depth));
  const fail = makeWalk(() => {
    depths.add(turn.depth);
    throw new Error('a wall');
  });
  const calls = (): unknown[] => [walk(), walk(1), walk(1, 2), walk(1, 2)];
  playAll(
    calls,
    fail,
    () => fail(1),
    calls,
    () => walk(1),
  );
  expect(depths.size).toBe(1);
});

test('an error that comes out of a body names no variables of the output, before a wait and behind it', () => {
  const walk = makeWalk((time) => (time === undefined ? 1 : wait(10)), { behind: ($v) => $v() });
  playAll(
    () => walk(),
    () => walk(5),
  );
  expect(stage.lines).toEqual(['0 (intermediate value) is not a function', '1 (intermediate value) is not a function']);
});

test('the trace of a call that waits has what it was given: no more, no less', () => {
  const walk = makeWalk(() => wait(10));
  const traceOf = (call: () => unknown): string => {
    const script = stage.script('script', function* (): any {
      yield call();
    });
    const thread: Thread = stage.play(script);
    const trace = thread.trace();
    stage.finish();
    return trace;
  };
  const traces = [
    () => walk(),
    () => walk(1),
    () => walk(1, 2),
    () => (walk as (...args: number[]) => any)(1, 2, 3),
  ].map(traceOf);
  expect(traces).toEqual([
    'walk() -> script()',
    'walk(1) -> script()',
    'walk(1, 2) -> script()',
    'walk(1, 2, 3) -> script()',
  ]);
});

test('a pause that the body does not pass on is lost, and that is noticed where the body ends', () => {
  const loses = (given: unknown) => (): unknown => {
    wait(20);
    return given;
  };
  const atOnce = makeWalk(loses(5), { passesOn: false });
  const late = makeWalk(() => wait(10), { behind: loses(5) });
  const looping = makeWalk(() => wait(10), { behind: loses(nextFrame) });
  playAll(atOnce, late, looping);
  expect(stage.lines).toEqual([
    expect.stringMatching(/^0 The pause of wait\(20\) was lost.*noticed at the return of walk/),
    expect.stringMatching(/^1 The pause of wait\(20\) was lost.*noticed at the return of walk/),
    expect.stringMatching(/^2 The pause of wait\(20\) was lost.*noticed at the next yield of walk/),
  ]);
});

test('a body that is unwound as its pause was lost does not wait for its next frame', () => {
  const seen: unknown[] = [];
  const tidy = $thread(
    (($f: any, $v: any, _: number, $this: unknown) => {
      if ($f === null) return $v.waits(wait(10)) ? $keep2($f, $v, $this, 1) : undefined;
      // Its `finally` block has a loop.
      seen.push($v);
      if (seen.length === 1) return nextFrame;
      throw $v;
    }) as never,
    'tidy(0) frames bare 1:1:a',
  ) as any;
  playAll(() => [tidy()].length);
  expect(stage.lines).toEqual([expect.stringMatching(/^0 The pause of wait\(10\) in tidy\(\) was lost/)]);
  expect(String(seen[1])).toMatch(/cannot pause .*a finally block of a call whose pause was lost/);
});

test('the stack of an error has the line of each call that waited, also where no stacks are noted', () => {
  const inner = makeWalk(() => wait(10), {
    behind: () => {
      throw new Error('a wall');
    },
  });
  const outer = makeWalk(() => inner(1));
  stage.play(() => outer(2));
  stage.finish();
  expect(stackOf(stage.uncaught[0]).split('\n').at(-1)).toBe('    at walk(2) (1:2)');
});

test('an arrow has the `this` of its creator, whoever calls it', () => {
  const creator = { name: 'creator' };
  const seen: unknown[] = [];
  const arrow = $arrow(
    ((_f: any, _c: any, _m: number, $this: unknown) => void seen.push($this)) as never,
    'arrow(0) frames bare 1:1:a',
    creator,
    ($c: any) => () => ($c.isOpen(void 0) ? $c.ran($c.run(null, $c, 0, $c.ownThis)) : $enter($c, void 0, [])),
  );
  stage.play(arrow);
  playAll(arrow, () => {
    turn.freeDepth = 0;
    return arrow();
  });
  expect(seen).toEqual([creator, creator, creator]);
});

test('bodies are run by entries again where calls cannot be handed over, and no more as long as they are deep', () => {
  const free = new Map<number, number>();
  let isLast = false;
  const dive: (...args: any[]) => any = makeWalk((depth) => {
    free.set(turn.depth, turn.freeDepth);
    if (depth === 0) return isLast ? 0 : dive(0, (isLast = true), 'one argument more');
    return [Number(depth) - 1].map((one) => dive(one))[0];
  });
  playAll(() => dive(780));
  const [deepest] = [...free].at(-1)!;
  expect(free.get(700)).toBe(MANY_CALLS);
  expect(deepest).toBeGreaterThan(MANY_CALLS);
  expect(free.get(deepest)).toBeGreaterThan(deepest);
});

test('no body is run by an entry in a turn that has taken too many steps', () => {
  const walk = makeWalk(() => 1, { passesOn: false });
  const { steps } = turn;
  playAll(() => {
    turn.freeDepth = 0;
    turn.steps = turn.maxSteps + 1;
    walk();
    turn.steps = steps;
    return turn.freeDepth;
  });
  expect(stage.lines).toEqual(['0 0']);
});
