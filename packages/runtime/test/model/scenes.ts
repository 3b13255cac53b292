import {
  compiledCount,
  type Filter,
  functionOf,
  type Heard,
  number,
  type Program,
  type Receiver,
  type Statement,
  takings,
} from './program.js';

/** Small scripts for the fault tests. Whatever goes wrong in them, all of their threads end. */

type Part = Omit<Statement, 'id'> & Record<string, unknown>;

const part = (fields: Part): Statement => ({ id: 0, ...fields }) as Statement;

const [a, b, c] = [0, 1, 2];

/** Every body stands in `try … finally`, and the `finally` block waits and acts too. */
const careful = (...body: Statement[]): Statement[] => [
  part({ do: 'try', body, catch: null, finally: [wait(10, true), part({ do: 'log' })] }),
];

const call = (on: Receiver, how: 'used' | 'beside' | 'outside', ...body: Statement[]): Statement =>
  part({ do: 'call', on, fn: 0, how, slot: how === 'outside' ? 0 : null, gives: null, body: careful(...body) });
/** A call of the first function with this mark. */
const marked = (mark: Parameters<typeof functionOf>[0], ...[on, how, ...body]: Parameters<typeof call>): Statement =>
  ({ ...call(on, how, ...body), fn: functionOf(mark) }) as Statement;
/** A call of `@interrupt` on `a`. */
const halt = (how: 'used' | 'outside', ...body: Statement[]): Statement => marked('interrupt', a, how, ...body);
/** With this body alone. */
const as = (statement: Statement, ...body: Statement[]): Statement => ({ ...statement, body }) as Statement;
/** A call of `@interrupt @restart` on `a`, with this body alone. */
const restart = (how: 'used' | 'beside', ...body: Statement[]): Statement =>
  as({ ...call(a, how), fn: takings.findLastIndex(({ again }) => again === 'restart') } as Statement, ...body);
const wait = (ms: number, held = false): Statement => part({ do: 'wait', ms, held, isWord: false });
const loop = (times: number, ...body: Statement[]): Statement => part({ do: 'loop', times, body });
const group = (how: string, held: boolean, ...branches: Statement[][]): Statement =>
  part({ do: 'group', how, form: 'args', held, ms: 40, branches: branches.map((branch) => careful(...branch)) });
/** Calls that stand in a combinator, every second one in an arrow that the plugin leaves. */
const siblings = (how: string, held: boolean, ...calls: Statement[]): Statement => {
  const branches = calls.map((each, index) => [{ ...each, how: index % 2 === 0 ? 'concise' : 'plain' }]);
  return part({ do: 'group', how, form: 'args', held, ms: 40, branches });
};
const scope = (...body: Statement[]): Statement => part({ do: 'scope', body: careful(...body) });
const ask = (on: Receiver, how: 'used' | 'outside'): Statement => part({ do: 'ask', on, how });
const join = (held: boolean): Statement => part({ do: 'join', slot: 0, held });
const waitEntity = (on: number, held = false): Statement => part({ do: 'waitEntity', on, held });
const attach = (...body: Statement[]): Statement =>
  part({ do: 'start', how: 'attach', slot: 1, priority: 0, owner: null, body: careful(...body) });
const caught = (...body: Statement[]): Statement =>
  part({ do: 'try', body, catch: [wait(10)], finally: [part({ do: 'log' })] });

const play = (...body: Statement[]): Program => played({ 0: body });

/** What plain code does in which frame. */
function played(roots: Readonly<Record<number, Statement[]>>, firstSource = 0): Program {
  const inOrder = Object.entries(roots).map(([frame, body]) => ({ frame: Number(frame), body }));
  return number({ actors: 3, firstSource, library: 'asLibrary', roots: inOrder });
}

/** In frame 0 the scene begins; afterwards the world outside says the same thing every other frame, for as long as a scene can last. */
const answered = (body: Statement[], ...answer: Statement[]): Program =>
  played({ 0: body, ...Object.fromEntries(Array.from({ length: 14 }, (_, index) => [2 * index + 2, answer])) });

