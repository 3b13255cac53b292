import {
  $arrow,
  $cancel,
  $decorate,
  $detached,
  $early,
  $enter,
  $keep2,
  $keep4,
  $keepMany,
  $method,
  $methods,
  $named,
  $next4,
  $plain,
  $privateMethod,
  $sync,
  $takeNewTarget,
  $thread,
  beside,
  countIteration,
  handler,
  nextFrame,
  pausing,
} from '../../src/abi.js';
import { codeOf } from '../../src/execution/compiled-function.js';
import type { FrameCode } from '../../src/execution/frame-code.js';
import { MANY_CALLS, turn } from '../../src/execution/turn-state.js';
import { Executor, Scheduler, start, wait, waitFor, waitFrames, waitUntil, waitUntilTime } from '../../src/index.js';
import { traceOf } from '../../src/threads/error-trace.js';
import { Thread } from '../../src/threads/thread.js';
import { Stage } from '../stage.js';

/** A statement of a script: a call that may wait. It gets the value of the one before, and the arguments. */
type Part = (this: any, value: any, ...args: any[]) => unknown;

interface How {
  /** After the last statement comes the first one. */
  readonly endless?: boolean;
  /** What a `catch` around each statement does. */
  readonly caught?: (error: any) => unknown;
  /** What a `finally` around all of them does; it does not wait. */
  readonly final?: () => void;
}

/** A body of such statements, in one of the two forms. */
type Write = (parts: readonly Part[], how?: How) => never;

const generator = ((parts, { endless = false, caught, final } = {}) =>
  function* (this: unknown, ...args: any[]): any {
    let value: unknown;
    try {
      for (let i = 0; i < parts.length; i = endless ? (i + 1) % parts.length : i + 1) {
        try {
          value = yield (parts[i] as Part).call(this, value, ...args);
        } catch (error) {
          if (caught === undefined) throw error;
          value = caught(error);
        }
      }
      return value;
    } finally {
      final?.();
    }
  }) as Write;

const step = ((parts, { endless = false, caught, final } = {}) =>
  function ($f: any, $v: any, $m: number, $this: any, a: any, b: any, c: any, d: any): any {
    let $c = $v;
    let $pc = 0;
    let $z = false;
    if ($f === null) $v = undefined;
    else {
      $pc = $f.pc;
      $c = $f.code;
      $this = $f.self;
      a = $f.l0;
      b = $f.l1;
      c = $f.l2;
      d = $f.l3;
    }
    try {
      for (let at = $m === 0 ? $pc : $pc - 1; ; at++) {
        try {
          if ($m !== 0) {
            $m = 0;
            throw $v;
          }
          if (at === parts.length && !endless) return $v;
          if (at === parts.length) at = 0;
          $v = (parts[at] as Part).call($this, $v, a, b, c, d);
          if ($v === nextFrame) {
            $z = true;
            const kept = $next4($f, $c, $this, at + 1, a, b, c, d);
            return kept;
          }
          if ($c.waits($v)) {
            $z = true;
            return $keep4($f, $c, $this, at + 1, a, b, c, d);
          }
        } catch (error) {
          $z = false;
          if (error === $cancel || caught === undefined) throw error;
          $v = caught(error);
        }
      }
    } finally {
      if (!$z) final?.();
    }
  }) as Write;

/** As the plugin emits it, for any number of parameters. */
const entryOf = ($c: any): Function =>
  function (this: unknown, ...args: unknown[]) {
    const [a, b, c, d] = args;
    if (args.length <= $c.length && $c.isOpen(this))
      try {
        return $c.ran($c.run.call(this, null, $c, 0, this, a, b, c, d), args.length);
      } catch ($e) {
        throw $c.threw($e, args);
      }
    return $enter($c, this, args, new.target);
  };

const FORMS = [
  ['generators', generator, '', undefined],
  ['steps', step, ' frames 1:1:a', undefined],
  ['steps with entries', step, ' frames 1:1:a', entryOf],
] as const;

