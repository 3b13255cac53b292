import { $method, $methods, $thread, outside } from '../../src/abi.js';
import { asPlainCode } from '../../src/threads/current.js';
import { race, wait, waitFor } from '../../src/index.js';
import type { Thread } from '../../src/threads/thread.js';
import { Actor, Stage } from '../stage.js';
import { verify } from '../../src/testing.js';

/** An owner whose `both` holds it for two calls on itself that run side by side. */
class Pair extends Actor {
  *both(): any {
    yield this.all(
      () => this.held(1),
      () => this.held(2),
    );
  }
  *held(n: number): any {
    this.log(`${n} in`);
    yield this.wait(30);
    this.log(`${n} out`);
    yield this.wait(10);
    this.log(`${n} over`);
  }
  *touch(): any {
    this.log('touch');
  }
  static {
    $methods(this.prototype, { both: 'both(0)', held: 'held(1)', touch: 'touch(0)' });
  }
}

const pair = (stage: Stage): Pair => new Pair('o', stage.log);

function joinEach(stage: Stage, owner: Pair): void {
  const held = owner.owned.filter(({ name }) => name === 'held');
  for (const thread of held)
    stage.play(
      stage.script('join', function* () {
        yield waitFor(thread);
      }),
    );
}

const expected = ['1 out', '1 over', '2 out', '2 over'];

describe('two families never hold one executor', () => {
  test('where the one that they were a family of is cancelled', () => {
    const stage = new Stage();
    const owner = pair(stage);
    const both = stage.play(() => owner.both()) as Thread;
    joinEach(stage, owner);
    stage.play(() => owner.touch());
    both.cancel();
    expect(() => verify(stage.scheduler)).not.toThrow();
    stage.finish();
    // The second has lost it: it goes on, and needs it again for its next wait.
    expect(stage.lines).toEqual([
      '0 o 1 in',
      '0 o 2 in',
      '3 o 1 out',
      '3 o 2 out',
      '4 o 1 over',
      '5 o 2 over',
      '5 o touch',
    ]);
    expect(expected.every((text) => stage.lines.some((line) => line.endsWith(text)))).toBe(true);
  });

  test('where a race is lost', () => {
    const stage = new Stage();
    const owner = pair(stage);
    stage.play(
      stage.script('boss', function* () {
        yield race(
          () => owner.both(),
          () => wait(15),
        );
        stage.log('raced');
      }),
    );
    joinEach(stage, owner);
    stage.play(() => owner.touch());
    stage.finish();
    expect(stage.lines.slice(-4)).toEqual(['3 o 2 out', '4 o 1 over', '5 o 2 over', '5 o touch']);
  });

  test('where the one for whom all of them waited has ended', async () => {
    const stage = new Stage();
    const [hero, guide] = [stage.actor('hero'), stage.actor('guide')];
    const acts = (name: string, body: (this: Actor) => Generator): (() => Thread) => {
      const fn = $method(body as never, `${name}(0)`) as (this: Actor) => Thread;
      return () => outside(() => fn.call(hero)) as Thread;
    };
    let settle = (): void => {};
    const answer = new Promise<void>((resolve) => (settle = resolve));
    const rests = acts('rests', function* (): any {
      yield this.wait(10);
      return answer;
    });
    let resting: Thread;
    const second = acts('second', function* () {
      // It queues, and comes in.
      yield this.waitFor(resting);
      yield this.wait(10);
      this.log('second is over');
    });
    const first = acts('first', function* () {
      second();
      yield guide.act(function* () {
        yield waitFor(resting);
      });
      yield this.wait(30);
      this.log('first is over');
    });
    stage.play(() => {
      hero.jump();
      first();
      resting = rests();
    });
    stage.pulse(3);
    settle();
    await Promise.resolve();
    stage.finish();
    expect(stage.lines.slice(2)).toEqual(['7 hero first is over', '8 hero second is over']);
  });

  test('who took hold first keeps it', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    const act = function* (this: Actor): any {
      try {
        yield this.withTimeout(15, () =>
          (hero as any).act(function* (this: Actor): any {
            try {
              yield this.wait(100);
            } finally {
              yield this.wait(20);
              this.log('the cleaning is over');
            }
          }),
        );
      } catch {
        this.log('goes on');
        yield this.wait(30);
        this.log('ends');
      }
    };
    stage.play(() => {
      ($thread(act as any, 'act(0)') as any).call(hero);
      hero.jump();
    });
    stage.finish();
    expect(stage.lines).toEqual([
      '2 hero goes on',
      '5 hero ends',
      '7 hero the cleaning is over',
      '7 hero jump',
      '9 hero land',
    ]);
  });
});

test('whom a hold has let out of the queue stands at its front again where that hold ends before its turn', () => {
  const stage = new Stage();
  const hero = stage.actor('hero');
  stage.play(() => {
    hero.act(function* () {
      // One branch takes the executor, in which another call queues, and waits for that one.
      const takes = (): unknown => {
        asPlainCode(() => hero.act(pauses));
        const queued = asPlainCode(() => hero.jump()) as Thread;
        asPlainCode(() => hero.walk(1));
        return waitFor(queued);
      };
      // In pulse 1 the executor falls back to this thread, and the jump is let in; then the other branch fails.
      try {
        yield this.all(takes, stage.script('hasty', fails));
      } catch {
        stage.log('all is over');
        yield this.wait(10);
        stage.log('scene ends');
      }
    });
  });
  stage.finish();
  expect(stage.lines).toEqual(['1 all is over', '2 scene ends', '2 hero jump', '4 hero land', '4 hero step 1']);
});

function* pauses(this: Actor): Generator {
  yield this.wait(10);
}

function* fails(): Generator {
  yield wait(10);
  throw new Error('too hasty');
}
