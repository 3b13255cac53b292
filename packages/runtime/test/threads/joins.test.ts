import fc from 'fast-check';
import { all, race, type Thread, wait, waitFor, waitSignal } from '../../src/index.js';
import { joinBy } from '../../src/threads/settle-joins.js';
import { type Join, joinersOf, liveOf } from '../../src/threads/joins.js';
import { Stage } from '../stage.js';

const TARGETS = 5;

/** `one` goes on with the first that ends, `all` with the last; cancelled or failing, `all` ends what it waits for. */
interface Joining {
  readonly mode: 'one' | 'all';
  /** Some of them twice. */
  readonly targets: readonly number[];
}

const join = (mode: Join['mode'], targets: Thread[]): unknown =>
  joinBy({ mode, targets, nodes: null, remaining: liveOf(targets).length }, false);

/** One thing that happens, each in a pulse of its own. */
type Step =
  | { readonly does: 'join'; readonly joining: Joining }
  | { readonly does: 'end'; readonly targets: readonly number[] }
  | { readonly does: 'cancel'; readonly joiner: number };

/** Targets that end at a signal; in its `finally` each cancels a joiner, if there is one of that number. */
class World {
  readonly stage = new Stage();
  readonly joiners: Thread[] = [];
  readonly targets: Thread[];

  constructor(victims: readonly number[]) {
    const body = (index: number) => (): Generator => end(index);
    const { joiners } = this;
    function* end(index: number): Generator {
      try {
        yield waitSignal(`end ${index}`);
      } finally {
        joiners[victims[index] as number]?.cancel();
      }
    }
    this.targets = victims.map((_, index) => this.stage.play(this.stage.script(`target ${index}`, body(index))));
  }

  do(step: Step): void {
    if (step.does === 'join') this.join(step.joining);
    else if (step.does === 'end') step.targets.forEach((target) => this.stage.scheduler.signal(`end ${target}`));
    else this.joiners[step.joiner]?.cancel();
    this.stage.pulse();
  }

  /** Who has gone on, in order. */
  get told(): number[] {
    return this.stage.lines.map((line) => Number(line.split(' ')[1]));
  }

  /** Who stands at each target. */
  get standing(): number[][] {
    return this.targets.map((target) => joinersOf(target).map((joiner) => this.joiners.indexOf(joiner)));
  }

  private join({ mode, targets }: Joining): void {
    const { joiners, stage } = this;
    const threads = targets.map((target) => this.targets[target] as Thread);
    const number = joiners.length;
    const script = stage.script('joiner', function* () {
      try {
        yield join(mode, threads);
      } catch {
        // That one of them was cancelled.
      }
      stage.log(`${number}`);
    });
    // It has its number before it waits.
    joiners.push(stage.scheduler.spawn(script));
  }
}

/** The same with plain arrays. */
class Model {
  readonly told: number[] = [];
  readonly standing: number[][] = Array.from({ length: TARGETS }, () => []);
  readonly #victims: readonly number[];
  readonly #state: ('lives' | 'ends' | 'ended')[] = Array.from({ length: TARGETS }, () => 'lives');
  readonly #joins: ((Joining & { left: number }) | null)[] = [];
  readonly #failed = new Set<number>();
  /** Who goes on in this pulse. */
  #ready: number[] = [];

  constructor(victims: readonly number[]) {
    this.#victims = victims;
  }

