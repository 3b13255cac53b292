/** The referee finds what is wrong: each thing that it says is so is made otherwise here. */
import type { Entry } from '../src/entries.js';
import { ROOM, Stage } from './stage.js';

function play(): Stage {
  const stage = new Stage();
  stage.play(1000).move().play(1000).play(1000);
  return stage;
}

/** An output that the first client has heard, in the middle. */
const heard = ({ clients }: Stage): { readonly n: number; readonly outputs: Stage['clients'][number]['outputs'] } => {
  const { outputs } = clients[0]!;
  return { n: [...outputs.keys()][20]!, outputs };
};

/** What came in at the pulse with the first input. */
function clap({ world }: Stage): Entry[] {
  const pulses = [...world.history.get(ROOM)!.values()];
  return pulses.find(({ entries }) => entries.some(({ kind }) => kind === 'input'))!.entries as Entry[];
}

function change(stage: Stage, what: { readonly body?: string; readonly pulse?: number }): void {
  const { n, outputs } = heard(stage);
  outputs.set(n, { ...outputs.get(n)!, ...what });
}

test('a room that went as it should passes', () => {
  const { inputs, outputs, pulses } = play().judge();
  expect([inputs, outputs > 30, pulses > 60]).toEqual([12, true, true]);
});

test.each<[string, (stage: Stage) => void, RegExp]>([
  [
    'an output is missing',
    (stage) => heard(stage).outputs.delete(heard(stage).n),
    /Output \d+ of c1 is undefined, not/,
  ],
  ['an output has another text', (stage) => change(stage, { body: 'boo' }), /Output \d+ of c1 is .*boo/],
  ['an output is of another pulse', (stage) => change(stage, { pulse: 1 }), /Output \d+ of c1 is/],
  ['an input has not come', (stage) => clap(stage).pop(), /comes behind 0|inputs were sent/],
  ['an input came twice', (stage) => clap(stage).push(clap(stage).at(-1)!), /Input 1 of c\d comes behind 1/],
  [
    'a client hears nothing any more',
    ({ clients }) => {
      const { outputs } = clients[0]!;
      for (const [n, { pulse }] of outputs) if (pulse > 20) outputs.delete(n);
      outputs.set = () => outputs;
    },
    /c1 has heard nothing for \d+ pulses/,
  ],
  [
    'a client that was not away was told that it has missed something',
    (stage) => {
      const { n, outputs } = heard(stage);
      outputs.delete(n);
      stage.clients[0]!.news.push({ kind: 'missed', first: n, last: n });
    },
    /c1 was told that it has missed output \d+/,
  ],
  ['a client was sure of what was taken back', ({ clients }) => clients[0]!.broken.push(1), /c1 was sure/],
])('%s: the referee says so', (_, spoil, why) => {
  const stage = play();
  stage.judge();
  spoil(stage);
  expect(() => stage.judge()).toThrow(why);
});
