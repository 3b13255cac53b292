/** The referee finds what is wrong: each thing that it says is so is made otherwise here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ledger } from '../../packages/rooms/dist/ledger.js';
import { pulseOnce } from '../../packages/rooms/dist/replay.js';
import { judge, judgeTaken } from './referee.js';
import { gameOf, loadScene, SCENE } from './scene.js';

const makeGame = gameOf(await loadScene(SCENE));
const PULSES = 200;
const input = (n) => ({ kind: 'input', client: 'a', n, name: 'clap', args: [] });

/** A room that one client has been in, and claps in, and what it has heard. */
function play() {
  const history = new Map(Array.from({ length: PULSES }, (_, at) => [at + 1, { epoch: 1, entries: [] }]));
  history.get(1).entries.push({ kind: 'join', client: 'a', data: 'ann', after: 0 });
  for (const n of [1, 2, 3]) history.get(n * 20).entries.push(input(n));
  const [ledger, game, outputs] = [new Ledger(), makeGame(), new Map()];
  for (const [, { entries }] of history) {
    const before = ledger.output;
    pulseOnce({ name: 'inn', game, ledger }, 1, entries, { seatSeconds: 60, stepMs: 50, log: false });
    for (const { n, pulse, to, body } of ledger.ring)
      if (n > before && (to === null || to === 'a')) outputs.set(n, { pulse, body });
  }
  const connection = { sure: ledger.output };
  const heard = { outputs, doubled: 0, taken: [{ n: 5, wasSure: false }], missed: [] };
  const player = { room: 'inn', token: 'ann', inputs: 3, code: null, connection, ...heard };
  return { history, player };
}

const ask = ({ history, player }) => judge({ players: [player] }, 'inn', history, makeGame);
const first = ({ outputs }) => [...outputs.keys()][20];

test('a room that went as it should passes', () => {
  const { inputs, pulses, outputs } = ask(play());
  assert.deepEqual([inputs, pulses], [3, PULSES]);
  assert.ok(outputs > PULSES);
});

for (const [what, spoil, why] of [
  ['an output is missing', ({ player }) => player.outputs.delete(first(player)), /is undefined, not/],
  [
    'an output has another text',
    ({ player }) => (player.outputs.get(first(player)).body += '!'),
    /Output \d+ of ann is/,
  ],
  ['an output is of another pulse', ({ player }) => player.outputs.get(first(player)).pulse++, /Output \d+ of ann is/],
  ['an output came twice', ({ player }) => player.doubled++, /was given 1 outputs twice/],
  [
    'what was never to be taken back was',
    ({ player }) => (player.taken[0].wasSure = true),
    /was sure of output 5, and it was taken back/,
  ],
  ['an input has not come', ({ player }) => player.inputs++, /4 inputs of inn were sent, 3 came/],
  ['an input came twice', ({ history }) => history.get(30).entries.push(input(1)), /Input 1 of a comes behind 1/],
  ['an input was jumped over', ({ history }) => history.get(40).entries.splice(0), /Input 3 of a comes behind 1/],
  ['a pulse is missing', ({ history }) => history.delete(50), /has no pulse 50/],
  [
    'a client hears nothing any more',
    ({ player: { outputs } }) => [...outputs].filter(([, { pulse }]) => pulse > 80).forEach(([n]) => outputs.delete(n)),
    /has heard nothing for \d+ pulses/,
  ],
  [
    'it was told that it has missed something, and was not away for long',
    ({ player }) => {
      const n = first(player);
      player.outputs.delete(n);
      player.missed.push({ first: n, last: n, awayMs: 1000 });
    },
    /is undefined, not/,
  ],
])
  test(`${what}: the referee says so`, () => {
    const stage = play();
    spoil(stage);
    assert.throws(() => ask(stage), why);
  });

/** A process that writes each 200 ms, with what else it asked. It plays pulse n at 50 n ms. */
function processOf({ untilMs = 2000, more = [], endedMs = null, playsUntilMs = 5000 }) {
  const times = Array.from({ length: untilMs / 200 }, (_, at) => at * 200);
  const calls = [...times.map((atMs) => writeAt(atMs)), ...more].toSorted((one, two) => one.atMs - two.atMs);
  const pulses = Array.from({ length: playsUntilMs / 50 }, (_, at) => ({ pulse: at + 1, atMs: (at + 1) * 50 }));
  return { name: 'a', endedMs, calls, pulses };
}

