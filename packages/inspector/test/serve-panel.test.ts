import { connect } from '../src/connect.js';
import { Mailbox } from '../src/mailbox.js';
import { DOOR, type PanelDoor, servePanel } from '../src/serve-panel.js';
import { wait } from '@spindle/runtime';
import { Stage } from './stage.js';

const door = (): PanelDoor | undefined => (globalThis as { [DOOR]?: PanelDoor })[DOOR];
const settle = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

/** A panel that asks now and then. */
function panelOf(number: number): { view: ReturnType<typeof connect>; ask: () => Promise<string | null> } {
  const box = new Mailbox();
  const view = connect(box);
  return {
    view,
    async ask() {
      await settle();
      const lines = door()!.exchange(number, box.fetch());
      if (lines !== null) box.bring(lines);
      await settle();
      return lines;
    },
  };
}

function napping(): Stage {
  const stage = new Stage();
  stage.play(
    stage.script('nap(0)', function* () {
      for (;;) yield wait(20);
    }),
  );
  return stage;
}

/** The timer that was set last and not taken back. */
let timer: { readonly ring: () => void; readonly ms: number } | null = null;
const { setTimeout: setOwn, clearTimeout: clearOwn } = globalThis;
beforeAll(() => {
  const timers = {
    setTimeout: (ring: () => void, ms: number) => void (timer = { ring, ms }),
    clearTimeout: () => (timer = null),
  };
  Object.assign(globalThis, timers);
});
afterAll(() => void Object.assign(globalThis, { setTimeout: setOwn, clearTimeout: clearOwn }));

test('a panel looks at the game and controls it by what it runs in the page', async () => {
  const { scheduler } = napping();
  const end = servePanel(scheduler);
  const { view, ask } = panelOf(1);
  await ask();
  const snapshot = view.ask('snapshot');
  for (let i = 0; i < 3; i++) await ask();
  expect(await snapshot).toMatchObject({ frame: 0, threads: [{ name: 'nap' }] });
  void view.ask('pause');
  for (let i = 0; i < 2; i++) await ask();
  scheduler.pulse(10);
  expect(scheduler.clock.frame).toBe(0);
  end();
  scheduler.pulse(10);
  expect([scheduler.clock.frame, door()]).toEqual([1, undefined]);
});

test('a panel that has not asked for five seconds is closed: the game runs as before, and the panel begins anew', async () => {
  const { scheduler } = napping();
  const end = servePanel(scheduler);
  const { view, ask } = panelOf(1);
  await ask();
  void view.ask('pause');
  for (let i = 0; i < 3; i++) await ask();
  scheduler.pulse(10);
  expect([scheduler.clock.frame, timer?.ms]).toEqual([0, 5000]);
  timer!.ring();
  scheduler.pulse(10);
  expect(scheduler.clock.frame).toBe(1);
  expect(await ask()).toBeNull();
  const anew = panelOf(2);
  await anew.ask();
  expect(await anew.ask()).toEqual(expect.stringContaining('"hello"'));
  end();
});
