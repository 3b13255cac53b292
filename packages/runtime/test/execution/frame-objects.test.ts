import fc from 'fast-check';
import { $enter, $keep2, $next2, $sync, $thread, outside } from '../../src/abi.js';
import { codeOf } from '../../src/execution/compiled-function.js';
import { type FrameCode, isOpen } from '../../src/execution/frame-code.js';
import { Scheduler, wait, waitFor } from '../../src/index.js';
import { Thread } from '../../src/threads/thread.js';
import { observe } from '../../src/observe.js';
import { withSchema } from '../../src/schema.js';
import { traceOf } from '../../src/threads/error-trace.js';
import { verify } from '../../src/testing.js';
import { Stage } from '../stage.js';
import { type Actor, type Form, type Forms, makeScripts, type Name, NAMES, type Scripts } from './frame-scripts.js';
import { entryOf } from './step-scripts.js';

/** `npm test` plays a part, the nightly run, which gives a number, 3,000 programs. */
const runs = Number(process.env['FRAME_RUNS'] ?? 100);
const seed = Number(process.env['FRAME_SEED'] ?? 20261123);

const all = (form: Form): Forms => Object.fromEntries(NAMES.map((name) => [name, form])) as Record<Name, Form>;
const anyForms = fc.array(fc.constantFrom<Form>('generator', 'steps', 'entries'), { minLength: 5, maxLength: 5 });

/** What plain code does before a pulse. Numbers mean an actor or a thread, modulo how many there are. */
const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      script: fc.constantFrom(...NAMES),
      actor: fc.nat(2),
      other: fc.nat(2),
      count: fc.nat(5),
      how: fc.constantFrom('call', 'call', 'spawn'),
      priority: fc.integer({ min: -1, max: 1 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), thread: fc.nat(20), now: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('signal' as const), word: fc.constantFrom('good', 'bad', 'worse') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const), thread: fc.nat(20) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancelOwned' as const), actor: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('halt' as const, 'goOn' as const) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('pulse' as const), ms: fc.constantFrom(0, 5, 10, 10, 20) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
const program = fc.array(operation, { minLength: 5, maxLength: 40 });

/** Plays a program with scripts in these forms. Returns all that can be seen of it. */
class Run {
  readonly lines: string[] = [];
  readonly scheduler = new Scheduler({
    warnings: false,
    onError: (error, thread) => this.log(`uncaught of ${thread.name}: ${String(error)} in ${traceOf(error)}`),
  });
  readonly scripts: Scripts;
  readonly threads: Thread[] = [];

  constructor(forms: Forms) {
    this.scripts = makeScripts(forms, (text) => this.log(text));
  }

  log(text: string): void {
    this.lines.push(`${this.scheduler.clock.frame} ${text}`);
  }

  play(operations: readonly Operation[]): string[] {
    for (const one of operations) {
      this.apply(one);
      verify(this.scheduler);
      if (NAMES.some((name) => this.isOpen(name))) this.log('a function is open in plain code');
      for (const thread of this.scheduler.threads) this.log(`${String(thread)} in ${thread.trace()}`);
    }
    this.scheduler.clock.resume();
    for (const thread of this.threads) thread.resume();
    for (let i = 0; i < 60; i++) this.apply({ do: 'pulse', ms: 10 });
    for (const { name, status, result } of this.threads) this.log(`${name} ${status} ${String(result)}`);
    return this.lines;
  }

  apply(one: Operation): void {
    const { scheduler } = this;
    const thread = 'thread' in one ? this.threads[one.thread % Math.max(1, this.threads.length)] : undefined;
    switch (one.do) {
      case 'start':
        this.start(one);
        break;
      case 'cancel':
        thread?.cancel('enough', { now: one.now });
        break;
      case 'pause':
        thread?.pause();
        break;
      case 'resume':
        thread?.resume();
        break;
      case 'signal':
        scheduler.signal('go', one.word);
        break;
      case 'cancelOwned':
        this.actorAt(one.actor).cancelAll('all of it');
        break;
      case 'halt':
        scheduler.clock.pause();
        break;
      case 'goOn':
        scheduler.clock.resume();
        break;
      case 'pulse':
        scheduler.pulse(one.ms);
    }
  }

  isOpen(name: Name): boolean {
    const code = codeOf(this.scripts[name as 'walk'] ?? this.actorAt(0)[name as 'step']) as FrameCode | undefined;
    return code !== undefined && (isOpen(code, undefined) || isOpen(code, this.actorAt(0)));
  }

  actorAt(index: number): Actor {
    return this.scripts.actors[index] as Actor;
  }

