/**
 * Owners in an engine that refuses to put a private field on some objects (collections/stamp-base.ts): their executors stand in
 * a WeakMap, and a game sees no difference.
 */
import type { Thread } from '../../src/index.js';

/** Which objects take no field? */
let isRefused: (object: object) => boolean = () => false;
let refused = 0;

/** Stands for that of such an engine. */
// oxlint-disable-next-line typescript/no-extraneous-class -- its constructor is what it is for
class StampBase {
  constructor(object: object) {
    if (typeof object === 'object' && isRefused(object)) {
      refused++;
      throw new TypeError('Cannot define a private field: the object is not extensible');
    }
    return object;
  }
}
const { jest: mocks } = import.meta as unknown as {
  jest: { unstable_mockModule(path: string, make: () => object): void };
};
mocks.unstable_mockModule('../../src/collections/stamp-base.js', () => ({ StampBase }));
const { $thread } = await import('../../src/abi.js');
const { executorOf } = await import('../../src/index.js');
const { Stage } = await import('../stage.js');

const owners: Readonly<Record<string, () => object>> = {
  'an object': () => ({}),
  'a frozen object': () => Object.freeze({}),
  'an object without prototype': () => Object.preventExtensions(Object.create(null) as object),
  'a Proxy': () => new Proxy({}, {}),
  'a Proxy of a frozen object': () => new Proxy(Object.freeze({}), {}),
};

/** What happens to an owner, and to what represents it. */
function play(make: () => object): string[] {
  const stage = new Stage();
  const owner = make();
  const view = new Proxy(owner, {});
  // Plain code looks at it before anybody knows that it represents another object.
  const early = executorOf(view);
  stage.scheduler.identity = (object) => (object === view ? owner : object);
  const open = $thread(
    function* (this: object, name: string): Generator {
      stage.log(`${name} opens`);
      yield executorOf(this).wait(20);
      stage.log(`${name} has opened`);
    } as never,
    'open(1)',
  ) as (this: object, name: string) => Thread;
  const knock = $thread(function* (): Generator {
    return 'come in';
  }, 'knock(0)') as (this: object) => unknown;
  const handle = executorOf(owner);
  const look = (): void =>
    stage.log(`${handle.busy} ${handle.owned.map(({ name, status }) => `${name} ${status}`).join(', ')}`);
  const say = (...values: unknown[]): void => stage.log(values.map(String).join(' '));
  stage.play(() => {
    say(knock.call(owner), knock.call(owner));
    look();
    const threads = [open.call(owner, 'first'), open.call(view, 'second'), open.call(make(), 'another')];
    say(...threads.map((thread) => thread.owner === owner));
  });
  say(stage.scheduler.spawn(() => 0, { owner: view }).owner === owner);
  say(executorOf(owner) === handle, executorOf(view) === handle, early.busy);
  look();
  stage.pulse(3);
  look();
  handle.cancelAll('enough');
  look();
  stage.finish();
  stage.play(() => say(knock.call(view)));
  say(handle.busy, stage.uncaught.length);
  return stage.lines;
}

test.each(Object.keys(owners))('%s that takes no field is the owner that it would be with one', (kind) => {
  const make = owners[kind] as () => object;
  const found = [() => false, (object: object) => !Object.isExtensible(object), () => true].map((is) => {
    isRefused = is;
    refused = 0;
    return { lines: play(make), refused };
  });
  const [all, some, none] = found.map(({ lines }) => lines);
  expect(some).toEqual(all);
  expect(none).toEqual(all);
  expect(all).toContain('0 true open sleeping, open blocked, script ready');
  // Otherwise nothing has been tried.
  expect([found[0]?.refused, (found[2]?.refused ?? 0) > 2]).toEqual([0, true]);
  expect((found[1]?.refused ?? 0) > 0).toBe(!Object.isExtensible(make()));
});