const writeAt = (atMs, { answer = 'kept 1', tookMs = 1, to = '' } = {}) => ({
  atMs,
  tookMs,
  call: `writes 1/1 up to 9, 0 records${to}`,
  answer,
});
/** It was heard 30 ms later, by another clock. */
const takeBack = (process, playedMs, laterMs = 30) =>
  judgeTaken(
    [
      {
        token: 'ann',
        taken: [{ n: 7, pulse: playedMs / 50, heardMs: playedMs + laterMs, process: 'a' }],
      },
    ],
    [process],
  );

const FAILED = { answer: 'Error: cut off' };
for (const [what, given, fromMs, toMs] of [
  [
    'its calls fail',
    { untilMs: 600, more: [writeAt(600, FAILED), writeAt(850, FAILED), writeAt(1100), writeAt(1200)] },
    500,
    1100,
  ],
  ['it waits for an answer', { untilMs: 600, more: [writeAt(600, { tookMs: 500 }), writeAt(1300)] }, 500, 1100],
  [
    'Redis has lost the room',
    { untilMs: 600, more: [writeAt(600, { answer: 'lost ' }), writeAt(800), writeAt(900)] },
    500,
    800,
  ],
  [
    'another one has the room when it reaches Redis again',
    { untilMs: 600, more: [writeAt(600, FAILED), writeAt(1000, { answer: 'fenced ' })] },
    500,
    1000,
  ],
  [
    'it does not know that it has given the room away, and goes on',
    {
      untilMs: 600,
      more: [writeAt(600, { to: ' → b', tookMs: 550 }), writeAt(1100, { answer: 'older ', tookMs: 60 })],
      endedMs: 1300,
    },
    500,
    1300,
  ],
  [
    'it does not know that it has given the room away, puts it anew, and is killed',
    {
      untilMs: 600,
      more: [
        writeAt(600, { to: ' → b', tookMs: 550 }),
        writeAt(1160, { answer: 'older ' }),
        { ...writeAt(1170), call: 'put 3/2/9' },
      ],
      endedMs: 1300,
    },
    500,
    1300,
  ],
  [
    'it does not know that it has given the room away, and is killed',
    { untilMs: 600, more: [writeAt(600, { to: ' → b' })], endedMs: 1000 },
    650,
    1000,
  ],
  [
    'Redis has lost the room of which it had kept a write late',
    {
      untilMs: 600,
      more: [writeAt(600, FAILED), writeAt(850), writeAt(860, { answer: 'lost ' }), writeAt(1000), writeAt(1100)],
    },
    500,
    1000,
  ],
  ['it is killed', { untilMs: 600, endedMs: 1000 }, 500, 1000],
  ['it is not answered any more', { untilMs: 600 }, 500, 4000],
])
  test(`taken back is what was heard while ${what}, and nothing else`, () => {
    const process = processOf(given);
    takeBack(process, fromMs);
    takeBack(process, toMs - 50);
    assert.throws(() => takeBack(process, fromMs - 50), /Output 7 of ann, heard at \d+ ms, was taken back/);
    if (toMs < 4000) assert.throws(() => takeBack(process, toMs + 50), /was taken back/);
  });

test('taken back is also what was heard at once from a process whose clock is a bit ahead', () => {
  takeBack(processOf({ untilMs: 600, more: [writeAt(600, FAILED), writeAt(1100)] }), 700, -2);
});

for (const [what, given] of [
  ['writes late, and is answered at once', { untilMs: 600, more: [writeAt(1400), writeAt(1600)] }],
  ['gives the room away', { untilMs: 600, more: [writeAt(600, { to: ' → b' })], playsUntilMs: 600 }],
  ['finds at once that another one has it', { untilMs: 600, more: [writeAt(800, { answer: 'fenced ' })] }],
])
  test(`nothing is taken back from who ${what}`, () => {
    const process = processOf(given);
    for (const playedMs of [550, 600, 700, 1000, 1300])
      assert.throws(() => takeBack(process, playedMs), /was taken back/);
  });
