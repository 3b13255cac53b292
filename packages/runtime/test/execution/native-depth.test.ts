/**
 * How deep calls go on the native stack, most of them such that cannot wait. In a file of its own, which the engine has not run before: it needs
 * less for a function that it has optimized.
 */
import { $methods, $plain, $thread } from '../../src/abi.js';
import { traceOf } from '../../src/threads/error-trace.js';
import { verify } from '../../src/testing.js';
import { Actor, Stage } from '../stage.js';
import { type Dive, diveOfStep, entryOfDive } from './dive-scripts.js';

class Walker extends Actor {
  static {
    $methods(this.prototype, {
      ask: 'Walker.ask(1) question',
      step: 'Walker.step(1) instant 1:1:a',
      look: 'Walker.look(1) beside 1:1:a',
      view: 'Walker.view(1) beside 1:1:a',
      visit: 'Walker.visit(1) 1:1:a',
    });
  }
  other: Walker = this;
  ask(depth: number): any {
    return depth === 0 ? 0 : this.ask(depth - 1) + 1;
  }
  *step(depth: number): any {
    return depth === 0 ? 0 : (yield this.step(depth - 1)) + 1;
  }
  *look(depth: number): any {
    return depth === 0 ? 0 : (yield this.look(depth - 1)) + 1;
  }
  *view(depth: number): any {
    return depth === 0 ? 0 : (yield this.other.view(depth - 1)) + 1;
  }
  *visit(depth: number): any {
    return depth === 0 ? 0 : (yield this.other.visit(depth - 1)) + 1;
  }
}

const down: (depth: number) => number = $plain(function (depth: number) {
  return depth === 0 ? 0 : down(depth - 1) + 1;
}, 'down(1)') as never;
const over: (depth: number) => number = $plain(
  (depth: number) => (depth === 0 ? 0 : over(depth - 1) + 1),
  'over(1)',
) as never;
const quick: (depth: number) => number = $thread(function* (depth: number) {
  return depth === 0 ? 0 : quick(depth - 1) + 1;
}, 'quick(1) instant') as never;

describe('calls that cannot wait', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
  });
  afterEach(() => verify(stage.scheduler));
  const actor = (): Walker => new Walker('hero', stage.log);

  // Each takes a frame more or less of the native stack where a rule is broken, which is a fifth of it or more.
  const forms: [string, number, (depth: number) => unknown][] = [
    ['a function that never waits', 3800, (depth) => down(depth)],
    ['an arrow that never waits', 3800, (depth) => over(depth)],
    ['a question', 3800, (depth) => actor().ask(depth)],
    ['an instant function', 1750, (depth) => quick(depth)],
    ['an instant method', 1750, (depth) => actor().step(depth)],
    ['a method that runs beside its owner, on its own', 5000, (depth) => actor().look(depth)],
  ];
  test.each(forms)('%s goes %d deep', (_name, depth, call) => {
    expect(stage.play(() => call(depth))).toBe(depth);
  });

  test.each<['visit' | 'view', number]>([
    ['visit', 500],
    ['view', 700],
  ])('methods of two owners that call each other (%s) go %d deep', (name, depth) => {
    const one = actor();
    const two = actor();
    one.other = two;
    two.other = one;
    expect(stage.play(() => one[name](depth))).toBe(depth);
  });

  test('are no point at which calls around them are handed over, as nobody yields what they give', () => {
    const dive: (depth: number) => any = $thread(
      function* (depth: number): any {
        const one = quick(1);
        return depth === 0 ? 0 : (yield dive(depth - 1)) + one;
      } as never,
      'dive(1)',
    ) as never;
    expect(stage.play(() => dive(3000))).toBe(3000);
  });

  test('an error that leaves one is traced as from any other', () => {
    const fail: (depth: number) => any = $plain(function (depth: number): number {
      if (depth === 0) throw new Error('at the bottom');
      return fail(depth - 1);
    }, 'fail(1)') as never;
    stage.play(() => {
      try {
        fail(2);
      } catch (error) {
        stage.log(String(traceOf(error)));
      }
    });
    expect(stage.lines).toEqual(['0 fail(0) -> fail(1) -> fail(2)']);
  });
});

test('calls that may wait are handed over before it ends, also where entries run the bodies', () => {
  const stage = new Stage();
  const dive: Dive = diveOfStep(
    () => 0,
    undefined,
    () => dive,
    entryOfDive,
  );
  expect(stage.play(() => dive(8000))).toBe(8000);
  verify(stage.scheduler);
});