const waitFrames = (frames: number, held = false): Statement => part({ do: 'waitFrames', frames, held });
const waitFrame = (frames: number): Statement => part({ do: 'waitFrame', frames });
const cancelOthers = (on: number): Statement => part({ do: 'cancelOthers', on });
const waitUntilTime = (ms: number, held = false): Statement => part({ do: 'waitUntilTime', ms, held });
const tween = (ms: number, eases = false): Statement => part({ do: 'tween', ms, eases });
const every = (ms: number): Statement => part({ do: 'every', ms });
const waitUntil = (count: number, held = false, isWord = false, throws = false): Statement =>
  part({ do: 'waitUntil', count, held, isWord, throws });
const promise = (how: string, rejects = false): Statement => part({ do: 'promise', from: { frames: 2, rejects }, how });
const waitSignal = (held: boolean, isWord = false): Statement => part({ do: 'waitSignal', name: 0, held, isWord });
const waitCall = (fn: number, on: Receiver, held = false): Statement => part({ do: 'waitCall', fn, on, held });
const waitEvent = (filter: Filter, timeout: number | null, held = false): Statement =>
  part({ do: 'waitEvent', source: 0, filter, timeout, held });
const next = (kind: Heard['kind'], queue: number): Statement =>
  part({ do: 'next', queue, heard: { kind, which: 0, on: kind === 'call' ? b : null } });
const waitOn = (on: number, how: string): Statement => part({ do: 'waitOn', on, ms: 20, how });
const start = (how: string, owner: number | null, ...body: Statement[]): Statement =>
  part({ do: 'start', how, slot: 1, priority: -1, owner, body: careful(...body) });
const withClock = (...body: Statement[]): Statement => part({ do: 'withClock', clock: 1, body: careful(...body) });
const pause = (how: string): Statement => part({ do: 'pause', slot: 0, how });
const clock = (how: string, scale = 1): Statement => part({ do: 'clock', clock: 1, how, scale });
const signal = part({ do: 'signal', name: 0, sticky: false, times: 1 });
const emit = part({ do: 'emit', source: 0, args: 1, times: 1 });
const hooked = part({ do: 'hooked', fn: compiledCount, on: b, args: 1 });
const count = part({ do: 'count' });
const log = part({ do: 'log' });

/** Waits for events of each kind of source in turn. */
const events = (firstSource: number): Program => ({
  ...answered(
    [
      call(a, 'outside', waitEvent(null, null), waitEvent('odd', 40, true), loop(1), waitEvent('odd', null)),
      call(b, 'outside', caught(waitEvent('throws', 40)), caught(waitEvent(null, 0, true)), next('event', 0)),
      call(c, 'outside', waitEvent(null, 50, true)),
    ],
    emit,
    emit,
    log,
  ),
  firstSource,
});

