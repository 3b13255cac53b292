import { transformSync } from '@babel/core';
import threads from '../../../babel-plugin-threads/src/index.js';
import * as abi from '../../src/abi.js';
import * as runtime from '../../src/index.js';
import { Stage } from '../stage.js';

const { CancelledError, Executor } = runtime;

/** Compiles a script that ends in `return { … }` and gives what it returns. */
function play(stage: Stage, source: string): Record<string, any> {
  const at = source.lastIndexOf('return {');
  const { code } = transformSync(source.slice(0, at), {
    filename: 'script.js',
    sourceType: 'script',
    configFile: false,
    babelrc: false,
    plugins: [[threads, { runtime: { global: '$rt' }, diagnostics: 'off', plain: ['log'] }]],
  }) as { code: string };
  const names = { $rt: { ...runtime, ...abi }, Executor, log: stage.log };
  // oxlint-disable-next-line typescript/no-implied-eval -- the compiled script
  const made = new Function(...Object.keys(names), `${code}\n${source.slice(at)}`) as (...args: unknown[]) => any;
  return stage.play(() => made(...Object.values(names)));
}

const uncaught = (stage: Stage): string[] => stage.uncaught.map((error) => (error as Error).message);
const said = (stage: Stage): string[] => stage.lines.filter((line) => !line.includes('uncaught'));

/** Plays `f`, cancels it after a pulse, and pulses on. */
function cancelled(source: string): { stage: Stage; thread: any } {
  const stage = new Stage();
  const { f } = play(stage, `${source}\nreturn { f };`);
  const thread = stage.play(() => runtime.start(() => f()));
  stage.pulse();
  thread.cancel('c');
  stage.finish();
  return { stage, thread };
}

