import { $plain, $sync, $thread, beside, outside } from '../../src/abi.js';
import { executorOf, start, wait, waitFor } from '../../src/index.js';
import { type Actor, Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

const told = recordWarnings();

let stage: Stage;
let hero: Actor & { says(): string; hit(by: number): unknown; hp: number };
beforeEach(() => {
  stage = new Stage();
  hero = Object.assign(stage.actor('hero'), { hp: 10, says, hit });
});

/** Compiled as the plugin writes a question: the function of the source, and the word in its meta. */
const says = $plain(function (this: any) {
  return `hp ${this.hp}`;
}, 'hero.says(0) question') as () => string;

const hit = $thread(function* (this: any, by: number): any {
  this.log('is hit');
  yield wait(10);
  this.hp -= by;
}, 'hero.hit(1)') as never;

describe('a question is answered at once', () => {
  test('by a busy owner, to plain code', () => {
    stage.play(() => hero.walk(3));
    expect(stage.play(() => hero.says())).toBe('hp 10');
    expect(stage.scheduler.live.size).toBe(1);
  });

  test('by a busy owner, to a script, which goes on in its own turn', () => {
    stage.play(() => {
      hero.walk(3);
      stage.script('ask', function* (): any {
        stage.log(yield hero.says());
      })();
    });
    expect(stage.lines).toEqual(['0 hero step 1', '0 hp 10']);
  });

  test('by a closed owner', () => {
    executorOf(hero).close('gone');
    expect(stage.play(() => hero.says())).toBe('hp 10');
  });

  test('it throws to who asks, and starts and holds nothing', () => {
    const asks = $plain(() => {
      throw new Error('no answer');
    }, 'hero.asks(0) question');
    expect(() => stage.play(() => asks.call(hero))).toThrow('no answer');
    expect(hero.busy).toBe(false);
    expect(stage.scheduler.threads).toEqual([]);
  });

  test('in a place that cannot pause, also behind calls of the thread', () => {
    stage.play(() =>
      stage.script('ask', function* (): any {
        yield beside((hero.hit as any)(1));
        stage.log($sync('the getter life', () => hero.says()));
      })(),
    );
    expect(stage.lines).toEqual(['0 hero is hit', '0 hp 10']);
  });

  test('whoever waits for its next call hears of it', () => {
    stage.play(() => {
      stage.script('listener', function* (): any {
        yield waitFor(says, hero);
        stage.log('was asked');
      })();
      hero.says();
    });
    stage.finish();
    expect(stage.lines).toEqual(['1 was asked']);
  });
});

describe('what one thread tells and asks one owner happens in the order in which it is said', () => {
  const fight = (tell: () => Generator): void => {
    stage.play(() => {
      hero.walk(3);
      stage.script('sword', tell)();
    });
    stage.finish();
  };

  test('its question stands behind its own calls, running or queued', () => {
    fight(function* (): any {
      yield beside((hero.hit as any)(4));
      stage.log(yield hero.says());
    });
    expect(stage.lines.at(-1)).toBe('4 hp 6');
  });

  test('not behind those of others, nor behind what `start` has begun', () => {
    fight(function* (): any {
      start(() => outside(hit, hero, [4]));
      stage.log(yield hero.says());
    });
    expect(stage.lines).toContain('0 hp 10');
  });

  test('nor behind calls on another owner', () => {
    const other = stage.actor('other');
    fight(function* (): any {
      yield beside(other.walk(3));
      stage.log(yield hero.says());
    });
    expect(stage.lines).toContain('0 hp 10');
  });

  test('nor behind those of others, where it has told somebody else something itself', () => {
    const other = stage.actor('other');
    stage.play(() =>
      stage.script('bow', function* (): any {
        yield beside((hero.hit as any)(4));
      })(),
    );
    fight(function* (): any {
      yield beside(other.walk(3));
      stage.log(yield hero.says());
    });
    expect(stage.lines).toContain('0 hp 10');
  });

  test('an error of such a call is not that of the question', () => {
    const fails = $thread(function* (): any {
      yield wait(10);
      throw new Error('slips');
    }, 'hero.fails(0)');
    fight(function* (): any {
      yield beside(fails.call(hero));
      stage.log(yield hero.says());
    });
    expect(stage.lines.slice(-2)).toEqual(['4 hp 10', '4 uncaught: slips in fails() -> sword()']);
  });

  test('who is cancelled meanwhile takes back what has not begun', () => {
    stage.play(() => hero.walk(3));
    const sword = stage.play(() =>
      stage.script('sword', function* (): any {
        yield beside((hero.hit as any)(4));
        stage.log(yield hero.says());
      })(),
    );
    expect(sword.waitingFor).toContain('the end of hit');
    sword.cancel();
    stage.finish();
    expect(hero.hp).toBe(10);
    expect(sword.status).toBe('cancelled');
    expect(told).toEqual([expect.stringContaining('SPN722')]);
  });

  test('nor is it asked by one that was interrupted meanwhile and cannot come back', () => {
    const guide = stage.actor('guide');
    const halt = $thread(function* () {
      yield hero.jump();
    }, 'guide.halt(0) interrupt');
    stage.play(() =>
      hero.act(function* () {
        yield guide.act(function* () {
          yield beside((hero.hit as any)(4));
          try {
            stage.log(yield hero.says());
          } catch (error) {
            stage.log((error as Error).name);
          }
        });
        stage.log('asked');
      }),
    );
    // The end of its wait needs the guide, who waits for the hero, who waits for it.
    stage.play(() => halt.call(guide));
    stage.finish();
    expect(stage.lines).toEqual(['0 hero is hit', '1 DeadlockError', '1 asked', '1 hero jump', '3 hero land']);
  });
});

test('a wait in it is an error that names the question', () => {
  const naps = $plain(() => wait(10), 'hero.naps(0) question');
  stage.play(() =>
    stage.script('ask', function* (): any {
      try {
        yield naps.call(hero);
      } catch (error) {
        stage.log((error as Error).message);
      }
    })(),
  );
  expect(stage.lines.join()).toContain('naps, which only answers');
});
