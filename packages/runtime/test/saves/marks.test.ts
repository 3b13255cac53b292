/** Marks, and how a game goes back to them in place. */
import { EventEmitter } from 'node:events';
import { defineWait } from '../../src/host.js';
import { knownLock } from '../../src/ownership/owner.js';
import { type Log, recorder, replay } from '../../src/replay.js';
import { Clock, executorOf, Scheduler } from '../../src/index.js';
import {
  history,
  LoadError,
  type Mark,
  marks,
  type Marks,
  type MarksOptions,
  SaveError,
  type SavesOptions,
} from '../../src/saves.js';
import { verify } from '../../src/testing.js';
import { compile, Game } from './game.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A game whose lines go back with it. */
class Rewound extends Game {
  readonly past: Marks;

  constructor(
    source: string,
    options: SavesOptions = {},
    own: MarksOptions = {},
    { warnings = false, ...compiler }: { readonly warnings?: boolean; readonly target?: string } = {},
  ) {
    super(compile(`// @compile the whole file\n${source}`, compiler), options, { warnings });
    const rewind = (before: string[]): void => void this.lines.splice(0, Infinity, ...before);
    this.past = marks(this.saves, { state: { mark: () => this.lines.slice(), rewind }, ...own });
  }

  rewind(mark: Mark): this {
    this.past.rewind(mark);
    verify(this.scheduler);
    return this;
  }

  /** Marks, goes on to the end, goes back, and does both again. Gives the lines of each time. */
  thrice(): string[][] {
    const mark = this.past.mark();
    return [0, 1, 2].map(() => {
      const lines = this.finish().slice();
      this.rewind(mark);
      return lines;
    });
  }
}

/** A script in the middle of which the game is marked. */
function playing(body: string, more: string = '', pulses: number = 2): Rewound {
  const game = new Rewound(`${more}\nexport function main() { ${body} }`);
  game.module['main']();
  return game.pulse(pulses);
}

test('what nobody but a thread knew that has ended is in no mark, also where the pulse has handed it over', () => {
  const held = { n: 1 };
  const game = new Rewound('export function main(held) { race(waitFrames(1), wait(500)); log(held.n); }');
  game.module['main'](held);
  const mark = game.pulse(2).past.mark();
  held.n = 2;
  game.rewind(mark);
  expect(game.lines).toHaveLength(1);
  expect(held.n).toBe(2);
});

test.each([
  ['a wait', 'let n = 0; while (n < 4) { n++; wait(20); log(n); } log("end");'],
  ['frames', 'for (let n = 0; n < 5; n++) { log(n); waitFrames(2); }'],
  ['a loop over a list', 'for (const one of ["a", "b", "c", "d"]) { log(one); wait(10); }'],
  [
    'a loop over a Map',
    'const all = new Map([["a", 1], ["b", 2], ["c", 3]]); for (const [key] of all) { log(key); all.delete("c"); wait(15); all.set("d", 4); wait(5); }',
  ],
  ['a loop over keys', 'for (const key in { a: 1, b: 2, c: 3 }) { log(key); wait(10); }'],
  ['a rhythm', 'for (let n = 0; n < 4; n++) { every(15); log(n); }'],
  ['a race', 'log(race(() => { wait(30); return "a"; }, () => { wait(40); return "b"; }));'],
  ['all', 'log(all(() => { wait(30); return "a"; }, () => { wait(40); return "b"; }).join());'],
  ['a race in each frame', 'for (let n = 0; n < 5; n++) { race(waitFrames(1), wait(500)); log(clock.frame); }'],
  ['random numbers', 'for (let n = 0; n < 4; n++) { log(random()); wait(10); }'],
  [
    'a list that it fills',
    'const list = []; for (let n = 0; n < 4; n++) { list.push(n); log(list.join()); wait(10); }',
  ],
  [
    'a Map and a Set',
    'const map = new Map(), set = new Set(); for (let n = 0; n < 4; n++) { map.set(n, n); set.add(n); log(map.size + set.size); wait(10); }',
  ],
  [
    'a native whose callback waits',
    'log([1, 2, 3, 4].filter((n) => { wait(10); return n > 1; }).join()); log([3, 1, 2].sort((a, b) => { wait(10); return a - b; }).join());',
  ],
  [
    'a closure with a variable',
    'let n = 0; const add = () => { n++; return n; }; while (add() < 5) { log(n); wait(10); } log(add());',
  ],
  [
    'an error on its way',
    'try { try { wait(10); throw new Error("bad"); } finally { wait(30); log("finally"); } } catch (error) { log(error.message); }',
  ],
  ['signals', 'start(() => { wait(40); signal("bell", 7); }); log(waitSignal("bell"));'],
  [
    'a sticky signal',
    'start(() => { wait(30); signal("bell", 7, { sticky: true }); }); wait(50); log(waitSignal("bell"));',
  ],
  [
    'a queue',
    'const calls = listen("bell"); start(() => { for (let n = 0; n < 5; n++) { signal("bell", n); wait(7); } }); for (let n = 0; n < 5; n++) log(calls.next());',
  ],
  ['joins', 'const one = start(() => { wait(40); return "one"; }); start(() => log(waitFor(one))); log(waitFor(one));'],
  ['a scope', 'scope(() => { start(() => { wait(30); log("in it"); }); wait(10); }); log("out");'],
  [
    'what can be skipped',
    'start(() => { wait(15); clock.fastForward?.(); }); skippable(() => { wait(500); log("a"); wait(500); log("b"); }, { by: "skip" }); log(clock.now);',
  ],
])('goes on the same from %s, again and again', (_, body) => {
  const game = playing(body);
  const [lines = [], ...others] = game.thrice();
  expect(lines.length).toBeGreaterThan(0);
  expect(others).toEqual([lines, lines]);
});

