/** The playground: what somebody can do in it, and what a scene cannot. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from '@playwright/test';
import { LIMIT_MS } from './harness/browser.js';
import { comparePicture } from './harness/pictures.js';
import { fragmentOf, openPlaygrounds } from './harness/playground.js';
import { built, root } from './harness/stage.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = path.join(built, 'play');

/** What reached the server, of what a scene asked for. */
const asked = [];
let play;
test.beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  const leak = (request, response) => {
    asked.push(request.url);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('// here');
  };
  play = await openPlaygrounds({ '/leak': leak, '/leak.js': leak });
});
test.afterAll(() => play.close());

const WALK = `// @compile
function walk(steps: number) {
  for (let step = 1; step <= steps; step++) {
    wait(20);
    console.log('step', step);
  }
  return steps;
}

start(() => walk(3));
`;

const openCode = (code, options) => play.open(fragmentOf(code), options);
const textOf = async (locator) => (await locator.innerText()).replaceAll(/\s+/g, ' ');

test.describe('a scene', () => {
  test('runs when the page is open, and what it writes stands in the console with its line', async () => {
    const { page, said, tab, panel, written } = await openCode(WALK);
    await written('step 3');
    await tab('console');
    assert.match(await textOf(panel('console')), /step 1 line 5 step 2 line 5 step 3 line 5/);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('is drawn, and its threads stand below with the line at which each is', async () => {
    const { page, picture, panel, said } = await play.open('#scene=guard');
    await panel('result').getByText('of guard').first().waitFor();
    await panel('result').getByRole('button', { name: /^line/ }).first().waitFor();
    await page.locator('.cm-current').first().waitFor();
    const earlier = await picture();
    await page.waitForFunction(
      (text) =>
        document.querySelector('spindle-playground').shadowRoot.querySelector('#panel-result').innerText !== text,
      await panel('result').innerText(),
    );
    assert.notDeepEqual(await picture(), earlier);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('has the name and the description that fit its code', async () => {
    const { page, by, putCursor } = await openCode('// A door. It opens.\nlog(1);\n');
    const told = async () => [await by('scenes').locator('option:checked').innerText(), await by('about').innerText()];
    assert.deepEqual(await told(), ['Your own code', 'A door.']);
    await by('scenes').selectOption('boss');
    assert.deepEqual(await told(), ['A boss', 'Each phase is one race, each bolt a script.']);
    await putCursor('A boss in two phases');
    await page.keyboard.type('!');
    assert.deepEqual(await told(), ['Your own code', 'A boss in two phases!.']);
    await page.keyboard.press('Backspace');
    assert.equal((await told())[0], 'A boss');
    await page.close();
  });

  test('runs anew when its text changes, but not after STOP, until RUN', async () => {
    const { page, by, written, panel, putCursor } = await openCode("console.log('one');\n");
    await written('one');
    await putCursor("'one");
    await page.keyboard.type('s');
    await written('ones');
    assert.doesNotMatch(await panel('console').textContent(), /one(?!s)/);
    await by('stop').click();
    await page.locator('.stage[data-state=stopped]').waitFor();
    await putCursor("'ones");
    await page.keyboard.type('x');
    await page.locator('#panel-output').getByText("'onesx'").waitFor({ state: 'attached' });
    await page.locator('.stage[data-state=stopped]').waitFor();
    assert.doesNotMatch(await panel('console').textContent(), /onesx/);
    await by('run').click();
    await written('onesx');
    await page.close();
  });

  const scenes = readdirSync(path.join(root, 'play/scenes')).filter((name) => /(?<!\.d|index)\.[jt]s$/.test(name));
  for (const [id] of scenes.map((name) => name.split('.')))
    test(`${id} is in the list, and runs without an error`, async () => {
      const { page, by, said, picture, panel } = await play.open();
      await by('scenes').selectOption(id);
      await page.waitForFunction((text) => location.hash === text, `#scene=${id}`);
      await page.locator('.stage[data-state=running]').waitFor();
      const first = await picture();
      await panel('result').locator('.threads li').first().waitFor();
      await page.waitForFunction(() => performance.getEntriesByName('spindle:drawn').length > 1);
      for (const end = Date.now() + LIMIT_MS; (await picture()).equals(first);)
        assert.ok(Date.now() < end, `${id} does not move`);
      assert.equal(await page.locator('.entry.error').count(), 0);
      assert.deepEqual(said, []);
      await page.close();
    });
});

test.describe('the views', () => {
  test('Output follows an edit', async () => {
    const { page, tab, panel, putCursor } = await openCode(WALK);
    await tab('output');
    await panel('output').getByText('function* $walk').waitFor();
    await putCursor('wait(20');
    await page.keyboard.type('0');
    await panel('output').getByText('yield wait(200)').waitFor();
    await page.close();
  });

  test('a place of the source and its place in the output are linked, in both directions', async () => {
    const { page, tab, panel, putCursor } = await openCode(WALK);
    await tab('output');
    await panel('output').getByText('function* $walk').waitFor();
    await putCursor('  wa');
    const linked = (where) => page.locator(`${where} .cm-linked`);
    await linked('#panel-output').getByText('wait').first().waitFor();
    assert.match(await textOf(linked('.editor').first()), /^wait/);
    const line = page.locator('#panel-output .cm-line').filter({ hasText: 'return steps' });
    await line.getByText('return', { exact: true }).click();
    await linked('.editor').getByText('return').first().waitFor();
    const source = page.locator('.editor .cm-line').filter({ has: page.locator('.cm-linked') });
    assert.match(await textOf(source), /return steps/);
    // The pointer does the same.
    await page.locator('.editor .cm-line').filter({ hasText: "'step'" }).getByText("'step'").hover();
    await linked('#panel-output').getByText("'step'").waitFor();
    await page.close();
  });

  test('a wait at the top level is told in the console, and why nothing can wait there', async () => {
    const { page, tab, panel } = await openCode('// @compile\nwait(300);\n');
    await tab('console');
    await panel('console').getByText('is at the top level of the file').first().waitFor();
    await tab('why');
    await panel('why').getByText('The mark is for functions, and here is none.').waitFor();
    await page.close();
  });

  test('Why has the reason at each call and loop, and leads to its line', async () => {
    const { page, tab, panel } = await openCode(WALK);
    await tab('why');
    await panel('why').getByText('wait(20)').waitFor();
    const text = await textOf(panel('why'));
    assert.match(text, /walk may wait/);
    assert.match(text, /wait\(20\) waits line 4 It waits: wait\./);
    await panel('why').getByRole('button', { name: 'line 4' }).click();
    assert.equal(await page.locator('.editor .cm-activeLine').innerText(), '    wait(20);');
    await panel('why').locator('[data-here]').getByText('wait(20)').waitFor();
    await page.close();
  });

  test('Timeline shows the threads of the scene, pauses it, and leads to the source', async () => {
    const { page, by, tab, panel } = await openCode(
      '// @compile\nfunction nap() {\n  while (true) wait(100);\n}\nstart(() => nap());\n',
    );
    await tab('timeline');
    await panel('timeline').getByText('nap').first().waitFor();
    await panel('timeline').getByRole('button', { name: 'Pause' }).click();
    await panel('timeline').getByRole('button', { name: 'Resume' }).waitFor();
    await panel('timeline').getByText('scene.ts:3').first().click();
    await page.locator('.editor .cm-activeLine').getByText('while').waitFor();
    // Another run, and the tab closed and open again.
    await by('run').click();
    await panel('timeline').getByRole('button', { name: 'Pause' }).waitFor();
    await panel('timeline').getByText('nap').first().waitFor();
    await tab('result');
    await tab('timeline');
    await panel('timeline').getByText('nap').first().waitFor();
    await page.close();
  });

  test('Timeline goes back with the stage and the lines in the editor, and the scene runs again from there', async () => {
    const { page, tab, panel, picture, said } = await play.open('#scene=guard');
    await tab('timeline');
    const view = panel('timeline');
    const slider = view.getByRole('slider', { name: 'Time' });
    const statusHas = (text) => view.getByRole('status').filter({ hasText: text }).waitFor();
    const currentLines = () =>
      page.locator('.editor .cm-line.cm-current').evaluateAll((all) => all.map(({ textContent }) => textContent));
    /** Both come by themselves, soon after the frame. */
    const comesBack = async (wanted) => {
      for (const end = Date.now() + LIMIT_MS; ;) {
        const seen = [(await picture()).toString('base64'), ...(await currentLines())];
        if (seen.join() === wanted?.join()) return seen;
        assert.ok(Date.now() < end, 'the stage or the lines are others');
        wanted ??= seen;
        if (wanted.length === 1) wanted = undefined;
      }
    };
    await view.getByText('patrol').first().waitFor();
    await page.waitForFunction((input) => Number(input.max) > 80, await slider.elementHandle());
    await view.getByRole('button', { name: 'Pause' }).click();
    await statusHas('Paused in frame');
    const frame = Number(await slider.getAttribute('max'));
    const then = await comesBack();
    await view.getByRole('button', { name: 'Resume' }).click();
    await page.waitForFunction(([input, from]) => Number(input.max) > from + 90, [await slider.elementHandle(), frame]);
    await slider.fill(String(frame));
    await statusHas(`Back in frame ${frame} of`);
    await comesBack(then);
    await page.screenshot({ path: path.join(pictures, 'back.png') });
    await view.getByRole('button', { name: 'Run again from here' }).click();
    await statusHas(/^Frame/);
    await page.waitForFunction(([input, from]) => Number(input.max) > from + 5, [await slider.elementHandle(), frame]);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('an error of the compiler has its code and its frame, in the console and in the editor', async () => {
    const { page, by, tab, panel } = await openCode('// @compile\nasync function walk() {\n  wait(1);\n}\n');
    await page.locator('.cm-lintRange-error').first().waitFor();
    assert.match(await by('status').innerText(), /1 error, line 2/);
    await tab('console');
    const text = await panel('console').innerText();
    assert.match(text, /SPN\d{3}/);
    assert.match(text, /> 2 \| async function walk/);
    await page.locator('.cm-lintRange-error').first().hover();
    await page
      .locator('.cm-tooltip .cm-diagnostic')
      .getByText(/SPN\d{3}/)
      .waitFor();
    await page.close();
  });

  test('an error of a scene has the lines of the source through which it came', async () => {
    const code = `// @compile
class Hero extends Executor {
  step(n: number) {
    this.wait(20);
    throw new Error('a wall');
  }
  walk() {
    this.step(1);
  }
}
start(() => new Hero().walk());
`;
    const { page, tab, panel, written } = await openCode(code);
    await written('a wall');
    await tab('console');
    assert.match(await textOf(panel('console')), /Error Error: a wall line 5 .*step.*line 5 .*walk.*line 8/);
    await panel('console').getByRole('button', { name: 'line 8' }).click();
    assert.equal(await page.locator('.editor .cm-activeLine').innerText(), '    this.step(1);');
    await page.close();
  });

  test('what nothing has caught stands in Result, and its line is marked, until the text changes', async () => {
    const { page, panel, putCursor } = await openCode(
      '// A door.\n// @compile\nfunction open(door: any) {\n  wait(20);\n  door.open();\n}\nstart(() => open(null));\n',
    );
    const error = panel('result').locator('.thrown .entry');
    await error.waitFor();
    assert.match(await textOf(error), /^Error TypeError: .*null.* line 5 open.*line 5/);
    assert.equal(await page.locator('.editor .cm-lintRange-error').innerText(), 'door.open();');
    assert.match(await page.locator('[data-name=told]').innerText(), /^TypeError: .*, line 5$/);
    await page.screenshot({ path: path.join(pictures, 'thrown.png') });
    await page.locator('.editor .cm-lintRange-error').hover();
    await page.locator('.cm-tooltip .cm-diagnostic').getByText('TypeError').waitFor();
    await error.getByRole('button', { name: 'line 5' }).first().click();
    assert.equal(await page.locator('.editor .cm-activeLine').innerText(), '  door.open();');
    await putCursor('door.open()');
    await page.keyboard.type(' // mended');
    await page.keyboard.press('Home');
    await page.keyboard.type('// ');
    await error.waitFor({ state: 'detached' });
    assert.equal(await page.locator('.editor .cm-lintRange-error').count(), 0);
    await page.close();
  });

  test('an error that a scene writes has its own lines only', async () => {
    const { page, tab, panel, written } = await openCode(
      "function f() {\n  console.error('so:', new TypeError('y'));\n}\nf();\n",
    );
    await written('so:');
    await tab('console');
    assert.equal(await textOf(panel('console')), 'Error so: TypeError: y line 2 f line 2 the scene line 4');
    await page.close();
  });

  test('a scene awaits at its top level, and its errors have their lines before and after that', async () => {
    const { page, tab, panel, written } = await openCode(
      "console.log('one');\nawait null;\nfunction f() {\n  throw new Error('two');\n}\nf();\n",
    );
    await written('two');
    await tab('console');
    assert.equal(await textOf(panel('console')), 'one line 1 Error Error: two line 4 f line 4 the scene line 6');
    await page.close();
  });

  test('a hover tells why a call waits, and completion knows words, the stage and marks', async () => {
    const { page, putCursor } = await openCode(`${WALK}\n//\n`);
    await page.locator('.stage[data-state=running]').waitFor();
    await page.locator('.editor .cm-line').filter({ hasText: 'wait(20)' }).getByText('wait').hover();
    await page.locator('.cm-why').getByText('waits.').waitFor();
    await putCursor('start(() => walk(3));');
    await page.keyboard.type('\nwaitS');
    await page.locator('.cm-tooltip-autocomplete').getByText('waitSignal').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('\nglitc');
    await page.locator('.cm-tooltip-autocomplete').getByText('glitches').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('\nplayer.walkT');
    await page.locator('.cm-tooltip-autocomplete').getByText('walkTowards').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('\n// @comp');
    await page.locator('.cm-tooltip-autocomplete').getByText('@compile').waitFor();
    await page.close();
  });
});

test.describe('a loop that never ends', () => {
  const loops = {
    'in plain code': "console.log('begun');\nfor (let n = 0; ; n++) Math.sqrt(n);\n",
    'in a function without a mark': "function f() {\n  while (true);\n}\nconsole.log('begun');\nf();\n",
    'in a compiled function':
      "// @compile\nfunction f() {\n  // @nowait\n  while (true) Math.random();\n}\nconsole.log('begun');\nstart(() => f());\n",
  };
  for (const [where, code] of Object.entries(loops))
    test(`${where} holds up nobody: the editor takes keys, STOP ends it, and RUN runs the next`, async () => {
      const { page, by, written, putCursor, panel } = await openCode(code);
      await written('begun');
      if (where !== 'in a compiled function') await by('busy').waitFor();
      await putCursor('begun');
      await page.keyboard.type('!');
      assert.match(await page.locator('.editor .cm-content').innerText(), /begun!/);
      await panel('output').getByText("'begun!'").waitFor({ state: 'attached' });
      await by('stop').click();
      await page.locator('.stage[data-state=stopped]').waitFor();
      await page.keyboard.press('Control+Home');
      await page.locator('.editor .cm-content').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type("console.log('the next');");
      await by('run').click();
      await written('the next');
      await page.close();
    });

  test('that writes fills no memory', async () => {
    const { page, by, written, panel } = await openCode("for (let n = 0; ; n++) console.log('line', n);\n");
    await written('line 199');
    await by('busy').waitFor();
    assert.equal(await panel('console').locator('.entry').count(), 200);
    await by('stop').click();
    await page.close();
  });

  test('of what is written at once, the page shows what it takes, and says how much is left out', async () => {
    const code =
      "for (let n = 0; n < 1000; n++) console.log('line', n);\nsetTimeout(() => console.log('later'), 1000);\n";
    const { page, by, panel, written } = await openCode(code);
    await written('… and 800 more');
    await written('later');
    assert.equal(await panel('console').locator('.entry').count(), 202);
    assert.equal(await by('busy').isVisible(), false);
    await page.close();
  });
});

test.describe('a scene that means harm', () => {
  /** The page goes on, and the scene does not. */
  async function isEnded({ page, panel, putCursor }, why) {
    await panel('console').getByText(why).waitFor();
    assert.equal(await page.locator('.stage').getAttribute('data-state'), 'stopped');
    await putCursor('// here');
    await page.keyboard.type('!');
    assert.match(await page.locator('.editor .cm-content').innerText(), /\/\/ here!/);
  }

  test('finds neither of the ports of the page, whatever it puts in the place of what the browser has', async () => {
    const code = `// here
const found = new Set<string>();
const look = (name: string, values: unknown[]) => {
  for (const value of values) if (value instanceof MessagePort) found.add(name);
};
function patch(owner: any, path: string) {
  for (const key of Reflect.ownKeys(owner)) {
    const { value, get, set, configurable } = Object.getOwnPropertyDescriptor(owner, key)!;
    const name = path + '.' + String(key);
    if (!configurable || key === 'constructor') continue;
    const around = (inner: any) =>
      function (this: unknown, ...list: any[]) {
        look(name, [this, ...list]);
        const result = own(inner, this, list);
        look(name, Array.isArray(result) ? [...result] : [result]);
        return result;
      };
    if (typeof value === 'function') Object.defineProperty(owner, key, { value: around(value), configurable: true, writable: true });
    else if (get !== undefined) Object.defineProperty(owner, key, { get: around(get), set, configurable: true });
  }
}
const own = Reflect.apply;
for (const key of ['kind', 'data', 'ports', 'port', 'wire', 'readyState', 'start', 'on', 'send', 'onmessage', 'transfer', 'once'])
  Object.defineProperty(Object.prototype, key, {
    get() {
      look('Object.' + key, [this]);
    },
    set(value) {
      look('Object.' + key, [this, value]);
      Object.defineProperty(this, key, { value, configurable: true, writable: true, enumerable: true });
    },
    configurable: true,
  });
patch(MessagePort.prototype, 'MessagePort');
patch(EventTarget.prototype, 'EventTarget');
patch(MessageEvent.prototype, 'MessageEvent');
patch(Event.prototype, 'Event');
patch(Promise.prototype, 'Promise');
(globalThis as any).structuredClone = null;
setInterval(() => console.log([...found].join() || 'no port'), 300);
`;
    const { page, panel, tab, written } = await openCode(code);
    await written('no port');
    // The page gives it another port.
    await tab('timeline');
    await panel('timeline').getByRole('button', { name: 'Pause' }).waitFor();
    await tab('console');
    await panel('console').getByText('no port').nth(2).waitFor();
    assert.deepEqual([...new Set(await panel('console').locator('.text').allTextContents())], ['no port']);
    await page.close();
  });

  /** Runs something else in the place of the next scene: what a scene may do that has got hold of both ports in spite of all. */
  async function runInstead(attack) {
    const opened = await openCode("// here\nconsole.log('runs');\n");
    await opened.written('runs');
    await opened.page.frames()[1].evaluate((text) => {
      const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      // oxlint-disable-next-line typescript/unbound-method -- it is called with a worker
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (_order, list) {
        // The size of the stage comes without a list.
        const ports = [list].flat().filter((one) => one instanceof MessagePort);
        if (ports.length === 2) postMessage.call(new Worker(url), null, ports);
      };
    }, `onmessage = ({ ports: [port, wire] }) => { ${attack} };`);
    await opened.by('run').click();
    return opened;
  }

  const TOO_MANY = /sent more than the page asked for/;
  const UNKNOWN = /sent something that no scene sends/;
  const attacks = {
    'floods the port': ["for (;;) port.postMessage({ kind: 'log', entries: [], left: 1 })", TOO_MANY],
    'floods the wire of the inspector': ["for (;;) wire.postMessage('{}')", TOO_MANY],
    'sends null': ['port.postMessage(null)', UNKNOWN],
    'sends half a message': ["port.postMessage({ kind: 'now', now: null })", UNKNOWN],
    'sends a list that has no end': [
      "port.postMessage({ kind: 'log', entries: new Array(2 ** 32 - 1), left: 0 })",
      UNKNOWN,
    ],
    'sends objects over the wire of the inspector': ['wire.postMessage({ length: 1e9 })', UNKNOWN],
  };
  for (const [name, [attack, why]] of Object.entries(attacks))
    test(`${name}: it is ended, and the reader is told why`, async () => {
      const opened = await runInstead(attack);
      await isEnded(opened, why);
      assert.deepEqual(opened.said, []);
      await opened.page.close();
    });

  test('floods the frame: it is ended, and the next one runs', async () => {
    const code = "// here\nconsole.log('begun');\nfor (;;) (postMessage as (text: string) => void)('x');\n";
    const opened = await openCode(code);
    await isEnded(opened, TOO_MANY);
    await opened.page.keyboard.press('Control+a');
    await opened.page.keyboard.type("console.log('the next');");
    await opened.by('run').click();
    await opened.written('the next');
    await opened.page.close();
  });
});

test('a scene has no network and no storage', async () => {
  const code = `const url = ${JSON.stringify(`${play.origin}/leak`)};
const told = (name: string) => (error: unknown) => console.log(name + ': ' + (error as Error).name);
const tries: Record<string, () => unknown> = {
  fetch: () => fetch(url).then(() => console.log('fetch: got it'), told('fetch')),
  request: () => {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    request.send();
  },
  scripts: () => importScripts(url + '.js'),
  module: () => import(url + '.js').then(() => console.log('module: got it'), told('module')),
  socket: () => {
    new WebSocket(url.replace('http', 'ws')).onerror = () => told('socket')({ name: 'refused' });
  },
  events: () => {
    new EventSource(url).onerror = () => told('events')({ name: 'refused' });
  },
  worker: () => {
    new Worker(url + '.js').onerror = () => told('worker')({ name: 'refused' });
  },
  database: () => indexedDB.open('x'),
  caches: () => caches.open('x').then(() => console.log('caches: got it'), told('caches')),
  origin: () => console.log('origin: ' + origin),
};
for (const [name, attempt] of Object.entries(tries)) {
  try {
    attempt();
  } catch (error) {
    told(name)(error);
  }
}
`;
  const { page, panel, written } = await openCode(code);
  for (const name of ['fetch', 'module', 'socket', 'events', 'worker']) await written(`${name}: `);
  const lines = (await panel('console').locator('.text').allTextContents()).sort();
  assert.deepEqual(
    lines.filter((line) => line.includes('got it')),
    [],
  );
  for (const name of ['request', 'scripts', 'worker', 'database', 'caches'])
    assert.ok(
      lines.some((line) => new RegExp(`^${name}: \\w*Error$`).test(line)),
      `${name} in ${lines.join('; ')}`,
    );
  assert.ok(lines.includes('origin: null'));
  assert.deepEqual(asked, []);
  await page.close();
});

test('the frame around a scene has no way to the page, to a storage, or to another page', async () => {
  const { page, written } = await openCode(WALK);
  await written('step 3');
  const [top, frame] = page.frames();
  const pages = page.context().pages().length;
  /** What each way ends with, in the frame or in the page that holds it. */
  const endsOf = (where) =>
    where.evaluate(async (url) => {
      const ways = {
        document: () => parent.document.body,
        global: () => parent.customElements,
        // Anybody may set the address of the page that holds a frame, if no sandbox forbids it.
        address: () => (window.top.location = `${url}?gone`),
        local: () => localStorage.length,
        session: () => sessionStorage.length,
        cookies: () => document.cookie,
        database: () => indexedDB.open('x'),
        caches: () => caches.keys(),
        files: () => navigator.storage.getDirectory(),
        fetch: () => fetch(url),
      };
      const ends = { origin: self.origin, popup: String(window.open(url) && 'opened') };
      for (const [name, way] of Object.entries(ways)) {
        try {
          await way();
          ends[name] = 'got it';
        } catch (error) {
          ends[name] = error.name;
        }
      }
      return ends;
    }, `${play.origin}/leak`);
  const denied = ['document', 'global', 'address', 'local', 'session', 'cookies', 'database', 'caches', 'files'];
  assert.deepEqual(await endsOf(frame), {
    origin: 'null',
    popup: 'null',
    ...Object.fromEntries(denied.map((name) => [name, 'SecurityError'])),
    fetch: 'TypeError',
  });
  assert.deepEqual(asked, []);
  assert.equal(top.url(), page.url());
  assert.doesNotMatch(page.url(), /gone/);
  assert.equal(page.context().pages().length, pages);
  await page.close();
});

test.describe('sharing', () => {
  test('a link holds the code, and opens the same', async () => {
    const { page, by } = await openCode(`${WALK}// Ünïcode 🧵\n`);
    await by('share').click();
    const field = page.getByLabel('Link');
    await field.waitFor();
    const link = await field.inputValue();
    assert.equal(page.url(), link);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
    assert.ok(link.startsWith(`${play.address}#code=`));
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await page.close();
    const again = await play.open(new URL(link).hash);
    assert.equal(
      `${(await again.page.locator('.editor .cm-line').allTextContents()).join('\n')}`,
      `${WALK}// Ünïcode 🧵\n`,
    );
    await again.written('step 3');
    await again.page.close();
  });

  test('a link that is broken opens the first scene', async () => {
    const { page, by, said } = await play.open('#code=AAAA');
    await page.locator('.stage[data-state=running]').waitFor();
    assert.notEqual(await by('scenes').inputValue(), '');
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a link that holds more than a scene may have is not opened, and the page says so', async () => {
    const code = `// ${'x'.repeat(60_000_000)}`;
    const hash = fragmentOf(code);
    assert.ok(hash.length < 90_000);
    const { page, by, written, said } = await play.open(hash);
    const dialog = page.getByRole('dialog', { name: 'The link was not opened' });
    await dialog.getByText(/more than 256 kB of code/).waitFor();
    await page.keyboard.press('Escape');
    assert.notEqual(await by('scenes').inputValue(), '');
    // One that comes later leaves what is there.
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type("console.log('mine');");
    await by('run').click();
    await written('mine');
    await page.evaluate((next) => {
      location.hash = '#';
      location.hash = next;
    }, hash);
    await dialog.waitFor();
    assert.equal(await page.locator('.editor .cm-line').first().textContent(), "console.log('mine');");
    assert.deepEqual(said, []);
    await page.close();
  });

  test('no link is made of code that no link would open', async () => {
    const { page, by } = await openCode(`console.log('here');\n// ${'x'.repeat(255 * 1024)}`);
    await page.locator('.editor .cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText(`// ${'y'.repeat(2000)}\n`);
    await by('share').click();
    await page
      .getByRole('dialog', { name: 'Share' })
      .getByText(/too long for a link/)
      .waitFor();
    await page.close();
  });

  test('the form for bugs gets the link, and what each thread does', async () => {
    const { page, by, panel } = await openCode(
      '// @compile\nfunction nap() {\n  wait(60_000);\n}\nstart(() => nap());\n',
    );
    await panel('result').getByText('nap').waitFor();
    await by('bug').click();
    const link = page.getByRole('link', { name: 'Open the form on GitHub' });
    const address = new URL(await link.getAttribute('href'));
    assert.equal(address.origin + address.pathname, 'https://github.com/spindle-scripts/spindle/issues/new');
    assert.match(address.searchParams.get('playground'), /^http.*#code=/);
    const { threads } = JSON.parse(address.searchParams.get('snapshot'));
    assert.equal(threads[0].function, 'nap');
    assert.equal(threads[0].line, 3);
    assert.match(threads[0].source, /> 3 \| {3}wait\(60_000\);/);
    await page.close();
  });
});

test.describe('without a mouse', () => {
  test('keys run, stop, leave the editor and choose tabs', async () => {
    const { page, by, written } = await openCode("console.log('ran');\n");
    await written('ran');
    await page.locator('.editor .cm-content').focus();
    await page.keyboard.press('Control+.');
    await page.locator('.stage[data-state=stopped]').waitFor();
    assert.equal(await by('told').textContent(), 'Stopped.');
    await page.keyboard.press('Control+Enter');
    await page.locator('.stage[data-state=running]').waitFor();
    // Tab indents; Escape and Tab leaves.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Tab');
    assert.equal(await page.locator('.editor .cm-line').first().textContent(), "  console.log('ran');");
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement.shadowRoot.activeElement?.id);
    assert.equal(await focused(), 'tab-result');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'tab-output');
    assert.equal(await page.locator('#panel-output').isVisible(), true);
    await page.keyboard.press('End');
    assert.equal(await focused(), 'tab-console');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'tab-result');
    await page.close();
  });

  test('the stage takes keys, and Tab leaves it', async () => {
    const code =
      "scheduler.enter(() => start(() => keys()));\n// @compile\nfunction keys() {\n  console.log('ready');\n  console.log(waitSignal('key'));\n}\n";
    const { page, written } = await openCode(code);
    await written('ready');
    await page.locator('.stage iframe').focus();
    await page.keyboard.press('Tab');
    await page.frames()[1].locator('canvas:focus').waitFor();
    await page.keyboard.press('KeyQ');
    await written('KeyQ');
    await page.keyboard.press('Tab');
    assert.equal(await page.frames()[1].locator('canvas:focus').count(), 0);
    await page.close();
  });
});

/** What axe-core finds, in the page or in a frame of it. */
async function violationsOf(where) {
  await where.evaluate(axe);
  const { violations } = await where.evaluate(() =>
    // Only the page itself: the script of axe-core is not in its frames.
    window.axe.run(document, { iframes: false, resultTypes: ['violations'] }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

test.describe('looks', () => {
  const tabs = ['result', 'output', 'why', 'timeline', 'console'];
  for (const colorScheme of ['light', 'dark'])
    for (const width of [1280, 390])
      test(`${colorScheme}, ${width} px wide: nothing scrolls sideways, and axe finds nothing`, async () => {
        const { page, tab, said, panel } = await play.open('#scene=guard', { width, height: 844, colorScheme });
        await panel('result').locator('.threads li').first().waitFor();
        for (const name of tabs) {
          await tab(name);
          if (name === 'timeline') await panel('timeline').getByText('guard', { exact: true }).first().waitFor();
          await page.screenshot({ path: path.join(pictures, `${name}-${colorScheme}-${width}.png`) });
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          assert.deepEqual(await violationsOf(page), [], name);
        }
        const light = await page.evaluate(() => {
          const main = document.querySelector('spindle-playground').shadowRoot.querySelector('.source');
          const [red] = /\d+/.exec(getComputedStyle(main).backgroundColor);
          return Number(red);
        });
        assert.equal(light > 128, colorScheme === 'light');
        assert.deepEqual(said, []);
        await page.close();
      });

  test('a script that has ended looks as it did', async () => {
    const { page, written, tab } = await openCode(WALK, { width: 390, height: 400 });
    await written('step 3');
    await tab('console');
    // How long that took is said there.
    await comparePicture(page, 'playground', { mask: [page.locator('[data-name=status]')] });
    await page.close();
  });

  test('the tab that is chosen is seen whole, where the page has less room than the tabs', async () => {
    const { page } = await play.openPage('playground.html', { width: 300 });
    const second = page.locator('spindle-playground').nth(1);
    await second.locator('[data-name=run]').click();
    // What a scene writes chooses the console.
    await second.locator('#tab-console[aria-selected=true]').waitFor();
    const isWhole = async (name) => {
      const [tab, list] = await Promise.all([
        second.locator(`#tab-${name}`).boundingBox(),
        second.getByRole('tablist').boundingBox(),
      ]);
      // A list is scrolled by whole pixels.
      return tab.x > list.x - 1 && tab.x + tab.width < list.x + list.width + 1;
    };
    assert.equal(await isWhole('console'), true);
    assert.equal(await isWhole('result'), false);
    await second.locator('#tab-console').focus();
    await page.keyboard.press('Home');
    assert.equal(await isWhole('result'), true);
    await page.close();
  });

  for (const colorScheme of ['light', 'dark'])
    for (const width of [1280, 390])
      test(`${colorScheme}, ${width} px wide: axe finds nothing in the dialogs and in the stage`, async () => {
        const { page, by, panel, said } = await play.open('#scene=guard', { width, height: 844, colorScheme });
        await panel('result').locator('.threads li').first().waitFor();
        const [, frame] = page.frames();
        assert.equal(await frame.locator('canvas').count(), 1);
        assert.deepEqual(await violationsOf(frame), []);
        for (const [name, title] of [
          ['share', 'Share'],
          ['bug', 'Report a bug'],
        ]) {
          await by(name).click();
          const dialog = page.getByRole('dialog', { name: title });
          await dialog.getByLabel('Link').waitFor();
          // The focus is in it, and comes back.
          assert.equal(await dialog.evaluate((one) => one.contains(one.getRootNode().activeElement)), true);
          await page.screenshot({ path: path.join(pictures, `${name}-${colorScheme}-${width}.png`) });
          assert.deepEqual(await violationsOf(page), [], name);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'hidden' });
          const focused = () =>
            page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.getAttribute('data-name'));
          assert.equal(await focused(), name);
        }
        assert.deepEqual(said, []);
        await page.close();
      });

  test('somebody who wants little motion begins the scene', async () => {
    const { page, by, written } = await openCode(WALK, { reducedMotion: 'reduce' });
    await page.locator('.stage[data-state=idle]').waitFor();
    await by('run').click();
    await written('step 3');
    await page.close();
  });
});

test('in a page of its own, the element shows a scene or its text, and runs it when the reader says so', async () => {
  const { page, said } = await play.openPage('playground.html');
  const [guard, nap] = [page.locator('spindle-playground').first(), page.locator('spindle-playground').nth(1)];
  await guard.locator('.editor').getByText('function watch').waitFor();
  await nap.locator('.editor').getByText('function nap').waitFor();
  assert.equal(await nap.locator('.editor .cm-line').first().textContent(), '// @compile');
  await nap.locator('[data-name=run]').click();
  await nap.locator('#panel-console').getByText('awake').waitFor({ state: 'attached' });
  assert.equal(await guard.locator('.stage').getAttribute('data-state'), 'idle');
  const open = nap.getByRole('link', { name: 'Open in the playground' });
  await page.waitForFunction((link) => link.href.includes('#code='), await open.elementHandle());
  assert.ok((await open.getAttribute('href')).startsWith(`${play.address}#code=`));
  await page.screenshot({ path: path.join(pictures, 'element.png'), fullPage: true });
  assert.deepEqual(said, []);
  await page.close();
});

test('with the attribute script, the text of the element is a program without the mark, and the link carries the mark', async () => {
  const { page, said } = await play.openPage('playground.html');
  const program = page.locator('spindle-playground[script]');
  await program.locator('.editor').getByText('at the top').waitFor();
  await program.locator('[data-name=run]').click();
  await program.locator('#panel-console').getByText('at the top').waitFor({ state: 'attached' });
  const open = program.getByRole('link', { name: 'Open in the playground' });
  await open.focus();
  await page.waitForFunction((link) => link.href.includes('#code='), await open.elementHandle());
  const again = await play.open(new URL(await open.getAttribute('href')).hash);
  assert.equal(await again.page.locator('.editor .cm-line').first().textContent(), '// @script');
  await again.written('at the top');
  assert.deepEqual([...said, ...again.said], []);
  await again.page.close();
  await page.close();
});
