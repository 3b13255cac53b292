/** The judge of the other tests sees what is missing, doubled and otherwise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from './fleet.js';

const roomId = 'inn';
const ann = { kind: 'join', client: 'ann' };
const clap = (n) => ({ kind: 'input', client: 'ann', n, name: 'clap', args: [n] });
const leave = { kind: 'leave', client: 'ann', n: 3 };
const entries = [[], [ann], [clap(1)], [clap(2)], []];
const text = (round) => JSON.stringify({ round, hands: {} });
const outputs = [1, 2, 3, 4, 5].map((pulse) => ({ n: pulse, to: null, pulse, body: ['said', `pulse ${pulse}`] }));
const played = { outputs, states: [0, 1, 2, 3, 4, 5].map(text) };
const pulses = entries.map((one, i) => ({ pulse: i + 1, epoch: 1, entries: one, atMs: 50 * i }));
const given = {
  room: { roomId, sessionId: 'ann' },
  sent: [
    ['clap', 1],
    ['clap', 2],
  ],
  heard: ['pulse 2', 'pulse 3', 'pulse 4', 'pulse 5', 'pulse 6'],
  states: [2, 3, 5, 6].map(text),
  rewinds: [],
  taken: [],
  sure: { output: 5, states: 4 },
};

const messages = [{ kind: 'made', roomId, snapshot: '' }];
const judged = (change, told = pulses) => {
  const process = { messages, isAlive: true, ask: async () => played, pulsesOf: () => told };
  return judge([process], [{ ...given, ...change }], { waitMs: 1 });
};

test('all is as in a room that never moved', async () => {
  const { outputs: all, inputs, pulses } = await judged({});
  assert.deepEqual([all, inputs, pulses], [5, 2, 5]);
});

test('what was taken back counts no more', async () => {
  const heard = ['pulse 2', 'pulse 3', 'otherwise', ...given.heard.slice(1)];
  const states = [text(2), text(99), ...given.states.slice(1)];
  await judged({ heard, states, rewinds: [{ at: 3, seen: 2, toOutput: 2 }] });
  await assert.rejects(judged({ heard, states }), /what ann hears/);
});

test('one that has left has heard something, and no other thing', async () => {
  await judged({ heard: given.heard.slice(0, 3), states: given.states.slice(0, 2), hasLeft: true });
  await assert.rejects(judged({ heard: ['pulse 2', 'pulse 4'], hasLeft: true }), /what ann hears/);
  await assert.rejects(judged({ heard: [], hasLeft: true }), /nothing/);
  await assert.rejects(judged({ states: [], hasLeft: true }), /nothing/);
});

test('one that has left has heard nearly all up to then', async () => {
  const leaves = [...pulses];
  for (let pulse = 6; pulse < 200; pulse++) leaves.push({ pulse, epoch: 1, entries: [], atMs: 50 * pulse });
  const left = (pulse) => leaves.toSpliced(pulse - 1, 1, { ...leaves[pulse - 1], entries: [leave] });
  const heard = given.heard.slice(0, 3);
  const states = given.states.slice(0, 2);
  await judged({ heard, states, hasLeft: true }, left(100));
  await assert.rejects(judged({ heard, states, hasLeft: true }, left(190)), /what ann hears/);
});

for (const [what, change] of [
  ['a client that hears nothing', { heard: [] }],
  ['the last output is missing', { heard: given.heard.slice(0, 3) }],
  ['an output comes twice', { heard: ['pulse 2', 'pulse 2', 'pulse 3', 'pulse 4', 'pulse 5'] }],
  ['an output of a time before it came', { heard: ['pulse 1', ...given.heard] }],
  ['a client that sees nothing', { states: [] }],
  ['the last state is missing', { states: [2, 3].map(text) }],
  ['a state comes again', { states: [3, 2, 5].map(text) }],
  ['what a client was sure of is taken back', { taken: [{ n: 2, wasSure: true }] }],
  ['an input is lost', { sent: [...given.sent, ['clap', 3]] }],
  ['an input comes twice', { sent: given.sent.slice(1) }],
])
  test(`it sees: ${what}`, () => assert.rejects(judged(change), assert.AssertionError));

test('of a pulse that was run again the highest epoch counts', async () => {
  const again = { pulse: 4, epoch: 2, entries: [], atMs: 1 };
  await assert.rejects(judged({}, [again, ...pulses]), /what ann has sent/);
});
