import { attach, Scheduler, signal, start, waitForEvent } from '../src/index.js';
import { ScriptHost } from '../src/host.js';
import { recorder, replay } from '../src/replay.js';

const scheduler = new Scheduler();
const script = (): void => undefined;
const slip = (options: object): never => options as never;
/** What a script throws when it calls `fn`. */
const inThread = (fn: () => unknown): void => {
  let thrown: unknown;
  const run = (): void => {
    try {
      fn();
    } catch (error) {
      thrown = error;
    }
  };
  scheduler.enter(() => start(run));
  throw thrown;
};
const log = new Scheduler({ inbox: recorder() }).record();

test.each([
  [
    'new Scheduler',
    (options: object) => new Scheduler(slip(options)),
    'onError, seed, maxStepsPerTurn, inbox, warnings, identity',
  ],
  ['spawn', (options: object) => scheduler.spawn(script, slip(options)), 'owner, priority, args, name'],
  ['start', (options: object) => scheduler.enter(() => start(script, slip(options))), 'owner, priority, name'],
  ['attach', (options: object) => inThread(() => attach(script, slip(options))), 'owner, priority, name'],
  ['signal', (options: object) => scheduler.enter(() => signal('a', 1, slip(options))), 'sticky'],
  [
    'waitForEvent',
    (options: object) => inThread(() => void waitForEvent(new EventTarget(), 'a', slip(options))),
    'filter, timeout',
  ],
  ['define', (options: object) => new ScriptHost(scheduler).define('a', script, slip(options)), 'owner, priority'],
  ['recorder', (options: object) => recorder(slip(options)), 'encode'],
  ['replay', (options: object) => replay(log, script, slip(options)), 'calls, decode, encode, onError'],
])('%s refuses an option that it does not know, and what is no object', (name, call, known) => {
  const expected = `${name} expected options among ${known}, got `;
  expect(() => call({ prioritty: 1 })).toThrow(`${expected}"prioritty" (string).`);
  expect(() => call(null as never)).toThrow(`${expected}null.`);
  expect(scheduler.live.size).toBe(0);
});
