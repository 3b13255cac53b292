/** Words that wait in their middle as frames, as they are where saves are on: what holds of them elsewhere holds of these, too. */
/* oxlint-disable import/no-unassigned-import -- they do it as they are imported */
import '../../src/words/frames.js';
import '../time/clock.test.js';
import './events.test.js';
import './scope.test.js';
import './skippable.test.js';
import './wait.test.js';
import { asFrameObject, namesOf } from '../../src/execution/frame-places.js';
import { pausesOf } from '../../src/execution/pause-points.js';
import { Clock, clock, listen, type Thread, wait, withClock } from '../../src/index.js';
import { scope, skippable, tween } from '../../src/scenes.js';
import { framesOf } from '../../src/stacks.js';
import { lookAt } from '../../src/observe.js';
import { Stage } from '../stage.js';

const forAWhile = (): unknown => wait(100);

/** Each word, the threads that wait in it, its frames, and the variables that a save finds in them. */
const words: [name: string, run: () => unknown, frames: Record<string, string>][] = [
  ['withClock', () => withClock(new Clock(clock), forAWhile), { withClock: 'arguments clock fn ...more,before' }],
  ['tween', () => tween(100, () => {}), { tween: 'ms,fn,ease,passedMs' }],
  ['scope', () => scope(forAWhile), { scope: 'fn,own,value' }],
  [
    'skippable',
    () => skippable(forAWhile, { by: 'skip' }),
    { skippable: 'arguments fn options= ...more,skip,key', heed: 'skip,by' },
  ],
  ['next() of a queue', () => listen('knock').next(), { next: 'asker' }],
];

describe('a call that waits is a frame object, and its places have names', () => {
  test.each(words)('%s', (_name, run, expected) => {
    const stage = new Stage();
    stage.play(
      stage.script('script', function* () {
        yield run();
      }),
    );
    const frames = (stage.scheduler.threads as readonly Thread[]).flatMap((thread) => {
      const all = [];
      for (let frame = thread.leaf; frame !== null; frame = frame.parent)
        if (frame.code.isOfRuntime) all.push(asFrameObject(frame));
      return all;
    });
    const places = frames.map((frame) => [
      frame?.code.label,
      namesOf(frame!.code)
        .names.map(({ name }) => name)
        .join(),
    ]);
    expect(Object.fromEntries(places)).toEqual(expected);
    for (const frame of frames) expect(pausesOf(frame!.code)[frame!.pc - 1]).toBeDefined();
  });

  test('authors are told of none of them: no line, and no variable', () => {
    const stage = new Stage();
    const thread = stage.play(() => withClock(new Clock(clock), () => listen('knock').next())) as unknown as Thread;
    const untold = { file: null, line: null, column: null, locals: null };
    expect(framesOf(thread)).toEqual(['next', 'withClock'].map((name) => ({ function: name, ...untold })));
    expect(lookAt(thread)).toMatchObject({ function: 'next', lines: [], location: null });
  });
});
