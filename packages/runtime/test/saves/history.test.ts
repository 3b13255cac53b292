/** Any frame of a run, and the way on from there. Random programs: conformance/saves/looked-back-programs.ts. */
import { EventEmitter } from 'node:events';
import { after, defineWait } from '../../src/host.js';
import { executorOf, hook, Scheduler } from '../../src/index.js';
import { type Log, recorder, replay } from '../../src/replay.js';
import { type History, history, type HistoryOptions, LoadError, marks, SaveError } from '../../src/saves.js';
import { verify } from '../../src/testing.js';
import { microtasks } from '../replay/replay-run.js';
import { recordWarnings } from '../warnings.js';
import { compile, Game } from './game.js';

recordWarnings();

/** A game whose lines go back with it, and what it looked like behind each pulse. */
class Kept extends Game {
  readonly past: History;
  readonly #seen: string[] = [];

  constructor(
    source: string,
    own: HistoryOptions = {},
    given: ConstructorParameters<typeof Game>[2] = {},
    compiler: object = {},
  ) {
    super(compile(`// @compile the whole file\n${source}`, compiler), {}, given);
    const rewind = (before: string[]): void => void this.lines.splice(0, Infinity, ...before);
    this.past = history(this.saves, { everyFrames: 4, state: { mark: () => this.lines.slice(), rewind }, ...own });
  }

  get look(): string {
    verify(this.scheduler);
    return `${this.lines.join('\n')}\n${this.scheduler.dump()}`;
  }

  override pulse(times: number = 1): this {
    for (let n = 0; n < times; n++) {
      super.pulse();
      this.#seen[this.scheduler.clock.frame] = this.look;
    }
    return this;
  }

