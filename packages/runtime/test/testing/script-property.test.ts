/** What `scriptProperty` finds, and how small it makes it. */
import fc from 'fast-check';
import { $thread } from '../../src/abi.js';
import { clock, start, wait, waitFrames, waitUntil } from '../../src/index.js';
import { scriptProperty, shuffledBy, scriptTestWith } from '../../src/testing.js';

const script = (name: string, body: () => Generator): (() => any) => $thread(body, `${name}(0)`) as () => any;

/** A guard and a thief step by turns, among others; the guard has to look after the thief has moved in the frame in which both meet. */
const scene = script('scene', function* () {
  let [thief, seen] = [0, false];
  for (const name of ['cat', 'dog', 'bird'])
    start(
      script(name, function* () {
        for (let i = 0; i < 20; i++) yield waitFrames(1);
      }),
    );
  start(
    script('steal', function* () {
      for (; thief < 9; thief++) yield waitFrames(1);
      yield wait(400);
    }),
  );
  start(
    script('watch', function* () {
      while (!seen) {
        const frame = clock.frame;
        seen ||= thief === 9 && frame === 10;
        yield waitUntil(frame + 1);
      }
    }),
  );
  yield wait(300);
  if (!seen) throw new Error('the thief got away');
});

const found = async (body: () => any): Promise<fc.RunDetails<unknown>> =>
  fc.check(scriptProperty(fc, body) as fc.IAsyncProperty<unknown>, { numRuns: 200, seed: 37 });

test('an order in which a script fails is found, and made small: one place where it differs', async () => {
  const { failed, counterexample, errorInstance, numShrinks } = await found(scene);
  expect(failed).toBe(true);
  expect(String(counterexample)).toMatch(/^shuffledBy\("\d+:turns:\d\+1"\)$/);
  expect(numShrinks).toBeGreaterThan(2);
  expect(errorInstance).toMatchObject({ code: 'SPN539', cause: { message: 'the thief got away' } });
  const order = (counterexample as [{ from: string }])[0].from;
  let run: () => Promise<void> = async () => {};
  const play = (given: string): Promise<void> => {
    scriptTestWith((_title, played) => (run = played))('again', scene, { order: shuffledBy(given) });
    return run();
  };
  await expect(play(order)).rejects.toThrow('the thief got away');
  await expect(play('')).resolves.toBeUndefined();
});

test('of two turns that break it when they come first, the nearer one is named', async () => {
  const podium = script('podium', function* () {
    const seen: string[] = [];
    for (const name of 'abc')
      start(
        script(name, function* () {
          yield waitFrames(2);
          seen.push(name);
        }),
      );
    yield waitFrames(4);
    if (seen[0] !== 'a') throw new Error(`${seen[0]} is first`);
  });
  const texts = new Set<string>();
  for (let seed = 1; seed <= 8; seed++) {
    const property = scriptProperty(fc, podium) as fc.IAsyncProperty<unknown>;
    texts.add(String((await fc.check(property, { numRuns: 200, seed })).counterexample));
  }
  expect([...texts]).toEqual(['shuffledBy("3:turns:0+1")']);
});

test('the error shows what the threads do in both orders, from the first difference on', async () => {
  const { errorInstance } = await found(scene);
  const lines = (errorInstance as Error).message
    .split('\n')
    .map((line) => line.replaceAll('script-property.test.ts', 'at').replace(/ +\|/, ' |'));
  expect(lines.slice(0, 9)).toEqual([
    'It depends on the order of turns, as with `order: shuffledBy("10:turns:3+1")`:',
    '',
    '      the usual order |      this order',
    '  10  steal: wait(400) at at:21 |  10  watch: frame 11 at at:29',
    '  10  watch: frame 11 at at:29 |  10  steal: wait(400) at at:21',
    '  11  cat: waitFrames(1) at at:15 |  11  cat: waitFrames(1) at at:15',
    '  11  dog: waitFrames(1) at at:15 |  11  dog: waitFrames(1) at at:15',
    '  11  bird: waitFrames(1) at at:15 |  11  bird: waitFrames(1) at at:15',
    '  11  watch: done |  11  watch: frame 12 at at:29',
  ]);
  expect(lines.slice(-3)).toEqual(['  …', '', 'the thief got away']);
});

test('a script that does not depend on the order passes', async () => {
  const steady = script('steady', function* () {
    let count = 0;
    for (const name of ['a', 'b'])
      start(
        script(name, function* () {
          yield wait(50);
          count++;
        }),
      );
    yield wait(100);
    if (count !== 2) throw new Error(`${count}`);
  });
  expect((await found(steady)).failed).toBe(false);
});

test('one that fails in the usual order fails with its own error, and nothing is made smaller', async () => {
  const wrong = script('wrong', function* () {
    yield wait(50);
    throw new Error('always');
  });
  const { numShrinks, numRuns, errorInstance } = await found(wrong);
  expect([numShrinks, numRuns, (errorInstance as Error).message]).toEqual([0, 1, 'always']);
});

test('one that goes on with what an earlier run has left says so', async () => {
  let runs = 0;
  const left = script('left', function* () {
    yield wait(50);
    if (++runs === 3) throw new Error('the third time');
  });
  expect((await found(left)).errorInstance).toMatchObject({
    message: expect.stringContaining('It did not fail when that order was played again'),
  });
});
