/**
 * What is around the code blocks of the pages and of the READMEs: a block is a part of a game, and here is the rest of
 * it. `npm test` compiles and runs each `js` block as a program of its own (scripts/docs/blocks.test.ts).
 *
 *   ```js          run, with what stands here
 *   ```js page     needs a page in a browser: `npm run e2e` has a test of it
 *   ```js config   a configuration: the tests of the bundlers and of the tarballs make such ones
 *   ```js scene    run in the page of its engine (e2e/engines.test.js)
 *   ```js part     not run: a piece of something that runs elsewhere, which `NOT_RUN` names
 *   ```js other    code of others, or a line beside an example
 */

/** Blocks that another test runs, or compares: a piece of each, and the test. */
export const ELSEWHERE = [
  { page: 'README.md', has: 'guard.patrol = function', by: 'scripts/docs/guide.test.ts' },
  { page: 'packages/babel-plugin-threads/README.md', has: 'glitch.walk = $thread', by: 'scripts/docs/docs.test.ts' },
  { page: 'packages/babel-plugin-threads/README.md', has: 'CK.api.Position.at', by: 'scripts/docs/docs.test.ts' },
];

/** Where what a `js page` or a `js part` shows is run. */
export const NOT_RUN = [
  { page: 'docs/inspector.md', has: 'inspectorOverlay(scheduler', by: 'e2e/inspector.test.js' },
  { page: 'docs/inspector.md', has: "querySelector('spindle-inspector')", by: 'e2e/inspector.test.js' },
  { page: 'packages/inspector/README.md', has: 'inspectorOverlay(scheduler', by: 'e2e/inspector.test.js' },
  { page: 'packages/engines/README.md', has: 'class Gate', by: 'e2e/engines.test.js' },
  { page: 'docs/rooms.md', has: 'new RoomHost({', by: 'compat/rooms/moves.test.js' },
  { page: 'docs/rooms.md', has: 'new Redis(url', by: 'compat/rooms/store.test.js' },
];

/** Ada jumps, and a second call queues for her. */
const ADA = `
  import { Executor, scheduler } from '@spindle/runtime';
  // @compile
  class Actor extends Executor {
    name = 'Ada';
    walk(steps) { for (let taken = 0; taken < steps; taken++) this.wait(10); }
    jump() { this.wait(20); }
  }
  const ada = new Actor();
  ada.jump();
  ada.walk(1);
`;

const GAME = `
  const game = {
    onUpdate(update) { for (let frame = 1; frame <= 5; frame++) update(16); },
    onKey(key, listener) { this[key] = listener; },
  };
`;

/** A game for docs/replay.md: the hero goes where the keys say. */
const REPLAYED = `
  class World {
    constructor(scheduler) { this.scheduler = scheduler; this.x = 0; }
    steer(keys) { if (keys.length > 0) console.log(keys[0], this.x += 1); }
  }
  let times = 0;
  const keyboard = { pressed: () => (++times % 2 === 0 ? ['right'] : []) };
  const files = [];
  const save = (text) => void files.push(text);
  const load = () => files.at(-1);
  ${GAME}
`;

