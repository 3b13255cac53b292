/** The trace of the inspector, read by the engine of Chrome's Performance panel. Run by `npm run compat -- trace`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Executor, Scheduler } from '@spindle/runtime';
import { $methods, clock, waitUntil } from '@spindle/runtime/abi';
import { recordTrace } from '@spindle/inspector';

// The engine uses this class of browsers.
globalThis.DOMRect ??= class {};
const { TraceModel } = await import('@paulirish/trace_engine');

class Actor extends Executor {
  constructor(name) {
    super();
    this.name = name;
  }

  static {
    $methods(this.prototype, { walk: 'Actor.walk(1)', jump: 'Actor.jump(0)' });
  }

  *walk(steps) {
    for (let taken = 0; taken < steps; taken++) yield waitUntil(clock.frame + 1);
  }

  *jump() {
    yield this.wait(20);
  }
}

test('Chrome reads a process for each owner, and in each thread its life with its waits inside', async () => {
  const scheduler = new Scheduler({ warnings: false });
  const stop = recordTrace(scheduler);
  scheduler.enter(() => {
    const [ada, bob] = [new Actor('Ada'), new Actor('Bob')];
    ada.jump();
    ada.walk(2);
    bob.walk(3);
  });
  for (let i = 0; i < 6; i++) scheduler.pulse(10);
  const { traceEvents } = JSON.parse(JSON.stringify(stop()));
  const model = TraceModel.Model.createWithAllHandlers();
  await model.parse(traceEvents, {});
  const { Meta, Renderer } = model.parsedTrace().data;
  assert.equal(Meta.traceIsGeneric, true);
  const seen = [...Renderer.processes.values()].map(({ threads }) =>
    [...threads.values()].map(({ name, tree, entries }) => ({
      name,
      roots: tree.roots.size,
      depth: tree.maxDepth,
      entries: entries.map((entry) => `${entry.cat} ${entry.ts}+${entry.dur}`),
    })),
  );
  const life = (us) => `spindle.thread 0+${us}`;
  const frames = (...starts) => starts.map((us) => `spindle.sleeping ${us}+10000`);
  assert.deepEqual(seen, [
    [
      { name: '#1 jump', roots: 1, depth: 2, entries: [life(20_000), 'spindle.sleeping 0+20000'] },
      {
        name: '#2 walk',
        roots: 1,
        depth: 2,
        entries: [life(40_000), 'spindle.queued 0+20000', ...frames(20_000, 30_000)],
      },
    ],
    [{ name: '#3 walk', roots: 1, depth: 2, entries: [life(30_000), ...frames(0, 10_000, 20_000)] }],
  ]);
});
