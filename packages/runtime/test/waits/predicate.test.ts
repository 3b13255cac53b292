import { EventEmitter } from 'node:events';
import { check, resume } from '../../src/host.js';
import { $thread } from '../../src/abi.js';
import { clock, race, Scheduler, wait, waitFor, waitForEvent, waitSignal, waitUntil } from '../../src/index.js';
import { Actor, Stage } from '../stage.js';

/** Every property of what the word `clock` gives, own ones and those of its class. */
function properties(): string[] {
  const names = new Set<string>();
  for (let at: object | null = clock; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') names.add(name);
  return [...names].sort();
}

const read = (): Record<string, unknown> =>
  Object.fromEntries(properties().map((name) => [name, (clock as unknown as Record<string, unknown>)[name]]));

/** The words that ask a function of the script, each with the body of a thread that waits with it. */
const asks: Record<string, (ask: () => boolean, room: Scheduler, events: EventEmitter) => (this: Actor) => Generator> =
  {
    waitUntil: (ask) =>
      function* () {
        yield waitUntil(ask);
      },
    'this.waitUntil': (ask) =>
      function* () {
        yield this.waitUntil(ask);
      },
    check: (ask, room) =>
      function* () {
        yield check(room, ask);
      },
    'the filter of waitForEvent': (ask, _room, events) =>
      function* () {
        yield waitForEvent(events, 'x', { filter: ask });
      },
    'the filter of this.waitForEvent': (ask, _room, events) =>
      function* () {
        yield this.waitForEvent(events, 'x', { filter: ask });
      },
    'the filter that judges what was kept': (ask, _room, events) =>
      function* () {
        yield waitForEvent(events, 'first');
        while (true) {
          yield waitForEvent(events, 'x', { filter: ask });
          yield waitUntil(clock.frame + 1);
        }
      },
  };

describe('`clock` in what a wait asks', () => {
  test('has properties to compare', () => {
    expect(properties()).toEqual(expect.arrayContaining(['frame', 'now']));
  });

  test.each(Object.entries(asks))('is the thread’s in %s', (_word, bodyOf) => {
    const stage = new Stage();
    const { scheduler } = stage;
    const events = new EventEmitter();
    const seen: { told: unknown; really: unknown }[] = [];
    const ask = (): boolean => {
      seen.push({ told: read(), really: stage.play(readOutside) });
      return false;
    };
    // What the scheduler's clock says, asked as plain code asks.
    const readOutside = (): unknown => ({ frame: scheduler.clock.frame, now: scheduler.clock.now });
    const actor = stage.actor('hero');
    const body = bodyOf(ask, scheduler, events);
    stage.play(() => ($thread(body as any, 'asks(0)') as any).call(actor));
    for (let frame = 0; frame < 5; frame++) {
      stage.pulse();
      stage.play(() => events.emit('first'));
      stage.play(() => events.emit('x'));
      // A pulse of another scheduler comes between, as in a program with two rooms.
      new Scheduler().pulse(1);
    }
    expect(seen.length).toBeGreaterThanOrEqual(4);
    for (const { told, really } of seen) expect(told).toMatchObject(really as object);
    expect(new Set(seen.map(({ told }) => (told as { frame: number }).frame)).size).toBeGreaterThanOrEqual(4);
  });

  test('lets a wait for a frame end', () => {
    const stage = new Stage();
    stage.play(
      stage.script('f', function* () {
        yield waitUntil(() => clock.frame >= 3);
        stage.log('done');
      }),
    );
    stage.pulse(8);
    expect(stage.lines).toEqual(['3 done']);
  });
});

describe('what is asked cancels its own thread', () => {
  test('a predicate: the next wait of its finally goes on', () => {
    const stage = new Stage();
    const box: { me?: any; ready?: boolean } = {};
    box.me = stage.play(
      stage.script('victim', function* () {
        try {
          yield waitUntil(() => (box.me?.cancel('x'), box.me !== undefined));
        } finally {
          yield waitUntil(() => box.ready);
          stage.log('finally over');
        }
      }),
    );
    stage.pulse(3);
    expect([stage.lines, box.me.status]).toEqual([[], 'checking']);
    box.ready = true;
    stage.pulse(2);
    expect([stage.lines, box.me.status]).toEqual([['4 finally over'], 'cancelled']);
  });

  test('a predicate that throws as well', () => {
    const stage = new Stage();
    const box: { me?: any } = {};
    box.me = stage.play(
      stage.script('victim', function* () {
        try {
          yield waitUntil(() => {
            if (box.me === undefined) return false;
            box.me.cancel('x');
            throw new Error('thrown by the predicate');
          });
        } finally {
          yield waitUntil(() => clock.frame >= 3);
          stage.log('finally over');
        }
      }),
    );
    stage.pulse(5);
    expect([stage.lines, box.me.status]).toEqual([['3 finally over'], 'cancelled']);
  });

  test('a predicate that ends the wait of its own thread by `resume`', () => {
    const stage = new Stage();
    const box: { me?: any } = {};
    box.me = stage.play(
      stage.script('victim', function* () {
        const given: unknown = yield waitUntil(
          () => box.me !== undefined && resume(stage.scheduler, box.me.id, 'resumed'),
        );
        stage.log(String(given));
      }),
    );
    stage.pulse(3);
    expect(stage.lines).toEqual(['1 resumed']);
  });

  test('a source that is listened to: what its finally keeps stays kept', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    const source = { on: () => hero.cancelAll(), off() {} };
    const body = function* (this: Actor): any {
      try {
        yield waitForEvent(source, 'x');
      } finally {
        yield this.wait(20);
        this.log('finally over');
      }
    };
    stage.play(() => ($thread(body as any, 'listens(0)') as any).call(hero));
    expect(hero.busy).toBe(true);
    stage.play(() => hero.jump());
    stage.finish();
    expect(stage.lines).toEqual(['2 hero finally over', '2 hero jump', '4 hero land']);
  });

  test('a source that is let go of', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    const box: { emit?: () => void } = {};
    const source = { on: (_type: string, listener: () => void) => (box.emit = listener), off: () => hero.cancelAll() };
    const body = function* (this: Actor): any {
      try {
        yield waitForEvent(source, 'x');
        yield wait(50);
      } finally {
        yield this.wait(20);
        this.log('finally over');
      }
    };
    stage.play(() => ($thread(body as any, 'listens(0)') as any).call(hero));
    box.emit?.();
    stage.pulse();
    expect(hero.busy).toBe(true);
    stage.play(() => hero.jump());
    stage.finish();
    expect(stage.lines).toEqual(['3 hero finally over', '3 hero jump', '5 hero land']);
  });

  test('a Promise whose then does it', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    class Cancelling extends Promise<unknown> {
      // oxlint-disable-next-line unicorn/no-thenable -- it is a Promise
      override then(...args: any[]): any {
        hero.cancelAll();
        return super.then(...args);
      }
    }
    const promise = new Cancelling(() => {});
    const body = function* (this: Actor): any {
      try {
        yield waitFor(promise);
      } finally {
        yield this.wait(20);
        this.log('finally over');
      }
    };
    stage.play(() => {
      ($thread(body as any, 'go(0)') as any).call(hero);
      hero.jump();
    });
    stage.finish();
    expect(stage.lines).toEqual(['2 hero finally over', '2 hero jump', '4 hero land']);
  });

  test('a filter: the same event does not end the wait of its finally', () => {
    const stage = new Stage();
    const events = new EventEmitter();
    const box: { me?: any } = {};
    box.me = stage.play(
      stage.script('victim', function* () {
        try {
          yield waitForEvent(events, 'x', { filter: () => (box.me.cancel(), true) });
        } finally {
          yield waitForEvent(events, 'x');
          stage.log('finally over');
        }
      }),
    );
    stage.play(() => events.emit('x'));
    stage.pulse();
    expect(stage.lines).toEqual([]);
    stage.play(() => events.emit('x'));
    stage.pulse();
    expect(stage.lines).toEqual(['2 finally over']);
  });
});

