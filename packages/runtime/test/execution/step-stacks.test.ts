import { $enter, $keep2, $next2, $thread, nextFrame } from '../../src/abi.js';
import { listen, Scheduler, wait } from '../../src/index.js';
import { codeOf } from '../../src/execution/compiled-function.js';
import { ownLines } from '../../src/execution/own-lines.js';
import { turn } from '../../src/execution/turn-state.js';
import { lookAt } from '../../src/observe.js';
import { framesOf, noteStacks, stackOf } from '../../src/stacks.js';

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

test('while stacks are noted, entries do not run bodies', () => {
  const code = codeOf(forms.step('one', () => 1)) as never;
  new Scheduler().enter(() => $enter(code, undefined, []));
  expect(turn.freeDepth).toBe(0);
});

test('the line of a call tells the class of its receiver, as that of the entry does', () => {
  const stack = [
    'Error: a wall',
    '    at FrameCode.walk [as body] (guard.js:12:9)',
    '    at Guard.walk (guard.js:90:24)',
    '    at FrameCode.body (guard.js:31:5)',
    '    at guard.js:95:24',
  ].join('\n');
  expect(ownLines(stack, [])).toEqual(['Error: a wall', '    at Guard.walk (guard.js:12:9)', '    at guard.js:31:5']);
});

test('of a word that waits, no line of the runtime is told', () => {
  const scheduler = new Scheduler();
  const thread = scheduler.spawn(forms.generator('guard', () => listen('knock').next()));
  scheduler.pulse(16);
  expect(framesOf(thread)).toMatchObject([{ function: 'next', line: null, column: null }, { function: 'guard' }]);
  expect(lookAt(thread)).toMatchObject({ function: 'next', location: null });
});