describe('a cancel that comes while a finally waits lets it end', () => {
  const own = `
// @compile
function f() { try { throw new Error('x'); } finally { log('cleanup'); wait(25); log('cleaned'); } }`;
  const called = `
// @compile
function f() { try { g(); } finally { wait(25); log('cleaned'); } log('never'); }
// @compile
function g() { wait(5); throw new Error('x'); }`;

  test('and the error in flight goes to onError', () => {
    const { stage, thread } = cancelled(own);
    expect([said(stage), uncaught(stage), thread.status]).toEqual([['0 cleanup', '3 cleaned'], ['x'], 'cancelled']);
    const second = cancelled(called);
    expect([said(second.stage), uncaught(second.stage), second.thread.status]).toEqual([
      ['4 cleaned'],
      ['x'],
      'cancelled',
    ]);
  });

  test('but not if that says that somebody was cancelled for whom it waited', () => {
    const { stage, thread } = cancelled(`
// @compile
function f() {
  const gone = start(() => wait(1000));
  gone.cancel('x');
  try { waitFor(gone); } finally { wait(25); log('cleaned'); }
}`);
    expect([said(stage), uncaught(stage), thread.status]).toEqual([['3 cleaned'], [], 'cancelled']);
  });

  test('also where nothing was thrown: what comes after the try does not run, finally blocks around it do', () => {
    const { stage, thread } = cancelled(`
// @compile
function f() {
  try {
    try { log('body'); } finally { wait(25); log('inner'); wait(10); log('inner ends'); }
    log('never');
  } finally { wait(10); log('outer'); }
  log('never');
}`);
    expect([said(stage), thread.status]).toEqual([['0 body', '3 inner', '4 inner ends', '5 outer'], 'cancelled']);
  });

  test('also where it was entered by a return, in a function further out', () => {
    const { stage, thread } = cancelled(`
// @compile
function g() { try { return 1; } finally { wait(25); log('inner'); } }
// @compile
function f() { try { g(); log('never'); } finally { log('outer'); } }`);
    expect([said(stage), thread.status]).toEqual([['3 inner', '3 outer'], 'cancelled']);
  });

  test('with all that it has called', () => {
    const { stage } = cancelled(`
// @compile
function sweep() { wait(25); log('swept'); try { wait(10); } finally { log('dusted'); } log('all clean'); }
// @compile
function f() { try { log('body'); } finally { sweep(); log('finally over'); } log('never'); }`);
    expect(said(stage)).toEqual(['0 body', '3 swept', '4 dusted', '4 all clean', '4 finally over']);
  });

  test('and no catch sees the error in flight, nor the cancel', () => {
    const { stage } = cancelled(`
// @compile
function f() {
  try { try { throw new Error('x'); } finally { wait(25); log('cleaned'); } }
  catch (error) { log('never'); }
  log('never');
}`);
    expect([said(stage), uncaught(stage)]).toEqual([['3 cleaned'], ['x']]);
  });

  test('an error that the block throws itself takes the place of the one in flight', () => {
    const { stage, thread } = cancelled(`
// @compile
function f() {
  try { try { throw new Error('x'); } finally { wait(25); throw new Error('y'); } }
  catch (error) { log('never'); }
  finally { log('outer'); }
}`);
    expect([said(stage), uncaught(stage), thread.status]).toEqual([['3 outer'], ['y'], 'failed']);
  });

  test('an error that the block throws itself is seen by no catch, also behind another block that waits', () => {
    const { stage, thread } = cancelled(`
// @compile
function f() {
  try {
    try {
      try { throw new Error('x'); } finally { wait(25); throw new Error('y'); }
    } finally { wait(10); log('outer'); }
    log('never');
  } catch (error) { log('never'); }
  log('never');
}`);
    expect([said(stage), uncaught(stage), thread.status]).toEqual([['4 outer'], ['y'], 'failed']);
  });

  test('that one waits in is left by an error: what it held up is told, if it is cancelled for good', () => {
    const stage = new Stage();
    const { f } = play(
      stage,
      `
// @compile
function f() {
  try {
    try { log('body'); } finally { wait(15); throw new Error('y'); }
  } finally { wait(1000); log('never'); }
}
return { f };`,
    );
    const thread = stage.play(() => runtime.start(() => f()));
    stage.pulse();
    thread.cancel('c');
    stage.pulse(3);
    thread.cancel('c', { now: true });
    stage.pulse();
    expect([said(stage), uncaught(stage), thread.status]).toEqual([['0 body'], ['y'], 'cancelled']);
  });

  test('an error in flight that a block further out throws again is told once', () => {
    const { stage, thread } = cancelled(`
// @compile
function f() {
  const error = new Error('x');
  try { try { throw error; } finally { wait(25); } }
  finally { throw error; }
}`);
    expect([uncaught(stage), thread.status]).toEqual([['x'], 'failed']);
  });

  test('a block that has thrown is left: a cancel after that unwinds at once', () => {
    const { stage, thread } = cancelled(`
// @compile
function f() {
  try { try { log('body'); } finally { log('x'); throw new Error('x'); } }
  catch (error) { log('caught'); wait(25); log('never'); }
}`);
    expect([said(stage), thread.status]).toEqual([['0 body', '0 x', '0 caught'], 'cancelled']);
  });

  test('a thread that cancels itself there goes on to the end of it', () => {
    const stage = new Stage();
    const { f } = play(
      stage,
      `
// @compile
function f() { try { log('body'); } finally { currentThread().cancel('c'); wait(15); log('cleaned'); } log('never'); }
return { f };`,
    );
    const thread = stage.play(() => runtime.start(() => f()));
    stage.finish();
    expect([said(stage), thread.status]).toEqual([['0 body', '2 cleaned'], 'cancelled']);
  });

  test('its owner is free after it', () => {
    const stage = new Stage();
    const { hero } = play(
      stage,
      `
class Hero extends Executor {
  // @compile
  act() { try { log('acts'); } finally { this.wait(25); log('cleaned'); } }
  // @compile
  jump() { log('jumps'); }
}
const hero = new Hero();
return { hero };`,
    );
    const acting = stage.play(() => runtime.start(() => hero.act()));
    stage.play(() => hero.jump());
    stage.pulse();
    for (const thread of hero.owned) if (thread.name === 'act') thread.cancel();
    stage.finish();
    expect([said(stage), acting.status]).toEqual([['0 acts', '3 cleaned', '3 jumps'], expect.any(String)]);
  });
});