test('what development notes of a call that queues goes back with it', () => {
  const game = new Rewound(
    `class Door extends Executor { go(n) { this.wait(30); log(n); } }
     export function main() { const door = new Door(); for (let n = 0; n < 4; n++) door.go(n); }`,
    {},
    {},
    { warnings: true },
  );
  game.module['main']();
  const [lines, ...others] = game.pulse(2).thrice();
  expect(others).toEqual([lines, lines]);
});

test('owners, their queues and who was interrupted go back', () => {
  const game = playing(
    'guard.walk(); guard.walk(); start(() => { wait(20); guard.halt(); }); guard.walk();',
    `class Guard extends Executor { n = 0; walk() { this.wait(20); this.n++; log('walked ' + this.n); this.wait(20); }
      // @interrupt
      halt() { log('halt'); this.wait(20); } }
    const guard = new Guard();`,
  );
  const [lines = [], ...others] = game.thrice();
  expect(lines).toHaveLength(4);
  expect(others).toEqual([lines, lines]);
});

test('who has begun since never was, and who has ended since lives again', () => {
  const game = new Rewound('export function walk(ms) { wait(ms); return ms; }');
  const { walk } = game.module;
  const first = walk(20);
  game.pulse();
  const mark = game.past.mark();
  const second = walk(20);
  game.pulse(4);
  expect([first.status, second.status, game.scheduler.threads]).toEqual(['done', 'done', []]);
  const third = walk(50);
  game.rewind(mark);
  expect([first.status, second.status, third.status]).toEqual(['sleeping', 'done', 'gone']);
  expect(game.scheduler.threads).toEqual([first]);
  game.pulse(4);
  expect(first.result).toBe(20);
  // Ids begin where they were.
  expect(walk(1).id).toBe(2);
});

test('a call that has borrowed its thread and waits keeps it, whatever is marked', () => {
  const game = new Rewound('export function quick() { return 1; } export function slow() { wait(20); return 2; }');
  const { quick, slow } = game.module;
  quick();
  const mark = game.past.mark();
  const kept = slow();
  game.rewind(mark);
  expect(kept.status).toBe('gone');
  const next = slow();
  expect(next).not.toBe(kept);
  expect([kept.status, next.status, next.id]).toEqual(['gone', 'sleeping', kept.id || next.id]);
  game.finish();
  expect([kept.status, next.result]).toEqual(['gone', 2]);
});

