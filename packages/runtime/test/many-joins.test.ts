import { $thread, all, waitFrames } from '../src/index.js';
import { Stage } from './stage.js';

/** Waits for 1000 scripts that end in one pulse; `bad` throws, if it is one of them. */
function wait(stage: Stage, bad: number): { joining: any; children: any[] } {
  const children: any[] = [];
  const child = (i: number) =>
    $thread(function* () {
      children.push(i);
      yield waitFrames(2);
      if (i === bad) throw new Error(`the ${i}th`);
      return i;
    }, 'child(0)');
  const joining = stage.play(
    stage.script('join', function* () {
      return yield all(...Array.from({ length: 1000 }, (_, i) => child(i)));
    }),
  );
  return { joining, children };
}

test('all() over very many gives their values in order', () => {
  const stage = new Stage();
  const { joining, children } = wait(stage, -1);
  stage.finish();
  expect(joining.result).toEqual(children);
  expect(children).toHaveLength(1000);
});

test('all() over very many ends with the first error, and the others with it', () => {
  const stage = new Stage();
  const { joining } = wait(stage, 700);
  stage.pulse(2);
  expect(joining.status).toBe('failed');
  expect(stage.scheduler.live.size).toBe(0);
  expect(stage.uncaught.map((error) => (error as Error).message)).toEqual(['the 700th']);
});