describe('cancel(reason, { now: true })', () => {
  const endless = `
class Hero extends Executor {
  // @compile
  act() { try { this.wait(1000); } finally { log('finally'); while (true) { this.wait(100); log('never'); } } }
  // @compile
  jump() { log('jumps'); }
}
const hero = new Hero();
return { hero };`;

  test('ends a script that does not end, and frees its owner', () => {
    const stage = new Stage();
    const { hero } = play(stage, endless);
    const thread = stage.play(() => hero.act());
    stage.play(() => hero.jump());
    thread.cancel('first');
    stage.pulse();
    expect([thread.status, hero.busy]).toEqual(['sleeping', true]);
    thread.cancel('second', { now: true });
    expect(thread.status).toBe('cancelled');
    stage.pulse(2);
    expect([said(stage), stage.scheduler.live.size]).toEqual([['0 finally', '2 jumps'], 0]);
  });

  test('at once: no finally runs, joiners get a CancelledError with the first reason', async () => {
    const stage = new Stage();
    const { hero } = play(stage, endless);
    const thread = stage.play(() => hero.act());
    const ended = (thread as Promise<unknown>).then(null, (error: unknown) => error);
    thread.cancel('why', { now: true });
    expect([said(stage), thread.status, hero.busy]).toEqual([[], 'cancelled', false]);
    const error = (await ended) as InstanceType<typeof CancelledError>;
    expect([error instanceof CancelledError, error.reason]).toEqual([true, 'why']);
  });

  test('ends what would end with it in the same way, attached threads too', () => {
    const stage = new Stage();
    const { f } = play(
      stage,
      `
// @compile
function child(name) { try { wait(1000); } finally { log(name + ' never'); } }
// @compile
function f() { attach(() => child('attached')); all(child('one'), child('two')); }
return { f };`,
    );
    const thread = stage.play(() => f());
    expect(stage.scheduler.live.size).toBe(4);
    thread.cancel('x', { now: true });
    expect([said(stage), stage.scheduler.live.size]).toEqual([[], 0]);
    stage.pulse(2);
  });

  test('a running thread ends at its next real wait', () => {
    const stage = new Stage();
    const { f } = play(
      stage,
      `
// @compile
function f() {
  try { currentThread().cancel('x', { now: true }); log('still runs'); wait(5); log('never'); }
  finally { log('never'); }
}
return { f };`,
    );
    const thread = stage.play(() => runtime.start(() => f()));
    expect([said(stage), thread.status]).toEqual([['0 still runs'], 'cancelled']);
    stage.pulse(2);
  });

  test.each([
    ['that waits', ''],
    ['that has cancelled itself and begins to wait', "currentThread().cancel('c');"],
  ])('while the children of a thread %s are cancelled, it ends before their finally blocks do', (_what, first) => {
    const stage = new Stage();
    const { f } = play(
      stage,
      `
let thread;
// @compile
function child() { try { wait(1000); } finally { thread.cancel('x', { now: true }); } }
// @compile
function slow() { try { wait(1000); } finally { wait(15); log('never'); } }
// @compile
function f() { thread = currentThread(); try { ${first} all(slow(), child()); } finally { log('never'); } }
return { f };`,
    );
    const thread = stage.play(() => runtime.start(() => f()));
    thread.cancel('c');
    expect([thread.status, stage.scheduler.live.size]).toEqual(['cancelled', 0]);
    stage.finish();
    expect(said(stage)).toEqual([]);
  });

  test('a thread that queues behind a child of its own leaves the queue before that ends', () => {
    const stage = new Stage();
    const { hero } = play(
      stage,
      `
class Hero extends Executor {
  // @compile
  act() { attach(() => this.rest()); while (true) this.turns = 1; }
  // @compile
  rest() { this.wait(1000); }
  // @compile
  jump() { log('jumps'); }
}
const hero = new Hero();
return { hero };`,
    );
    const acting = stage.play(() => runtime.start(() => hero.act()));
    const act = hero.owned.find(({ name }: { name: string }) => name === 'act');
    expect([acting.status, act.status]).toEqual(['waiting', 'blocked']);
    stage.play(() => hero.jump());
    act.cancel('x', { now: true });
    expect(hero.owned.map(({ name }: { name: string }) => name)).toEqual(['jump']);
    stage.finish();
    expect(said(stage)).toEqual(['1 jumps']);
  });

  test('such a child leaves the owner to nobody, which other children see as they end', () => {
    const stage = new Stage();
    const { hero } = play(
      stage,
      `
const bus = { on() {}, off() { log(hero.busy ? 'busy' : 'free'); } };
class Hero extends Executor {
  // @compile
  act() { attach(() => waitForEvent(bus, 'key')); attach(() => this.rest()); while (true) this.turns = 1; }
  // @compile
  rest() { this.wait(1000); }
}
const hero = new Hero();
return { hero };`,
    );
    stage.play(() => runtime.start(() => hero.act()));
    const act = hero.owned.find(({ name }: { name: string }) => name === 'act');
    act.cancel('x', { now: true });
    expect([said(stage), hero.owned]).toEqual([['0 free'], []]);
  });

  test('errors that were in flight go to onError', () => {
    const stage = new Stage();
    const { f } = play(
      stage,
      `
// @compile
function f() { try { throw new Error('x'); } finally { wait(1000); } }
return { f };`,
    );
    const thread = stage.play(() => runtime.start(() => f()));
    stage.pulse();
    thread.cancel('c', { now: true });
    stage.pulse(2);
    expect([uncaught(stage), thread.status]).toEqual([['x'], 'cancelled']);
  });

  test('options that are not known are refused', () => {
    const stage = new Stage();
    const thread = stage.play(() => runtime.start(() => stage.actor('a').jump()));
    expect(() => thread.cancel('x', { later: true } as never)).toThrow(
      'cancel expected options among now, got "later" (string).',
    );
    expect(() => thread.cancel('x', { now: 1 } as never)).toThrow(
      'cancel expected `now` to be true or false, got 1 (number).',
    );
    expect(() => thread.cancel('x', null as never)).toThrow(TypeError);
  });
});