test('what came since is forgotten: a sticky signal, a priority, who holds an owner, a `finally` block', () => {
  const game = new Rewound(`class Guard extends Executor { walk() { this.wait(30); } }
    export const guard = new Guard();
    export function hear() { log(waitSignal('bell')); }
    export function careful() { try { wait(30); } finally { wait(30); log('careful'); } }
    export function quick() { log('quick'); }`);
  const { guard, hear, careful, quick } = game.module;
  const thread = careful();
  game.pulse();
  const mark = game.past.mark();
  game.scheduler.signal('bell', 7, { sticky: true });
  game.scheduler.spawn(quick, { priority: 5 });
  guard.walk();
  game.pulse(2);
  game.scheduler.spawn(quick, { priority: 7 });
  game.rewind(mark);
  thread.cancel();
  game.scheduler.spawn(quick, { priority: 7 });
  expect([guard.walk().status, hear().status]).toEqual(['sleeping', 'waiting']);
  game.pulse();
  expect(game.lines).toEqual(['2 quick']);
  game.pulse(3);
  expect([game.lines, thread.status]).toEqual([['2 quick', '4 careful'], 'cancelled']);
});

test('who waits for a signal first hears it first', () => {
  const game = new Rewound(`export function hear(name) { for (;;) { waitSignal('bell'); log(name); } }`);
  game.module['hear']('first');
  game.scheduler.signal('bell');
  game.module['hear']('second');
  const mark = game.past.mark();
  game.scheduler.signal('bell');
  game.rewind(mark).pulse();
  game.scheduler.signal('bell');
  expect(game.pulse().lines).toEqual(['1 first', '2 second', '2 first']);
});

test('it goes to a later mark again', () => {
  const game = new Rewound('export function walk(name) { for (let n = 0; n < 6; n++) { log(name + n); wait(10); } }');
  game.module['walk']('a');
  game.pulse();
  const early = game.past.mark();
  const later = game.module['walk']('b');
  game.pulse(2);
  const late = game.past.mark();
  const whole = game.finish().slice();
  game.rewind(late).rewind(early);
  expect(later.status).toBe('gone');
  game.module['walk']('c');
  game.pulse(1);
  game.rewind(late);
  expect(later.status).toBe('sleeping');
  expect(game.finish()).toEqual(whole);
  expect(later.status).toBe('done');
});

test('no `finally` block, no accessor and no `toJSON` runs', () => {
  const game = playing(
    'const thing = { get price() { log("asked"); return 1; }, toJSON() { log("written"); } }; try { wait(1000); } finally { log("finally"); } log(thing);',
  );
  const mark = game.past.mark();
  game.module['main']();
  game.pulse(3).rewind(mark).pulse().rewind(mark);
  expect(game.lines).toEqual([]);
});

test('variables of modules, static fields and what constants hold go back', () => {
  const game =
    new Rewound(`let gold = 1; const party = ['a'], flags = new Map(); class Box { static count = 0; #n = 0; add() { return ++this.#n; } }
    const box = new Box(); const counter = (() => { let n = 0; return () => ++n; })();
    export function main() { for (;;) { gold++; party.push('b'); flags.set(gold, { deep: [gold] }); for (const one of flags.values()) one.deep.push(0); Box.count++; Box.more = gold;
      log([gold, party.length, JSON.stringify([...flags]), Box.count, Box.more, box.add(), counter()].join(' ')); wait(10); } }`);
  game.module['main']();
  game.pulse(2);
  const mark = game.past.mark();
  const whole = game.pulse(3).lines.slice();
  expect(game.rewind(mark).pulse(3).lines).toEqual(whole);
  expect(game.rewind(mark).pulse(3).lines).toEqual(whole);
});

test('a function that has got a property since has none again', () => {
  const game = new Rewound('export function act() { wait(100); }');
  const { act } = game.module;
  const mark = game.past.mark();
  Object.assign(act, { call: 1 });
  game.rewind(mark);
  expect(Object.keys(act)).toEqual([]);
});

test('with `contents: false` what scripts hold is left to the game, but variables go back', () => {
  const source = `export function main(list) { let n = 0; const add = () => n++; for (;;) { add(); list.push(n); log(n + ' ' + list.length); wait(10); } }`;
  const game = new Rewound(source, {}, { contents: false });
  game.module['main']([]);
  game.pulse(2);
  const mark = game.past.mark();
  game.pulse(2).rewind(mark).pulse();
  expect(game.lines.at(-1)).toBe('3 4 6');
});

