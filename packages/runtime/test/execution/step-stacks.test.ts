import { $keep2, $next2, $thread, nextFrame } from '../../src/abi.js';
import { Scheduler, wait } from '../../src/index.js';
import { lookAt } from '../../src/observe.js';
import { noteStacks, stackOf } from '../../src/stacks.js';

type Calls = () => unknown;

/** A script that waits for one call, as a generator and as a step. */
const forms = {
  generator: (name: string, calls: Calls, then: Calls = () => undefined): any =>
    $thread(function* (): any {
      yield calls();
      return then();
    }, `${name}(0)`),
  step: (name: string, calls: Calls, then: Calls = () => undefined): any =>
    $thread(
      function ($f: any, $v: any, $m: number, $this: any): any {
        let $c = $v;
        let $pc = 0;
        if ($f !== null) {
          $pc = $f.pc;
          $c = $f.code;
          if ($m !== 0) throw $v;
        }
        if ($pc === 0) {
          $v = calls();
          if ($v === nextFrame) return $next2($f, $c, $this, 1);
          if ($c.waits($v)) return $keep2($f, $c, $this, 1);
        }
        return then();
      } as never,
      `${name}(0) frames 1:1:a`,
    ),
};

/** Whose lines a stack has: of the calls, or of the test around them. */
const linesOf = (error: unknown): string[] =>
  stackOf(error)
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^ +at (?:.*\.)?(\S+?)(\(\))? \(.*step-stacks\.test\.ts:\d+:\d+\)$/, '$1$2: a line'));

noteStacks();

test.each(['generator', 'step'] as const)('each call of a stack has its line: %s', async (outermost) => {
  const errors: unknown[] = [];
  const scheduler = new Scheduler({ onError: (error) => errors.push(error) });
  const fails = (): never => {
    throw new Error('a wall');
  };
  const bottoms = [() => wait(10), () => nextFrame, () => Promise.resolve()];
  for (const bottom of bottoms) {
    const one = forms.step('one', bottom, fails);
    const two = forms.generator('two', () => one());
    const three = forms[outermost]('three', () => two());
    const four = forms.step('four', () => three());
    scheduler.spawn(four);
    scheduler.spawn(forms[outermost]('atOnce', fails));
  }
  scheduler.pulse(10);
  const [thread] = scheduler.threads;
  expect(lookAt(thread as never).location).toMatch(/step-stacks\.test\.ts:\d+:\d+$/);
  scheduler.pulse(10);
  await Promise.resolve();
  scheduler.pulse(10);
  const late = ['fails: a line', 'one: a line', 'two(): a line', 'three(): a line', 'four(): a line'];
  const atOnce = ['fails: a line', 'atOnce: a line'];
  expect(errors.map(linesOf)).toEqual([atOnce, atOnce, atOnce, late, late, late]);
});
