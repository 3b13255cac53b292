/** Programs of which runtime and model give different traces, and nobody knows yet which is wrong. Each test fails as soon as they agree: then it moves to scenes.ts. */
import { maxFrames } from './compare.js';
import { drive } from './drive.js';
import { model } from './model.js';
import { number, type Program, type Statement } from './program.js';

const part = (fields: Omit<Statement, 'id'> & Record<string, unknown>): Statement =>
  ({ id: 0, ...fields }) as Statement;
const all = (held: boolean, ...branches: Statement[][]): Statement =>
  part({ do: 'group', how: 'all', form: 'args', held, ms: 10, branches });
const call = (on: number | 'this', how: string, ...body: Statement[]): Statement =>
  part({ do: 'call', on, fn: 0, how, slot: null, gives: null, body });
const play = (...roots: Statement[]): Program =>
  number({
    actors: 3,
    firstSource: 0,
    library: 'asLibrary',
    steps: [],
    stops: [],
    roots: roots.map((root) => ({ frame: 0, body: [root] })),
  });
const [b, c] = [1, 2];
const inSlot = (statement: Statement): Statement => ({ ...statement, fn: 2, slot: 0 }) as Statement;

// The runtime begins the order and lets it end; in the model it leaves its queue with its giver.
test.failing('a script that cancels its own starter and then gives an order to its own owner', async () => {
  const program = play(
    call(b, 'used', all(true, [part({ do: 'waitFrames', frames: 2, held: false, isWord: false })])),
    inSlot(
      call(
        b,
        'used',
        all(
          false,
          [
            call(
              'this',
              'plain',
              all(
                false,
                [call('this', 'used', part({ do: 'waitEntity', on: c, held: true }))],
                [part({ do: 'cancel', slot: 0, now: false }), part({ do: 'waitOn', on: b, ms: 10, how: 'beside' })],
              ),
            ),
          ],
          [
            all(
              false,
              [call('this', 'used')],
              [call(c, 'plain', all(true, [part({ do: 'waitCall', on: 'this', fn: 0, held: false })]))],
            ),
          ],
        ),
      ),
    ),
  );
  expect(await drive(program, maxFrames, null)).toEqual(model(program, maxFrames, null).trace);
});