test('clocks go back, also those that only have a name', () => {
  const scheduler = new Scheduler({ warnings: false });
  const slow = new Clock(scheduler.clock);
  const idle = new Clock(scheduler.clock);
  const start = compile(`// @compile the whole file
    export function main(slow) { withClock(slow, () => { for (let n = 0; n < 9; n++) { wait(10); log(clock.now); } }); }`);
  const game = new Game(start, { clocks: { idle } }, scheduler);
  game.module['main'](slow);
  const past = marks(game.saves);
  slow.scale = 0.5;
  game.pulse(3);
  const mark = past.mark();
  slow.pause();
  idle.scale = 3;
  game.pulse(3);
  past.rewind(mark);
  expect([slow.paused, slow.scale, slow.now, idle.scale, idle.now, scheduler.clock.frame]).toEqual([
    false,
    0.5,
    15,
    1,
    30,
    3,
  ]);
  game.pulse(3);
  expect([slow.now, idle.now]).toEqual([30, 60]);
});

test('the state of the game is in a mark: `mark` and `rewind`, or `save` and `load`', () => {
  const start = compile('// @compile the whole file\nexport function main() { wait(100); }');
  let hp = { left: 5 };
  const game = new Game(start, { state: { save: () => ({ hp }), load: (data) => void ({ hp } = data) } });
  const past = marks(game.saves);
  const mark = past.mark();
  for (let times = 0; times < 2; times++) {
    hp.left = 1;
    past.rewind(mark);
    expect(hp).toEqual({ left: 5 });
  }
  const own = marks(game.saves, { state: { mark: () => hp.left, rewind: (left) => void (hp = { left }) } });
  const second = own.mark();
  hp.left = 2;
  own.rewind(second);
  expect(hp).toEqual({ left: 5 });
  const prepared = new Game(start, { state: { save: () => 1, prepare: () => ({ commit() {} }) } });
  expect(() => marks(prepared.saves)).toThrow('as that of saves has no load');
});

test('a mark is good until as many later ones are there', () => {
  const game = new Rewound('export function main() { for (let n = 0; ; n++) { log(n); wait(10); } }', {}, { size: 2 });
  game.module['main']();
  const [first, second] = [game.pulse().past.mark(), game.pulse().past.mark()];
  game.rewind(first).pulse().rewind(second);
  const third = game.pulse().past.mark();
  expect(() => game.past.rewind(first)).toThrow('The mark is gone');
  expect(() => game.past.rewind(first)).toThrow(LoadError);
  game.rewind(second).rewind(third);
  expect(game.scheduler.clock.frame).toBe(3);
});

test('marks are of one scheduler, and between two pulses', () => {
  const game = new Rewound('export function main(act) { act(); wait(10); }');
  const other = new Rewound('export function main() {}');
  expect(() => game.past.rewind(other.past.mark())).toThrow(TypeError);
  expect(() => game.past.rewind({ frame: 1 })).toThrow(TypeError);
  expect(() => marks({})).toThrow(TypeError);
  const mark = game.past.mark();
  const tried: unknown[] = [];
  game.scheduler.spawn(() =>
    game.module['main'](() => {
      for (const act of [() => game.past.mark(), () => game.past.rewind(mark)]) {
        try {
          act();
        } catch (error) {
          tried.push(error);
        }
      }
    }),
  );
  game.pulse();
  expect(tried).toEqual([expect.any(SaveError), expect.any(LoadError)]);
});