  start({ script, actor: at, other, count, how, priority }: Extract<Operation, { do: 'start' }>): void {
    const { scheduler, scripts } = this;
    const actor = this.actorAt(at);
    const isMethod = script === 'carry' || script === 'step';
    const args = script === 'carry' ? [this.actorAt(other), count] : script === 'step' ? [count] : [actor, count];
    const fn = (isMethod ? actor[script] : scripts[script]) as (...given: unknown[]) => unknown;
    try {
      const given: unknown =
        how === 'spawn'
          ? scheduler.spawn(fn, { args, priority, ...(isMethod ? { owner: actor } : {}) })
          : scheduler.enter(() => fn.apply(isMethod ? actor : undefined, args));
      if (given instanceof Thread) this.threads.push(given);
      else this.log(`${script} gave ${JSON.stringify(given)}`);
    } catch (error) {
      this.log(`${script} threw ${String(error)} in ${traceOf(error)}`);
    }
  }
}

const play = (forms: Forms, operations: readonly Operation[]): string[] => new Run(forms).play(operations);

/** Which events of a thread may come after which. */
const after: Readonly<Record<string, readonly (string | undefined)[]>> = {
  started: [undefined],
  waits: ['started', 'goesOn', 'waits'],
  queued: ['started', 'goesOn', 'waits', 'queued'],
  goesOn: ['waits', 'queued'],
  ended: ['started', 'goesOn', 'waits', 'queued'],
};

/** The same where somebody observes: that changes nothing, and each event comes in order. */
function playObserved(forms: Forms, operations: readonly Operation[]): string[] {
  const run = new Run(forms);
  const last = new Map<Thread, string>();
  const tell =
    (event: string) =>
    (thread: Thread): void => {
      const before = last.get(thread);
      if (after[event]?.includes(before) !== true) run.log(`${thread.name}: ${event} after ${String(before)}`);
      last.set(thread, event);
    };
  const events = Object.keys(after).map((event) => [event, tell(event)]);
  const stop = observe(run.scheduler, Object.fromEntries(events));
  try {
    return run.play(operations);
  } finally {
    stop();
    for (const [thread, event] of last) if (thread.ended !== (event === 'ended')) run.log(`${thread.name}: no end`);
  }
}

/** Each of these stands in the trace of one program in a hundred, or more. */
const KINDS = [
  'walks 3',
  'stumbles',
  'carries',
  'guards good',
  'has caught',
  'has closed',
  'off duty',
  'Error: worse',
  'is back',
  'race(',
  'blocked',
  'paused',
  'uncaught',
  'guard cancelled',
  'carry done',
  'step(1) -> carry',
];

test(`${runs} random programs do the same with steps of frame objects, with entries of those as they are emitted, and with all forms in one stack, as with generators`, () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(program, anyForms, (operations, formsOf) => {
      const expected = play(all('generator'), operations);
      expect(play(all('steps'), operations)).toEqual(expected);
      expect(play(all('entries'), operations)).toEqual(expected);
      const mixed = Object.fromEntries(NAMES.map((name, i) => [name, formsOf[i]])) as Forms;
      expect(play(mixed, operations)).toEqual(expected);
      expect(playObserved(mixed, operations)).toEqual(expected);
      for (const what of KINDS)
        if (expected.some((line) => line.includes(what))) seen.set(what, (seen.get(what) ?? 0) + 1);
    }),
    { numRuns: runs, seed },
  );
  if (process.env['FRAME_REPORT'])
    process.stdout.write(`${[...seen].map(([what, count]) => `${what}: ${count}`).join(', ')}\n`);
  // A program in which nothing happens says nothing.
  expect(KINDS.filter((what) => (seen.get(what) ?? 0) < runs / 100)).toEqual([]);
}, 600_000);

/** A script of one step: its body is `first`, then `then`. */
function twoParts(first: () => unknown, then: (value: any, mode: number) => unknown, form = 'frames'): () => any {
  const script = ($f: any, $v: any, $m: number, $this: unknown): unknown => {
    if ($f !== null) return then($v, $m);
    const $c = $v as FrameCode;
    $v = first();
    return $c.waits($v) ? $keep2($f, $c, $this, 1) : $v;
  };
  return $thread(script as never, `script(0) ${form} 1:1:a`, null, entryOf as never) as () => any;
}

