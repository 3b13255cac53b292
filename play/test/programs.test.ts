import { transform } from '@spindle/compiler';
import { scheduler, start } from '@spindle/runtime';
import { evaluate } from '../src/sandbox/worker/modules.js';

test('what a program exports is given to the worker, which starts it', () => {
  const said: string[] = [];
  const { code } = transform('say("hi");\nwait(32);\nsay("bye");', { script: true, sourceType: 'script' })!;
  const js = code.replace('module.exports', 'exports.default');
  void evaluate(js, { say: (text: string) => void said.push(text) }, (program) => start(program as () => unknown));
  for (let frame = 0; frame < 3; frame++) scheduler.pulse(16);
  expect([said, scheduler.threads.length]).toEqual([['hi', 'bye'], 0]);
});

test('a scene awaits at its top level: what stands below runs when that has come, and then the program is given', async () => {
  const said: string[] = [];
  const say = (text: unknown): void => void said.push(String(text));
  const done = evaluate('say("begins");\nawait null;\nsay("goes on"); exports.default = "main"', { say }, say);
  say('beside');
  await done;
  expect(said).toEqual(['begins', 'beside', 'goes on', 'main']);
});

test('what a scene throws at its top level comes out of the Promise', async () => {
  const done = evaluate('throw new Error("a wall")', {}, () => {});
  await expect(done).rejects.toThrow('a wall');
});