test('a run that is recorded goes back too, and a replay makes the same rewinds', () => {
  const start = compile('// @compile the whole file\nexport function main() { for (;;) { log(random()); wait(20); } }');
  const play = (game: Game): void => {
    const rewind = (before: string[]): void => void game.lines.splice(0, Infinity, ...before);
    const past = marks(game.saves, { state: { mark: () => game.lines.slice(), rewind } });
    game.module['main']();
    const first = past.mark();
    game.pulse(4);
    const second = past.mark();
    for (const mark of [first, second, first]) {
      past.rewind(mark);
      game.module['main']();
      game.pulse(3);
    }
  };
  const recorded = new Game(start, {}, { inbox: recorder() });
  play(recorded);
  const log = JSON.parse(JSON.stringify(recorded.scheduler.record())) as Log;
  let again: Game | undefined;
  replay(log, (scheduler) => play((again = new Game(start, {}, scheduler))));
  expect(again!.lines).toEqual(recorded.lines);
  const records = log.records.map((one) => (one.kind === 'rewind' ? { ...one, args: [2] } : one));
  expect(() => replay({ ...log, records }, (scheduler) => play(new Game(start, {}, scheduler)))).toThrow(
    'frame 4, record 0: the log has `rewind(2)`, the run `rewind(0)`',
  );
});

test('a thread that was gone, and that somebody has asked meanwhile, lives again', () => {
  const game = new Rewound(
    'export function walk(ms) { wait(ms); return ms; } export function join(one) { try { waitFor(one); } catch {} }',
  );
  const first = game.past.mark();
  const thread = game.module['walk'](50);
  const second = game.past.mark();
  game.rewind(first);
  game.module['join'](thread);
  game.pulse().rewind(second);
  expect(thread.status).toBe('sleeping');
});

test('what no mark can hold is refused as by a save', () => {
  const generators = playing("eval('1'); wait(50);");
  const refused = (game: Rewound): unknown[] => {
    try {
      game.past.mark();
    } catch (error) {
      return (error as SaveError).refusals.map(({ code, text }) => [code, text]);
    }
    return [];
  };
  const asSave = ({ saves }: Rewound): unknown[] => saves.whyNot().map(({ code, text }) => [code, text]);
  expect(refused(generators)).toEqual(asSave(generators));
  const iterator = playing('for (const n of (function* () { yield 1; yield 2; })()) wait(50);');
  expect(refused(iterator)).toEqual([['iterator', 'is in a `for…of` over an iterator']]);
});

test('listeners are on as they were at the mark', () => {
  const bell = new EventEmitter();
  const heard: string[] = [];
  const game = new Rewound(`export function ask(bell, type) { log(type + ' ' + waitForEvent(bell, type)); }`);
  const { ask } = game.module;
  bell.on('stays', () => heard.push('game'));
  ask(bell, 'stays');
  ask(bell, 'goes');
  game.pulse();
  const mark = game.past.mark();
  const [listener] = bell.listeners('stays').slice(-1);
  ask(bell, 'comes');
  bell.emit('goes', 1);
  game.pulse();
  const counts = (): number[] => ['stays', 'goes', 'comes'].map((type) => bell.listenerCount(type));
  expect(counts()).toEqual([2, 0, 1]);
  for (let times = 0; times < 2; times++) {
    game.rewind(mark);
    expect(counts()).toEqual([2, 1, 0]);
    expect(bell.listeners('stays').at(-1)).toBe(listener);
    // Who waits from now on waits beside it.
    ask(bell, 'goes');
    bell.emit('goes', 3);
    game.pulse();
    expect(game.lines).toEqual(['2 goes 3', '2 goes 3']);
    expect(counts()).toEqual([2, 0, 0]);
  }
  bell.emit('stays', 5);
  game.pulse();
  expect(game.lines.at(-1)).toBe('3 stays 5');
});

test('a signal that was aborted since tells who waited for it, and a source that calls at once is heard', () => {
  const controller = new AbortController();
  let last: number | undefined;
  const replaying = {
    on: (_: string, listener: (value: number) => void) => void (last !== undefined && listener(last)),
    off: () => {},
  };
  const game = new Rewound(`export function ask(source, type) { log(type + ' ' + typeof waitForEvent(source, type)); }
    export function all(source) { const queue = listen(source, 'abort'); for (;;) { queue.next(); log('queue'); } }`);
  const { ask, all } = game.module;
  ask(controller.signal, 'abort');
  all(controller.signal);
  ask(replaying, 'value');
  const mark = game.past.mark();
  controller.abort();
  game.scheduler.cancelAll();
  last = 3;
  game.pulse();
  const second = game.past.mark();
  game.rewind(mark).pulse();
  expect(game.lines.toSorted()).toEqual(['1 abort object', '1 queue', '1 value number']);
  game.rewind(mark).pulse().rewind(second).rewind(mark).pulse();
  expect(game.lines).toHaveLength(3);
  const third = game.past.mark();
  game.rewind(third).pulse();
  expect(game.lines).toHaveLength(3);
});

