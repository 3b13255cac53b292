import { $thread, promised, reaction } from '../../src/abi.js';
import type { Thread } from '../../src/index.js';
import { verify } from '../../src/testing.js';
import { type Actor, Stage } from '../stage.js';

/** R5b: while a thread waits for a Promise, the threads of the calls that it has made for it are its family. */
let stage: Stage;
let hero: Actor & Record<'says' | 'both' | 'first', (...args: any[]) => any>;
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};
const pulses = async (times: number): Promise<void> => {
  for (let i = 0; i < times; i++) {
    await settle();
    stage.pulse();
  }
};

beforeEach(() => {
  stage = new Stage();
  hero = Object.assign(stage.actor('hero'), { says, both, first }) as never;
});

const says = $thread(function* (this: any, text: string, ms = 10): any {
  this.log(text);
  yield this.wait(ms);
  return text;
}, 'hero.says(2)');

const both = $thread(function* (this: any): any {
  const got = yield Promise.all([promised(() => this.says('one')), promised(() => this.says('two'))]);
  this.log(`has said ${got}`);
}, 'hero.both(0)');

const first = $thread(function* (this: any): any {
  this.log(yield Promise.race([promised(() => this.says('slow', 50)), promised(() => this.says('fast'))]));
  yield this.wait(10);
  this.log('goes on');
}, 'hero.first(0)');

test('they come in at once; others queue until all of it is over', async () => {
  stage.play(() => hero.both());
  stage.play(() => hero.says('later'));
  await pulses(5);
  expect(stage.lines).toEqual(['0 hero one', '0 hero two', '2 hero has said one,two', '2 hero later']);
});

test('once the Promise has settled they are strangers again', async () => {
  const thread = stage.play(() => hero.first());
  await settle();
  expect(thread.waitingFor).toContain('a Promise');
  await pulses(1);
  expect(hero.threads).toHaveLength(2);
  await settle();
  stage.pulse();
  await pulses(5);
  expect(stage.lines.slice(0, 3)).toEqual(['0 hero slow', '0 hero fast', '2 hero fast']);
  expect(stage.lines.at(-1)).toBe('3 hero goes on');
});

test('who is cancelled lets go of them, and they end by themselves', async () => {
  const thread = stage.play(() => hero.both()) as Thread;
  thread.cancel();
  stage.pulse(0);
  expect(hero.threads).toHaveLength(2);
  await pulses(3);
  expect([stage.lines, hero.threads]).toEqual([['0 hero one', '0 hero two'], []]);
});

describe('threads that handlers of the chain start while its end is waited for', () => {
  const shown = (ms: number): any => reaction((says as any).bind(hero, 'shown', ms));
  const shows = (when: Promise<unknown>): any =>
    $thread(function* (this: any): any {
      this.log(yield when.then(shown(30)));
      yield this.wait(10);
      this.log('goes on');
    }, 'hero.shows(0)');

  test('are of the family of who waits; others stay in the queue', async () => {
    const thread = stage.play(() => shows(Promise.resolve()).call(hero)) as Thread;
    stage.play(() => hero.says('later'));
    await settle();
    expect([thread.waitingFor, stage.lines]).toEqual([
      expect.stringMatching(/^a Promise,.*; says: wait/),
      ['0 hero shown'],
    ]);
    expect(hero.threads.map(({ status }) => status)).toEqual(['waiting', 'sleeping', 'blocked']);
    verify(stage.scheduler);
    await pulses(9);
    expect(stage.lines).toEqual(['0 hero shown', '4 hero shown', '5 hero goes on', '5 hero later']);
    verify(stage.scheduler);
  });

  test('go on by themselves once who waits is cancelled, without the executor if that one still acts', async () => {
    const caller = $thread(function* (this: any): any {
      try {
        yield Promise.resolve().then(shown(30));
      } finally {
        yield this.wait(60);
        this.log('tidied');
      }
    }, 'hero.caller(0)');
    const thread = stage.play(() => caller.call(hero)) as Thread;
    await settle();
    thread.cancel();
    verify(stage.scheduler);
    await pulses(9);
    expect([stage.lines, hero.threads]).toEqual([['0 hero shown', '6 hero tidied'], []]);
    verify(stage.scheduler);
  });

  test('queue as those of any handler once who has waited goes on', async () => {
    let emit: any;
    const early = { finally: (done: (value: unknown) => void) => ((emit = done), Promise.resolve('passed')) };
    const caller = $thread(function* (this: any): any {
      this.log(yield early.finally(shown(10)));
      yield this.wait(20);
      this.log('end');
    }, 'hero.caller(0)');
    stage.play(() => caller.call(hero));
    await pulses(1);
    stage.play(() => emit());
    await pulses(5);
    expect(stage.lines).toEqual(['1 hero passed', '3 hero end', '3 hero shown']);
    verify(stage.scheduler);
  });
});

test('a Promise that another call gives has none of those in it that have ended', async () => {
  const load = stage.script('load', function* (): any {
    yield Promise.all([promised(() => hero.says('one')), Promise.resolve()]);
    yield Promise.resolve();
    stage.log('loaded');
  });
  stage.play(load);
  await pulses(5);
  expect(stage.lines.at(-1)).toMatch(/loaded$/);
});