export const scenes: Readonly<Record<string, Program>> = {
  'used calls through three owners': play(call(a, 'outside', call(b, 'used', call(c, 'used', wait(20), loop(2))))),
  'a queue of three': play(
    call(a, 'outside', wait(20, true)),
    call(a, 'outside', loop(2)),
    call(a, 'outside', call('this', 'used', wait(10, true))),
  ),
  'statements on others': play(
    call(a, 'outside', call(b, 'beside', loop(3)), call(c, 'beside', wait(20)), waitEntity(b)),
  ),
  'the family comes back': play(
    call(a, 'outside', call(b, 'used', wait(10), call(a, 'used', wait(10, true)), call(a, 'beside', loop(1)))),
  ),
  'lost in its own turn': play(
    call(a, 'outside', call(a, 'outside', wait(20, true)), call(b, 'used', loop(2)), loop(1), join(false)),
  ),
  // The call that is used stands behind a stranger, but whoever waits for it gets the executor before the queue.
  'who gets it back lets in whom it waits for': play(
    call(a, 'outside', wait(20, true), call(b, 'used', call(a, 'beside', wait(20, true)), call(a, 'used', wait(10)))),
    call(a, 'outside', loop(2)),
  ),
  'all held': play(
    call(a, 'outside', group('all', true, [call(a, 'used', loop(2))], [call(a, 'used', wait(20, true))])),
  ),
  'all free': play(
    call(a, 'outside', group('all', false, [call(a, 'used', loop(2))], [call(a, 'used', wait(20, true))])),
  ),
  'a race on one owner': play(
    call(a, 'outside', group('race', false, [call(b, 'used', loop(5))], [wait(20)], [call(b, 'used', loop(1))])),
  ),
  // It has come in with its sibling, and keeps the owner when that ends, also before one who queues at the front.
  'a sibling that was interrupted': played({
    0: [
      call(a, 'outside', group('all', false, [call(a, 'used', wait(15, true))], [wait(10), halt('used')])),
      halt('outside', group('hold', true, [wait(25)])),
    ],
    1: [halt('outside')],
  }),
  // It has been let in, so it holds the owner for its `finally` blocks.
  'who is cancelled after it has come in': play(
    call(a, 'outside', wait(30), cancelOthers(a)),
    halt(
      'outside',
      group('tracks', false, [
        as(halt('used'), part({ do: 'try', body: [wait(10)], catch: null, finally: [wait(5)] })),
      ]),
    ),
    as(halt('outside'), wait(50)),
  ),
  // Its `finally` block makes somebody else wait for it; its caller, which was cancelled with it, still unwinds after it.
  'a call that is joined while it unwinds': play(
    call(
      a,
      'outside',
      call(
        b,
        'used',
        part({ do: 'me', slot: 1 }),
        part({
          do: 'try',
          body: [wait(30)],
          catch: null,
          finally: [call(c, 'outside', part({ do: 'join', slot: 1, held: false })), wait(20)],
        }),
      ),
    ),
    call(a, 'outside', loop(1)),
  ),
  'a timeout': play(call(a, 'outside', caught(group('withTimeout', true, [call(b, 'used', loop(9))])), wait(10))),
  'a scene that is held': play(
    call(a, 'outside', group('hold', true, [wait(10), call(a, 'used', loop(1)), wait(10)])),
    call(a, 'outside', loop(1)),
  ),
  'attached threads': play(call(a, 'outside', attach(loop(9)), attach(call(b, 'used', loop(9))), loop(2))),
  'a join of a queued call': play(
    call(b, 'outside', call(a, 'outside', loop(2)), call(a, 'outside', loop(1)), join(true)),
  ),
  // The thread that the executor came to by way of two others stays, when what they waited for is over.
  'a family that falls apart further down': play(
    {
      ...call(
        a,
        'outside',
        group('all', true, [
          part({
            do: 'try',
            body: [
              group('all', false, [wait(10), waitEntity(a)], [wait(10), part({ do: 'join', slot: 1, held: false })]),
            ],
            catch: [waitFrames(1)],
            finally: null,
          }),
        ]),
      ),
      slot: 1,
    } as Statement,
    { ...call(a, 'outside', waitOn(a, 'used')), slot: null } as Statement,
  ),
  'sleepers of every kind': play(
    call(a, 'outside', wait(20), waitFrames(2), every(10), every(10), loop(2), wait(20, true), waitFrames(2, true)),
    call(
      b,
      'outside',
      part({ do: 'wait', ms: 20, held: false, isWord: true }),
      part({ do: 'yield' }),
      waitOn(c, 'used'),
    ),
  ),
  predicates: answered(
    [
      call(a, 'outside', waitUntil(2), waitUntil(4, true), waitUntil(6, false, true)),
      call(a, 'outside', loop(1)),
      call(b, 'outside', caught(waitUntil(2, true, false, true))),
    ],
    count,
  ),
  Promises: played({
    0: [
      call(a, 'outside', promise('call'), promise('free'), promise('held'), caught(promise('held', true))),
      call(b, 'outside', part({ do: 'promise', from: 0, how: 'call' }), call(c, 'used', wait(20))),
      call(a, 'outside', { ...call(b, 'used', wait(10)), gives: { frames: 2, rejects: false } } as Statement),
    ],
    5: [part({ do: 'settle', promise: 0, rejects: false })],
  }),
  'Promises in finally blocks': played({
    0: [a, b].map((owner) =>
      call(
        owner,
        'outside',
        part({
          do: 'try',
          body: [promise('call'), part({ do: 'promise', from: 0, how: 'free' })],
          catch: null,
          finally: [promise('held'), part({ do: 'promise', from: 0, how: 'call' })],
        }),
      ),
    ),
    4: [part({ do: 'settle', promise: 0, rejects: false })],
  }),
  signals: answered(
    [
      call(a, 'outside', waitSignal(false), waitSignal(true), loop(1), waitSignal(false, true)),
      call(a, 'outside', next('signal', 0)),
    ],
    signal,
    log,
  ),
  'calls and hooks': answered(
    [
      call(a, 'outside', waitCall(0, b), waitCall(compiledCount, null), waitCall(0, null, true)),
      call(c, 'outside', next('call', 0)),
    ],
    call(b, 'outside'),
    hooked,
  ),
  'an EventTarget': events(0),
  'an EventEmitter': events(1),
  'an emitter with on and off': events(2),
  'joins of every kind': play(
    call(b, 'outside', loop(5)),
    ...[
      call(a, 'outside', join(false), wait(10)),
      call(a, 'outside', join(true), wait(10)),
      call(c, 'outside', waitEntity(b), wait(10)),
      call(c, 'outside', waitEntity(b, true), wait(10)),
    ].map((made) => ({ ...made, slot: null }) as Statement),
  ),
  'every group, held': play(
    call(
      a,
      'outside',
      group('all', true, [wait(10)], [call(b, 'used', loop(2))]),
      group('race', true, [wait(10)], [call(b, 'used', loop(2))]),
      group('tracks', true, [wait(10)], [call(a, 'used', loop(1))]),
      caught(group('withTimeout', true, [wait(90)])),
    ),
  ),
  'every group, free': play(
    call(
      a,
      'outside',
      group('all', false, [wait(10)], [call(b, 'used', loop(2))]),
      group('race', false, [wait(10)], [call(b, 'used', loop(2))]),
      group('tracks', false, [wait(10)], [call(a, 'used', loop(1))]),
      caught(group('withTimeout', false, [wait(90)])),
    ),
    call(a, 'outside', loop(3)),
  ),
  'waits on others who are busy': play(
    call(a, 'outside', wait(30, true)),
    call(b, 'outside', waitOn(a, 'beside'), waitOn(a, 'used'), join(false)),
  ),
  'threads started for an owner': play(
    call(
      a,
      'outside',
      start('attach', b, wait(20, true)),
      start('start', b, loop(1)),
      start('spawn', a, loop(2)),
      wait(20),
    ),
    part({ do: 'after', ms: 20, body: [call(b, 'outside', loop(1))] }),
  ),
  'a counter-blow ends the others': played({
    0: [
      call(
        a,
        'outside',
        wait(10),
        call(b, 'used', wait(10), call(a, 'used', cancelOthers(a), wait(20, true))),
        wait(20),
      ),
      call(a, 'outside', wait(10), wait(40, true)),
      call(c, 'outside', call(a, 'used', wait(20))),
    ],
    9: [
      call(a, 'outside', call(b, 'used', call(a, 'used', cancelOthers(a), loop(1)), wait(10)), wait(10)),
      call(c, 'outside', call(a, 'used', wait(20)), cancelOthers(a), loop(2)),
    ],
    18: [call(a, 'outside', call(b, 'beside', call(a, 'beside', cancelOthers(a), wait(10, true))), wait(30, true))],
  }),
  'until times of two clocks': played({
    0: [
      call(a, 'outside', waitUntilTime(20), waitUntilTime(50, true), waitUntilTime(10)),
      clock('scale', 0.5),
      call(b, 'outside', withClock(waitUntilTime(20), waitUntilTime(10, true)), waitUntilTime(60)),
    ],
    1: [call(a, 'outside', loop(2))],
    3: [clock('pause')],
    5: [clock('resume')],
  }),
  'stopped, alone and with their clock': {
    ...played({
      0: [
        call(a, 'outside', wait(30, true), every(20), group('race', false, [wait(40)], [wait(60)])),
        call(a, 'outside', group('withTimeout', true, [wait(20), call(b, 'used', wait(10, true))]), waitUntilTime(90)),
        call(a, 'outside', attach(loop(9)), call(b, 'used', wait(20, true)), waitEvent(null, 40)),
        call(b, 'outside', withClock(wait(10, true), loop(3))),
      ],
      2: [call(b, 'outside', wait(20, true)), call(b, 'outside', loop(1))],
      // Ends the holder outside a pulse; who is promised its owner is stopped before his turn.
      4: [part({ do: 'cancel', slot: 0, now: true })],
    }),
    stops: [
      { frame: 1, frames: 2, thread: 0, clock: null },
      { frame: 2, frames: 4, thread: 1, clock: null },
      { frame: 4, frames: 3, thread: 3, clock: null },
      { frame: 4, frames: 3, thread: 4, clock: null },
      { frame: 5, frames: 5, thread: 2, clock: null },
      { frame: 3, frames: 4, thread: 0, clock: 1 },
      { frame: 9, frames: 2, thread: 0, clock: 0 },
    ],
  },
  // Their turns come one after the other while the clock stands, and in that order they go on.
  'who was spawned while the clock is paused': {
    ...played({
      0: [call(a, 'outside', waitFrames(1), wait(10, true), loop(2)), call(b, 'outside', waitFrames(3), loop(2))],
      1: [start('attach', null, wait(10), log)],
      3: [start('spawn', c, loop(1))],
    }),
    stops: [{ frame: 0, frames: 3, thread: 0, clock: 0 }],
  },
  // From its first wait on it is stopped with its parent, though that does not wait for it yet.
  'who begins to wait while its parent is paused': play(
    call(
      a,
      'outside',
      group(
        'all',
        false,
        [wait(30)],
        [wait(20), group('tracks', false, [pause('pause')], [wait(10)], [pause('resume')])],
      ),
    ),
  ),
  // The owner was promised to the third thread of these before the one that had lost it: that one has it again.
  'who is stopped gives back what was promised': {
    ...play(
      call(
        a,
        'outside',
        group('all', true, [
          restart(
            'beside',
            part({ do: 'group', how: 'hold', form: 'args', held: true, ms: 0, branches: [[waitFrames(1)]] }),
          ),
          part({
            do: 'group',
            how: 'race',
            form: 'args',
            held: false,
            ms: 0,
            branches: [[as(halt('used'))], [restart('used')]],
          }),
        ]),
      ),
    ),
    stops: [{ frame: 0, frames: 1, thread: 3, clock: null }],
  },
  // It comes before the one that lets it in, but stands behind one that comes later than that.
  'who is interrupted behind one that has lost the owner later': play(
    call(
      a,
      'outside',
      group(
        'all',
        true,
        [as(call(a, 'used'), wait(10, true))],
        [as(halt('used'), as(call(a, 'outside'), waitFrame(1)), as(call(a, 'beside')))],
      ),
    ),
    as(halt('outside'), as(call(a, 'outside'), wait(10, true)), loop(1)),
  ),
  // The first one is answered at once, the second one behind what its thread has told `a`.
  'questions to busy owners': played({
    0: [
      call(a, 'outside', loop(3), ask('this', 'used'), wait(10), ask('this', 'outside')),
      call(b, 'outside', ask(a, 'used'), call(a, 'beside', wait(20, true)), waitOn(c, 'beside'), ask(a, 'used')),
      call(c, 'outside', ask(b, 'used'), wait(10), ask(a, 'outside'), loop(1)),
    ],
    2: [ask(a, 'outside')],
  }),
  // `b` is taken from it while its question waits; `a`, for which that call queues, falls back to one that waits for it.
  'a question of one that cannot come back': played({
    0: [call(a, 'outside', call(b, 'used', call(a, 'beside', wait(20, true)), caught(ask(a, 'used')), loop(1)))],
    1: [marked('interrupt', b, 'outside', call(a, 'used', loop(1)))],
  }),
  'burning, beside what the owner does': played({
    0: [
      call(a, 'outside', wait(20, true), loop(2)),
      marked('beside', a, 'outside', wait(10, true), call('this', 'used', loop(2)), waitFrame(1)),
      call(b, 'outside', marked('beside', a, 'beside', loop(3)), marked('beside', a, 'used', wait(20)), wait(10)),
      call(a, 'outside', loop(1)),
    ],
    2: [[6, loop(4)] as const, [7, wait(30)] as const].flatMap(([fn, body]) =>
      [1, 2].map(() => ({ ...call(a, 'outside', body), fn }) as Statement),
    ),
  }),
  'halt, in the middle of a patrol': played({
    0: [
      call(a, 'outside', wait(30, true), every(10), every(10), loop(2)),
      call(a, 'outside', loop(1)),
      call(b, 'outside', wait(15), halt('used', wait(10), loop(1)), loop(1)),
    ],
    1: [halt('outside', wait(10, true), wait(10))],
    3: [halt('outside', loop(1)), call(a, 'outside', group('hold', true, [wait(20), loop(1)]))],
    9: [call(a, 'outside', group('hold', true, [wait(20), loop(1)])), halt('outside', wait(10))],
  }),
  'three staggers': played({
    0: [
      marked('restart', a, 'outside', wait(30, true), loop(1)),
      call(a, 'outside', loop(1)),
      call(b, 'outside', caught(marked('restart', a, 'used', wait(30, true))), wait(10)),
    ],
    1: [marked('restart', a, 'outside', loop(3))],
    3: [marked('restart', a, 'outside', wait(10), wait(10, true)), call(a, 'outside', wait(10))],
  }),
  'five presses of jump': played({
    0: [
      marked('drop', a, 'outside', wait(20, true), loop(1)),
      call(b, 'outside', marked('drop', a, 'used', loop(9)), marked('drop', a, 'beside', loop(1)), wait(10)),
      call(a, 'outside', loop(1)),
    ],
    1: [marked('drop', a, 'outside', loop(9))],
    4: [marked('drop', a, 'outside', wait(10)), call(c, 'outside', caught(marked('drop', a, 'used', wait(10))))],
  }),
  'the newest order wins': played({
    0: [
      call(a, 'outside', loop(2)),
      marked('latest', a, 'outside', wait(10, true)),
      call(a, 'outside', wait(10)),
      call(b, 'outside', caught(marked('latest', a, 'used', wait(20, true))), wait(10)),
    ],
    1: [marked('latest', a, 'outside', loop(1), wait(10))],
    3: [marked('latest', a, 'outside', wait(10, true)), marked('latest', a, 'outside', loop(2))],
  }),
  // The owners that stand in a combinator are shared by its calls, also where another thread holds them when it begins.
  'siblings that stand in a combinator': play(
    call(a, 'outside', loop(1)),
    call(
      b,
      'outside',
      siblings('all', false, call(a, 'used', loop(2)), call(a, 'used', wait(20, true)), call(c, 'used', wait(10))),
      siblings('race', false, call(a, 'used', loop(4)), call(a, 'used', wait(10)), call('this', 'used', loop(2))),
      siblings('tracks', true, call('this', 'used', loop(2)), call('this', 'used', wait(10, true))),
      caught(siblings('withTimeout', false, call(a, 'used', loop(9)))),
    ),
    call(a, 'outside', loop(1), wait(10)),
  ),
  // The first arm got `b` as a sibling of the one that is cancelled. It keeps out the order all the same, as who begins it waits for it.
  'a sibling ends while another one begins its arms': play(
    call(b, 'outside', wait(10, true)),
    start(
      'start',
      null,
      siblings(
        'all',
        false,
        as(
          call(b, 'used'),
          group(
            'all',
            false,
            [call('this', 'used', wait(20, true))],
            [part({ do: 'cancel', slot: 1, now: false }), call(b, 'beside', wait(10, true))],
          ),
        ),
        call(c, 'used', wait(10), as(call(b, 'used'), wait(10, true))),
      ),
    ),
    // Somebody waits for that one, so it does not end with its starter.
    call(a, 'outside', waitEntity(b), log),
  ),
  'a scope and all that began in it': play(
    call(
      a,
      'outside',
      scope(call(b, 'beside', loop(2)), start('start', c, wait(20, true)), attach(loop(9)), waitOn(b, 'beside')),
      caught(scope(start('start', c, wait(10), part({ do: 'throw' })), call(b, 'beside', loop(5)), wait(40))),
      wait(10),
    ),
    call(a, 'outside', loop(2)),
    call(b, 'outside', scope(scope(call(c, 'beside', loop(3))), call(a, 'beside', wait(10, true)))),
  ),
  // Who is attached has started first, so its order ends before it, and the call of its `finally` block finds `a` free.
  'a scope that ends before what is attached in it': play(
    call(
      b,
      'outside',
      part({
        do: 'scope',
        body: [
          as(
            attach(),
            part({
              do: 'try',
              body: [waitOn(a, 'beside'), wait(20)],
              catch: null,
              finally: [as(call(a, 'used'), log)],
            }),
          ),
        ],
      }),
      log,
    ),
    call(c, 'outside', loop(3), scope(loop(1), call(b, 'beside', wait(10)))),
  ),
  // When the giver ends, its first order is promised `b` again: the second one, for which it waits, stands behind that.
  'orders of one whose owner is closed': play(
    call(
      a,
      'outside',
      group(
        'race',
        false,
        [as(call(b, 'beside'), wait(10, true), log), as(call(b, 'beside')), waitEntity(b)],
        [wait(90)],
      ),
    ),
    { ...as(halt('outside'), waitFrame(2)), on: b } as Statement,
    call(c, 'outside', wait(15), part({ do: 'close', on: a })),
  ),
  'tweens on two clocks': played({
    0: [
      call(a, 'outside', tween(25), waitFrames(1, true), tween(0)),
      clock('scale', 0.5),
      call(b, 'outside', withClock(tween(20, true)), tween(10)),
    ],
    1: [call(a, 'outside', loop(2))],
    2: [clock('pause')],
    4: [clock('resume')],
  }),
  'clocks of their own': played({
    0: [
      call(
        a,
        'outside',
        clock('scale', 0.5),
        withClock(wait(10), every(10), group('withTimeout', true, [wait(10)]), loop(2)),
      ),
    ],
    2: [clock('pause')],
    4: [clock('resume')],
  }),
};

