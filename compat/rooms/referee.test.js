/** The referee finds what is wrong: each thing that it says is so is made otherwise here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ledger } from '../../packages/rooms/dist/ledger.js';
import { pulseOnce } from '../../packages/rooms/dist/replay.js';
import { judge } from './referee.js';
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
