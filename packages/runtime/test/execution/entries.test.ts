/** Entries: what the plugin emits in place of a wrapper, where the body of a function is a step. */
import { $enter, $keep2, $thread } from '../../src/abi.js';
import { turn } from '../../src/execution/turn-state.js';
import { type Thread, wait } from '../../src/index.js';
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

/** `walk(a, b) { return call(a, b); }`. `passesOn`: whether it passes the pause of that call on. */
const makeWalk = (call: Call, { passesOn = true } = {}): Walk =>
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
      return $v;
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

test('an error that comes out of a body names no variables of the output', () => {
  const walk = makeWalk(($v: any) => $v());
  playAll(
    () => walk(5),
    () => walk(5, 6),
  );
  expect(stage.lines).toEqual(['0 (intermediate value) is not a function', '0 (intermediate value) is not a function']);
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
  const walk = makeWalk(
    () => {
      wait(10);
      return 5;
    },
    { passesOn: false },
  );
  playAll(() => walk(1));
  expect(stage.lines).toEqual([
    expect.stringMatching(/^0 The pause of wait\(10\) was lost.*noticed at the return of walk/),
  ]);
});