/**
 * Every kind of wait: what some thread of a scene waits for at the end of some frame, where each
 * is cancelled and its owner closed, and what scenes do. `keeps` says that the owner is held.
 */
export const waits: Readonly<Record<string, readonly string[]>> = {
  'wait() / waitFrames(n)': ['frames'],
  'wait(ms)': ['timer'],
  'every(ms)': ['every'],
  'waitUntilTime(ms)': ['time'],
  'tween(ms, (t) => …, ease?)': ['tween'],
  'waitUntil(frame)': ['frame keeps'],
  'waitUntil(predicate)': ['predicate'],
  'waitFor(thread) / waitFor(promise)': ['join one', 'promise'],
  'waitFor(owner)': ['join owner'],
  'waitFor(fn, receiver?)': ['subscription waitFor'],
  'waitSignal(name)': ['subscription waitSignal'],
  'waitForEvent(source, type, { filter, timeout })': ['subscription waitForEvent'],
  'hook(fn)': ['subscription waitFor', 'hooked'],
  'listen(name | fn, receiver? | source, type)': ['queue'],
  'all(…) race(…) withTimeout(ms, …) tracks({…})': ['join all', 'join race', 'join withTimeout', 'join tracks'],
  'this.wait…(…)': [
    'frames keeps',
    'timer keeps',
    'predicate keeps',
    'time keeps',
    'join one keeps',
    'promise keeps',
    'join owner keeps',
    'subscription waitFor keeps',
    'subscription waitSignal keeps',
    'subscription waitForEvent keeps',
  ],
  'this.all/race/withTimeout(…)': ['join all keeps', 'join race keeps', 'join withTimeout keeps', 'join tracks keeps'],
  'this.hold(fn)': ['join hold keeps'],
  'a Promise that a call gives; a used call on another owner': ['promise keeps', 'join call keeps'],
  'sleep / check / waitSignalOn / yieldTurn of the host': [
    'sleep',
    'waitUntil of the scheduler',
    'waitSignal of the scheduler',
    'yield',
    'ready',
  ],
  'scope(fn)': ['join scope', 'join orders', 'rule: a scope waits for what began in it', 'rule: an error ends a scope'],
  // Not in the table: R5 to R5d.
  'blocked on an owner': ['blocked keeps'],
  'siblings that stand in a combinator': [
    'call concise',
    'call plain',
    'rule: R5b a call names its owner',
    'rule: R5b siblings hold together',
  ],
  'a question': ['ask used', 'ask outside', 'join orders keeps', 'rule: R5c stands behind its own calls'],
  '@beside': ['rule: R5d beside who holds'],
  '@interrupt': [
    'rule: R5d interrupts one',
    'rule: R5d interrupts one that has interrupted',
    'rule: R5d an interruption queues at the front',
    'rule: R5d the end of its wait queues',
    'rule: R5d the end of its wait closes a circle',
  ],
  '@restart': ['rule: R5d takes the place in the queue', 'rule: R5d takes the place of who holds'],
  '@drop': ['rule: R5d dropped'],
  '@latest': ['rule: R5d takes the place in the queue'],
};