test('a source that takes no listener leaves all as it is', () => {
  let isBroken = false;
  const bell = new EventEmitter();
  bell.on = (...given) => {
    if (isBroken) throw new Error('no bell');
    return bell.addListener(...given);
  };
  const game = new Rewound(`export function ask(bell, type) { log(type + ' ' + waitForEvent(bell, type)); }`);
  for (const type of ['a', 'b']) game.module['ask'](bell, type);
  const mark = game.past.mark();
  bell.emit('a', 1);
  bell.emit('b', 1);
  game.pulse();
  const next = game.module['ask'](bell, 'c');
  const beside = history(game.saves);
  game.pulse(3);
  isBroken = true;
  expect(() => game.past.rewind(mark)).toThrow('no bell');
  verify(game.scheduler);
  expect(beside.newest - beside.oldest).toBe(2);
  beside.end();
  expect([game.lines.length, next.status, bell.listenerCount('a'), bell.listenerCount('c')]).toEqual([
    2,
    'waiting',
    0,
    1,
  ]);
  isBroken = false;
  game.rewind(mark);
  expect([next.status, bell.listenerCount('a'), bell.listenerCount('c')]).toEqual(['gone', 1, 0]);
});

test('a Promise that has settled since gives its value again, and one that is open is waited for as before', async () => {
  let resolve: (value: string) => void = () => {};
  const promise = new Promise<string>((settle) => (resolve = settle));
  const game = new Rewound('export function main(promise) { log(waitFor(promise)); wait(10); log("end"); }');
  game.module['main'](promise);
  const mark = game.pulse().past.mark();
  game.rewind(mark);
  resolve('came');
  await settled();
  game.pulse(3);
  expect(game.lines).toEqual(['2 came', '3 end']);
  game.rewind(mark);
  await settled();
  expect(game.pulse(3).lines).toEqual(['2 came', '3 end']);
});

test('who waits for one Promise goes on in the order of the mark, also where some wait already', async () => {
  let resolve: (value: string) => void = () => {};
  const promise = new Promise<string>((settle) => (resolve = settle));
  const game = new Rewound(
    `export function main(promise, at) { wait(at * 10); waitFor(promise); log("script " + at); }`,
  );
  for (const at of [1, 2, 3, 4, 5]) game.module['main'](promise, at);
  const early = game.pulse(2).past.mark();
  const late = game.pulse(3).past.mark();
  game.rewind(early);
  game.rewind(late);
  game.rewind(early);
  game.pulse();
  game.rewind(late);
  resolve('came');
  await settled();
  expect(game.pulse().lines).toEqual([1, 2, 3, 4, 5].map((at) => `6 script ${at}`));
});

test.each(['a rewind', 'a load'])('%s forgets who waits for a Promise that calls have a part in', async (how) => {
  const game = new Rewound(`function part() { wait(20); return 1; }
    export function main(other) { const all = Promise.all([part(), other]); log(waitFor(all)); }`);
  const [mark, text] = [game.past.mark(), game.saves.save()];
  let resolve: () => void = () => {};
  const thread = game.module['main'](new Promise<void>((settle) => (resolve = settle)));
  game.pulse(4);
  expect(thread.waitingFor).toContain('a Promise');
  if (how === 'a load') game.saves.load(text);
  else game.rewind(mark);
  resolve();
  await settled();
  // Nothing has woken it.
  expect([thread.status, thread.list, game.lines, game.scheduler.threads]).toEqual(['gone', null, [], []]);
});

