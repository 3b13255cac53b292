/** Words that keep something open while the script goes on: `scope`, `skippable`, `listen`. */
import { SaveError, type SavesOptions } from '../../src/saves.js';
import { compile, Game, savedAndLoaded } from './game.js';

const source = (body: string): string => `
  // @compile the whole file
  import { Clock, Executor } from '@spindle/runtime';
  class Hero extends Executor {
    walk(steps) { for (let i = 0; i < steps; i++) { this.wait(10); log('step ' + i); } return steps; }
    fall() { this.wait(15); throw new RangeError('fell'); }
  }
  const hero = new Hero();
  const other = new Hero();
  function hit(n) { return n; }
  function ring(times) { for (let i = 0; i < times; i++) { wait(10); signal('bell', i); hit(i); } }
  function tell(text) { wait(10); log(text); }
  export function play() { ${body} }
`;

describe('what is open when a program is saved is open in a fresh instance', () => {
  const programs: Readonly<Record<string, string>> = {
    'a scope waits for what begins in it': `log(scope(() => { hero.walk(3); other.walk(2); start(() => tell('told')); return 'all'; }));`,
    'a scope whose function waits': `log(scope(() => { hero.walk(4); wait(15); other.walk(1); return 'both'; }));`,
    'a scope in a scope': `scope(() => { hero.walk(2); scope(() => { other.walk(3); }); log('inner'); hero.walk(1); }); log('outer');`,
    'a scope that ends with an error': `try { scope(() => { hero.walk(9); other.fall(); }); } catch (error) { log(error.message); }`,
    'what is attached in a scope begins others, which end with it': `scope(() => { attach(() => { while (true) { other.walk(1); wait(10); } }); hero.walk(2); }); log('over');`,
    'a scope whose threads have begun others': `scope(() => { start(() => { wait(10); hero.walk(2); }); }); log('over');`,
    'a queue of signals': `start(() => ring(4)); const bells = listen('bell'); log(bells.next()); wait(20); log(bells.size + ' ' + bells.next() + bells.next()); log(bells.next());`,
    'a queue that several ask': `start(() => ring(4)); const bells = listen('bell'); const ask = (name) => { log(name + bells.next()); log(name + bells.next()); }; start(() => ask('a')); start(() => ask('b')); wait(60);`,
    'a queue of calls': `start(() => ring(4)); const hits = listen(hit); wait(15); log(hits.next()); log(hits.next()); hits.close(); log(hits.next());`,
    'a queue that is closed with values in it': `start(() => ring(4)); const bells = listen('bell'); wait(35); bells.close(); wait(20); log(bells.next()); log(bells.size + ' ' + bells.next() + bells.next() + bells.next());`,
    'a queue and a wait for the same signal': `start(() => ring(4)); const bells = listen('bell'); log(waitSignal('bell')); log(waitSignal('bell') + ' ' + bells.next() + bells.next());`,
    'a queue that ends with its thread': `let bells; start(() => { bells = listen('bell'); wait(25); }); start(() => ring(4)); wait(50); log(bells.size);`,
    'a skippable that nobody skips': `log(skippable(() => { wait(35); return clock.now; })); log(clock.now);`,
    'a skippable that is skipped': `skippable(() => { start(() => hero.walk(3)); wait(15); clock.fastForward(); wait(200); log('skipped ' + clock.frame); }); log(clock.frame);`,
    'a skippable that stops where a choice is': `start(() => ring(5)); skippable(() => { clock.fastForward(); wait(50); log(waitSignal('bell') + ' ' + clock.frame + ' ' + clock.skipping); wait(30); log('on'); wait(100); }); log('over ' + clock.frame);`,
    'a skippable that a signal skips': `start(() => ring(3)); skippable(() => { wait(500); log('end of it'); }, { by: 'bell' }); log('over');`,
    'a skippable whose patience ends': `start(() => { skippable(() => { attach(() => { while (true) wait(1); }); clock.fastForward(); waitSignal('bell'); log('belled'); }, { skipPatienceMs: 40 }); }); wait(60); signal('bell'); wait(10);`,
    'a skippable in a skippable': `skippable(() => { skippable(() => { wait(15); clock.fastForward(); wait(300); log('inner'); }); wait(20); log('outer ' + clock.frame); });`,
    'clocks that are asked in another order than they were made': `const first = new Clock(clock); const second = new Clock(clock); start(() => withClock(second, () => { waitFrames(4); wait(20); log('second'); })); start(() => withClock(first, () => { waitFrames(4); wait(20); log('first'); })); wait(80);`,
  };

  test.each(Object.entries(programs))('%s', (_, body) => {
    const start = compile(source(body));
    for (let pulses = 0; pulses < 8; pulses++) {
      const { lines, whole } = savedAndLoaded(start, pulses, ({ play }) => play());
      expect(lines).toEqual(whole);
    }
  });
});

