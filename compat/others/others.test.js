/** Libraries that people have beside Spindle: `npm run compat -- others`. Each example is a file here, which the cookbook shows. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { Scheduler, start } from '@spindle/runtime';
import spindle from '@spindle/unplugin/esbuild';

const here = import.meta.dirname;

/** An example as a bundler gives it to a page. What the page shares with the test stays outside. */
async function load(file, ...more) {
  const contents = [`export * from './${file}';`, ...more].join('\n');
  const outfile = path.join(here, 'node_modules/.cache', file.replace(/\.\w+$/, '.js'));
  await build({
    stdin: { contents, resolveDir: here },
    outfile,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    external: ['@spindle/*'],
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
    plugins: [spindle()],
  });
  return import(pathToFileURL(outfile).href);
}

const play = (scheduler, frames) => {
  for (let i = 0; i < frames; i++) scheduler.pulse(16);
};

test('Ink: a tag is done before the next line comes, and a script waits for the choice', async () => {
  const { Door, tell } = await load('ink.js');
  const scheduler = new Scheduler();
  const [door, shown] = [new Door(), []];
  const told = scheduler.enter(() => start(() => tell({ door }, (line) => shown.push(line))));
  play(scheduler, 10);
  assert.deepEqual([shown, door.log], [[], ['shakes']]);
  play(scheduler, 100);
  assert.deepEqual(shown, ['It knocks.', 'Who is there? | Say nothing.']);
  assert.match(told.waitingFor, /waitSignal\(choice\)/);
  scheduler.signal('choice', 0);
  play(scheduler, 400);
  assert.deepEqual(shown.slice(2), ['A voice says: a friend.', 'Come in, then.']);
  assert.deepEqual(door.log, ['shakes', 'is still', 'opens']);
  assert.equal(told.status, 'done');
});

const number = (value) => ({ block: { type: 'math_number', fields: { NUM: value } } });
const BLOCKS = {
  blocks: {
    blocks: [
      {
        type: 'controls_repeat_ext',
        inputs: {
          TIMES: number(4),
          DO: { block: { type: 'forward', inputs: { STEPS: number(2) }, next: { block: { type: 'turn' } } } },
        },
      },
    ],
  },
};

test('Blockly: what the generator writes takes time, and STOP ends it', async () => {
  const { Blockly, programOf, wordsFor } = await load('blockly.js', "export * as Blockly from 'blockly/core';");
  const workspace = new Blockly.Workspace();
  Blockly.serialization.workspaces.load(BLOCKS, workspace);
  const robot = { x: 0, y: 0, facing: 0 };
  const program = programOf(workspace, wordsFor(robot));
  const scheduler = new Scheduler();
  const running = scheduler.enter(() => start(program));
  play(scheduler, 20);
  assert.deepEqual(robot, { x: 2, y: 0, facing: 1 });
  play(scheduler, 60);
  assert.deepEqual([robot, running.status], [{ x: 0, y: 0, facing: 0 }, 'done']);
  const again = scheduler.enter(() => start(program));
  play(scheduler, 10);
  again.cancel('STOP');
  play(scheduler, 60);
  assert.deepEqual(robot, { x: 1, y: 0, facing: 0 });
});

test('React Three Fiber: useFrame makes the pulses, and a component that goes ends its scripts', async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const { Guard, Spindle, createElement, Fragment, TestRenderer } = await load(
    'fiber.jsx',
    "export { createElement, Fragment } from 'react';",
    "export { default as TestRenderer } from '@react-three/test-renderer';",
  );
  const { scheduler } = await import('@spindle/runtime');
  const scene = (...children) => createElement(Fragment, null, createElement(Spindle), ...children);
  const renderer = await TestRenderer.create(scene(createElement(Guard, { key: 'guard' })));
  const guard = renderer.scene.findByProps({ name: 'guard' }).instance;
  await renderer.advanceFrames(70, 0.016);
  assert.equal(guard.position.x, 3);
  await renderer.advanceFrames(60, 0.016);
  assert.ok(guard.position.x > 0 && guard.position.x < 3, String(guard.position.x));
  assert.equal(scheduler.threads.length, 1);
  await renderer.update(scene());
  assert.equal(scheduler.threads.length, 0);
});

test('Socket.io: a room asks its players, and the first answer counts', async () => {
  const { serveRooms } = await load('socket-io.js');
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const io = new Server(http);
  const closeRooms = serveRooms(io, 5);
  const [ada, bob] = [0, 1].map(() => connect(`http://127.0.0.1:${http.address().port}`, { forceNew: true }));
  const heard = (client, what) => new Promise((resolve) => client.once(what, resolve));
  try {
    ada.emit('join', 'blue');
    await once(ada, 'connect');
    const begun = Promise.all([heard(ada, 'question'), heard(bob, 'question')]);
    bob.emit('join', 'blue');
    assert.deepEqual(await begun, ['2 + 2?', '2 + 2?']);
    const next = heard(ada, 'question');
    bob.emit('answer', '4');
    assert.equal(await next, '3 × 3?');
    const over = heard(bob, 'over');
    ada.emit('answer', '9');
    assert.deepEqual(await over, [1, 1]);
  } finally {
    closeRooms();
    for (const client of [ada, bob]) client.close();
    await io.close();
  }
});

test('Socket.io: a room closes when somebody leaves', async () => {
  const { serveRooms } = await load('socket-io.js');
  const [io, told] = [new EventEmitter(), []];
  io.to = (room) => ({ emit: (...message) => told.push([room, ...message]) });
  const closeRooms = serveRooms(io, 60_000);
  const sockets = [0, 1].map(() => Object.assign(new EventEmitter(), { join: () => {} }));
  for (const socket of sockets) io.emit('connection', socket);
  for (const socket of sockets) socket.emit('join', 'blue');
  assert.deepEqual(told, [['blue', 'question', '2 + 2?']]);
  assert.deepEqual(
    sockets.map((socket) => socket.listenerCount('answer')),
    [1, 1],
  );
  sockets[0].emit('disconnect');
  assert.deepEqual(
    sockets.map((socket) => socket.listenerCount('answer')),
    [0, 0],
  );
  closeRooms();
});