  do(step: Step): void {
    if (step.does === 'join') this.#join(step.joining);
    else if (step.does === 'end') new Set(step.targets).forEach((target) => this.#end(target, false));
    else this.#cancel(step.joiner);
    this.told.push(...this.#ready);
    this.#ready = [];
  }

  #join(joining: Joining): void {
    const { mode, targets } = joining;
    const number = this.#joins.length;
    const live = targets.filter((target) => this.#state[target] === 'lives');
    const failed = targets.some((target) => this.#failed.has(target));
    const isOver = mode === 'one' ? live.length < targets.length : failed || live.length === 0;
    this.#joins.push(isOver ? null : { ...joining, left: live.length });
    if (!isOver) live.forEach((target) => this.standing[target]?.push(number));
    // It runs: nobody can stop it before its next wait.
    else this.told.push(number);
    if (isOver && mode === 'all') this.#endAll(live);
  }

  #end(target: number, isCancelled: boolean): void {
    if (this.#state[target] !== 'lives') return;
    this.#state[target] = 'ends';
    this.#cancel(this.#victims[target] as number);
    this.#state[target] = 'ended';
    if (isCancelled) this.#failed.add(target);
    for (;;) {
      const number = this.standing[target]?.shift();
      if (number === undefined) return;
      const joining = this.#joins[number] as Joining & { left: number };
      joining.left--;
      if (joining.mode === 'all' && !isCancelled && joining.left > 0) continue;
      this.#leave(number);
      this.#ready.push(number);
      if (joining.mode === 'all' && isCancelled) this.#endAll(joining.targets);
    }
  }

  #endAll(targets: readonly number[]): void {
    targets.toReversed().forEach((target) => this.#end(target, true));
  }

  #cancel(number: number): void {
    this.#ready = this.#ready.filter((other) => other !== number);
    const joining = this.#joins[number];
    if (joining === undefined || joining === null) return;
    this.#leave(number);
    if (joining.mode === 'all') this.#endAll(joining.targets);
  }

  #leave(number: number): void {
    this.#joins[number] = null;
    this.standing.forEach((queue, target) => (this.standing[target] = queue.filter((other) => other !== number)));
  }
}

const someTargets = fc.array(fc.nat(TARGETS - 1), { minLength: 1, maxLength: 6 });
const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('join' as const),
      joining: fc.record({ mode: fc.constantFrom('one' as const, 'all' as const), targets: someTargets }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('end' as const), targets: someTargets }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), joiner: fc.nat(8) }) },
);

test('joiners are told as if they stood in plain arrays: all of them, once for each time, in order', () => {
  const victims = fc.array(fc.nat(12), { minLength: TARGETS, maxLength: TARGETS });
  fc.assert(
    fc.property(victims, fc.array(someStep, { maxLength: 14 }), (victim, steps) => {
      const world = new World(victim);
      const model = new Model(victim);
      for (const one of steps) {
        world.do(one);
        model.do(one);
        expect(world.told).toEqual(model.told);
        expect(world.standing).toEqual(model.standing);
      }
    }),
    { numRuns: 300 },
  );
});

test('a thread that is named twice is waited for twice, and left twice', () => {
  const stage = new Stage();
  const nap: Thread = stage.play(
    stage.script('nap', function* () {
      yield wait(20);
      return 'awake';
    }),
  );
  const joins = (mode: 'one' | 'ending', targets: Thread[]): Thread =>
    stage.play(
      stage.script('joins', function* () {
        yield join(mode, targets);
        stage.log(mode);
      }),
    );
  const first = joins('ending', [nap, nap]);
  const cancelled = joins('one', [nap, nap, nap]);
  const last = joins('one', [nap]);
  expect(joinersOf(nap)).toEqual([first, first, cancelled, cancelled, cancelled, last]);
  cancelled.cancel();
  expect(joinersOf(nap)).toEqual([first, first, last]);
  stage.pulse(2);
  expect(stage.lines).toEqual(['2 ending', '2 one']);
});

test('who is cancelled while others are told of an end may wait anew, and is told nothing of the old wait', () => {
  const stage = new Stage();
  const script = (name: string, body: () => Generator): Thread => stage.play(stage.script(name, body));
  const ends = script('ends', function* () {
    yield wait(10);
  });
  let waits: Thread | null = null;
  const loses = script('loses', function* () {
    try {
      yield wait(1000);
    } finally {
      waits?.cancel();
    }
  });
  const first = script('first', function* () {
    yield race(ends, loses);
    stage.log('first');
  });
  waits = script('waits', function* () {
    try {
      yield waitFor(ends);
    } finally {
      yield all(ends, () => wait(50));
      stage.log('unwound');
    }
  });
  stage.finish();
  expect([first.status, waits.status]).toEqual(['done', 'cancelled']);
  expect(stage.lines).toEqual(['1 first', '6 unwound']);
});