/** A source of events, which notes who puts listeners on it. */
class Bell {
  readonly id = 'bell';
  readonly notes: string[] = [];
  listeners: ((...args: unknown[]) => void)[] = [];
  on(type: string, listener: () => void): void {
    this.notes.push(`on ${type}`);
    this.listeners.push(listener);
  }
  off(type: string, listener: () => void): void {
    this.notes.push(`off ${type}`);
    this.listeners = this.listeners.filter((one) => one !== listener);
  }
  ring(...args: unknown[]): void {
    for (const listener of this.listeners.slice()) listener(...args);
  }
}

const optionsOf = (bell: Bell): SavesOptions => ({
  objects: { idOf: (object: { id?: string }) => object.id, find: () => bell },
});

describe('a queue of events of a source with an id', () => {
  const body = `const dings = listen(bell, 'ding'); start(() => log('wait ' + waitForEvent(bell, 'ding'))); start(() => log('told ' + dings.next())); for (let i = 0; i < 3; i++) log(dings.next()); wait(1000);`;
  const start = compile(`// @compile the whole file\nexport function play(bell) { ${body} }`);
  const began = (): { bell: Bell; game: Game } => {
    const bell = new Bell();
    const game = new Game(start, optionsOf(bell));
    const { play } = game.module;
    play(bell);
    return { bell, game: game.pulse() };
  };

  test('listens again, once, and has what had come', () => {
    const { bell, game } = began();
    bell.ring('a');
    bell.ring('b', 2);
    const text = game.saves.save();
    const other = new Bell();
    const next = new Game(start, optionsOf(other));
    next.saves.load(text);
    expect(next.saves.save()).toBe(text);
    expect(other.notes).toEqual(['on ding']);
    next.pulse(2);
    other.ring('c');
    expect(next.pulse().lines).toEqual(['2 wait a', '2 told a', '2 b,2', '4 c']);
  });

  test('is taken off when another save is loaded', () => {
    const { bell, game } = began();
    const text = new Game(start, optionsOf(bell)).pulse().saves.save();
    game.saves.load(text);
    expect([bell.listeners, bell.notes]).toEqual([[], ['on ding', 'off ding']]);
  });

  test('what comes while it begins again is not lost, and wakes nobody before all is in its place', () => {
    const asking = compile(
      `// @compile the whole file\nexport function play(bell) { const dings = listen(bell, 'ding'); log(dings.next()); }`,
    );
    const bell = new Bell();
    const game = new Game(asking, optionsOf(bell));
    const { play } = game.module;
    play(bell);
    const text = game.pulse().saves.save();
    const other = new Bell();
    other.on = (_type: string, listener: (...args: unknown[]) => void) => {
      other.listeners.push(listener);
      listener('at once');
    };
    const next = new Game(asking, optionsOf(other));
    next.saves.load(text);
    expect(next.pulse().lines).toEqual(['2 at once']);
  });

  test('is refused without an id', () => {
    const game = new Game(start);
    const { play } = game.module;
    play(new Bell());
    expect(game.saves.whyNot().map(({ code }) => code)).toContain('event');
    expect(() => game.saves.save()).toThrow(SaveError);
  });
});

test('an event skips what has it as `by`, also after a load', () => {
  const start = compile(
    `// @compile the whole file\nfunction scene() { wait(500); log('end'); }\nexport function play(bell) { skippable(scene, { by: [bell, 'ding'] }); log('over'); }`,
  );
  const before = new Bell();
  const first = new Game(start, optionsOf(before));
  const { play } = first.module;
  play(before);
  const text = first.pulse().saves.save();
  before.ring();
  const whole = first.pulse().lines;
  // It has had frames of its own.
  expect(whole).toEqual(['50 end', '2 over']);
  const bell = new Bell();
  const game = new Game(start, optionsOf(bell));
  game.saves.load(text);
  bell.ring();
  expect(game.pulse().lines).toEqual(whole);
});