/** What a scenario tells of itself, in both forms. */
interface Tools {
  readonly stage: Stage;
  readonly log: (text: string) => void;
  /** A function of these statements: `meta` without the flag of its form. */
  readonly script: (meta: string, parts: readonly Part[], how?: How) => any;
  readonly body: Write;
  /** The text of a function in this form. */
  readonly meta: (text: string) => string;
}

/** Plays a scenario in all forms: what it returns and all that is logged are the same. */
async function bothSame(scenario: (tools: Tools) => unknown): Promise<readonly string[]> {
  const seen: (readonly string[])[] = [];
  for (const [, body, flag, entry] of FORMS) {
    const stage = new Stage();
    const meta = (text: string): string => text + flag;
    const script: Tools['script'] = (text, parts, how) => $thread(body(parts, how), meta(text), undefined, entry);
    const given = await scenario({ stage, log: stage.log, script, body, meta });
    stage.finish();
    seen.push([...stage.lines, `gives ${JSON.stringify(given)}`]);
  }
  for (const lines of seen) expect(lines).toEqual(seen[0]);
  return seen[0] as readonly string[];
}

/** What a call gives or throws, with its trace. */
function told(call: () => unknown): string {
  try {
    const given = call();
    return given instanceof Thread ? `waits in ${given.trace()}` : `gives ${String(given)}`;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message} in ${traceOf(error)}`;
  }
}

describe('a body that is a step', () => {
  test('runs in each form of wrapper', () => {
    const stage = new Stage();
    const make = (): never =>
      step([
        (_, n) => wait(10 * n),
        function (value, n) {
          return [n, value, this];
        },
      ]);
    const meta = 'body(1) frames 3:4:abc';
    const ended = (call: () => any): unknown => {
      const thread = stage.play(call);
      expect(thread.trace()).toBe('body(1)');
      stage.finish();
      return thread.result;
    };
    const self = { name: 'self' };
    const object = { body: make() as any };
    $methods(object, { body: meta });
    const held = { value: make() as any };
    const decorated = $decorate(meta)(make(), undefined) as any;
    const old = $decorate(meta)(undefined, undefined, held) as { value: any };
    const early = make();
    const declaration = function body() {};
    const run = (): any[] => [
      ended(() => ($thread(make(), meta) as any)(1)),
      ended(() => ($named(() => make(), meta) as any)(1)),
      ended(() => ($detached(make(), meta) as any)(1)),
    ];
    expect(run()).toEqual([
      [1, undefined, undefined],
      [1, undefined, undefined],
      [1, undefined, undefined],
    ]);
    expect(ended(() => ($arrow(make(), meta, self) as any)(1))).toEqual([1, undefined, self]);
    expect(ended(() => ($method(make(), meta) as any).call(self, 1))).toEqual([1, undefined, self]);
    expect(ended(() => object.body(1))).toEqual([1, undefined, object]);
    expect(ended(() => decorated.call(self, 1))).toEqual([1, undefined, self]);
    expect(ended(() => old.value.call(self, 1))).toEqual([1, undefined, self]);
    expect(ended(() => ($privateMethod(make(), meta) as any).call(self, 1))).toEqual([1, undefined, self]);
    expect(ended(() => $early(early, self, [1], meta) as any)).toEqual([1, undefined, self]);
    const declared = $thread(early, meta, declaration);
    expect(ended(() => (declared as any)(1))).toEqual([1, undefined, undefined]);
    expect([codeOf(declared)?.kind, codeOf(declaration)]).toEqual(['frames', codeOf(declared)]);
    expect(codeOf($thread(function* () {}, 'frames(0) name=frames 1:1:frames'))?.kind).toBe('generator');
  });

  test('has its receiver as `this`, as it begins and as it goes on: for `super` and for private names', () => {
    class Base extends Executor {
      get title(): string {
        return `${this.constructor.name} of the base`;
      }
    }
    class Derived extends Base {
      #secret = 'kept';
      declare tell: () => any;
      static {
        const methods = {
          // oxlint-disable-next-line typescript/explicit-function-return-type -- a step
          tell(this: Derived, $f: any, $v: any, $m: number, $this: any): any {
            if ($f === null) {
              if ($v.waits($this.wait(10))) return $keep2($f, $v, $this, 1, this.#secret, super.title);
            } else if ($m !== 0) throw $v;
            return `${$f.l0} ${this.#secret} ${super.title} ${this === $this}`;
          },
        };
        Object.setPrototypeOf(methods, Base.prototype);
        $methods(methods, { tell: 'Derived.tell(0) frames 1:1:a' });
        Object.defineProperty(Derived.prototype, 'tell', Object.getOwnPropertyDescriptor(methods, 'tell')!);
      }
    }
    const stage = new Stage();
    const thread = stage.play(() => new Derived().tell());
    stage.finish();
    expect(thread.result).toBe('kept kept Derived of the base true');
  });

  test('shows what it was called with, as many as there were, and its list of arguments', async () => {
    const lines = await bothSame(({ stage, script }) => {
      const waits = script('waits(2)', [() => wait(10)]);
      const fails = script('fails(2)', [
        () => wait(10),
        () => {
          throw new Error('late');
        },
      ]);
      const atOnce = script('atOnce(2)', [
        () => {
          throw new Error('early');
        },
      ]);
      const calls = [[], [1], [1, 2], [1, 2, 3], [undefined], [1, undefined, undefined]];
      const told1 = calls.map((args) => told(() => stage.play(() => waits(...args))));
      const told2 = calls.map((args) => told(() => stage.play(() => atOnce(...args))));
      for (const args of calls) stage.play(() => fails(...args));
      return [told1, told2];
    });
    expect(lines.at(-1)).toContain('waits in waits(1, 2, 3)');
    const many = $thread(
      function ($f: any, $v: any, _: number, $this: any, $args: any): any {
        if ($f !== null) return $f.l0[0].length;
        if ($v.waits(wait(10))) return $keepMany($f, $v, $this, 1, [$args, 2, 3, 4, 5, 6, 7, 8, 9]);
        return 0;
      } as never,
      'many(1) frames list 1:1:a',
    ) as any;
    const stage = new Stage();
    const thread = stage.play(() => many(1, 2, 3, 4, 5));
    expect(thread.trace()).toBe('many(1, 2, 3, 4, 5)');
    stage.finish();
    expect(thread.result).toBe(5);
  });

  test('throws to its caller, before and after a wait, through calls of both forms, with the same trace', async () => {
    const lines = await bothSame(({ stage, script, log }) => {
      const inner = script('inner(1)', [
        (_, n) => wait(n),
        () => {
          throw new Error('a wall');
        },
      ]);
      const native = $thread(function* (n: number): any {
        return yield inner(n);
      }, 'native(1)') as any;
      const catches = script(
        'catches(1)',
        [
          (_, n) => native(n),
          (value) => {
            log(`got ${value}`);
            return value;
          },
        ],
        {
          caught: (error) => `caught ${error.message}`,
        },
      );
      const passes = script('passes(1)', [(_, n) => native(n)], { final: () => log('finally') });
      const rethrows = script('rethrows(0)', [() => passes(10)], {
        caught: (error) => {
          throw new TypeError('another', { cause: error });
        },
      });
      return [
        told(() => stage.play(() => catches(10))),
        told(() => stage.play(() => passes(10))),
        told(() => stage.play(rethrows)),
      ];
    });
    expect(lines.join('\n')).toContain('inner(10) <- native(10) <- passes(10)'.replaceAll(' <- ', ' -> ').slice(0, 9));
  });

  test('waits for Promises: of a call, of its value, one that fails', async () => {
    const lines = await bothSame(async ({ stage, script, log }) => {
      const inner = script('inner(0)', [() => wait(10), () => Promise.resolve('late')]);
      const outer = script(
        'outer(0)',
        [
          () => Promise.resolve(1),
          (value) => {
            log(`got ${value}`);
            return inner();
          },
          (value) => log(`then ${value}`),
          () => Promise.reject(new Error('no')),
        ],
        {
          caught: (error) => `caught ${error.message}`,
        },
      );
      const thread: Thread = stage.play(outer);
      for (let i = 0; i < 9; i++) {
        await new Promise((done) => setTimeout(done));
        stage.pulse();
      }
      return [thread.status, thread.result];
    });
    expect(lines.at(-1)).toContain('caught no');
  });

  test('cannot wait where nothing may pause', async () => {
    const lines = await bothSame(({ stage, script, body, meta }) => {
      const ways: Part[] = [
        () => wait(10),
        () => nextFrame,
        () => Promise.resolve(),
        () => other(),
        () => waitUntilTime(99),
      ];
      const other = script('other(0)', [() => wait(5)]);
      return ways.map((way) => {
        const marked = $thread(
          body([way, (value) => value], { caught: (error) => `caught ${error.message}` }),
          `marked(0) instant${meta('')}`,
        ) as any;
        const plainly = script('plainly(0)', [way]);
        const through = script('through(0)', [() => $sync('a getter', plainly)]);
        const made = script('made(0)', [() => new plainly()]);
        return [told(() => stage.play(marked)), told(() => stage.play(through)), told(() => stage.play(made))];
      });
    });
    expect(lines.at(-1)).toContain('which is marked @instant');
  });

  test('is called with `new`', () => {
    const Made = $thread(
      step([
        function () {
          const target = $takeNewTarget();
          this.isMade = target === Made;
        },
      ]),
      'Made(0) frames 1:1:a',
    ) as any;
    const stage = new Stage();
    expect(stage.play(() => new Made())).toMatchObject({ isMade: true });
    expect(stage.play(() => new Made())).toBeInstanceOf(Made);
  });

  test('is stopped in a turn that does not end, where the loop is', async () => {
    const caught = (fn: () => unknown): string => {
      const uncaught: unknown[] = [];
      const scheduler = new Scheduler({ maxStepsPerTurn: 1000, onError: (error) => uncaught.push(error) });
      const text = told(() => scheduler.enter(fn));
      scheduler.pulse(10);
      scheduler.pulse(10);
      return `${text}; ${uncaught
        .map((error) =>
          told(() => {
            throw error;
          }),
        )
        .join()}`;
    };
    const lines = await bothSame(({ script, log }) => {
      const helper = script('helper(0)', [() => 1, () => ({}), () => 3]);
      const native = $thread(function* (): any {
        for (const one of [1, 2, 3]) yield one;
      }, 'native(0)') as any;
      const endless = { endless: true };
      let frames = 0;
      let turns = 0;
      const late = script('late(0)', [
        () => wait(10),
        () => {
          for (;;) countIteration(7);
        },
      ]);
      const loops = script('loops(0)', [() => helper()], endless);
      const mixed = $thread(function* (): any {
        for (;;) yield helper();
      }, 'mixed(0)') as any;
      const fork = script('fork(1)', [(_, n) => (n > 0 ? fork(n - 1) : 0), (_, n) => (n > 0 ? fork(n - 1) : 0)]);
      return [
        caught(loops),
        caught(mixed),
        caught(script('direct(0)', [() => 1], endless)),
        caught(script('objects(0)', [() => ({})], endless)),
        caught(script('natives(0)', [() => native()], endless)),
        caught(script('later(0)', [(value) => (value === undefined ? wait(10) : 1)], endless)).replace(
          /undefined/g,
          '',
        ),
        caught(script('tidy(0)', [() => 1], { endless: true, final: () => log('tidied') })),
        caught(
          script('stubborn(0)', [() => 1], {
            endless: true,
            caught: (error) => {
              log(error.name);
              return 2;
            },
          }),
        ),
        caught(late),
        // Behind a wait.
        caught(
          script('patient(0)', [() => (turns++ === 0 ? wait(10) : 1)], {
            endless: true,
            caught: () => 2,
          }),
        ),
        // In a hot turn.
        caught(script('hot(0)', [() => (frames++ < 2 ? nextFrame : 1)], { endless: true, caught: () => 2 })),
        caught(() => fork(40)).replace(/fork\(\d+\)/g, 'fork'),
      ];
    });
    expect(lines.at(-1)).toContain('`loops()` runs on');
  });

  test('takes one step of its turn for each call, whatever that gives', async () => {
    const lines = await bothSame(({ script }) =>
      [1, {}].map((value) => {
        let calls = 0;
        const scheduler = new Scheduler({ maxStepsPerTurn: 1000, onError: () => {} });
        const give = (): unknown => {
          calls++;
          return value;
        };
        told(() => scheduler.enter(script('loops(0)', [give], { endless: true })));
        return calls > 1000 && calls < 1100;
      }),
    );
    expect(lines).toEqual(['gives [true,true]']);
  });

  test('is waited for as it is called, and is started by natives, handlers and other owners', async () => {
    const lines = await bothSame(({ stage, script, log, body, meta }) => {
      class Door extends Executor {
        declare open: (n: number) => any;
        static {
          Object.defineProperty(this.prototype, 'open', {
            value: $method(
              body([
                (_, n) => wait(n),
                (_, n) => {
                  log(`open ${n}`);
                  return n;
                },
              ]),
              meta('Door.open(1)'),
            ),
          });
        }
      }
      const door = new Door();
      const knock = script('knock(1)', [(_, n) => log(`knock ${n}`), () => wait(10)]);
      const hears = script('hears(0)', [() => waitFor(knock), (args) => log(`heard ${String(args)}`)]);
      const opens = script('opens(0)', [
        () => door.open(20),
        (value) => log(`opened ${value}`),
        () => beside(door.open(10)),
        () => door.open(5),
      ]);
      const each = script('each(0)', [
        () => pausing([1, 2, 3], 'map', $arrow(body([(_, n) => wait(n), (_, n) => n * 2]), meta('arrow~each(1)'))),
        (value) => log(String(value)),
      ]);
      stage.play(hears);
      stage.play(opens);
      stage.play(each);
      const handled = handler(script('handled(1)', [(_, n) => wait(n), () => log('handled')]) as never) as any;
      stage.play(() => handled(10));
      stage.play(() => knock(1));
      stage.play(() => knock(2));
      stage.finish();
      const plain = $plain(() => knock(3), 'plain(0)') as any;
      return told(() => stage.play(plain));
    });
    expect(lines).toEqual(
      expect.arrayContaining([expect.stringContaining('heard'), expect.stringContaining('opened 20')]),
    );
  });

  test('tells of a pause that was lost', async () => {
    const lines = await bothSame(({ stage, script, log }) => {
      const inner = script('inner(1)', [() => wait(10)], { final: () => log('unwound') });
      const swallow = (call: () => unknown): number => [call()].length;
      const scripts = [
        script('uses(0)', [() => swallow(() => inner(1)), () => 2]),
        script('calls(0)', [() => swallow(() => inner(1)) && inner(2)]),
        script('throws(0)', [
          () => {
            swallow(() => inner(1));
            throw new Error('later');
          },
        ]),
        script('catches(0)', [() => swallow(() => inner(1)), () => 2], {
          caught: (error) => {
            log(error.message);
            return 3;
          },
        }),
      ];
      const after = script('after(0)', [() => wait(10), () => swallow(() => inner(1))]);
      stage.play(after);
      return scripts.map((each) => told(() => stage.play(each)));
    });
    expect(lines.at(-1)).toContain('noticed at the next yield of uses');
    const waits = $thread(step([() => wait(10)]), 'waits(0) frames 1:1:a');
    let isInner = false;
    /** What it returns is not asked. */
    const ways: ((code: any) => unknown)[] = [
      () => wait(10),
      () => waits(),
      () => [waits()].length,
      // One call of it pauses, as it should, and the one around that has lost it.
      (code) => {
        if (isInner) return code.waits(wait(10)) && $keep2(null, code, undefined, 1);
        isInner = true;
        return [returns(code)].length;
      },
    ];
    let returns: any;
    for (const way of ways) {
      returns = $thread(
        (($f: unknown, $c: any) => ($f === null ? way($c) : undefined)) as never,
        'returns(0) frames 1:1:a',
      );
      expect(told(() => new Stage().play(returns))).toContain('noticed at the return of returns');
    }
  });

  test('tells of a pause that it has kept where it uses that', async () => {
    const lines = await bothSame(({ stage, script, log }) => {
      let kept: unknown;
      const late = script('late(0)', [() => (kept = wait(10)), () => kept, () => log('goes on')], {
        caught: (error) => log(error.message),
      });
      stage.play(late);
    });
    expect(lines.slice(0, 2)).toEqual([expect.stringContaining('yield'), '1 goes on']);
  });

  test('may take some more steps than a turn has, also behind another that does not end', () => {
    const errors: unknown[] = [];
    const scheduler = new Scheduler({ maxStepsPerTurn: 1000, onError: (error) => errors.push(error) });
    let calls = 0;
    const endless = $thread(step([() => (calls++ === 0 ? wait(10) : 1)], { endless: true }), 'endless(0) frames 1:1:a');
    const long = $thread(
      step([() => wait(10), ...Array.from({ length: 1010 }, () => () => 1)]),
      'long(0) frames 1:1:a',
    );
    scheduler.spawn(endless as never);
    const thread = scheduler.spawn(long as never);
    for (let i = 0; i < 3; i++) scheduler.pulse(10);
    expect(errors).toHaveLength(1);
    expect(thread.status).toBe('done');
    // Entries run bodies again as soon as one has asked.
    expect(turn.freeDepth).toBe(0);
    scheduler.enter($thread(step([() => 1]), 'short(0) frames 1:1:a', undefined, entryOf));
    expect(turn.freeDepth).toBe(MANY_CALLS);
  });

  test('is hot no more once it waits in another way: in a call, for another frame, on its owner, paused', async () => {
    const lines = await bothSame(({ stage, script, log, body, meta }) => {
      const times = (count: number, part: Part): Part[] => Array.from({ length: count }, () => part);
      const helper = script('helper(1)', [(_, wakes) => wakes(), (_, wakes) => wakes(), () => log('helped')]);
      const inFrames = (count: number): unknown => waitUntil(stage.scheduler.clock.frame + count);
      const others: Part[] = [
        () => nextFrame,
        () => waitFrames(1),
        () => waitFrames(3),
        () => wait(10),
        () => wait(35),
        () => inFrames(1),
        () => inFrames(4),
        () => {
          start(() => helper(() => wait(10)));
          return nextFrame;
        },
        () => helper(() => waitFrames(1)),
        () => helper(() => inFrames(1)),
        () => helper(() => wait(10)),
        () => Promise.resolve(),
      ];
      for (const own of [() => nextFrame, () => wait(10)])
        for (const [at, other] of others.entries())
          stage.play(
            script('hot(0)', [
              ...times(6, own),
              other,
              () => log(`waited ${at}`),
              ...times(6, own),
              () => log(`again ${at}`),
            ]),
          );
      const makePaused = (own: Part): Thread => {
        const thread: Thread = stage.play(
          script('pausing(0)', [
            ...times(6, own),
            () => {
              thread.pause();
              return own.call(undefined, undefined);
            },
            () => log('goes on'),
          ]),
        );
        return thread;
      };
      const paused = [() => nextFrame, () => wait(10)].map(makePaused);
      stage.pulse(12);
      log('resumed');
      for (const thread of paused) thread.resume();
      class Guard extends Executor {}
      for (const [name, parts] of Object.entries({
        walk: [...times(4, () => wait(10)), () => guard.wait(30), () => log('walked')],
        talk: [() => log('talks')],
      }))
        Object.defineProperty(Guard.prototype, name, {
          value: $method(body(parts), `Guard.${name}(0)${meta('')}`),
        });
      const guard = new Guard() as any;
      stage.play(() => guard.walk());
      stage.pulse(4);
      stage.play(() => guard.talk());
    });
    expect(lines.filter((line) => line.includes(' again '))).toHaveLength(24);
    expect(lines.filter((line) => line.includes('helped'))).toHaveLength(8);
    const longer = lines.filter((line) => /waited [269]$/.test(line));
    expect(longer).toEqual(['8 waited 9', '8 waited 9', '9 waited 2', '9 waited 2', '10 waited 6', '10 waited 6']);
  });

  const ends: [string, (tools: { readonly helper: any }) => unknown][] = [
    ['in a call', ({ helper }) => helper()],
    ['for a frame', () => waitFrames(2)],
    ['for longer', () => wait(35)],
    [
      'cooled',
      ({ helper }) => {
        start(helper);
        return wait(10);
      },
    ],
  ];
  test.each(ends)('that waits for the same time again and again waits otherwise: %s', async (_name, end) => {
    const lines = await bothSame(({ stage, script, log }) => {
      const naps = Array.from({ length: 4 }, () => () => wait(10));
      const helper = script('helper(0)', [() => wait(10), () => log('helped')]);
      const others = [1, 2].map(() => script('other(0)', [...naps, ...naps, () => log('other')]));
      const ending = [() => end({ helper }), () => log('wakes'), ...naps, () => log('ends')];
      stage.play(others[0]);
      stage.play(script('sleeper(0)', [...naps, ...ending]));
      stage.play(others[1]);
    });
    expect(lines.at(-2)).toMatch(/ends$/);
  });

  test('that waits for a time again and again keeps its owner in the next wait', async () => {
    const lines = await bothSame(({ stage, script, log, body, meta }) => {
      const naps = Array.from({ length: 4 }, () => () => wait(10));
      class Guard extends Executor {}
      const guard = new Guard() as any;
      const methods = {
        walk: [...naps, () => guard.wait(30), () => log('walked')],
        talk: [() => log('talks')],
      };
      for (const [name, parts] of Object.entries(methods))
        Object.defineProperty(Guard.prototype, name, { value: $method(body(parts), `Guard.${name}(0)${meta('')}`) });
      stage.play(script('other(0)', [...naps, ...naps]));
      stage.play(() => guard.walk());
      stage.play(script('other(0)', [...naps, ...naps]));
      stage.pulse(5);
      stage.play(() => guard.talk());
    });
    expect(lines.slice(0, 2)).toEqual(['7 walked', '7 talks']);
  });

  test('has slept again and again, and its error is its own, whatever has slept before it', () => {
    const stage = new Stage();
    const nap = (form: Write, name: string, turns: number): (() => Thread) =>
      $thread(
        form([
          ...Array.from({ length: turns }, () => () => wait(10)),
          () => {
            throw new Error(`${name} wakes`);
          },
        ]),
        form === step ? `${name}(0) frames 1:1:a` : `${name}(0)`,
      ) as () => Thread;
    const first: Thread = stage.play(nap(step, 'first', 4));
    stage.play(nap(step, 'second', 4));
    stage.play(nap(generator, 'other', 6));
    const walks = $thread(
      step([() => nextFrame, () => nextFrame, () => nextFrame, () => nextFrame, () => missing()]),
      'walks(0) frames 1:1:a',
    );
    stage.pulse(2);
    stage.play(walks);
    stage.pulse(6);
    expect(first.status).toBe('failed');
    expect(stage.uncaught.map(String)).toEqual([
      'Error: first wakes',
      'Error: second wakes',
      'Error: nobody is there',
      'Error: other wakes',
    ]);
  });

  test.each(['frames', 'frames bare'])('is hot while it waits for frames, and only then: %s', (flag) => {
    const stage = new Stage();
    const seen: unknown[] = [];
    const body = step([() => nextFrame], { endless: true }) as (this: unknown, ...args: unknown[]) => unknown;
    const walk = $method(function (this: unknown, ...args: unknown[]): unknown {
      seen.push(this);
      return Reflect.apply(body, this, args);
    }, `walk(0) ${flag} 1:1:a`) as any;
    const self = { name: 'self' };
    const thread: Thread = stage.play(() => walk.call(self));
    stage.pulse(3);
    const { list, slot } = thread as unknown as { list: { callFrames: { step: unknown }[] }; slot: number };
    const { step: resumes } = codeOf(walk) as FrameCode;
    expect(list.callFrames[slot]).toBe(thread.leaf);
    expect(list.callFrames[slot]?.step).toBe(resumes);
    thread.pause();
    stage.pulse();
    thread.resume();
    stage.pulse(2);
    thread.cancel();
    expect(thread.status).toBe('cancelled');
    // A body that says that it needs no receiver has none.
    expect(seen).toEqual(Array.from({ length: 7 }, () => (flag === 'frames' ? self : undefined)));
  });
});

function missing(): never {
  throw new Error('nobody is there');
}