describe('cancelOthers', () => {
  /** A boss whose flurry is answered: `hit` calls `counter`, which stops what the boss does. Gives the log. */
  const fight = (flurry: string, hit: string, counter: string): string[] => {
    const stage = new Stage();
    const { boss } = play(
      stage,
      `
class Boss extends Executor {
  // @compile
  flurry() { try { ${flurry} log('flurry over'); } finally { log('flurry left'); } }
  // @compile
  counter() { ${counter} }
  // @compile
  idle() { try { while (true) wait(10); } finally { log('idle left'); } }
}
class Hero extends Executor {
  // @compile
  hit() { ${hit} return 1; }
}
const boss = new Boss();
const hero = new Hero();
return { boss };`,
    );
    stage.play(() => {
      boss.idle();
      boss.flurry();
    });
    stage.finish();
    return said(stage);
  };
  const used = 'const n = hero.hit();';
  const dies = "this.cancelOthers('dead'); this.wait(20); log('lies down');";

  test('spares who waits for the running thread, through others, so it never cancels itself', () => {
    expect(fight(used, 'const n = boss.counter();', dies)).toEqual([
      '0 idle left',
      '2 lies down',
      '2 flurry over',
      '2 flurry left',
    ]);
    expect(fight(used, 'wait(10); const n = boss.counter();', dies)).toEqual([
      '1 idle left',
      '3 lies down',
      '3 flurry over',
      '3 flurry left',
    ]);
    expect(fight('all(() => hero.hit(), () => wait(10));', 'const n = boss.counter();', dies)).toEqual([
      '0 idle left',
      '2 lies down',
      '2 flurry over',
      '2 flurry left',
    ]);
  });

  test('ends who has let it go, at once or at its next wait', () => {
    const atOnce = ['0 idle left', '0 flurry left', '2 lies down'];
    expect(fight('hero.hit(); this.wait(50);', 'boss.counter();', dies)).toEqual(atOnce);
    // The flurry waits for the hit, which waits for nobody.
    expect(fight(`${used} this.wait(50);`, 'boss.counter(); wait(50);', dies)).toEqual(atOnce);
    expect(fight('all(() => hero.hit()); this.wait(50);', 'wait(10); boss.counter(); wait(50);', dies)).toEqual([
      '1 idle left',
      '1 flurry left',
      '3 lies down',
    ]);
  });

  test('ends who waited for a call that is over by then', () => {
    expect(
      fight(`${used} this.wait(50);`, 'const n = boss.counter();', "this.cancelOthers(); log('lies down');"),
    ).toEqual(['0 idle left', '0 lies down', '0 flurry left']);
  });

  test('a cancel that comes later counts whoever is spared', () => {
    expect(fight(used, 'const n = boss.counter(); boss.cancelAll(); wait(50);', dies)).toEqual([
      '0 idle left',
      '2 lies down',
      '2 flurry left',
    ]);
  });

  test('cancels all from plain code, and on a handle where an object has another method of this name', () => {
    const stage = new Stage();
    const { door } = play(
      stage,
      `const door = { cancelOthers() {}, cancelAll() {},
  // @compile
  open() { wait(50); } };
return { door };`,
    );
    const [one, other] = stage.play(() => [door.open(), door.open()]);
    runtime.asExecutor(door).cancelOthers('no');
    expect(one.status).toBe('sleeping');
    runtime.executorOf(door).cancelOthers('locked');
    expect([one.status, other.status, one.value.reason]).toEqual(['cancelled', 'cancelled', 'locked']);
  });
});