describe('a call whose frame is an object', () => {
  test('waits for a Promise that is its value, and for one that a call which has waited gives', async () => {
    const stage = new Stage();
    const inner = twoParts(
      () => wait(10),
      () => Promise.resolve('late'),
    );
    const outer = twoParts(
      () => Promise.resolve('at once'),
      (value) => value,
    );
    const [atOnce, late] = stage.play(() => [outer(), twoParts(inner, (value) => value)()]);
    stage.pulse(2);
    expect(late.waitingFor).toBe('a Promise, since frame 1');
    await Promise.resolve();
    stage.pulse();
    expect([atOnce.result, late.result]).toEqual(['at once', 'late']);
  });

  test('is unwound, and its `catch` does not see that', () => {
    const stage = new Stage();
    const modes: number[] = [];
    const thread = stage.play(
      twoParts(
        () => wait(10),
        (value, mode) => {
          modes.push(mode);
          throw value;
        },
      ),
    );
    thread.cancel();
    expect([thread.status, modes, stage.uncaught]).toEqual(['cancelled', [1], []]);
  });

  test('does not go on with an error, nor to be unwound, if it pauses in no `try`', () => {
    const stage = new Stage();
    const fails = twoParts(
      () => wait(10),
      () => {
        throw new Error('late');
      },
      'frames bare through',
    );
    const values: unknown[] = [];
    const passing = twoParts(fails, (value) => values.push(value), 'frames bare through');
    const failed = stage.play(passing);
    const cancelled = stage.play(passing);
    cancelled.cancel();
    stage.pulse(2);
    const [error] = stage.uncaught as [Error];
    expect([failed.status, cancelled.status, error.message, values]).toEqual(['failed', 'cancelled', 'late', []]);
    const goesOn = twoParts(
      () => wait(10),
      () => values.push('went on'),
      'frames bare through',
    );
    stage.play(goesOn);
    stage.pulse(2);
    expect(values).toEqual(['went on']);
  });

  test('cannot pause in a synchronous region, whatever pauses', () => {
    const stage = new Stage();
    const waits = twoParts(
      () => wait(10),
      () => undefined,
    );
    const loops = $thread(
      (($f: any, $v: any, _: number, $this: unknown) => $next2($f, $v, $this, 1)) as never,
      'loops(0) frames 1:1:a',
    ) as () => any;
    const promises = twoParts(
      () => Promise.resolve(),
      () => undefined,
    );
    for (const script of [waits, loops, promises]) {
      const tried = stage.script('tried', function* () {
        yield $sync('a getter', script);
      });
      expect(() => stage.play(tried)).toThrow(/cannot pause .*a getter/);
    }
    verify(stage.scheduler);
  });

  test('tells of a pause that was kept for later, and of one that was lost', () => {
    const stage = new Stage();
    let kept: unknown;
    const keeps = twoParts(
      () => {
        kept = wait(10);
        return kept;
      },
      () => kept,
    );
    const uses = twoParts(keeps, () => (codeOf(keeps) as FrameCode).waits(kept));
    stage.play(uses);
    stage.pulse(2);
    expect(String(stage.uncaught[0])).toMatch(/SpindleError/);
    const loses = twoParts(
      () => [wait(10)].length,
      () => undefined,
    );
    expect(() => stage.play(loses)).toThrow(/at the next yield of script/);
  });

  test('is called with `new` where nothing can pause', () => {
    const code = codeOf(
      twoParts(
        () => wait(10),
        () => undefined,
      ),
    );
    // oxlint-disable-next-line typescript/no-extraneous-class -- something that is made with `new`
    class Made {
      constructor() {
        // oxlint-disable-next-line no-constructor-return -- as an entry does
        return $enter(code as never, this, [], new.target) as this;
      }
    }
    const stage = new Stage();
    const made = stage.script('made', function* () {
      yield new Made();
    });
    expect(() => stage.play(made)).toThrow(/called with new/);
  });
});

describe('the gate', () => {
  test('is open where a thread runs and may pause; a method asks for the owner that the thread holds alone', () => {
    const stage = new Stage();
    const [actor, other] = [stage.actor('actor'), stage.actor('other')];
    const seen: unknown[] = [];
    const code = codeOf(
      twoParts(
        () => undefined,
        () => undefined,
      ),
    ) as FrameCode;
    const look = (where: string): unknown =>
      seen.push([where, isOpen(code, undefined), isOpen(code, actor), isOpen(code, other)]);
    look('plain code');
    stage.play(() =>
      actor.act(function* () {
        look('a method');
        yield $sync('a getter', () => look('a getter'));
        outside(() => look('outside'));
        const pause = wait(10);
        look('a pause');
        yield pause;
        look('a method whose owner was free meanwhile');
      }),
    );
    stage.script('script', function* () {
      look('a function');
      yield 0;
    })();
    stage.finish();
    expect(seen).toEqual([
      ['plain code', false, false, false],
      ['a method', true, true, false],
      ['a getter', false, false, false],
      ['outside', false, false, false],
      ['a pause', false, false, false],
      ['a function', true, false, false],
      ['a method whose owner was free meanwhile', true, false, false],
    ]);
  });

  test('is shut for a function that somebody watches, and for one that is not to wait', () => {
    const stage = new Stage();
    const script = twoParts(
      () => 1,
      () => undefined,
    );
    const code = codeOf(script) as FrameCode;
    const open: boolean[] = [];
    const look = stage.script('look', function* () {
      open.push(isOpen(code, undefined));
      yield 0;
    });
    look();
    withSchema(script, { waiting: false });
    look();
    withSchema(script, { waiting: true });
    look();
    const waiter = stage.play(
      stage.script('waiter', function* () {
        yield waitFor(script);
      }),
    );
    expect(waiter.status).toBe('waiting');
    look();
    stage.play(
      stage.script('caller', function* () {
        yield script();
      }),
    );
    stage.pulse();
    expect(waiter.status).toBe('done');
    expect(open).toEqual([true, false, true, false]);
  });
});
