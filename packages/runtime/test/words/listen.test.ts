/** How many queues of `listen` a thread keeps open. */
import { listen, type Queue, type Thread, wait } from '../../src/index.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

const said = recordWarnings();
let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** Listens so often, and waits. */
const guard = (name: string, count: number, use: (queue: Queue) => void = () => {}): (() => unknown) =>
  stage.script(name, function* () {
    for (let i = 0; i < count; i++) use(listen('hit'));
    yield wait(10);
  });

test('more than 100 open queues of a thread are told, once for each function', () => {
  stage.play(guard('careful', 100));
  expect(said).toEqual([]);
  const careless = guard('careless', 500);
  stage.play(careless);
  stage.play(careless);
  stage.play(guard('another', 101));
  const rest = 'has more than 100 queues of `listen` open. Call `listen` above the loop, or `close()` each. [SPN721]';
  expect(said).toEqual([`\`careless\` ${rest}`, `\`another\` ${rest}`]);
});

test('queues that are closed in time, and those of many threads, are not told', () => {
  stage.play(guard('closes', 500, (queue) => queue.close()));
  for (let i = 0; i < 100; i++) stage.play(guard(`guard`, 2));
  expect(said).toEqual([]);
});

test('a thread keeps no queue that is closed', () => {
  const thread = stage.play(guard('closes', 500, (queue) => queue.close())) as Thread;
  expect(thread.rare?.listeners?.size).toBe(0);
});