test('waits of the host begin again, or are undone; one that cannot begin again refuses the rewind', () => {
  const notes: string[] = [];
  let settle: (value: string) => void = () => {};
  const waitForDoor = defineWait<[string], string>({
    kind: 'marks.door',
    begin([name], done) {
      notes.push(`begin ${name}`);
      settle = done;
      return (cause) => void notes.push(`undo ${name} ${cause}`);
    },
  });
  let end = (): void => {};
  const waitForTween = defineWait<[]>({
    kind: 'marks.tween',
    unsavable: 'Save later.',
    begin: (_, done) => ((end = done), () => {}),
  });
  const game = new Rewound('export function main(word, name) { log(word(name)); wait(10); }');
  game.module['main'](waitForDoor, 'a');
  const mark = game.pulse().past.mark();
  settle('open');
  game.pulse();
  game.module['main'](waitForDoor, 'b');
  game.rewind(mark);
  expect(notes).toEqual(['begin a', 'undo a script', 'begin b', 'begin a', 'undo b load']);
  settle('again');
  game.pulse();
  expect(game.lines).toEqual(['2 again']);
  game.module['main'](waitForTween);
  const second = game.past.mark();
  game.rewind(second);
  end();
  game.pulse();
  expect(() => game.past.rewind(second)).toThrow(
    'waited for marks.tween(undefined), which is over and cannot begin again',
  );
});

test('warnings about queues count the time that is there', () => {
  const warned: unknown[] = [];
  const { warn } = console;
  console.warn = (text) => void warned.push(text);
  const scheduler = new Scheduler({ queuedWarningMs: 200, onError() {} });
  const start = compile(`// @compile the whole file
    class Guard extends Executor { walk() { this.wait(90); this.wait(90); } }
    const guard = new Guard();
    export function main() { guard.walk(); }`);
  const game = new Game(start, {}, scheduler);
  const past = marks(game.saves);
  for (let n = 0; n < 2; n++) game.module['main']();
  game.pulse(5);
  const mark = past.mark();
  for (let times = 0; times < 30; times++) {
    game.pulse(12);
    past.rewind(mark);
  }
  game.finish();
  console.warn = warn;
  expect(warned).toEqual([]);
});

test('what is shown is shown again, after `onLoad`', () => {
  const notes: string[] = [];
  const game = new Rewound(
    `import { shown } from '@spindle/runtime/saves';
    export function say(words, show) { const caption = shown(() => show(words)); wait(20); caption.end(); wait(20); }`,
    { onLoad: () => notes.push('clear') },
  );
  const show = (words: string): number => notes.push(words);
  game.module['say']('hello', show);
  const mark = game.pulse().past.mark();
  game.pulse(4);
  game.module['say']('bye', show);
  game.rewind(mark);
  expect(notes).toEqual(['hello', 'bye', 'clear', 'hello']);
});

test('owners are closed as they were', () => {
  const [closed, open] = [{ name: 'closed' }, { name: 'open' }];
  const game = new Rewound('export function main(all) { wait(100); }');
  game.module['main']([closed, open]);
  executorOf(closed).close('gone');
  const mark = game.past.mark();
  executorOf(open).close('late');
  game.rewind(mark);
  expect([closed, open].map((one) => knownLock(one)!.closed)).toEqual([{ reason: 'gone' }, null]);
});

test('a save that is loaded meanwhile is undone, too', () => {
  const game = new Rewound('export function main() { for (let n = 0; n < 5; n++) { log(n); wait(10); } }');
  const thread = game.module['main']();
  const text = game.pulse().saves.save();
  const mark = game.pulse().past.mark();
  const whole = game.finish().slice();
  game.saves.load(text);
  expect(thread.status).toBe('done');
  expect(game.rewind(mark).finish()).toEqual(whole);
  expect(thread.status).toBe('done');
});

test('fields of `objects.all` go back, also of one that no script leads to', () => {
  const guards = [0, 1, 2].map((id) => ({ id, hp: 3, bag: ['key'] }));
  const objects = {
    idOf: (one: object) => guards.indexOf(one as never),
    find: (id: unknown) => guards[Number(id)],
    all: () => guards,
  };
  const game = new Rewound('export function main(guard) { wait(100); }', { objects });
  game.module['main'](guards[1]);
  const [text, mark] = [game.saves.save(), game.past.mark()];
  for (const how of ['load', 'rewind']) {
    for (const guard of guards) {
      guard.bag.push('coin');
      Object.assign(guard, { hp: 0, late: 1 });
    }
    if (how === 'load') game.saves.load(text);
    else game.rewind(mark);
    expect(guards).toEqual([0, 1, 2].map((id) => ({ id, hp: 3, bag: ['key'] })));
  }
});