describe('a race that what came before the frame has decided', () => {
  /** A fight of so many turns, `turn` after `turn`, in a race with what ends it. Between two frames the foe dies. */
  function fight(end: (stage: Stage, foe: Actor) => () => unknown, turn: () => unknown): string[] {
    const stage = new Stage();
    const foe = stage.actor('foe');
    const rage = stage.script('rage', function* () {
      for (;;) {
        yield turn();
        stage.log('attacks');
      }
    });
    const ends = end(stage, foe);
    stage.play(
      stage.script('fight', function* () {
        yield race(ends, rage);
        stage.log('over');
      }),
    );
    stage.pulse(2);
    stage.play(() => foe.jump());
    stage.scheduler.signal('dead');
    stage.pulse();
    return stage.lines;
  }
  const turns: [string, () => unknown][] = [
    ['a timer', () => wait(10)],
    ['a frame', () => waitUntil(clock.frame + 1)],
  ];
  const before = ['1 attacks', '2 attacks', '2 foe jump'];

  // It is asked when timers and frames that are due have woken, and goes on before those.
  test.each(turns)('a predicate comes before the step of %s in that frame', (_what, turn) => {
    const asked: string[] = [];
    const isOver = (stage: Stage, foe: Actor) => () =>
      waitUntil(() => (asked.push(`${clock.frame}: ${stage.lines.length}`), stage.lines.includes('2 foe jump')) && foe);
    expect(fight(isOver, turn)).toEqual([...before, '3 over']);
    expect(asked.at(-1)).toBe('3: 3');
  });

  test.each(turns)('a signal comes before the step of %s in that frame', (_what, turn) => {
    expect(fight(() => () => waitSignal('dead'), turn)).toEqual([...before, '3 over']);
  });

  test.each(turns)('a call comes before the step of %s in that frame', (_what, turn) => {
    // oxlint-disable-next-line typescript/unbound-method -- with its receiver
    expect(fight((_stage, foe) => () => waitFor(foe.jump, foe), turn)).toEqual([...before, '3 over']);
  });
});
