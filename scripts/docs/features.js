/** The features of the five sources of docs/sources.md, each with the fixtures, scenes and tests that show it: `file` or `file: title`. */
export const FEATURES = {
  'A priority scheduler in Lua': [
    [
      'one pool of all live threads; ended threads are removed',
      [
        'runtime/test/collections/live-threads.test.ts: the live threads are found in order of start, whatever they do in their first turn',
      ],
    ],
    [
      'statuses ready, running, waiting, sleeping, checking',
      [
        'runtime/test/scheduling/scheduler.test.ts: sleep waits milliseconds, check for a predicate, waitSignalOn for a signal, yieldTurn for the next pulse',
        'runtime/test/scheduling/scheduler.test.ts: in a turn one thread is running and currentThread() gives it; outside nobody is',
      ],
    ],
    ['priorities, lower values first', ['fixtures/waits/lower-priority-goes-first']],
    [
      'a thread without a priority has 0',
      [
        'runtime/test/threads/thread.test.ts: spawned threads run in the next pulse, lower priorities first, 0 where none is given',
      ],
    ],
    [
      '`spawn` with arguments',
      ['runtime/test/threads/thread.test.ts: a spawned function gets its arguments, compiled or plain'],
    ],
    [
      'a spawned thread first runs in the next pulse',
      [
        'runtime/test/threads/thread.test.ts: spawned threads run in the next pulse, lower priorities first, 0 where none is given',
      ],
    ],
    ['`pulse(ticks)` advances time and runs the ready threads', ['fixtures/waits/frames-and-milliseconds']],
    [
      'a snapshot of the ready threads prevents starvation',
      ['runtime/test/threads/thread.test.ts: what becomes ready in a pulse runs in the next one'],
    ],
    ['`sleep(ticks)`', ['fixtures/waits/words-of-the-scheduler']],
    ['`check(predicate)`', ['fixtures/waits/words-of-the-scheduler']],
    [
      '`wait(id)`, and `signal(id)`, which wakes all waiting threads',
      ['fixtures/waits/words-of-the-scheduler', 'fixtures/waits/waiters-go-on-in-the-order-they-began'],
    ],
    [
      'a signal only makes threads ready; none runs inside the turn of another',
      [
        'runtime/test/words/wait.test.ts: a signal makes ready who waits for it; nobody runs inside the turn that sends it',
      ],
    ],
    [
      '`yield()` lets the other threads run',
      ['runtime/test/scheduling/scheduler.test.ts: yieldTurn gives the others their turn, lower priorities first'],
    ],
    ['predicates are evaluated in each pulse', ['fixtures/waits/predicates-in-order']],
    [
      'an error in one thread does not stop the others',
      [
        'runtime/test/threads/thread.test.ts: one thread that throws stops no other, and what onError throws comes after the pulse',
        'fixtures/scenes/one-fails-and-the-others-go-on',
      ],
    ],
    [
      '`dump()` prints every thread',
      [
        'runtime/test/scheduling/scheduler.test.ts: says in a line for each thread what it waits for, who holds it up, and since when',
      ],
    ],
  ],
  'Coroutines for the cutscenes of a game': [
    ['waiting for some seconds', ['fixtures/waits/frames-and-milliseconds']],
    [
      'the main thread cannot wait: an error says so',
      ['runtime/test/words/wait.test.ts: outside any thread a wait says why'],
    ],
    [
      'the running coroutine',
      [
        'runtime/test/scheduling/scheduler.test.ts: in a turn one thread is running and currentThread() gives it; outside nobody is',
      ],
    ],
    [
      'the game loop passes the elapsed time',
      ['runtime/test/words/wait.test.ts: wait(ms) goes on in the first pulse with the clock at or past the deadline'],
    ],
    [
      'the game time so far',
      [
        'runtime/test/time/drivers.test.ts: makes a pulse of exactly its interval for each such stretch of real time',
        'runtime/test/time/clock.test.ts: runs at its scale and stands still while it or its parent is paused',
      ],
    ],
    [
      'the due threads are listed before the first of them runs',
      [
        'runtime/test/words/wait.test.ts: who is due is listed before anyone is woken: who waits 0 ms again is not on that list, who is cancelled leaves it',
      ],
    ],
    [
      'a queue by time, for thousands of sleepers',
      [
        'runtime/test/time/wheel.test.ts: of 100,000 timers half are taken out by themselves, in any order, and the others come in order of time',
        'runtime/test/time/wheel.test.ts: a wheel gives what a sorted list gives, in the same order, for any inserts, removes and jumps',
      ],
    ],
    ['processes: functions that run independently', ['fixtures/scenes/processes-run-side-by-side']],
    ['waiting for a signal', ['fixtures/scenes/two-functions-talk-by-signals']],
    [
      'several coroutines wait for one signal',
      ['fixtures/scenes/walk-to-point-and-signal', 'fixtures/waits/waiters-go-on-in-the-order-they-began'],
    ],
    ['a signal is lost if nobody waits for it', ['fixtures/waits/signals-during-another-wait-are-missed']],
    ['a signal that was sent before the wait is not missed', ['fixtures/waits/sticky-signal-reaches-latecomers']],
    ['functions of the game that wait, built from these', ['fixtures/ownership/helper-pauses-its-caller']],
    ['an error in one coroutine does not stop the others', ['fixtures/scenes/one-fails-and-the-others-go-on']],
    ['`walkToPointAndSignal`', ['fixtures/scenes/walk-to-point-and-signal', 'examples/scenes/arrival.js']],
    [
      'tracks: a script for each actor, synchronized by signals',
      [
        'fixtures/scenes/two-tracks-meet',
        'runtime/test/words/wait.test.ts: tracks run side by side and give an object',
      ],
    ],
    ['an opening scene that ends with idle chatter of two actors', ['fixtures/scenes/opening-scene-with-idle-chatter']],
    ['idle chatter at random times', ['examples/scenes/arrival.js']],
  ],
  'The timing wheel of skynet': [
    [
      '256 near slots, then levels of 64',
      [
        'runtime/test/time/wheel.test.ts: is 256 near slots of a tick, then 8 levels of 64 slots, each as wide as the level below',
      ],
    ],
    [
      'a timer is stored at the lowest level whose range includes it',
      [
        'runtime/test/time/wheel.test.ts: puts a timer at the lowest level whose round holds both now and its tick, as the bits of skynet say it',
      ],
    ],
    [
      'when the time of a slot begins, its timers move to the levels below',
      [
        'runtime/test/time/wheel.test.ts: lets a timer come down level by level, until it stands in the near slot of its tick',
        'runtime/test/time/wheel.test.ts: timers of one tick come in the order of insertion, whatever level they came through',
      ],
    ],
    [
      'a timer of 0 fires at once',
      ['runtime/test/time/wheel.test.ts: a step of 0 ms hands out what was put in for now, once'],
    ],
    [
      'the cost of adding a timer does not depend on their number',
      [
        'runtime/test/time/wheel.test.ts: of putting in and of taking out is the same for one of 10,000 timers in a slot as for one of three',
      ],
    ],
    [
      'each tick is processed',
      [
        'runtime/test/time/wheel.test.ts: an hour in which nothing is due is skipped in less than 1 ms, and so is a day',
        'runtime/test/time/wheel.test.ts: of idle time does not grow with the slots whose timers were all %s',
      ],
    ],
    ['ticks of 10 ms', ['runtime/test/time/wheel.test.ts: a step of 0 ms hands out what was put in for now, once']],
    [
      'time starts again from 0 at 2^32 ticks',
      [
        'runtime/test/time/wheel.test.ts: a timer below, at and above 256 × 64^%i ticks is due at its tick, not before',
        'runtime/test/time/wheel.test.ts: a delay of 2^53 - 1 ms fits',
      ],
    ],
    [
      'timed messages without a thread',
      [
        'runtime/test/scheduling/scheduler.test.ts: calls a function once when its time has come, in the order of the timers',
      ],
    ],
    [
      'driven every 2.5 ms by the real clock',
      ['runtime/test/time/drivers.test.ts: of 2.5 ms makes 400 pulses a second, however coarse the platform is'],
    ],
    [
      'the driver ends with the system',
      [
        'runtime/test/time/drivers.test.ts: that is stopped inside a pulse makes no more, also of those it owes; twice is once',
      ],
    ],
  ],
  'A script handler of a message system': [
    [
      'a message starts a script by its name in a new thread',
      ['runtime/test/host.test.ts: a script is started by its name, at once, with arguments, and gives a thread'],
    ],
    [
      'a paused script is stored, and resumed by its id',
      ['runtime/test/host.test.ts: a message resumes a script by its id, but none that another started'],
    ],
    [
      'before a pause, a script registers what will resume it',
      [
        'runtime/test/host.test.ts: an event that a script waits for resumes it by its id; the other script goes on waiting',
      ],
    ],
    [
      'a script that waits for long does not delay later scripts',
      ['runtime/test/host.test.ts: a script that waits long holds up none that was started after it'],
    ],
  ],
  'The first spindle': [
    ['a call waits, so the code after it sees its effects', ['fixtures/calls/own-and-plain-calls-always-wait']],
    [
      'an endless loop does not freeze the game',
      ['fixtures/loops/for-without-end', 'fixtures/loops/while-waits-a-frame'],
    ],
    ['no additional frame after an iteration that has waited', ['fixtures/waits/walking-loop-has-no-gaps']],
    ['`wait(ms)` instead of `setTimeout`', ['fixtures/waits/frames-and-milliseconds']],
    ['two buttons, one player: the second command queues', ['fixtures/ownership/two-buttons-and-one-player']],
    [
      'the threads that wait for an executor are in an ordered list',
      [
        'runtime/test/ownership/ownership.test.ts: two buttons queue on one player',
        'runtime/test/ownership/ownership.test.ts: the queue is first come, first served, whatever the priority',
      ],
    ],
    ['ownership by `this`', ['fixtures/ownership/owner-is-the-first-this']],
    [
      'a loop over creatures moves them all at the same time',
      ['fixtures/loops/for-of-starts-all-in-one-frame', 'fixtures/ownership/glitches-walk-at-the-same-time'],
    ],
    [
      'a function called with `call(creature)` runs with it as owner',
      ['fixtures/ownership/glitches-walk-at-the-same-time'],
    ],
    ['one creature after the other', ['fixtures/ownership/one-at-a-time-with-wait-for']],
    ['`waitFor(this)` at the head of `walk`, as a mutex', ['fixtures/ownership/wait-for-this-as-a-mutex']],
    [
      'a free wait lets other threads act, a wait with `this.` does not',
      ['fixtures/waits/wait-lets-others-in-and-this-wait-does-not'],
    ],
    [
      '`(function (glitch) { … })(this)` runs concurrently with its caller',
      ['fixtures/ownership/function-on-the-spot-runs-beside-its-caller'],
    ],
    ['calling another owner, and staying busy at the same time', ['fixtures/scenes/told-to-do-and-waited-for']],
    [
      'the trace of the thread that keeps an executor busy',
      [
        'runtime/test/threads/thread.test.ts: a trace has the calls of the thread, innermost first, then those of the threads that started it',
        'runtime/test/threads/thread.test.ts: the trace goes on with the threads that started it',
      ],
    ],
    ['waiting for the next call of a function', ['fixtures/calls/wait-for-a-method']],
    ['a behaviour that handles each alert in order', ['fixtures/scenes/alerts-are-answered-in-turn']],
    [
      'a behaviour that handles alerts while it continues to watch',
      ['fixtures/scenes/alerts-are-answered-beside-the-watch'],
    ],
    ['a behaviour that handles alerts only when not busy', ['fixtures/scenes/alerts-are-answered-only-when-not-busy']],
    ['global names on a root object', ['fixtures/options/globals-are-members-of-a-root']],
    ['special words of the language', ['fixtures/options/constants-are-expressions']],
    ['the runtime on a root object', ['fixtures/options/runtime-as-global']],
    [
      'compiled and plain functions call each other',
      ['fixtures/functions/value-or-thread', 'fixtures/natives/callback-from-elsewhere'],
    ],
    ['any function may wait without a declaration', ['fixtures/ownership/helper-pauses-its-caller']],
    [
      'a value is returned unchanged, a Promise is waited for',
      [
        'fixtures/waits/for-a-thenable',
        'runtime/test/words/wait.test.ts: a Promise that a call gives is waited for; other thenables and iterables pass through',
      ],
    ],
    ['`var r = creature.fn(…)` waits for the value', ['fixtures/calls/value-of-another-owner']],
    [
      'a call returns something that can be awaited',
      ['runtime/test/threads/thread.test.ts: gives the value when nothing waits, else the Thread'],
    ],
    [
      '`withSchema` of a function',
      [
        'fixtures/calls/schema-says-it-never-waits',
        'runtime/test/schema.test.ts: gives the function back, and schemaOf its schema',
      ],
    ],
    [
      '`withSchema` of an object',
      ['fixtures/calls/schema-of-an-object', 'runtime/test/schema.test.ts: of an object describes its own methods'],
    ],
    ['`// @compile` becomes `// @compiled`', ['fixtures/marks/above-each-kind-of-function']],
    [
      'compiled code is readable, and easy to debug',
      ['examples/examples.test.ts: a debugger steps through a compiled example on its original lines'],
    ],
    [
      'compiled code can be inspected',
      [
        'cli/test/inspect/inspect.test.ts: a function stands beside what it became, with a reason at each call and loop',
      ],
    ],
    [
      'system code such as `_walk`, written as game code',
      ['fixtures/scenes/walk-to-point-and-signal', 'examples/scenes/arrival.js'],
    ],
    ['generators emulated for older browsers', ['fixtures/presets.test.ts: beside preset-env a program logs the same']],
  ],
};
