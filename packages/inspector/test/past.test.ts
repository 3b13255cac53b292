/** A view goes back through the frames of a game, and runs it again from one of them. */
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import { type Mark, marks, saves } from '@spindle/runtime/saves';
import { transform } from '../../compiler/src/index.js';
import { transformSync } from 'esbuild';
import type { Past } from '../src/index.js';
import { serve } from '../src/serve.js';
import { localWire } from '../src/view/game/local-wire.js';
import type { ViewThread } from '../src/view/game/model.js';
import { sentenceOf } from '../src/view/game/say.js';
import { Session } from '../src/view/game/session.js';

const SOURCE = `// @compile the whole file
export const hero = { x: 0 };
export function walk() {
  while (true) {
    hero.x++;
    wait(30);
  }
}
export function call() {
  wait(50);
  start(() => answer());
  wait(20);
}
function answer() {
  waitSignal('bell');
  wait(1000);
}
`;
const { code } = transform(SOURCE, { filename: 'game.js', sourceType: 'module', target: 'frames', saves: true })!;
const js = transformSync(code, { format: 'cjs', target: 'es2022' }).code;
const lineOf = (text: string): number => SOURCE.split('\n').findIndex((line) => line.includes(text)) + 1;

/** Fresh scripts, on a scheduler with pulses of 10 ms, and a mark behind each. */
function open() {
  const scheduler = new runtime.Scheduler({ warnings: false });
  const module = { exports: {} as { hero: { x: number }; walk: () => void; call: () => void } };
  const modules: Readonly<Record<string, object>> = { '@spindle/runtime': runtime, '@spindle/runtime/abi': abi };
  // oxlint-disable-next-line typescript/no-implied-eval -- the program is text that we compiled
  new Function('require', 'module', 'exports', js)((name: string) => modules[name], module, module.exports);
  const all = marks(saves(scheduler), { size: 1000 });
  const kept: Mark[] = [];
  const past = {
    whyNot: null as string | null,
    oldest: 0,
    get newest() {
      return kept.length - 1;
    },
    goTo(frame: number) {
      const mark = kept[frame];
      if (mark === undefined) throw new RangeError(`Frame ${frame} is not known.`);
      all.rewind(mark);
    },
  };
  const pulse = (times: number): void => {
    for (let i = 0; i < times; i++) {
      const { frame } = scheduler.clock;
      scheduler.pulse(10);
      if (scheduler.clock.frame > frame) kept.splice(frame + 1, Infinity, all.mark());
    }
  };
  const { hero, walk, call } = module.exports;
  scheduler.enter(() => [walk(), call()]);
  kept.push(all.mark());
  return { scheduler, past, hero, pulse };
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

/** A view of it, which shows all lanes from the first frame on. */
async function look({ scheduler, past }: { scheduler: runtime.Scheduler; past?: Past }) {
  const { game, view } = localWire();
  const session = new Session(view, serve(scheduler, game, { past, findFile: () => 'game.js' }));
  await settled();
  const question = () => {
    const threads = [...session.model.threads.values()];
    const lanes = threads.flatMap((thread) => session.model.missing(thread, 0) ?? []);
    for (const thread of threads) thread.knownSince = 0;
    return session.model.at === null ? { lanes, ids: threads.map(({ id }) => id) } : { lanes };
  };
  const refresh = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await session.refresh(question());
      await settled();
    }
  };
  await refresh();
  return { session, refresh, goTo: async (frame: number) => session.goTo(frame, question()) };
}

const shown = ({ model }: Session): string[] =>
  [...model.threads.values()].map(
    (thread) => `${thread.name} ${thread.info?.line ?? '-'} ${sentenceOf(thread).replace(/,.*/, '')}`,
  );
const bars = ({ spans }: ViewThread): string =>
  spans.map(({ state, from, to }) => `${['runs', 'sleeps', 'waits', 'queues'][state]} ${from}-${to ?? ''}`).join(', ');
const threadOf = ({ model }: Session, name: string): ViewThread =>
  [...model.threads.values()].find((thread) => thread.name === name)!;

