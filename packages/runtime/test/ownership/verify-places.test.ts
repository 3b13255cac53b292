/** The invariants of `verify()` about where threads stand and who runs; those of owners are in verify.test.ts. */
import { FrameList } from '../../src/collections/frame-list.js';
import { ThreadList } from '../../src/collections/thread-list.js';
import type { Frame } from '../../src/execution/call.js';
import { pending } from '../../src/execution/suspension.js';
import { kinds } from '../../src/execution/wait-kind-table.js';
import { turn } from '../../src/execution/turn-state.js';
import { nextFrame } from '../../src/abi.js';
import { Clock, type Thread, wait, waitFrames, withClock } from '../../src/index.js';
import { verify } from '../../src/testing.js';
import { makeScripts } from '../execution/frame-scripts.js';
import { Stage } from '../stage.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => {
  // These are of the module, not of the stage.
  turn.hot = turn.inTurn = pending.kind = null;
});

/** A thread that sleeps for a second. */
const nap = (name = 'nap'): Thread =>
  stage.play(
    stage.script(name, function* () {
      yield wait(1000);
    }),
  ) as Thread;

/** A thread that has ended. */
function ended(): Thread {
  const thread = stage.play(
    stage.script('ended', function* () {
      yield wait(10);
    }),
  ) as Thread;
  thread.cancel();
  return thread;
}

/** A thread that has not had its first turn. */
const fresh = (): Thread => stage.scheduler.spawn(() => undefined, { name: 'fresh' });

/** A hot thread: it waits for its next frame again and again. */
function walker(): Hot {
  const thread = stage.play(
    stage.script('walker', function* () {
      for (;;) yield nextFrame;
    }),
  ) as Thread;
  stage.pulse(2);
  return hot(thread);
}

/** A hot thread of an owner. */
function heroWalks(): Hot {
  const thread = stage.play(() => stage.actor('hero').walk(99)) as Thread;
  stage.pulse(2);
  return hot(thread);
}

/** A hot thread whose only frame is a frame object. */
function frameWalker(): Hot {
  const form = 'entries';
  const scripts = makeScripts({ walk: form, guard: form, errand: form, carry: form, step: form }, () => undefined);
  const thread = stage.play(() => scripts.walk(scripts.actors[0] as never, 3)) as Thread;
  stage.pulse();
  return hot(thread);
}

interface Hot {
  readonly thread: Thread;
  readonly list: FrameList<Thread>;
  readonly slot: number;
}

function hot(thread: Thread): Hot {
  const { list, slot } = thread;
  if (!(list instanceof FrameList) || !list.isHot(slot)) throw new Error(`${thread.name} is not hot`);
  verify(stage.scheduler);
  return { thread, list, slot };
}

/** Changes something of a hot thread, and leaves it hot. */
function stayHot(found: Hot, change: (thread: Thread) => void): void {
  const { thread, list, slot } = found;
  const frame = list.callFrames[slot] as Frame;
  change(thread);
  list.callFrames[slot] = frame;
}

/** Breaks one part of an invariant: what `verify()` says, when, and how it is broken. */
const parts: readonly [says: string, when: string, breakIt: () => void][] = [
  // Who runs, and the gate.
  [
    'a turn is hot that is none',
    'the thread at its place is not hot',
    () => {
      const { thread, list, slot } = walker();
      thread.cool();
      list.at = slot;
      turn.hot = list;
    },
  ],
  ['a turn is hot that is none', 'the turns of its list are over', () => void (turn.hot = walker().list)],
  ['plain code runs while timer is to begin', 'a pause was lost', () => void (pending.kind = kinds.timer)],
  ['nap has the turn and does not run', 'it waits', () => void (turn.inTurn = nap())],
  // Parked threads.
  ['ended is parked and should not be', 'it has ended', () => stage.scheduler.parked.add(ended())],
  [
    'fresh is parked and should not be',
    'nobody has paused it',
    () => {
      const thread = fresh();
      ThreadList.leave(thread);
      stage.scheduler.parked.add(thread);
    },
  ],
  [
    'nap is parked and should not be',
    'it still waits',
    () => {
      const thread = nap();
      thread.pause();
      stage.scheduler.parked.add(thread);
    },
  ],
  // What is paused or the like.
  [
    '1 threads and clocks are irregular, and 0 are counted',
    'a thread is paused past the count',
    () => void (nap().paused = true),
  ],
  [
    '1 threads and clocks are irregular, and 0 are counted',
    'a clock is paused past the count',
    () => void (nap().clock.pausedHere = true),
  ],
  // Lists of frames.
  ['walker is not where it thinks that it is', 'it stands at another place', () => void walker().thread.slot++],
  ['a list of frames has lost places, of walker', 'a frame is missing', () => void walker().list.callFrames.pop()],
  [
    'walker is hot and should not be',
    'it was cancelled',
    () => stayHot(walker(), (thread) => (thread.cancelling = { reason: 'enough', now: false })),
  ],
  ['walker is hot and should not be', 'it runs', () => stayHot(walker(), (thread) => (thread.running = true))],
  ['walker is hot and should not be', 'it does not loop', () => stayHot(walker(), (thread) => (thread.loops = false))],
  ['walk is hot and should not be', 'it is not alone', () => stayHot(heroWalks(), (thread) => (thread.alone = false))],
  [
    'walker is hot and should not be',
    'the frame in the list is that of another one',
    () => {
      const { list, slot } = walker();
      list.callFrames[slot] = frameWalker().thread.leaf;
    },
  ],
  [
    'walk is hot and should not be',
    'its frame object has more to do than to go on',
    () => stayHot(frameWalker(), ({ leaf }) => ((leaf as Frame).notes = {})),
  ],
];

test.each(parts)('verify() says: %s, when %s', (fact, _when, breakIt) => {
  breakIt();
  expect(() => verify(stage.scheduler)).toThrow(fact);
});

test('verify() is content with hot threads and with parked ones', () => {
  const found = [walker(), heroWalks(), frameWalker()];
  const menu = new Clock(stage.scheduler.clock);
  const paused = stage.play(
    stage.script('paused', function* () {
      yield withClock(menu, () => waitFrames(1));
    }),
  ) as Thread;
  menu.pause();
  stage.pulse(3);
  expect(stage.scheduler.parked.items.map((thread) => thread?.name)).toEqual(['paused']);
  expect(found.map(({ thread }) => thread.ended)).toEqual([false, false, true]);
  menu.resume();
  stage.pulse(2);
  expect([paused.status, stage.uncaught]).toEqual(['done', []]);
});