test('an object that has only what looks like an id goes back', () => {
  const shop = { id: 'shop', n: 3 };
  const game = new Rewound(
    `export function main(shop) { const potion = { id: 'potion', n: 3 }; for (;;) { wait(10); potion.n--; shop.n--; log(potion.n + ' ' + shop.n); } }`,
    { objects: { idOf: (one) => (one as { id?: string }).id, find: (id) => (id === 'shop' ? shop : undefined) } },
  );
  game.module['main'](shop);
  const mark = game.past.mark();
  expect(game.pulse().rewind(mark).pulse().lines).toEqual(['1 2 1']);
});

test('a mark that is refused takes no place', () => {
  const game = new Rewound(
    `export function main() { for (let n = 0; ; n++) { log(n); wait(10); } }
    export function refused() { for (const n of (function* () { yield 1; })()) wait(50); }`,
    {},
    { size: 2 },
  );
  game.module['main']();
  const [first, second] = [game.past.mark(), game.pulse().past.mark()];
  const thread = game.module['refused']();
  expect(() => game.past.mark()).toThrow(SaveError);
  game.rewind(second).rewind(first);
  expect([game.scheduler.clock.frame, thread.status]).toEqual([0, 'gone']);
  game.pulse().past.mark();
  expect(() => game.past.rewind(first)).toThrow('The mark is gone');
});

test('a rewind that is refused has called nothing of the game', () => {
  const called: string[] = [];
  let end = (): void => {};
  const waitForTween = defineWait<[]>({
    kind: 'marks.first',
    unsavable: 'Save later.',
    begin: (_, done) => ((end = done), () => {}),
  });
  const state = { mark: () => called.push('mark'), rewind: () => called.push('rewind') };
  const onLoad = (): void => void called.push('onLoad');
  const game = new Rewound('export function main(word) { word(); }', { onLoad }, { state });
  game.module['main'](waitForTween);
  const mark = game.past.mark();
  end();
  game.pulse();
  expect(() => game.past.rewind(mark)).toThrow('cannot begin again');
  expect(called).toEqual(['mark']);
});

test('what was frozen, sealed or transferred since stays as it is, and all else goes back', () => {
  const things = {
    list: [1],
    sealed: [1, 2, 3],
    grown: [1],
    fields: { hp: 3, name: 'a' } as Record<string, unknown>,
    fixed: { hp: 3 } as Record<string, unknown>,
    word: /a/g,
    bytes: new ArrayBuffer(2),
    view: new Uint8Array([1, 2]),
    last: { hp: 3 },
  };
  const game = new Rewound(
    'export function main(list, sealed, grown, fields, fixed, word, bytes, view, last) { wait(20); log("end"); }',
  );
  game.module['main'](...Object.values(things));
  const mark = game.past.mark();
  const { list, sealed, grown, fields, fixed, word, bytes, view, last } = things;
  list.push(2);
  Object.freeze(list);
  sealed[0] = 7;
  sealed.length = 2;
  Object.seal(sealed);
  grown[0] = 7;
  grown.push(8);
  Object.seal(grown);
  delete fields['name'];
  Object.assign(fields, { hp: 7, late: 1 });
  Object.preventExtensions(fields);
  fixed['hp'] = 7;
  Object.freeze(fixed);
  word.lastIndex = 7;
  Object.freeze(word);
  structuredClone(bytes, { transfer: [bytes] });
  structuredClone(view.buffer, { transfer: [view.buffer] });
  last.hp = 7;
  game.rewind(mark);
  expect([list, sealed, grown, fields, fixed, word.lastIndex, view.length, last]).toEqual([
    [1, 2],
    [1, 2],
    [1, 8],
    { hp: 3, late: 1 },
    { hp: 7 },
    7,
    0,
    { hp: 3 },
  ]);
  // Nothing of them can be read, now and at a mark.
  game.rewind(game.past.mark());
  expect(game.finish()).toEqual(['2 end']);
});
