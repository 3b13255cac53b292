import { transform } from '@spindle/compiler';
import { scheduler, start } from '@spindle/runtime';
import { evaluate } from '../src/sandbox/worker/modules.js';

test('what a program exports is given to the worker, which starts it', () => {
  const said: string[] = [];
  const { code } = transform('say("hi");\nwait(32);\nsay("bye");', { script: true, sourceType: 'script' })!;
  const js = code.replace('module.exports', 'exports.default');
  const program = evaluate(js, { say: (text: string) => void said.push(text) });
  start(program as () => unknown);
  for (let frame = 0; frame < 3; frame++) scheduler.pulse(16);
  expect([said, scheduler.threads.length]).toEqual([['hi', 'bye'], 0]);
});