/** `before` and `after` stand around the block, `prints` is what the whole writes. `with` names other blocks before it. */
export const WORLDS = [
  {
    page: 'README.md',
    has: "game.onKey('Escape'",
    before: GAME,
    files: {
      'scenes/opening.js': '// @compile\nexport function opening() { waitSignal("skip"); console.log("skipped"); }',
    },
    after: 'game.Escape(); scheduler.pulse(16); console.log(scene.status);',
    prints: 'skipped\ndone\n',
  },
  {
    page: 'docs/tools.md',
    has: 'requestAnimationFrame(frame)',
    before: `
      import { scheduler } from '@spindle/runtime';
      const asked = [];
      const requestAnimationFrame = (fn) => void asked.push(fn);
    `,
    after:
      'for (const now of [100, 116, 5000]) asked.shift()(now); console.log(scheduler.clock.frame, scheduler.clock.now);',
    prints: '3 116\n',
  },
  {
    page: 'docs/inspector.md',
    has: 'inspect(scheduler).snapshot();',
    before: ADA,
    after: `
      const { threads, ...rest } = inspect(scheduler).snapshot();
      console.log(Object.keys({ ...rest, threads }).join(' '));
      const { waitsFor, state, behind } = threads.find(({ name }) => name === 'walk');
      console.log(Object.keys(threads[0]).join(' '));
      console.log(state, '·', waitsFor, '·', behind.name);
      console.log(explain(scheduler, { sourceOf: () => null }).threads.length);
    `,
    prints: [
      'frame now threads',
      'id name owner function file line state waitsFor since behind parent',
      'queued · blocked: walk(1) needs Ada, held by jump, since frame 0; jump: wait(20), since frame 0 · jump',
      '2',
      '',
    ].join('\n'),
  },
  {
    page: 'docs/inspector.md',
    has: 'inspect(scheduler).subscribe(',
    before: `
      import { inspect } from '@spindle/inspector';
      const console = { log: (text) => lines.push(JSON.parse(text)) };
      const lines = [];
    `,
    after: `
      ${ADA}
      for (let frame = 1; frame < 6; frame++) scheduler.pulse(16);
      stop();
      const queued = lines.find(({ event }) => event === 'queued');
      globalThis.console.log(Object.keys(queued).join(' '));
      globalThis.console.log(queued.name, queued.owner, queued.behind.name);
      globalThis.console.log([...new Set(lines.map(({ event }) => event))].join(' '));
    `,
    prints: [
      'event frame id name owner function file line state waitsFor behind',
      'walk Ada jump',
      'started waits queued goesOn ended',
      '',
    ].join('\n'),
  },
  {
    page: 'docs/inspector.md',
    has: 'control.slowMotion(0.25)',
    before: ADA,
    after: 'remove(); scheduler.pulse(16); console.log(scheduler.clock.frame > 0, scheduler.threads.length);',
    prints: 'true 1\n',
  },
  {
    page: 'docs/inspector.md',
    has: '// in the view',
    with: ['// in the game'],
    before: `
      ${ADA}
      const { port1, port2: socket } = new MessageChannel();
      globalThis.WebSocket = class { constructor() { return port1; } };
      const show = () => undefined;
    `,
    after: `
      console.log(threads.map(({ name, state }) => name + ' ' + state).join(', '));
      for (const port of [port1, socket]) port.close();
    `,
    prints: 'jump sleeping, walk queued\n',
  },
  {
    page: 'docs/inspector.md',
    has: 'recordTrace(scheduler)',
    before: ADA,
    between: { '// … some seconds later': 'for (let frame = 0; frame < 5; frame++) scheduler.pulse(16);' },
    after: `
      console.log([...new Set(trace.traceEvents.map(({ args }) => args?.name))].includes('Ada'));
      attachDevtools(scheduler)();
    `,
    prints: 'true\n',
  },
  {
    page: 'docs/replay.md',
    has: '/** Sets up the game on a scheduler.',
    before: REPLAYED,
    after: "console.log(times, 'times pressed');",
    // The second line of each kind is that of the replay, which does not read the keys.
    prints: 'right 1\nright 2\nright 1\nright 2\n5 times pressed\n',
  },
  {
    page: 'docs/saves.md',
    has: 'saves(scheduler, {',
    before: `
      import { scheduler } from '@spindle/runtime';
      let hp = 3;
      const [world, ringBell] = [new Map(), () => undefined];
    `,
    after: 'console.log(hp, scheduler.threads.length);',
    prints: '3 0\n',
  },
  {
    page: 'docs/saves.md',
    has: 'marks(game',
    before: "import { scheduler } from '@spindle/runtime';\nconst hero = { hp: 3 };",
    after: 'console.log(hero.hp);',
    prints: '3\n',
  },
  {
    page: 'docs/rollback.md',
    has: 'function goBack',
    before: `
      const [marked, keys, played] = [new Map(), new Map(), []];
      const game = { mark: () => played.length, rewind: (to) => void played.splice(to), play: (key) => void played.push(key) };
      const keysAt = (frame) => keys.get(frame) ?? '-';
      let now = 0;
    `,
    after: `
      for (; now < 4; now++) play(now);
      keys.set(1, 'jump');
      goBack(1);
      console.log(played.join(' '));
    `,
    prints: '- jump - -\n',
  },
  {
    page: 'docs/saves.md',
    has: 'onEdit:',
    before: `
      import { scheduler } from '@spindle/runtime';
      import { saves } from '@spindle/runtime/saves';
      const game = saves(scheduler);
      const slot = game.save();
    `,
    after: 'console.log(report.mapped.length);',
    prints: '0\n',
  },
  {
    page: 'docs/programs.md',
    has: 'running?.cancel',
    before: "import { scheduler } from '@spindle/runtime';",
    files: { 'square.js': '// @script\nconsole.log("begins");\nwhile (true) wait(20);' },
    after: 'run(); run(); stop(); scheduler.pulse(16); console.log(scheduler.threads.length);',
    prints: 'begins\nbegins\n0\n',
  },
  {
    page: 'docs/programs.md',
    has: 'script: true',
    after: `
      await run('await forward(1);');
      await run('forward(1);\\nconsole.log("there");');
      for (let frame = 0; frame < 3; frame++) scheduler.pulse(16);
      console.log(running.status);
    `,
    prints: /^1 A program cannot use `await`.*\nthere\ndone\n$/,
  },
  {
    page: 'docs/hot-updates.md',
    has: 'bindings: { patrol }',
    before: `
      let accepted = 0;
      import.meta.hot = { data: {}, accept: () => void accepted++, dispose: (keep) => keep(import.meta.hot.data) };
    `,
    after: 'console.log(accepted, Object.keys(import.meta.hot.data).join(" "));',
    prints: '1 spindle\n',
  },
  {
    page: 'packages/babel-plugin-threads/README.md',
    has: 'globalThis.CK',
    after: "console.log(['wait', 'Executor', '$thread', 'beside'].filter((word) => !(word in CK.code)).length);",
    prints: '0\n',
  },
  {
    page: 'packages/compiler/README.md',
    has: "import { transform } from '@spindle/compiler'",
    after: '',
    prints: /\$thread\(\$patrol[^]*\npatrol, line 4: may wait/,
  },
  {
    page: 'packages/runtime/README.md',
    has: '// main.js',
    files: { 'opening.js': { page: 'packages/runtime/README.md', has: '// opening.js' } },
    before: `
      import { Executor } from '@spindle/runtime';
      // @compile
      class Person extends Executor {
        walkTo(x) { this.wait(100); console.log('is at', x); }
        say(text) { console.log(text); }
      }
      const [hero, guard] = [new Person(), new Person()];
      const game = { onUpdate(update) { for (let frame = 0; frame < 60; frame++) update(16); } };
    `,
    after: 'console.log(scheduler.threads.length);',
    prints: 'is at 240\nWhere to?\n0\n',
  },
  {
    page: 'packages/unplugin/README.md',
    has: 'Knock, knock.',
    before: `
      let now = 0;
      globalThis.performance = { now: () => now };
      globalThis.requestAnimationFrame = (fn) => now < 1500 && setImmediate(() => fn((now += 16)));
      globalThis.cancelAnimationFrame = () => undefined;
    `,
    after: '',
    prints: 'Knock, knock.\nWho is there?\n',
  },
];