  /** Looks at all frames, newer and older ones, and comes back to the present. Gives those that are not as they were. */
  differences(): string[] {
    const { past } = this;
    const { oldest, newest } = past;
    const now = this.look;
    const frames = Array.from({ length: newest - oldest }, (_, n) => oldest + n);
    const jumps = frames.map((one) => oldest + ((one * 7) % frames.length));
    const found: string[] = [];
    for (const frame of [...frames, ...frames.toReversed(), ...jumps]) {
      past.goTo(frame);
      if (past.frame !== frame || past.newest !== newest) found.push(`${past.frame} of ${past.newest}`);
      if (this.look !== this.#seen[frame]) found.push(`frame ${frame}:\n${this.look}\nwanted:\n${this.#seen[frame]}`);
    }
    past.goTo(newest);
    if (this.look !== now) found.push(`the present:\n${this.look}\nwanted:\n${now}`);
    return found;
  }
}

const COUNTS = `export function main() { for (let n = 0; n < 40; n++) { log(n + ' ' + Math.floor(100 * random())); wait(20); } }
  export function once(name) { log(name + ' begins'); wait(25); log(name + ' ends'); }`;

function counting(own: HistoryOptions = {}, given: object = {}): Kept {
  const game = new Kept(COUNTS, own, given);
  game.module['main']();
  return game;
}

test('each frame is as it was, and the present stays', () => {
  const game = counting().pulse(17);
  expect(game.differences()).toEqual([]);
  expect([game.past.oldest, game.past.newest]).toEqual([1, 17]);
  const other = counting().pulse(17);
  expect(game.finish()).toEqual(other.finish());
});

test('the next pulse goes on from the frame that is shown', () => {
  const game = counting().pulse(17);
  const whole = game.finish().slice();
  game.past.goTo(9);
  game.pulse();
  expect([game.past.frame, game.past.newest]).toEqual([10, 10]);
  expect(game.differences()).toEqual([]);
  expect(game.finish()).toEqual(whole);
  expect(game.differences()).toEqual([]);
});

test('`back` and `forward` stop at the ends', () => {
  const { past } = counting().pulse(10);
  expect([past.back(), past.back(3), past.back(100), past.forward(2), past.forward(100), past.forward()]).toEqual([
    9, 6, 1, 3, 10, 10,
  ]);
});

test('what plain code does between pulses is there', () => {
  const game = counting();
  const { once } = game.module;
  const door = {};
  game.pulse(3);
  const cancelled = game.scheduler.spawn(() => once('cancelled'));
  game.pulse(2);
  cancelled.cancel();
  const paused = once('paused');
  paused.pause();
  game.pulse(3);
  paused.resume();
  game.scheduler.clock.scale = 2;
  game.pulse();
  const undo = after(game.scheduler, 100, () => game.lines.push('rings'));
  game.pulse();
  undo();
  executorOf(door).close();
  expect(game.pulse(9).differences()).toEqual([]);
  expect(game.lines).not.toContain('rings');
  expect([cancelled.status, paused.status]).toEqual(['cancelled', 'done']);
});

const HEARS = `export function main(bell, door, fetch) {
    const all = listen(bell, 'ring');
    start(() => { for (;;) log('got ' + all.next()); });
    start(() => { for (;;) log('signal ' + JSON.stringify(waitSignal('key'))); });
    start(() => { for (;;) { waitFor(door); log('door'); } });
    start(() => log('fetched ' + waitFor(fetch)));
    start(() => { wait(125); log('sticky ' + waitSignal('flag')); });
    for (;;) log('heard ' + waitForEvent(bell, 'ring'));
  }
  export const open = [];
  export function queue() { const all = listen('key'); open.push(all); wait(1000); }`;

test.each([
  ['before it', false],
  ['after it', true],
])('events, signals and Promises come as they came, to waits that have begun %s', async (_, isAfter) => {
  const bell = new EventEmitter();
  let settle = (_value: string): void => {};
  const fetched = new Promise<string>((resolve) => (settle = resolve));
  const door = hook(() => {});
  const start = compile(`// @compile the whole file\n${HEARS}`);
  const game = new Game(start);
  const begin = (): void => game.module['main'](bell, door, fetched);
  if (!isAfter) begin();
  const kept = history(game.saves, {
    everyFrames: 5,
    state: {
      mark: () => game.lines.slice(),
      rewind: (lines: string[]) => void game.lines.splice(0, Infinity, ...lines),
    },
  });
  if (isAfter) begin();
  const seen: string[] = [];
  const look = (): string => `${game.lines.join('\n')}\n${game.scheduler.dump()}`;
  const value = { n: 0 };
  for (let n = 1; n <= 24; n++) {
    if (n % 3 === 0) game.scheduler.signal('key', n);
    if (n % 7 === 0) game.scheduler.signal('key', value);
    if (n === 7 || n === 12) value.n++;
    // Nothing else comes then.
    if (n === 13) game.scheduler.signal('flag', n, { sticky: true });
    if (n === 18) game.scheduler.clearSignal('flag');
    if (n % 5 === 0) bell.emit('ring', n);
    if (n % 4 === 0) door();
    if (n === 11) settle('it');
    // oxlint-disable-next-line no-await-in-loop -- a frame after the other
    await microtasks();
    game.pulse();
    seen[n] = look();
  }
  for (let frame = 1; frame < 24; frame++) {
    kept.goTo(frame);
    expect(look()).toBe(seen[frame]);
  }
  kept.goTo(kept.newest);
  expect(look()).toBe(seen[24]);
  bell.emit('ring', 'now');
  game.pulse();
  expect(game.lines.slice(-2)).toEqual(['25 got now', '25 heard now']);
});

test('a queue that plain code empties or closes was so then', () => {
  const game = new Kept(HEARS);
  game.module['queue']();
  const [open] = game.module['open'];
  game.pulse(2);
  game.scheduler.signal('key', 1);
  game.pulse(1);
  open.clear();
  game.pulse(2);
  game.scheduler.signal('key', 2);
  game.pulse(1);
  open.close();
  game.pulse(1);
  const sizes = [2, 3, 4, 5, 6, 7].map((frame) => {
    game.past.goTo(frame);
    return open.size;
  });
  expect(sizes).toEqual([0, 1, 0, 0, 1, 1]);
  game.past.goTo(5);
  expect([open.size, open.isClosed]).toEqual([0, false]);
});

test('what scripts read from outside is read once', () => {
  let reads = 0;
  const keys = ['a'];
  const read = (): string[] => {
    reads++;
    if (reads % 5 === 0) throw new Error(`read ${reads}`);
    keys.push('b');
    return keys;
  };
  const game = new Kept(
    `export function main(scheduler, read) {
      for (;;) {
        try { const keys = scheduler.input('keys', read); log(keys.length); keys.push('c'); } catch (error) { log(error.message); }
        waitFrames(1);
      }
    }`,
    { contents: false },
  );
  game.module['main'](game.scheduler, read);
  game.pulse(14);
  expect([reads, keys.length, game.lines.slice(3, 6)]).toEqual([15, 25, ['3 8', '4 read 5', '5 10']]);
  expect(game.differences()).toEqual([]);
  expect([reads, keys.length]).toEqual([15, 25]);
});

test('what scripts read is copied, so that it can be used again', () => {
  const bytes = new Uint8Array(2);
  const at = new Date(0);
  const own = JSON.parse('{ "__proto__": { "n": 7 } }') as object;
  let reads = 0;
  const read = (): unknown => {
    bytes[0] = ++reads;
    at.setTime(reads);
    return { bytes, buffer: bytes.buffer, view: new DataView(bytes.buffer), at, own };
  };
  const game = new Kept(
    `export function main(scheduler, read) {
      for (;;) {
        const { bytes, buffer, view, at, own } = scheduler.input('pad', read);
        log([bytes[0], new Uint8Array(buffer)[0], view.getUint8(0), at.getTime(), Object.keys(own), own.n].join(' '));
        waitFrames(1);
      }
    }`,
    { contents: false },
  );
  game.module['main'](game.scheduler, read);
  game.pulse(9);
  expect(game.lines.at(-1)).toBe('9 10 10 10 10 __proto__ ');
  expect(game.differences()).toEqual([]);
  expect(reads).toBe(10);
});

test('the steps of the game are called around each pulse that is made again', () => {
  let x = 0;
  let y = 0;
  const calls: string[] = [];
  const game = counting({
    everyFrames: 3,
    state: { mark: () => [x, y], rewind: (data: number[]) => void ([x, y] = data as [number, number]) },
    before: (frame, ms) => void (calls.push(`before ${frame}`), (x += ms)),
    behind: (frame, ms) => void (calls.push(`behind ${frame}`), (y += ms)),
  });
  const seen: number[][] = [];
  for (let frame = 1; frame <= 10; frame++) {
    x += 10;
    game.scheduler.pulse(10);
    y += 10;
    seen[frame] = [x, y];
  }
  for (const frame of [9, 4, 5, 6, 7, 1, 8, 2]) {
    game.past.goTo(frame);
    expect([x, y]).toEqual(seen[frame]);
  }
  calls.length = 0;
  game.past.goTo(9);
  expect(calls).toEqual(['behind 7', 'before 8', 'behind 8', 'before 9', 'behind 9']);
  expect(game.past.forward()).toBe(10);
  expect([x, y]).toEqual(seen[10]);
});

test('if a step throws, the present is back', () => {
  let throws = false;
  const game = counting({
    behind(frame) {
      if (throws && frame === 6) throw new Error('no step');
    },
  }).pulse(12);
  game.past.goTo(10);
  game.past.goTo(12);
  throws = true;
  const before = game.look;
  expect(() => game.past.goTo(7)).toThrow('no step');
  expect([game.past.frame, game.past.newest, game.look]).toEqual([12, 12, before]);
  game.past.goTo(10);
  expect(() => game.past.goTo(7)).toThrow('no step');
  expect([game.past.frame, game.look]).toEqual([12, before]);
  throws = false;
  expect(game.differences()).toEqual([]);
});

test('errors of scripts are told again where a frame is made again, and stop nothing', () => {
  const told: unknown[] = [];
  const game = new Kept(
    'export function main() { for (let n = 0; ; n++) { start(() => { throw new Error("bad " + n); }); wait(30); } }',
    {},
    { onError: (error) => void told.push((error as Error).message) },
  );
  game.module['main']();
  game.pulse(6);
  const before = told.length;
  expect(game.differences()).toEqual([]);
  expect(told.length).toBeGreaterThan(before);
});

test('sound can be left out while frames are made again', () => {
  const game = new Kept('export function main(scheduler) { for (;;) { log(scheduler.replaying); wait(10); } }');
  game.module['main'](game.scheduler);
  game.pulse(6);
  game.past.goTo(5);
  expect(game.lines.at(-1)).toBe('5 true');
  game.pulse(1);
  expect([game.lines.at(-1), game.scheduler.replaying]).toEqual(['6 false', false]);
});

test('plain code that changes what scripts see says so', () => {
  const hero = { x: 0 };
  const game = new Kept('export function main(hero) { for (;;) { log(hero.x); waitFrames(1); } }', {
    everyFrames: 100,
  });
  game.module['main'](hero);
  game.pulse(3);
  hero.x = 5;
  game.past.changed();
  expect(game.pulse(3).differences()).toEqual([]);
});

test('so many seconds are kept, and so many marks', () => {
  const game = counting({ seconds: 0.2, everyFrames: 4, size: 5 }).pulse(100);
  // 20 frames, and those up to the next mark.
  expect(game.past.newest - game.past.oldest).toBeGreaterThanOrEqual(19);
  expect(game.past.newest - game.past.oldest).toBeLessThan(24);
  expect(game.differences()).toEqual([]);
  for (let n = 0; n < 30; n++) {
    game.scheduler.spawn(() => {});
    game.pulse();
  }
  expect([game.past.oldest, game.past.newest]).toEqual([126, 130]);
  expect(game.differences()).toEqual([]);
  // A game of long turns has few frames.
  for (let n = 0; n < 10; n++) game.scheduler.pulse(60_000);
  expect(game.past.newest - game.past.oldest).toBeLessThanOrEqual(5 * 4);
});

test('what is kept lets go of what was dropped', () => {
  let marked = 0;
  const game = counting({
    size: 3,
    state: { mark: () => ++marked, rewind: (data: number) => expect(marked - data).toBeLessThan(6) },
  });
  for (let n = 0; n < 20; n++) {
    game.past.changed();
    game.pulse();
  }
  game.past.goTo(game.past.oldest);
  expect([game.past.oldest, game.past.newest]).toEqual([18, 20]);
});

test('frames that are not there are refused', () => {
  const game = counting().pulse(3);
  const { past } = game;
  const before = game.look;
  for (const frame of [0, 4, -1, 1.5, NaN]) expect(() => past.goTo(frame)).toThrow(RangeError);
  expect(() => past.goTo('1' as never)).toThrow(TypeError);
  expect(() => past.back(-1)).toThrow(RangeError);
  expect(game.look).toBe(before);
  const fresh = counting();
  expect([fresh.past.oldest, fresh.past.newest, fresh.past.back(), fresh.past.forward()]).toEqual([0, 0, 0, 0]);
});

test('it is refused in a pulse, a script and a step', () => {
  const tried: unknown[] = [];
  const attempt = (): void => {
    try {
      game.past.goTo(2);
    } catch (error) {
      tried.push(error);
    }
  };
  const game = new Kept('export function main(attempt) { attempt(); wait(1000); }', {
    behind: () => void (game.scheduler.replaying && attempt()),
  });
  game.pulse(3);
  game.module['main'](attempt);
  game.scheduler.spawn(() => attempt());
  game.pulse(2);
  game.past.goTo(4);
  expect(tried).toHaveLength(4);
  expect(tried.every((one) => one instanceof LoadError)).toBe(true);
});

test('it ends', () => {
  const game = counting().pulse(5);
  game.past.goTo(3);
  game.past.end();
  expect(() => game.past.goTo(2)).toThrow(RangeError);
  expect(() => game.past.goTo(3)).toThrow(LoadError);
  expect(() => game.past.back()).toThrow(LoadError);
  expect(game.scheduler.inbox).toBeNull();
  expect(game.pulse().scheduler.clock.frame).toBe(4);
});

test('frames that came while no mark could be taken are refused, those around them not', () => {
  const game = new Kept(
    `export function main() { for (let n = 0; ; n++) { log(n); wait(10); } }
    export function generates() { eval('1'); wait(55); log('generated'); }`,
    { everyFrames: 2 },
  );
  game.module['main']();
  game.pulse(5);
  game.module['generates']();
  game.pulse(3);
  const before = game.look;
  // The present cannot be marked.
  expect(() => game.past.goTo(3)).toThrow(SaveError);
  expect(game.look).toBe(before);
  game.pulse(12);
  const outcomes = Array.from({ length: 19 }, (_, n) => {
    try {
      game.past.goTo(n + 1);
      return game.lines.at(-1)!.split(' ')[0];
    } catch (error) {
      return error instanceof SaveError ? 'refused' : error;
    }
  });
  expect(outcomes.join(' ')).toBe('1 2 3 4 5 refused refused refused refused refused refused 12 13 14 15 16 17 18 19');
  game.past.goTo(20);
  expect(game.lines.at(-1)).toBe('20 20');
});

test('an error of the state comes out of the pulse, which is made all the same', () => {
  let isBad = false;
  const mark = (): number => {
    if (isBad) throw new Error('no state');
    return 0;
  };
  const game = counting({ everyFrames: 1, state: { mark, rewind: () => {} } });
  game.pulse(3);
  isBad = true;
  expect(() => game.scheduler.pulse(10)).toThrow('no state');
  expect([game.scheduler.clock.frame, game.past.newest]).toEqual([4, 4]);
  expect(() => game.past.goTo(2)).toThrow('no state');
  isBad = false;
  game.pulse(2);
  game.past.goTo(3);
  game.past.goTo(5);
  expect(game.past.frame).toBe(5);
});

test('a game of which no mark can be taken keeps nothing without end', () => {
  const game = new Kept("export function main() { eval('1'); for (;;) waitFrames(1); }", { everyFrames: 2, size: 3 });
  game.module['main']();
  game.pulse(50);
  expect([game.past.oldest, game.past.newest]).toEqual([50, 50]);
  // It goes on from the last mark as long as nobody calls, and no longer than so many seconds.
  const other = new Kept(
    `export function main() { wait(20); eval('1'); for (;;) waitFrames(1); }
     export function plain() { for (;;) { log('x'); wait(10); } }`,
    { everyFrames: 2, seconds: 0.1 },
  );
  other.module['plain']();
  other.scheduler.spawn(() => other.module['plain']());
  other.pulse(40);
  expect(other.past.newest - other.past.oldest).toBeLessThan(15);
});

test('a wait that cannot begin again keeps one in the present', () => {
  const settles: ((value: unknown) => void)[] = [];
  const begin = (_: unknown, settle: (value: unknown) => void): (() => void) => {
    settles.push(settle);
    return () => {};
  };
  const once = defineWait<[], unknown>({ kind: 'test.history.once', begin, unsavable: 'is a tween' });
  const game = new Kept('export function main(once) { wait(20); log(once()); wait(20); log("end"); }', {
    everyFrames: 3,
  });
  game.module['main'](once);
  game.pulse(5);
  expect(() => game.past.goTo(2)).toThrow('cannot begin again');
  expect([game.past.frame, settles.length]).toEqual([5, 1]);
  settles[0]!('done');
  game.pulse(3);
  game.past.goTo(2);
  expect(() => game.past.goTo(5)).toThrow('cannot begin again');
  game.past.goTo(game.past.newest);
  expect(game.lines).toEqual(['6 done', '8 end']);
});

test('a save that is loaded, and a rewind of somebody else, cut off what they leave', () => {
  const game = counting().pulse(6);
  const text = game.saves.save();
  const own = marks(game.saves);
  const mark = own.mark();
  game.pulse(8);
  const late = own.mark();
  own.rewind(mark);
  expect([game.past.oldest, game.past.newest]).toEqual([1, 6]);
  expect(game.pulse(3).differences()).toEqual([]);
  own.rewind(late);
  expect([game.past.oldest, game.past.newest]).toEqual([14, 14]);
  game.pulse(3);
  expect(game.differences()).toEqual([]);
  game.past.goTo(15);
  game.saves.load(text);
  expect([game.past.oldest, game.past.newest]).toEqual([6, 6]);
  expect(game.pulse(5).differences()).toEqual([]);
});

test('what comes in while one looks back belongs to the frame that is shown', () => {
  const game = new Kept('export function main() { for (;;) { log(waitSignal("key")); } }');
  game.module['main']();
  game.pulse(3);
  game.scheduler.signal('key', 'first');
  game.pulse(6);
  game.past.goTo(2);
  game.scheduler.signal('key', 'dropped');
  game.past.goTo(6);
  expect(game.lines).toEqual(['4 first']);
  game.past.goTo(2);
  game.scheduler.signal('key', 'second');
  game.pulse(2);
  expect(game.lines).toEqual(['3 second']);
  expect(game.differences()).toEqual([]);
  // What had come before one looked back is there again.
  game.pulse();
  game.scheduler.signal('key', 'third');
  game.past.goTo(3);
  game.past.goTo(5);
  game.pulse();
  expect(game.lines).toEqual(['3 second', '6 third']);
  expect(game.pulse(2).differences()).toEqual([]);
});

test('a thread that has ended is itself again in the present', () => {
  const game = new Kept('export function walk(ms) { wait(ms); return ms; }');
  const short = game.module['walk'](30);
  game.pulse(2);
  const long = game.module['walk'](200);
  game.pulse(6);
  game.past.goTo(2);
  expect([short.status, long.status]).toEqual(['sleeping', 'gone']);
  game.past.goTo(6);
  expect([short.status, short.result, long.status]).toEqual(['done', 30, 'sleeping']);
  game.past.goTo(8);
  expect([short.status, short.result, long.status]).toEqual(['done', 30, 'sleeping']);
});

// ---- recorded runs

/** A program that looks back itself, at the same moments in a replay. */
function playRecorded(
  scheduler: Scheduler,
  read: () => number,
): { readonly game: Kept; readonly frame: (ms: number) => void } {
  const game = new Kept(
    `export function main(bell) { for (;;) { log('heard ' + waitForEvent(bell, 'ring')); } }
     export function count(scheduler, read) { for (;;) { log(scheduler.input('n', read) + ' ' + Math.floor(100 * random())); wait(20); } }`,
    { everyFrames: 3 },
    scheduler,
  );
  const bell = Object.assign(new EventEmitter(), { name: 'bell' });
  game.module['main'](bell);
  game.module['count'](scheduler, read);
  let made = 0;
  const frame = (ms: number): void => {
    made++;
    if (made % 4 === 0) bell.emit('ring', made);
    scheduler.pulse(ms);
    if (made === 11) game.past.goTo(5);
    if (made === 17) {
      game.past.back(3);
      game.past.forward(1);
    }
    if (made === 23) {
      game.past.goTo(7);
      game.past.goTo(game.past.newest);
    }
  };
  return { game, frame };
}

test('a recorded run can look back, and is replayed with that', () => {
  const recorded = new Scheduler({ inbox: recorder(), warnings: false });
  let reads = 0;
  const { game, frame } = playRecorded(recorded, () => ++reads);
  for (let n = 0; n < 30; n++) frame(10);
  const log = JSON.parse(JSON.stringify(recorded.record())) as Log;
  expect(log.records.filter(({ kind }) => kind === 'rewind').map(({ args }) => args[0])).toEqual([5, 8, 9, 7, 15]);
  let again: Kept | undefined;
  replay(log, (scheduler) => {
    const played = playRecorded(scheduler, () => -1);
    again = played.game;
    return played.frame;
  });
  expect(again!.lines).toEqual(game.lines);
  expect(game.lines.join()).toContain('heard');
});

test('why there is no mark is said until there is one again', async () => {
  const game = new Kept(
    `function f() { wait(20); }
    export function main() { wait(25); waitFor(Promise.all([f(), f()])); log('came'); wait(1000); }`,
  );
  const { past } = game;
  game.module['main']();
  expect(past.whyNot).toBeNull();
  game.pulse(2);
  expect(past.whyNot).toBeNull();
  game.pulse(3);
  expect(past.whyNot).toMatch(/Promise/);
  for (let n = 0; n < 8; n++) {
    await microtasks();
    game.pulse();
  }
  expect([game.lines.length, past.whyNot]).toEqual([1, null]);
});

test('what is made again goes past a tool in the place of `pulse`', () => {
  const game = new Kept(`export function main() { while (true) { log('on'); wait(20); } }`);
  const { scheduler } = game;
  game.module['main']();
  game.pulse(10);
  const pulse = scheduler.pulse.bind(scheduler);
  scheduler.pulse = (ms) => {
    pulse(ms);
    pulse(ms);
  };
  expect(game.differences()).toEqual([]);
});