test('threads are shown as they were: where each waited, who had not begun, and who has ended since lives', async () => {
  const game = open();
  const view = await look(game);
  for (let i = 0; i < 10; i++) {
    game.pulse(2);
    await view.refresh();
  }
  const { session } = view;
  const [sleeps, rings] = [lineOf('wait(30)'), lineOf('waitSignal')];
  expect(session.past).toEqual({ oldest: 0, newest: 20, whyNot: null });
  const now = [`walk ${sleeps} Sleeps: wait(30)`, 'call - Has ended.', `answer ${rings} Waits: waitSignal(bell)`];
  expect(shown(session).map((line) => line.replace(/^script|^arrow/, 'answer'))).toEqual(now);
  const lanes = [...session.model.threads.values()].map(bars);
  const { x } = game.hero;

  await view.goTo(3);
  expect([session.model.at, session.paused, game.scheduler.clock.frame]).toEqual([3, true, 3]);
  expect(game.hero.x).toBe(2);
  expect(shown(session).slice(0, 2)).toEqual([
    `walk ${sleeps} Sleeps: wait(30)`,
    `call ${lineOf('wait(50)')} Sleeps: wait(50)`,
  ]);
  expect(shown(session)[2]).toMatch(/ - Has not begun\.$/);
  expect(session.model.counts).toEqual([0, 2, 0, 0]);
  // The lanes stay, and the pulses of the game do nothing.
  expect([...session.model.threads.values()].map(bars)).toEqual(lanes);
  game.pulse(3);
  await view.refresh();
  expect([session.model.at, game.scheduler.clock.frame, session.past?.newest]).toEqual([3, 3, 20]);

  await view.goTo(20);
  expect([game.hero.x, shown(session).map((line) => line.replace(/^script|^arrow/, 'answer'))]).toEqual([x, now]);
});

test('run again from here: what came later is forgotten, and the lanes go on from there', async () => {
  const game = open();
  const view = await look(game);
  const { session } = view;
  for (let i = 0; i < 10; i++) {
    game.pulse(2);
    await view.refresh();
  }
  await view.goTo(3);
  session.pauseOrResume();
  await settled();
  expect([session.model.at, session.paused, session.model.threads.size]).toEqual([null, false, 2]);
  expect(bars(threadOf(session, 'walk'))).toBe('sleeps 0-3');
  game.scheduler.signal('bell');
  game.pulse(4);
  await view.refresh();
  expect([game.scheduler.clock.frame, session.past?.newest, game.hero.x]).toEqual([7, 7, 3]);
  game.pulse(13);
  await view.refresh();
  expect(bars(threadOf(session, 'call'))).toBe('sleeps 0-5, sleeps 5-7');
  expect(bars(threadOf(session, 'walk'))).toMatch(/^sleeps 0-3, sleeps 3-6, sleeps 6-9, /);
});

test('whoever only looks back and closes the view has changed nothing', async () => {
  const game = open();
  const view = await look(game);
  game.pulse(20);
  await view.refresh();
  await view.goTo(5);
  view.session.close();
  await settled();
  expect(game.scheduler.clock.frame).toBe(20);
  game.pulse(1);
  expect([game.scheduler.clock.frame, game.past.newest]).toEqual([21, 21]);
});

test('a game that goes back by itself, or on without the view, is shown as it is', async () => {
  const game = open();
  const view = await look(game);
  const { session } = view;
  game.pulse(20);
  await view.refresh();
  game.past.goTo(4);
  await view.refresh();
  expect([session.model.frame, session.model.at, session.model.threads.size]).toEqual([4, null, 2]);
  game.pulse(6);
  await view.refresh();
  expect([session.model.frame, shown(session).length]).toEqual([10, 3]);
  await view.goTo(5);
  void session.ask('resume');
  await settled();
  game.pulse(2);
  await view.refresh();
  expect([session.model.frame, session.model.at, session.paused]).toEqual([7, null, false]);
});

test('what the game refuses is said, and it goes on; without a past there is nothing to go back to', async () => {
  const game = open();
  const view = await look(game);
  const { session } = view;
  game.pulse(5);
  await view.refresh();
  await view.goTo(77);
  expect([session.refused, session.model.at, session.paused]).toEqual(['Frame 77 is not known.', null, true]);
  session.pauseOrResume();
  await settled();
  game.past.whyNot = 'main has a call that has a part in a Promise.';
  game.pulse(5);
  await view.refresh();
  expect([session.model.frame, session.past?.whyNot]).toEqual([10, game.past.whyNot]);
  expect(bars(threadOf(session, 'walk'))).toMatch(/sleeps 6-9, runs 9-$/);
  await view.goTo(3);
  expect([session.refused, session.model.at]).toEqual(['', 3]);

  const { scheduler, pulse } = open();
  const other = await look({ scheduler });
  pulse(3);
  await other.refresh();
  expect([other.session.past, scheduler.clock.frame]).toEqual([null, 3]);
});
